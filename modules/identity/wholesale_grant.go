package identity

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/identity/events"
	applications "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// grant remembers which applications have their account: one application is answered once.
type grant struct {
	ApplicationID string `gorm:"primaryKey"`
	EventID       string
	GrantedAt     time.Time
}

func (grant) TableName() string { return "identity_grants" }

// grantAccess makes a wholesale account for the contact of an approved application, or turns the one that the address
// has, and announces the code with which its owner sets the password. Password and sessions of an account that exists stay.
func (s *service) grantAccess(ctx context.Context, tx *gorm.DB, m eventbus.Message[applications.ApplicationApproved]) error {
	approved := m.Event
	if approved.ContactEmail == "" {
		return nil // erased meanwhile
	}
	now, email := s.Clock.Now(), id.NormalizeEmail(approved.ContactEmail)
	addressID := s.Pseudonyms.OfEmail(email)
	if err := lockAddress(tx, addressID, now); err != nil {
		return err
	}
	if erased, err := erasedSince(tx, addressID, approved.DecidedAt); err != nil || erased {
		return err
	}
	first := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&grant{ApplicationID: approved.ApplicationID, EventID: m.ID, GrantedAt: now})
	if first.Error != nil || first.RowsAffected == 0 {
		return first.Error
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return err
	}
	if known {
		err = turnWholesale(ctx, tx, &u, approved.BusinessName, now)
	} else {
		u = newUser(id.New(), email, approved.ContactFullName, approved.Locale, now)
		u.Phone = &approved.ContactPhone
		u.becomeWholesale(approved.BusinessName, now)
		if err = tx.Create(&u).Error; err == nil {
			err = eventbus.Publish(ctx, tx, u.created(events.OriginWholesale))
		}
	}
	if err != nil {
		return err
	}
	c := s.passwordChallenge(&u, grantTTL, now)
	if err := replaceChallenge(tx, &c); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.WholesaleAccessGranted{
		UserID: u.ID, ApplicationID: approved.ApplicationID, TrackingID: approved.TrackingID, ChallengeID: c.ID, Locale: approved.Locale,
		NewAccount: !known, Email: u.Email, FullName: u.FullName, BusinessName: approved.BusinessName,
	})
}

// turnWholesale turns a locked account, and announces it unless it was wholesale under that name already.
func turnWholesale(ctx context.Context, tx *gorm.DB, u *user, businessName string, now time.Time) error {
	if !u.becomeWholesale(businessName, now) {
		return nil
	}
	if err := saveUser(tx, u); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.AccountTypeChanged{UserID: u.ID, AccountType: u.AccountType, BusinessName: u.BusinessName})
}
