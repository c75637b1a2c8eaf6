package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
)

// guess gives the challenge that code answers, or fault.InvalidCode, whatever is wrong.
//
// Counting comes first and is committed whatever follows: a guess costs an attempt of every live challenge of the
// address and one of the address's day, before it is compared. A flood of guesses at once queues at the address's row,
// so that none of them compares more than the limits allow. An unknown address writes the same and takes as long.
func (s *service) guess(ctx context.Context, purpose onetimecode.Purpose, email, code string) (challenge, error) {
	now, addressID := s.Clock.Now(), id.OfEmail(email)
	var answered *challenge
	err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		answered = nil // of an earlier run
		allowed, err := countDay(tx, addressID, now)
		if err != nil {
			return err
		}
		counted, err := countAttempt(tx, purpose, addressID, now)
		if err != nil {
			return err
		}
		for i := range counted {
			if counted[i].answeredBy(code, s.Config.Secret) && allowed {
				answered = &counted[i]
			}
		}
		if answered != nil {
			return nil
		}
		return eventbus.Publish(ctx, tx, events.CodeRejected{AddressID: addressID, Purpose: string(purpose)})
	})
	switch {
	case err != nil:
		return challenge{}, err
	case answered == nil:
		return challenge{}, invalidCode()
	}
	return *answered, nil
}

// noteRejection records that a code which had been right was refused in the end: somebody was faster with it, or the
// account may not use it. It returns err.
func (s *service) noteRejection(ctx context.Context, c *challenge, err error) error {
	if !fault.Is(err, fault.InvalidCode) {
		return err
	}
	failed := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if err := lockAddress(tx, c.AddressID, s.Clock.Now()); err != nil {
			return err
		}
		return eventbus.Publish(ctx, tx, events.CodeRejected{AddressID: c.AddressID, Purpose: string(c.Purpose)})
	})
	if failed != nil {
		return failed
	}
	return err
}

func invalidCode() error {
	return fault.New(fault.InvalidCode, "The code is not valid. It may be wrong, used or too old.")
}
