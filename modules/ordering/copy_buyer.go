package ordering

import (
	"context"

	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	identity "orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	vat "orderd/modules/vat/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// buyer is a read model of identity's and vat's: a user who may buy. The profile, the account type
// and the VAT id come with different events, and each has the sequence of its own; 0 is not known
// yet. After an erasure the row is a tombstone.
type buyer struct {
	UserID         string `gorm:"primaryKey"`
	Email          string
	FullName       string
	Locale         string
	AccountType    identity.AccountType
	BusinessName   *string // of a wholesale account; it comes with the type
	Erased         bool
	ProfileSeq     int64
	AccountTypeSeq int64

	// VATID is that of the account, proved or not; nil for none. VATValidUntil is until when it is
	// proved, nil unless it is valid.
	VATID         *string
	VATStatus     *vat.Status
	VATValidUntil *time.Time
	VATSeq        int64
}

func (buyer) TableName() string { return "ordering_buyers" }

func (b *buyer) wholesale() bool { return b.AccountType == identity.WholesaleAccount }

// vatState is the member state whose VAT id the buyer has, if it is valid at this moment; else "".
// The event that ends a proof may come late, so the time counts as well.
func (b *buyer) vatState(now time.Time) string {
	isValid := b.VATID != nil && len(*b.VATID) > 2 && b.VATStatus != nil && *b.VATStatus == vat.StatusValid &&
		b.VATValidUntil != nil && now.Before(*b.VATValidUntil)
	if !isValid {
		return ""
	}
	country := (*b.VATID)[:2]
	if country == "EL" {
		country = "GR" // the ids of Greece alone begin otherwise
	}
	state, inEU := shop.MemberState(country)
	if !inEU {
		return ""
	}
	return state
}

// setBuyer says who buys: prices and taxes depend on it.
func (in *pricingInput) setBuyer(b *buyer) {
	in.Wholesale, in.VATState = b.wholesale(), b.vatState(in.Now)
}

// findBuyer reads the user; the zero value for the blank user, and for one who is not known yet.
func findBuyer(tx *gorm.DB, userID string) (b buyer, err error) {
	if userID == "" {
		return b, nil
	}
	var found []buyer
	if err = tx.Where("user_id = ?", userID).Find(&found).Error; len(found) > 0 {
		b = found[0]
	}
	return b, err
}

// buysWholesale reports whether the user has a wholesale account. The blank user has none.
func buysWholesale(tx *gorm.DB, userID string) (bool, error) {
	b, err := findBuyer(tx, userID)
	return b.wholesale(), err
}

// onAccountCreated keeps the buyer. It drops an event whose personal fields were blanked meanwhile.
func onAccountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	e := m.Event
	if e.Email == "" {
		return nil
	}
	return upsertBuyer(tx, buyer{
		UserID: e.UserID, Email: e.Email, FullName: e.FullName, Locale: e.Locale, AccountType: e.AccountType,
		BusinessName: e.BusinessName, ProfileSeq: m.Seq, AccountTypeSeq: m.Seq,
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
		UserID: m.Event.UserID, Locale: "en", AccountType: m.Event.AccountType, BusinessName: m.Event.BusinessName,
		AccountTypeSeq: m.Seq,
	})
}

// onVATIDChanged keeps the VAT id. A deleted one is blank, as is one of an event whose personal
// fields were blanked.
func onVATIDChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[vat.IDChanged]) error {
	e := m.Event
	return upsertBuyer(tx, buyer{
		UserID: e.UserID, Locale: "en", AccountType: identity.RetailAccount, VATID: orNull(e.VATID), VATStatus: &e.Status,
		VATValidUntil: e.ValidUntil, VATSeq: m.Seq,
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
			newer("business_name", "account_type_seq"),
			newer("email", "profile_seq"), newer("full_name", "profile_seq"), newer("locale", "profile_seq"),
			newer("profile_seq", "profile_seq"),
			newer("account_type", "account_type_seq"), newer("account_type_seq", "account_type_seq"),
			newer("vat_id", "vat_seq"), newer("vat_status", "vat_seq"), newer("vat_valid_until", "vat_seq"),
			newer("vat_seq", "vat_seq"),
		},
		Where: clause.Where{Exprs: []clause.Expression{gorm.Expr("NOT ordering_buyers.erased")}},
	}).Create(&b).Error
}

// tombstoneBuyer makes the buyer's row a tombstone, and locks it.
func tombstoneBuyer(tx *gorm.DB, userID string, seq int64) error {
	return database.PutTombstone(tx, &buyer{
		UserID: userID, Locale: "en", AccountType: identity.RetailAccount, Erased: true, ProfileSeq: seq, AccountTypeSeq: seq,
		VATSeq: seq,
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
