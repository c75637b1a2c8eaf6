package notifications

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// defaultLocale is the language of a user whose own is not known.
const defaultLocale = "en"

// user is a copy of identity's: who is notified, and in which language. Different events change
// different columns, so each group has the sequence of the event that it stems from; 0 means that
// it is not known yet. After an erasure the row is a tombstone.
type user struct {
	UserID    string  `gorm:"primaryKey"`
	AddressID *string // pseudonym.Key.OfEmail
	// AddressSeq is 0, too, for an address from before it could change.
	AddressSeq int64
	Role       identity.Role
	RoleID     string // of who has the role staff
	RoleSeq    int64
	Locale     string
	LocaleSeq  int64
	Disabled   bool
	AccessSeq  int64
	Erased     bool
}

func (user) TableName() string { return "notifications_users" }

// onAccountCreated drops an event whose personal fields were erased.
func (n *notifier) onAccountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	if m.Event.Email == "" {
		return nil
	}
	addressID := n.pseudonyms.OfEmail(m.Event.Email)
	return upsertUser(tx, user{
		UserID: m.Event.UserID, AddressID: &addressID, AddressSeq: m.Seq,
		Role: m.Event.Role, RoleSeq: m.Seq, Locale: m.Event.Locale, LocaleSeq: m.Seq, AccessSeq: m.Seq,
	})
}

// onEmailChanged drops an event whose personal fields were erased.
func (n *notifier) onEmailChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.EmailChanged]) error {
	if m.Event.Email == "" {
		return nil
	}
	addressID := n.pseudonyms.OfEmail(m.Event.Email)
	return upsertUser(tx, user{
		UserID: m.Event.UserID, AddressID: &addressID, AddressSeq: m.Seq, Role: identity.RoleCustomer, Locale: defaultLocale,
	})
}

func onRoleChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.RoleChanged]) error {
	return upsertUser(tx, user{
		UserID: m.Event.UserID, Role: m.Event.Role, RoleID: m.Event.RoleID, RoleSeq: m.Seq, Locale: defaultLocale,
	})
}

func onProfileChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.ProfileChanged]) error {
	return upsertUser(tx, user{
		UserID: m.Event.UserID, Role: identity.RoleCustomer, Locale: m.Event.Locale, LocaleSeq: m.Seq,
	})
}

func onAccessChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccessChanged]) error {
	return upsertUser(tx, user{
		UserID: m.Event.UserID, Role: identity.RoleCustomer, Locale: defaultLocale, Disabled: m.Event.Disabled,
		AccessSeq: m.Seq,
	})
}

// onAccountErased leaves a tombstone.
func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return database.PutTombstone(tx, &user{
		UserID: m.Event.UserID, Role: identity.RoleCustomer, Locale: defaultLocale, Erased: true,
	})
}
