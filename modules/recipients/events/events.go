// Package events is the public contract of recipients: the events that it publishes. Fields are
// only ever added.
package events

import "orderd/platform/id"

// RecipientSaved: an order was placed for another person. Name and address are those of the newest
// order.
type RecipientSaved struct {
	RecipientID string `json:"recipientId"`
	UserID      string `json:"userId"`
	TotalOrders int64  `json:"totalOrders"`
	FullName    string `json:"fullName" pii:"true"`
	Phone       string `json:"phone" pii:"true"`
	Address     string `json:"address" pii:"true"`
	Country     string `json:"country" pii:"true"`
	// The parts of the address; all nil when it is known as one line of text alone, and in events
	// from before.
	Line1      *string `json:"line1" pii:"true"`
	Line2      *string `json:"line2" pii:"true"`
	PostalCode *string `json:"postalCode" pii:"true"`
	City       *string `json:"city" pii:"true"`
	State      *string `json:"state" pii:"true"`
}

func (RecipientSaved) EventName() string      { return "recipients.recipient_saved.v1" }
func (e RecipientSaved) EventKey() string     { return e.RecipientID }
func (e RecipientSaved) EventSubject() string { return e.UserID }

// RecipientDeleted: a customer deleted a saved recipient. Orders keep what they shipped to.
type RecipientDeleted struct {
	RecipientID string `json:"recipientId"`
	UserID      string `json:"userId"`
}

func (RecipientDeleted) EventName() string  { return "recipients.recipient_deleted.v1" }
func (e RecipientDeleted) EventKey() string { return e.RecipientID }

// RecipientID is the id of the recipient whom a user orders for under this name and phone number,
// which are compared without case, spaces and punctuation. It is the same before recipients has
// handled the order, and after a deletion.
func RecipientID(userID, fullName, phone string) string {
	return id.Derive("recipient", userID, id.Fold(fullName), id.Fold(phone))
}
