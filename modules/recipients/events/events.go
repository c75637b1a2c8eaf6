// Package events is what recipients announces: the module's public contract. Fields are only ever added.
package events

import "orderd/platform/id"

// RecipientSaved: somebody the caller has ordered for; the address is the newest one.
type RecipientSaved struct {
	RecipientID string `json:"recipientId"`
	UserID      string `json:"userId"`
	TotalOrders int64  `json:"totalOrders"`
	FullName    string `json:"fullName" pii:"true"`
	Phone       string `json:"phone" pii:"true"`
	Address     string `json:"address" pii:"true"`
	Country     string `json:"country" pii:"true"`
}

func (RecipientSaved) EventName() string      { return "recipients.recipient_saved.v1" }
func (e RecipientSaved) EventKey() string     { return e.RecipientID }
func (e RecipientSaved) EventSubject() string { return e.UserID }

// RecipientDeleted: the caller deleted a saved recipient; orders keep what they shipped to.
type RecipientDeleted struct {
	RecipientID string `json:"recipientId"`
	UserID      string `json:"userId"`
}

func (RecipientDeleted) EventName() string  { return "recipients.recipient_deleted.v1" }
func (e RecipientDeleted) EventKey() string { return e.RecipientID }

// RecipientID is the id of the recipient whom a user orders for under this name and phone number, compared without case, spaces
// and punctuation. It is the same before recipients has heard of the order, and after a deletion.
func RecipientID(userID, fullName, phone string) string {
	return id.Derive("recipient", userID, id.Fold(fullName), id.Fold(phone))
}
