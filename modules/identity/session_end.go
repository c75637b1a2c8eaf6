package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// endSession ends one session of the user, and its access tokens. It returns fault.Missing when the
// user has no such session.
func endSession(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, userID, sessionID string, reason events.SessionEndReason,
) error {
	if !id.Valid(sessionID) {
		return fault.Missing()
	}
	if _, err := lockUser(tx, userID); err != nil {
		return err
	}
	if err := deleteSession(tx, userID, sessionID); err != nil {
		return err
	}
	return revokeAndPublish(ctx, tx, authority, userID, []string{sessionID}, reason)
}

// endSessions ends the sessions of the locked user except the one to keep ("" keeps none), and
// their access tokens. Logins that wait for a second factor end, too.
func endSessions(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, userID, keep string, reason events.SessionEndReason,
) error {
	if err := deleteProofChallenges(tx, userID, proofOfLogin); err != nil {
		return err
	}
	ended, err := deleteSessions(tx, userID, keep)
	if err != nil || len(ended) == 0 {
		return err
	}
	return revokeAndPublish(ctx, tx, authority, userID, ended, reason)
}

// endOldestSessions ends the oldest sessions of the locked user beyond maxSessions.
func endOldestSessions(ctx context.Context, tx *gorm.DB, authority *auth.Authority, userID string) error {
	ended, err := deleteOldestSessions(tx, userID, maxSessions)
	if err != nil || len(ended) == 0 {
		return err
	}
	return revokeAndPublish(ctx, tx, authority, userID, ended, events.SessionEndedByNewer)
}

func revokeAndPublish(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, userID string, ended []string,
	reason events.SessionEndReason,
) error {
	if err := authority.Revoke(ctx, tx, "", ended...); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.SessionsEnded{UserID: userID, SessionIDs: ended, Reason: reason})
}
