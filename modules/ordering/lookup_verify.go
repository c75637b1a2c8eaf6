package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/secret"
)

// checkLookupCode returns the look-up of the guest's order with the number that the code belongs
// to, or codeInvalidCode, whatever is wrong. It counts the attempt in a transaction of its own, so
// that the attempt counts whatever follows.
func checkLookupCode(ctx context.Context, db *gorm.DB, secrets secret.Keyring, number, guestID, code string, now time.Time) (lookup, error) {
	var matched *lookup
	err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
		if matched, err = countAndCompare(tx, secrets, number, guestID, code, now); err == nil && matched == nil {
			err = eventbus.Publish(ctx, tx, events.LookupRejected{GuestID: guestID})
		}
		return err
	})
	switch {
	case err != nil:
		return lookup{}, err
	case matched == nil:
		return lookup{}, invalidCode()
	}
	return *matched, nil
}

// countAndCompare counts an attempt and compares the code; nil means that it is refused.
//
// It counts first: an attempt at every live code for the email and, when there is one, one of the
// email's attempts of the day. Simultaneous requests wait for the email's row, so that none
// compares more codes than the limits allow. For an unknown email or number the statements are the
// same.
func countAndCompare(tx *gorm.DB, secrets secret.Keyring, number, guestID, code string, now time.Time) (matched *lookup, err error) {
	if err := lockLookupDay(tx, guestID, now); err != nil {
		return nil, err
	}
	counted, err := countLookupAttempts(tx, guestID, now)
	if err != nil {
		return nil, err
	}
	allowed, err := countLookupAttempt(tx, guestID, min(len(counted), 1))
	if err != nil {
		return nil, err
	}
	o, err := lockGuestOrder(tx, number, guestID)
	if err != nil || !allowed {
		return nil, err
	}
	for i := range counted {
		if l := &counted[i]; l.matches(code, secrets) && l.OrderID == o.ID {
			matched = l
		}
	}
	return matched, nil
}

// openLookup uses the look-up and returns its order. It returns codeInvalidCode when it was used
// meanwhile, or the order is no guest's any more.
func openLookup(ctx context.Context, tx *gorm.DB, l lookup, now time.Time) (order, error) {
	if err := useLookup(tx, l.ID, now); err != nil {
		return order{}, err
	}
	o, err := loadOrder(orderCaller{GuestID: l.GuestID}.orders(tx), l.OrderID)
	if fault.Is(err, fault.NotFound) {
		return o, invalidCode()
	}
	if err != nil {
		return o, err
	}
	return o, eventbus.Publish(ctx, tx, events.LookupVerified{OrderID: o.ID, GuestID: l.GuestID, LookupID: l.ID})
}
