package loyalty

import (
	"time"

	"orderd/modules/loyalty/events"
)

// member is a user's sums over their entries. After an erasure it is a tombstone: no entry is added
// for it any more.
type member struct {
	UserID   string `gorm:"primaryKey"`
	Balance  int64  // points that can be redeemed
	Debt     int64  // points that were reversed and no longer available; later credits pay it first
	Redeemed int64  // points that have become vouchers, without those of voided ones
	Entries  int64  // number of the last entry
	Erased   bool
}

func (member) TableName() string { return "loyalty_members" }

// entry is one change of a member's points, a row of the ledger. It never changes.
type entry struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Number    int64 // from 1, by member
	Kind      events.EntryKind
	Points    int64 // credited or, below 0, taken; their sum is the balance less the debt
	Balance   int64 // that can be redeemed after the entry
	Debt      int64 `gorm:"-"` // after the entry; not stored
	Reference *string
	Note      *string
	EventID   *string   // of the event that caused the entry, if one did
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
}

func (entry) TableName() string { return "loyalty_entries" }

// pointsChanged is the event of the entry.
func (e *entry) pointsChanged() events.PointsChanged {
	changed := events.PointsChanged{
		EntryID: e.ID, UserID: e.UserID, Kind: e.Kind, Points: e.Points, Balance: e.Balance, Debt: e.Debt,
	}
	if e.Reference != nil {
		changed.Reference = *e.Reference
	}
	return changed
}
