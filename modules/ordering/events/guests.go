package events

import "time"

// OrderClaimed: a guest's order became that of the account with the email. UserID is the account's
// from here on. Items are what has been delivered so far; Goods are what it has been worth since,
// which earns points when Earned, and with OrderEarned else.
type OrderClaimed struct {
	Order
	GuestID   string         `json:"guestId"` // UserID so far
	Items     []ShipmentItem `json:"items"`
	Goods     int64          `json:"goods"`
	Earned    bool           `json:"earned"`
	ClaimedAt time.Time      `json:"claimedAt"`
}

func (OrderClaimed) EventName() string { return "ordering.order_claimed.v1" }

// GuestErased: the personal data in the orders that were made with an email and no account was
// erased, by whoever proved the email. Every module erases what it holds on the guest.
type GuestErased struct {
	GuestID  string    `json:"guestId"`
	ErasedAt time.Time `json:"erasedAt"`
	// Reason is what an admin says of it, who erases the guest at a request; nil by the guest.
	Reason *string `json:"reason,omitempty"`
}

func (GuestErased) EventName() string  { return "ordering.guest_erased.v1" }
func (e GuestErased) EventKey() string { return e.GuestID }

// LookupRequested: a client asked for a code that opens a guest's order. GuestID is the pseudonym
// of the email.
type LookupRequested struct {
	OrderID  string `json:"orderId"`
	Number   string `json:"number"`
	Total    int64  `json:"total"` // of the order
	GuestID  string `json:"guestId"`
	LookupID string `json:"lookupId"` // the code is derived from it
	Locale   string `json:"locale"`
	Email    string `json:"email" pii:"true"`
	FullName string `json:"fullName" pii:"true"`
}

func (LookupRequested) EventName() string      { return "ordering.lookup_requested.v1" }
func (e LookupRequested) EventKey() string     { return e.GuestID }
func (e LookupRequested) EventSubject() string { return e.GuestID }

// LookupRefused: a client asked for such a code, and the email has no guest's order with the
// number. No mail follows. The mailer subscribes to it so that the request costs the same as one
// for an order.
type LookupRefused struct {
	GuestID string `json:"guestId"`
}

func (LookupRefused) EventName() string      { return "ordering.lookup_refused.v1" }
func (e LookupRefused) EventKey() string     { return e.GuestID }
func (e LookupRefused) EventSubject() string { return e.GuestID }

// LookupRejected: the code of a look-up was wrong, used, expired or over its attempts.
type LookupRejected struct {
	GuestID string `json:"guestId"`
}

func (LookupRejected) EventName() string      { return "ordering.lookup_rejected.v1" }
func (e LookupRejected) EventKey() string     { return e.GuestID }
func (e LookupRejected) EventSubject() string { return e.GuestID }

// LookupVerified: a guest opened an order with the code of a look-up.
type LookupVerified struct {
	OrderID  string `json:"orderId"`
	GuestID  string `json:"guestId"`
	LookupID string `json:"lookupId"`
}

func (LookupVerified) EventName() string      { return "ordering.lookup_verified.v1" }
func (e LookupVerified) EventKey() string     { return e.GuestID }
func (e LookupVerified) EventSubject() string { return e.GuestID }

// GuestExported: an admin has read everything that is held on the guest. The guest's own export is
// no event.
type GuestExported struct {
	GuestID string `json:"guestId"`
}

func (GuestExported) EventName() string  { return "ordering.guest_exported.v1" }
func (e GuestExported) EventKey() string { return e.GuestID }
