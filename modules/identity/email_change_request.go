package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
)

// requireOtherEmail returns a validation fault for the address that the user has.
func requireOtherEmail(db *gorm.DB, userID, email string) error {
	u, err := userByID(db, userID)
	if err == nil && u.Email == email {
		err = fault.Invalid(fault.Field{Pointer: "/email", Code: fault.NotAllowed, Detail: "must be another address"})
	}
	return err
}

// requestEmailChange stores the wish of the account that authenticate found for another address,
// and has its code mailed there. For an address that another account has, or that is held for one,
// the mail says that the account exists. Both cases write the same rows and one event, so that the
// caller cannot distinguish them. When no mail may leave, the code is that of an earlier one.
func requestEmailChange(
	ctx context.Context, tx *gorm.DB, found authenticated, email string, asked codeRequest, now time.Time,
) (emailChange, error) {
	if err := lockEmailAddress(tx, asked.AddressID, now); err != nil {
		return emailChange{}, err
	}
	if err := countSuccess(tx, found.attempt, now); err != nil {
		return emailChange{}, err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return emailChange{}, err
	}
	owner, err := ownerOtherThan(tx, u.ID, email, now)
	if err != nil {
		return emailChange{}, err
	}
	e := emailChange{ID: id.New(), UserID: u.ID, Email: &email, AddressID: asked.AddressID, RequestedAt: now}
	if err := tx.Create(&e).Error; err != nil {
		return emailChange{}, err
	}
	c := newEmailChallenge(onetimecode.EmailChange, &e, e.AddressID, codeTTL, now)
	if !asked.Mail {
		if err := withoutMail(tx, &c, now); err != nil {
			return emailChange{}, err
		}
	}
	if err := tx.Create(&c).Error; err != nil {
		return emailChange{}, err
	}
	var mailing eventbus.Event = e.requestedEvent(&u, &c)
	if owner != nil {
		mailing = owner.registrationRefusedEvent()
	}
	return e, asked.publish(ctx, tx, c.Purpose, mailing)
}
