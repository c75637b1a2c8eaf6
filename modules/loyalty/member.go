package loyalty

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/loyalty/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// The kinds of an entry.
const (
	kindShare      = "share"
	kindOrder      = "order"
	kindRedeem     = "redeem"
	kindReversal   = "reversal"
	kindAdjustment = "adjustment"
)

// member is what the entries of a user come to. After an erasure it is a tombstone: nothing is written for it any more.
type member struct {
	UserID   string `gorm:"primaryKey"`
	Balance  int64  // points that can be redeemed
	Debt     int64  // points taken back that were no longer there; later credits pay it first
	Redeemed int64  // points that have become vouchers, less those of voided ones
	Entries  int64  // number of the last entry
	Erased   bool
}

func (member) TableName() string { return "loyalty_members" }

// entry is one change of a member's points. It is never changed.
type entry struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Number    int64 // from 1, by member
	Kind      string
	Points    int64 // what came or, below 0, went; a member's sum to the balance less the debt
	Balance   int64 // that can be redeemed after it
	Debt      int64 `gorm:"-"` // after it, as long as the entry is at hand
	Reference *string
	Note      *string
	EventID   *string   // of the event that caused it, if one did
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
}

func (entry) TableName() string { return "loyalty_entries" }

// post appends the entry to the ledger of an enrolled member. It locks the member's row, and returns
// fault.InsufficientPoints when more would go than there is: of two redemptions at once the second sees the first. Only a
// reversal may take more; the rest is a debt. redeemed is what becomes a voucher or, below 0, is a voucher no more.
func post(tx *gorm.DB, e *entry, redeemed int64, now time.Time) error {
	m := member{UserID: e.UserID}
	open := tx.Model(&m).Clauses(clause.Returning{}).Where("NOT erased")
	if e.Kind != kindReversal && e.Points < 0 {
		open = open.Where("balance + ? >= 0", e.Points)
	}
	done := open.Updates(map[string]any{
		"balance":  gorm.Expr("CASE WHEN balance - debt + ? > 0 THEN balance - debt + ? ELSE 0 END", e.Points, e.Points),
		"debt":     gorm.Expr("CASE WHEN balance - debt + ? < 0 THEN debt - balance - ? ELSE 0 END", e.Points, e.Points),
		"redeemed": gorm.Expr("redeemed + ?", redeemed), "entries": gorm.Expr("entries + 1"),
	})
	if done.Error != nil {
		return done.Error
	}
	if done.RowsAffected == 0 {
		return fault.New(fault.InsufficientPoints, "There are not enough points.")
	}
	e.ID, e.Number, e.Balance, e.Debt, e.CreatedAt = id.New(), m.Entries, m.Balance, m.Debt, now
	return tx.Create(e).Error
}

// announcement is what others hear of the entry.
func (e *entry) announcement() events.PointsChanged {
	told := events.PointsChanged{EntryID: e.ID, UserID: e.UserID, Kind: e.Kind, Points: e.Points, Balance: e.Balance, Debt: e.Debt}
	if e.Reference != nil {
		told.Reference = *e.Reference
	}
	return told
}

// enrol makes the user a member, unless they are one.
func enrol(tx *gorm.DB, userID string) error {
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&member{UserID: userID}).Error
}

// lock enrols the user and keeps others from their points until tx ends.
func lock(tx *gorm.DB, userID string) (m member, err error) {
	if err := enrol(tx, userID); err != nil {
		return m, err
	}
	err = database.ForUpdate(tx).Where("user_id = ?", userID).Take(&m).Error
	return m, err
}

// memberOf are the user's points: none for somebody who has never had any.
func memberOf(db *gorm.DB, userID string) (m member, err error) {
	m, err = database.Take[member](db.Where("user_id = ?", userID))
	if fault.Is(err, fault.NotFound) {
		return member{UserID: userID}, nil
	}
	return m, err
}
