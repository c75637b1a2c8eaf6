package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// register stores a registration and has its code mailed. For the address of an account, the mail
// says that the account exists. Both cases write the same rows and one event, so that the caller
// cannot distinguish them.
func register(ctx context.Context, tx *gorm.DB, r registration, addressID string, now time.Time) (registration, error) {
	r.ID, r.CreatedAt = id.New(), now
	r.extendLife(now)
	if err := recordRegistrationRequest(tx, addressID, now); err != nil {
		return registration{}, err
	}
	u, known, err := lockUserByEmail(tx, r.Email)
	if err != nil {
		return registration{}, err
	}
	if err := tx.Create(&r).Error; err != nil {
		return registration{}, err
	}
	c := newRegistrationChallenge(&r, addressID, now)
	if err := tx.Create(&c).Error; err != nil {
		return registration{}, err
	}
	if known && !u.awaitsPassword() {
		return r, eventbus.Publish(ctx, tx, u.registrationRefusedEvent())
	}
	return r, eventbus.Publish(ctx, tx, r.requestedEvent(&c, false))
}
