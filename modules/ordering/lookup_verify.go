package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/secret"
)

// submittedCode is a code that a caller gives for a guest's order.
type submittedCode struct {
	Number  string
	GuestID string
	Network string // httpapi.NetworkDigest of the caller
	Code    string
	Named   string // the look-up that the request names, or ""
}

// checkLookupCode returns the look-up of the guest's order with the number that the code belongs
// to, or codeInvalidCode, whatever is wrong. It counts the attempt in a transaction of its own, so
// that the attempt counts whatever follows.
func checkLookupCode(
	ctx context.Context, db *gorm.DB, secrets secret.Keyring, code submittedCode, now time.Time,
) (lookup, error) {
	var matched *lookup
	err := database.InTx(ctx, db, func(tx *gorm.DB) (err error) {
		if matched, err = countAndCompare(tx, secrets, code, now); err == nil && matched == nil {
			err = eventbus.Publish(ctx, tx, events.LookupRejected{GuestID: code.GuestID})
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
// It counts first: an attempt at the look-up that the request names or, for a request that names
// none, at the newest one of the order, and then, when there is one, an attempt of the day. What
// strangers try so counts neither against a look-up that they do not know nor against the attempts
// of another network. Simultaneous requests wait for the email's row, so that none compares more
// codes than the limits allow. For an unknown email or number the statements are the same.
func countAndCompare(tx *gorm.DB, secrets secret.Keyring, code submittedCode, now time.Time) (*lookup, error) {
	if err := lockLookupDay(tx, code.GuestID, now); err != nil {
		return nil, err
	}
	o, err := lockGuestOrder(tx, code.Number, code.GuestID)
	if err != nil {
		return nil, err
	}
	if o.ID == "" {
		o.ID = id.New() // no order has the id, and so no look-up
	}
	counted, err := countLookupAttempt(tx, o.ID, code, now)
	if err != nil {
		return nil, err
	}
	allowed, err := countLookupDay(tx, code, counted != nil, now)
	if err != nil || !allowed || counted == nil || !counted.matches(code.Code, secrets) {
		return nil, err
	}
	return counted, nil
}

// openLookup uses the look-up and returns its order. It returns codeInvalidCode when it was used
// meanwhile, or the order is no guest's any more.
func openLookup(ctx context.Context, tx *gorm.DB, l lookup, now time.Time) (order, error) {
	if err := useLookup(tx, &l, now); err != nil {
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
