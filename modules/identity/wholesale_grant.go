package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// wholesaleGrant records that an application has its account: each application gets one once.
type wholesaleGrant struct {
	ApplicationID string `gorm:"primaryKey"`
	EventID       string
	GrantedAt     time.Time
}

func (wholesaleGrant) TableName() string { return "identity_grants" }

// grantWholesale makes a wholesale account for the contact of an approved application, or converts
// the account that the address has, and publishes the code with which its owner sets the password.
// The password and the sessions of an existing account stay. It does nothing for an application
// that has its account, and for an address whose account was erased after the approval.
func grantWholesale(
	ctx context.Context, tx *gorm.DB, approved wholesale.ApplicationApproved, eventID, email, addressID string,
	now time.Time,
) error {
	if err := lockEmailAddress(tx, addressID, now); err != nil {
		return err
	}
	if erased, err := erasedSince(tx, addressID, approved.DecidedAt); err != nil || erased {
		return err
	}
	granted, err := createGrant(tx, wholesaleGrant{ApplicationID: approved.ApplicationID, EventID: eventID,
		GrantedAt: now})
	if err != nil || !granted {
		return err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return err
	}
	if known {
		err = convertToWholesale(ctx, tx, &u, approved.BusinessName, now)
	} else {
		u, err = createWholesaleUser(ctx, tx, email, addressID, approved, now)
	}
	if err != nil {
		return err
	}
	c := newPasswordChallenge(&u, addressID, wholesaleCodeTTL, now)
	if err := tx.Create(&c).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.WholesaleAccessGranted{
		UserID: u.ID, ApplicationID: approved.ApplicationID, TrackingID: approved.TrackingID, ChallengeID: c.ID,
		Locale:     approved.Locale,
		NewAccount: !known, Email: u.Email, FullName: u.FullName, BusinessName: approved.BusinessName,
	})
}

// createWholesaleUser makes an account without a password for the contact of an application.
func createWholesaleUser(
	ctx context.Context, tx *gorm.DB, email, addressID string, approved wholesale.ApplicationApproved, now time.Time,
) (user, error) {
	u := newUser(id.New(), email, approved.ContactFullName, approved.Locale, now)
	u.Phone = &approved.ContactPhone
	u.makeWholesale(approved.BusinessName, now)
	if err := insertUser(tx, &u, addressID, now); err != nil {
		return user{}, err
	}
	return u, eventbus.Publish(ctx, tx, u.createdEvent(events.OriginWholesale))
}

// convertToWholesale makes a locked account a wholesale account and publishes that, unless it was
// one with the same business name already.
func convertToWholesale(ctx context.Context, tx *gorm.DB, u *user, businessName string, now time.Time) error {
	if !u.makeWholesale(businessName, now) {
		return nil
	}
	if err := saveUser(tx, u); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.AccountTypeChanged{
		UserID: u.ID, AccountType: u.AccountType, BusinessName: u.BusinessName,
	})
}
