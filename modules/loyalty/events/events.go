// Package events is what loyalty announces: the module's public contract. Fields are only ever added.
package events

import "time"

// VoucherIssued: points became a voucher. From now on ordering alone judges it. Its worth is
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

// VoucherVoidRequested: points that have become a voucher are owed. Ordering voids it, unless it has been spent or has expired, and announces that it has.
type VoucherVoidRequested struct {
	VoucherID string    `json:"voucherId"`
	UserID    string    `json:"userId"`
	Code      string    `json:"code"`
	Points    int64     `json:"points"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (VoucherVoidRequested) EventName() string  { return "loyalty.voucher_void_requested.v1" }
func (e VoucherVoidRequested) EventKey() string { return e.VoucherID }

// PointsChanged: an entry of the ledger. Kind: share, order, redeem, reversal, adjustment.
type PointsChanged struct {
	EntryID   string `json:"entryId"`
	UserID    string `json:"userId"`
	Kind      string `json:"kind"`
	Points    int64  `json:"points"`
	Balance   int64  `json:"balance"` // points that can be redeemed
	Debt      int64  `json:"debt"`    // points that later credits pay first
	Reference string `json:"reference"`
}

func (PointsChanged) EventName() string  { return "loyalty.points_changed.v1" }
func (e PointsChanged) EventKey() string { return e.UserID }

// PointsAdjusted: an admin gave points or took them; a PointsChanged tells of the same entry.
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
