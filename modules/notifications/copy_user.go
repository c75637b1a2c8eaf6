package notifications

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// english is the language where none is known.
const english = "en"

// user is a read model of identity's: whom to tell and in which language. What came by different events carries the
// sequence of the one it came by; 0 means not known yet. After an erasure the row is a tombstone.
type user struct {
	UserID    string  `gorm:"primaryKey"`
	AddressID *string // pseudonym.Key.OfEmail
	Role      identity.Role
	RoleSeq   int64
	Locale    string
	LocaleSeq int64
	Disabled  bool
	AccessSeq int64
	Erased    bool
}

func (user) TableName() string { return "notifications_users" }

// readModel keeps the users; it may be replayed.
func (n *notifier) readModel(bus *eventbus.Bus) {
	users := eventbus.Consumer{Name: "notifications.users", ReadModel: true}
	eventbus.On(bus, users, func(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
		if m.Event.Email == "" { // erased meanwhile
			return nil
		}
		addressID := n.pseudonyms.OfEmail(m.Event.Email)
		return upsert(tx, user{
			UserID: m.Event.UserID, AddressID: &addressID,
			Role: m.Event.Role, RoleSeq: m.Seq, Locale: m.Event.Locale, LocaleSeq: m.Seq, AccessSeq: m.Seq,
		})
	})
	eventbus.On(bus, users, func(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.RoleChanged]) error {
		return upsert(tx, user{UserID: m.Event.UserID, Role: m.Event.Role, RoleSeq: m.Seq, Locale: english})
	})
	eventbus.On(bus, users, func(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.ProfileChanged]) error {
		return upsert(tx, user{UserID: m.Event.UserID, Role: identity.RoleCustomer, Locale: m.Event.Locale, LocaleSeq: m.Seq})
	})
	eventbus.On(bus, users, func(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccessChanged]) error {
		return upsert(tx, user{UserID: m.Event.UserID, Role: identity.RoleCustomer, Locale: english, Disabled: m.Event.Disabled, AccessSeq: m.Seq})
	})
	eventbus.On(bus, users, func(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
		return tx.Save(&user{UserID: m.Event.UserID, Role: identity.RoleCustomer, Locale: english, Erased: true}).Error
	})
	// The rows stay meanwhile: whom they name is told of what happens before the replay is through.
	eventbus.OnReset(bus, users, eventbus.ResetSQL(`UPDATE notifications_users SET role_seq = 0, locale_seq = 0, access_seq = 0 WHERE NOT erased`))
}

// upsert takes over what u knows and is newer than what stands there, unless there stands a tombstone.
func upsert(tx *gorm.DB, u user) error {
	newer := func(column, stream string) clause.Assignment {
		return clause.Assignment{Column: clause.Column{Name: column}, Value: gorm.Expr(
			"CASE WHEN excluded." + stream + " > notifications_users." + stream + " THEN excluded." + column + " ELSE notifications_users." + column + " END")}
	}
	return tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "user_id"}},
		DoUpdates: clause.Set{
			{Column: clause.Column{Name: "address_id"}, Value: gorm.Expr("COALESCE(excluded.address_id, notifications_users.address_id)")},
			newer("role", "role_seq"), newer("role_seq", "role_seq"),
			newer("locale", "locale_seq"), newer("locale_seq", "locale_seq"),
			newer("disabled", "access_seq"), newer("access_seq", "access_seq"),
		},
		Where: clause.Where{Exprs: []clause.Expression{gorm.Expr("NOT notifications_users.erased")}},
	}).Create(&u).Error
}

// recipients finds the users whom a notice is for; the order is the one in which inboxes are locked.
type recipients func(tx *gorm.DB) (userIDs []string, err error)

// theUser is one user, known or not: the account may be so new that the read model has yet to hear of it.
func theUser(userID string) recipients {
	return func(*gorm.DB) ([]string, error) { return []string{userID}, nil }
}

// ownerOf is the user with the address, if there is any. The address is blank when it was erased meanwhile.
func (n *notifier) ownerOf(email string) recipients {
	return func(tx *gorm.DB) (found []string, err error) {
		if email == "" {
			return nil, nil
		}
		err = tx.Model(&user{}).Where("address_id = ?", n.pseudonyms.OfEmail(email)).Order("user_id").Pluck("user_id", &found).Error
		return found, err
	}
}

// nobody need be told.
func nobody(*gorm.DB) ([]string, error) { return nil, nil }

// admins are all admins who are not disabled.
func admins(tx *gorm.DB) (found []string, err error) {
	err = tx.Model(&user{}).Where("role = ? AND NOT disabled", identity.RoleAdmin).Order("user_id").Pluck("user_id", &found).Error
	return found, err
}

// localeOf is the language of the user, or fallback while it is not known.
func localeOf(tx *gorm.DB, userID, fallback string) (string, error) {
	var known []string
	err := tx.Model(&user{}).Where("user_id = ? AND locale_seq > 0", userID).Pluck("locale", &known).Error
	if err != nil || len(known) == 0 {
		return fallback, err
	}
	return known[0], nil
}
