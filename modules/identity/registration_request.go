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
// cannot distinguish them. When no mail may leave, the code is that of an earlier one.
func register(
	ctx context.Context, tx *gorm.DB, r registration, asked codeRequest, now time.Time,
) (registration, error) {
	r.ID, r.CreatedAt = id.New(), now
	r.extendLife(now)
	if err := lockEmailAddress(tx, asked.AddressID, now); err != nil {
		return registration{}, err
	}
	if err := recordRegistrationRequest(tx, asked.AddressID, asked.Network, now); err != nil {
		return registration{}, err
	}
	owner, err := refusesRegistration(tx, r.Email, now)
	if err != nil {
		return registration{}, err
	}
	if err := tx.Create(&r).Error; err != nil {
		return registration{}, err
	}
	c := newRegistrationChallenge(&r, asked.AddressID, now)
	if !asked.Mail {
		if err := withoutMail(tx, &c, now); err != nil {
			return registration{}, err
		}
	}
	if err := tx.Create(&c).Error; err != nil {
		return registration{}, err
	}
	if !asked.Mail {
		return r, eventbus.Publish(ctx, tx, asked.withheldEvent(c.Purpose))
	}
	if owner != nil {
		return r, eventbus.Publish(ctx, tx, owner.registrationRefusedEvent())
	}
	return r, eventbus.Publish(ctx, tx, r.requestedEvent(&c, false))
}
