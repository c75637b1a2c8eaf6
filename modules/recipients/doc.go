// Package recipients remembers whom a customer has ordered for.
//
// A recipient is made, and counted on, by the orders that are checked out for somebody else; an order to the caller's own address
// makes none. Orders for the same name and phone number are for one recipient, whose id follows from the two
// (events.RecipientID): it is known before this module has heard of the order. Name, phone number and address are those of the
// newest order. A customer may delete one; the next order for the same person makes it anew, under the same id, counting from 1.
//
// It announces recipients.recipient_saved and recipient_deleted. It hears ordering.order_placed, and identity.account_erased, after
// which nothing is left of a user but a tombstone: an order that arrives later is not remembered.
package recipients
