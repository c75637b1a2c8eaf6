package identity

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// errReused is why a refresh token was refused that had been replaced before: it or its successor is in wrong hands.
var errReused = errors.New("identity: a refresh token came back after it had been replaced")

// refresh exchanges a refresh token for the next one. Of many uses at once one moves the session on, and all get the
// same successor. It returns fault.InvalidRefreshToken; because of errReused when the session has to end.
//
// The session's row is locked before the user is read. A change of role locks the sessions too before it ends their
// access tokens, so that no token with the old role is made behind its back.
func (s *service) refresh(ctx context.Context, tx *gorm.DB, sessionID string, number int64) (session, error) {
	now := s.Clock.Now()
	of, moved, err := rotateSession(tx, sessionID, number, now)
	if err != nil {
		return session{}, err
	}
	if !moved {
		if of, err = lockRefreshed(tx, sessionID, number, now); err != nil {
			return session{}, err
		}
	}
	u, err := userByID(tx, of.UserID)
	if err != nil {
		return session{}, err
	}
	if moved {
		err = eventbus.Publish(eventbus.WithActor(ctx, u.actor()), tx, events.SessionRefreshed{UserID: u.ID, SessionID: of.ID})
		if err != nil {
			return session{}, err
		}
	}
	return s.answer(&u, &of, now)
}

// endStolen ends the session one of whose tokens came back.
func (s *service) endStolen(ctx context.Context, sessionID string) error {
	return database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		var of openSession
		err := tx.Where("id = ?", sessionID).Take(&of).Error
		if err == nil {
			err = s.endSession(ctx, tx, of.UserID, sessionID, events.SessionEndedByTokenReuse)
		}
		if errors.Is(err, gorm.ErrRecordNotFound) || fault.Is(err, fault.NotFound) {
			return nil // it has ended already
		}
		return err
	})
}

func invalidRefreshToken() *fault.Fault {
	return fault.New(fault.InvalidRefreshToken, "The refresh token is not valid. Please log in.")
}
