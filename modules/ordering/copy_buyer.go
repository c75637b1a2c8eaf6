package ordering

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// buyer is a read model of identity's: a user who may buy. The profile and the account type come
// with different events, and each has the sequence of its own; 0 is not known yet. After an erasure
// the row is a tombstone.
type buyer struct {
	UserID         string `gorm:"primaryKey"`
	Email          string
	FullName       string
	Locale         string
	AccountType    identity.AccountType
	Erased         bool
	ProfileSeq     int64
	AccountTypeSeq int64
}

func (buyer) TableName() string { return "ordering_buyers" }

func (b *buyer) wholesale() bool { return b.AccountType == identity.WholesaleAccount }

// buysWholesale reports whether the user has a wholesale account. The blank user has none.
func buysWholesale(tx *gorm.DB, userID string) (bool, error) {
	if userID == "" {
		return false, nil
	}
	var found []buyer
	err := tx.Where("user_id = ?", userID).Find(&found).Error
	return len(found) > 0 && found[0].wholesale(), err
}

// onAccountCreated keeps the buyer. It drops an event whose personal fields were blanked meanwhile.
func onAccountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	e := m.Event
	if e.Email == "" {
		return nil
	}
	return upsertBuyer(tx, buyer{
		UserID: e.UserID, Email: e.Email, FullName: e.FullName, Locale: e.Locale, AccountType: e.AccountType,
		ProfileSeq: m.Seq, AccountTypeSeq: m.Seq,
	})
}

// onProfileChanged keeps the profile, and drops an event like onAccountCreated.
func onProfileChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.ProfileChanged]) error {
	e := m.Event
	if e.Email == "" {
		return nil
	}
	return upsertBuyer(tx, buyer{
		UserID: e.UserID, Email: e.Email, FullName: e.FullName, Locale: e.Locale, AccountType: identity.RetailAccount,
		ProfileSeq: m.Seq,
	})
}

// onEmailChanged keeps the address with the name and language that came with it, and drops an event
// like onAccountCreated.
func onEmailChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.EmailChanged]) error {
	e := m.Event
	if e.Email == "" {
		return nil
	}
	return upsertBuyer(tx, buyer{
		UserID: e.UserID, Email: e.Email, FullName: e.FullName, Locale: e.Locale, AccountType: identity.RetailAccount,
		ProfileSeq: m.Seq,
	})
}

func onAccountTypeChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountTypeChanged]) error {
	return upsertBuyer(tx, buyer{
		UserID: m.Event.UserID, Locale: "en", AccountType: m.Event.AccountType, AccountTypeSeq: m.Seq,
	})
}

// onAccountErased leaves a tombstone and deletes the addresses.
func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := tombstoneBuyer(tx, m.Event.UserID, m.Seq); err != nil {
		return err
	}
	return tx.Where("user_id = ?", m.Event.UserID).Delete(&address{}).Error
}

// upsertBuyer writes the parts of b that are newer than those of the row, unless that is a
// tombstone.
func upsertBuyer(tx *gorm.DB, b buyer) error {
	newer := func(column, stream string) clause.Assignment {
		return clause.Assignment{Column: clause.Column{Name: column}, Value: gorm.Expr(
			"CASE WHEN excluded." + stream + " > ordering_buyers." + stream + " THEN excluded." + column +
				" ELSE ordering_buyers." + column + " END")}
	}
	return tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "user_id"}},
		DoUpdates: clause.Set{
			newer("email", "profile_seq"), newer("full_name", "profile_seq"), newer("locale", "profile_seq"),
			newer("profile_seq", "profile_seq"),
			newer("account_type", "account_type_seq"), newer("account_type_seq", "account_type_seq"),
		},
		Where: clause.Where{Exprs: []clause.Expression{gorm.Expr("NOT ordering_buyers.erased")}},
	}).Create(&b).Error
}

// tombstoneBuyer makes the buyer's row a tombstone, and locks it.
func tombstoneBuyer(tx *gorm.DB, userID string, seq int64) error {
	return database.PutTombstone(tx, &buyer{
		UserID: userID, Locale: "en", AccountType: identity.RetailAccount, Erased: true, ProfileSeq: seq, AccountTypeSeq: seq,
	})
}

// isTombstoned reports whether the user's account was erased, and locks the row until the
// transaction ends.
func isTombstoned(tx *gorm.DB, userID string) (bool, error) {
	var found []buyer
	err := database.ForUpdate(tx).Where("user_id = ?", userID).Find(&found).Error
	return len(found) > 0 && found[0].Erased, err
}

// withActorName joins a query with the account that a column names as an actor, for actorName. All
// accounts are buyers, those of the staff too.
func withActorName(q *gorm.DB, actor string) *gorm.DB {
	userID := "substr(" + actor + ", 6)"
	if database.Dialect(q) == database.Postgres {
		userID = "CAST(" + userID + " AS uuid)"
	}
	return q.Joins("LEFT JOIN ordering_buyers AS b ON b.user_id = CASE WHEN " + actor + " LIKE 'user:%' THEN " + userID +
		" END")
}

// actorName is the name in the account that withActorName joins, NULL for none.
const actorName = "NULLIF(b.full_name, '')"
