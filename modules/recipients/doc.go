// Package recipients keeps the people whom customers have ordered for.
//
// It owns the tables recipients_recipients, recipients_owners and recipients_orders. Its routes are
// in http.go, its consumers in subscribe.go.
//
// A recipient is created by the first order that is placed for another person, and each further
// order is counted; an order to the caller's own address creates none. Orders for the same name and
// phone number are for one recipient, whose id follows from the two (events.RecipientID): others
// know it before this module has handled the order. Name, phone number and address are those of the
// newest order; the address has its parts where that order had them. A customer may delete a
// recipient; the next order for the same person creates it anew, under the same id, and counts from
// 1.
//
// It publishes recipients.recipient_saved and recipient_deleted. It handles ordering.order_placed,
// and identity.account_erased, which deletes all that is stored of a user but a tombstone: an order
// that arrives later is not recorded.
package recipients
