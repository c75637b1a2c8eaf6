package identity

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// errReused is the cause of a refused refresh token that had been replaced before: it or its
// successor was stolen.
var errReused = errors.New("identity: a refresh token came back after it had been replaced")

// refreshSession exchanges a refresh token for the next one. Of simultaneous uses of one token a
// single one moves the session on, and all get the same successor. It returns
// codeInvalidRefreshToken; because of errReused when the session has to end.
//
// It locks the session's row before it reads the user. A change of role locks the sessions, too,
// before it ends their access tokens, so that no token with the old role is issued afterwards.
func refreshSession(
	ctx context.Context, tx *gorm.DB, sessionID string, number int64, now time.Time,
) (user, session, error) {
	s, rotated, err := rotateSession(tx, sessionID, number, now)
	if err != nil {
		return user{}, session{}, err
	}
	if !rotated {
		if s, err = lockRotated(tx, sessionID, number, now); err != nil {
			return user{}, session{}, err
		}
	}
	u, err := userByID(tx, s.UserID)
	if err != nil {
		return user{}, session{}, err
	}
	if rotated {
		err = eventbus.Publish(eventbus.WithActor(ctx, u.actor()), tx, events.SessionRefreshed{UserID: u.ID, SessionID: s.ID})
	}
	return u, s, err
}

// endReusedSession ends the session whose replaced refresh token was used again, unless it has
// ended already. The transaction that refused the token is rolled back, so it needs one of its own.
func endReusedSession(ctx context.Context, tx *gorm.DB, authority *auth.Authority, sessionID string) error {
	s, err := sessionByID(tx, sessionID)
	if err == nil {
		err = endSession(ctx, tx, authority, s.UserID, sessionID, events.SessionEndedByTokenReuse)
	}
	if errors.Is(err, gorm.ErrRecordNotFound) || fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func invalidRefreshToken() *fault.Fault {
	return fault.New(codeInvalidRefreshToken, "The refresh token is not valid. Please log in.")
}
