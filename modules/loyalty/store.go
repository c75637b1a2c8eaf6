package loyalty

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

func ofUser(db *gorm.DB, userID string) *gorm.DB { return db.Where("user_id = ?", userID) }

// enrol creates the user's row in loyalty_members when it is absent.
func enrol(tx *gorm.DB, userID string) error {
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&member{UserID: userID}).Error
}

// lockMember locks the member until the transaction ends, and enrols an absent one.
func lockMember(tx *gorm.DB, userID string) (member, error) {
	m := member{UserID: userID}
	err := database.LockOrCreate(tx, &m)
	return m, err
}

// memberOf is the member, or one without points for a user who never had any.
func memberOf(db *gorm.DB, userID string) (member, error) {
	m, err := database.Take[member](ofUser(db, userID))
	if fault.Is(err, fault.NotFound) {
		return member{UserID: userID}, nil
	}
	return m, err
}

// postEntry adds the entry to the ledger of an enrolled member, whose row it locks. Only a reversal
// may take more points than there are; the rest is a debt. Any other entry that would returns
// codeInsufficientPoints: of two redemptions at once, the second sees the first. redeemed is
// added to the points that have become vouchers; it is below 0 for a voided voucher.
func postEntry(tx *gorm.DB, e *entry, redeemed int64, now time.Time) error {
	m := member{UserID: e.UserID}
	q := tx.Model(&m).Clauses(clause.Returning{}).Where("NOT erased")
	if e.Kind != events.EntryReversal && e.Points < 0 {
		q = q.Where("balance + ? >= 0", e.Points)
	}
	done := q.Updates(map[string]any{
		"balance":  gorm.Expr("CASE WHEN balance - debt + ? > 0 THEN balance - debt + ? ELSE 0 END", e.Points, e.Points),
		"debt":     gorm.Expr("CASE WHEN balance - debt + ? < 0 THEN debt - balance - ? ELSE 0 END", e.Points, e.Points),
		"redeemed": gorm.Expr("redeemed + ?", redeemed), "entries": gorm.Expr("entries + 1"),
	})
	if done.Error != nil {
		return done.Error
	}
	if done.RowsAffected == 0 {
		return fault.New(codeInsufficientPoints, "There are not enough points.")
	}
	e.ID, e.Number, e.Balance, e.Debt, e.CreatedAt = id.New(), m.Entries, m.Balance, m.Debt, now
	return tx.Create(e).Error
}

// hasEntryFor reports whether the event has caused an entry.
func hasEntryFor(tx *gorm.DB, eventID string) (bool, error) {
	var n int64
	err := tx.Model(&entry{}).Where("event_id = ?", eventID).Count(&n).Error
	return n > 0, err
}

// pageOfEntries is a page of the user's entries, newest first, and the number of all.
func pageOfEntries(db *gorm.DB, userID string, p httpapi.Page) ([]entry, int64, error) {
	return httpapi.FindPage[entry](ofUser(db, userID), p, "number DESC")
}

// pageOfVouchers is a page of the user's vouchers, newest first, and the number of all.
func pageOfVouchers(db *gorm.DB, userID string, p httpapi.Page) ([]voucher, int64, error) {
	return httpapi.FindPage[voucher](ofUser(db, userID), p, "created_at DESC, id DESC")
}

// unspentVouchers are the user's available vouchers, newest first.
func unspentVouchers(tx *gorm.DB, userID string) (found []voucher, err error) {
	err = ofUser(tx, userID).Where("status = ?", ordering.VoucherStatusAvailable).Order("created_at DESC, id DESC").
		Find(&found).Error
	return found, err
}

// voucherOf is the user's voucher. found is false when there is none.
func voucherOf(tx *gorm.DB, userID, voucherID string) (v voucher, found bool, err error) {
	done := ofUser(tx, userID).Where("id = ?", voucherID).Limit(1).Find(&v)
	return v, done.RowsAffected > 0, done.Error
}

func setVoidAsked(tx *gorm.DB, asked bool, voucherIDs ...string) error {
	return tx.Model(&voucher{}).Where("id IN ?", voucherIDs).Update("void_asked", asked).Error
}

// productsAwardedSince are the products whose sharing earned the user points after the given time.
func productsAwardedSince(tx *gorm.DB, userID string, since time.Time) (productIDs []string, err error) {
	err = ofUser(tx.Model(&share{}), userID).Where("shared_at > ? AND points > 0", since).
		Pluck("product_id", &productIDs).Error
	return productIDs, err
}

// allOf are all rows of a model that belong to the user, in the given order.
func allOf[M any](db *gorm.DB, userID, order string) (found []M, err error) {
	err = ofUser(db, userID).Order(order).Find(&found).Error
	return found, err
}

// deleteAllOf deletes the user's entries, shares and vouchers.
func deleteAllOf(tx *gorm.DB, userID string) error {
	for _, model := range []any{&entry{}, &share{}, &voucher{}} {
		if err := ofUser(tx, userID).Delete(model).Error; err != nil {
			return err
		}
	}
	return nil
}
