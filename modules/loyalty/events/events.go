// Package events is the public contract of loyalty: the events that it publishes. Fields are only
// ever added.
package events

import (
	"time"

	"orderd/platform/convert"
)

// EntryKind says why a member's points changed.
type EntryKind string

const (
	EntryShare      EntryKind = "share"      // a product was shared
	EntryOrder      EntryKind = "order"      // an order was delivered and paid
	EntryRedeem     EntryKind = "redeem"     // points became a voucher
	EntryReversal   EntryKind = "reversal"   // goods of an order came back or were refunded
	EntryAdjustment EntryKind = "adjustment" // by an admin, a voided voucher or a failed refund
)

// Values are all of them.
func (EntryKind) Values() []string {
	return convert.Strings(EntryShare, EntryOrder, EntryRedeem, EntryReversal, EntryAdjustment)
}

// SchemaName is the name in the OpenAPI document.
func (EntryKind) SchemaName() string { return "LoyaltyEntryKind" }

// VoucherIssued: points became a voucher. From then on only ordering decides about it. Its value is
// Points × 3 ÷ 8 cents, exact.
type VoucherIssued struct {
	VoucherID string    `json:"voucherId"`
	UserID    string    `json:"userId"`
	Code      string    `json:"code"`
	Points    int64     `json:"points"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (VoucherIssued) EventName() string  { return "loyalty.voucher_issued.v1" }
func (e VoucherIssued) EventKey() string { return e.VoucherID }

// VoucherVoidRequested: the member owes points that the voucher holds. Ordering voids it, unless it
// was spent or has expired, and publishes VoucherSettled.
type VoucherVoidRequested struct {
	VoucherID string    `json:"voucherId"`
	UserID    string    `json:"userId"`
	Code      string    `json:"code"`
	Points    int64     `json:"points"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (VoucherVoidRequested) EventName() string  { return "loyalty.voucher_void_requested.v1" }
func (e VoucherVoidRequested) EventKey() string { return e.VoucherID }

// PointsChanged: an entry was added to the ledger.
type PointsChanged struct {
	EntryID   string    `json:"entryId"`
	UserID    string    `json:"userId"`
	Kind      EntryKind `json:"kind"`
	Points    int64     `json:"points"`
	Balance   int64     `json:"balance"` // points that can be redeemed
	Debt      int64     `json:"debt"`    // points that later credits pay first
	Reference string    `json:"reference"`
}

func (PointsChanged) EventName() string  { return "loyalty.points_changed.v1" }
func (e PointsChanged) EventKey() string { return e.UserID }

// PointsAdjusted: an admin gave points or took them. The same entry has a PointsChanged, too.
type PointsAdjusted struct {
	EntryID string `json:"entryId"`
	UserID  string `json:"userId"`
	Points  int64  `json:"points"`
	Balance int64  `json:"balance"`
	Reason  string `json:"reason" pii:"true"`
}

func (PointsAdjusted) EventName() string      { return "loyalty.points_adjusted.v1" }
func (e PointsAdjusted) EventKey() string     { return e.UserID }
func (e PointsAdjusted) EventSubject() string { return e.UserID }
