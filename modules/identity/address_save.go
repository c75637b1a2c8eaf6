package identity

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// savesAddress reports whether the buyer wants the destination of the order in the address book.
func savesAddress(e ordering.OrderPlaced) bool { return e.SaveAddress }

// onOrderPlaced saves the destination of the order, unless its personal fields were erased
// meanwhile.
func (d Deps) onOrderPlaced(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	if m.Event.ShipToName == "" || m.Event.ShipToLine1 == nil {
		return nil
	}
	return saveOrderAddress(ctx, tx, m.Event.UserID, m.Event.OrderID, postalAddressOf(m.Event), d.Clock.Now())
}

// postalAddressOf is where the order goes.
func postalAddressOf(e ordering.OrderPlaced) postalAddress {
	return postalAddress{
		FullName: e.ShipToName, Company: e.ShipToCompany, Phone: e.ShipToPhone,
		Line1: textOf(e.ShipToLine1), Line2: e.ShipToLine2, City: textOf(e.ShipToCity), State: e.ShipToState,
		PostalCode: textOf(e.ShipToPostalCode), Country: e.ShipToCountry,
	}
}

// textOf is "" for nil.
func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// saveOrderAddress adds the address of an order to those of its buyer, once: its id follows from
// the order. It does nothing for a user who has the same address, whose account was erased, or who
// has as many addresses as a user may have: the order is placed whatever becomes of it.
func saveOrderAddress(ctx context.Context, tx *gorm.DB, userID, orderID string, p postalAddress, now time.Time) error {
	_, err := lockUser(tx, userID)
	if fault.Is(err, fault.Unauthenticated) {
		return nil // erased
	}
	if err != nil {
		return err
	}
	known, err := addressesOf(tx, userID)
	if err != nil {
		return err
	}
	a := address{
		ID: id.Derive("address of an order", orderID), UserID: userID, Postal: p, IsDefault: len(known) == 0,
		CreatedAt: now, UpdatedAt: now,
	}
	same := func(other address) bool { return other.ID == a.ID || other.Postal.sameAs(p) }
	if slices.ContainsFunc(known, same) || len(known) >= maxAddresses {
		return nil
	}
	if err := tx.Create(&a).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, a.savedEvent())
}
