package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
)

// endSessionOf ends a session of a user at the request of an admin, every session for sessionID "".
// It returns fault.Missing, and fault.Forbidden for one of the staff whom the caller may not manage
// (requireMayChange).
func endSessionOf(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, userID, sessionID string,
) error {
	u, err := userForAdmin(database.ForUpdate(tx), userID)
	if err != nil {
		return err
	}
	if err := requireMayChange(tx, caller, &u, userChange{}); err != nil {
		return err
	}
	if sessionID == "" {
		return endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByAdmin)
	}
	return endSession(ctx, tx, authority, u.ID, sessionID, events.SessionEndedByAdmin)
}
