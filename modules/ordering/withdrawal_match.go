package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/search"
)

// matchWithdrawal says for staff which order a declaration is about, and with which of its units:
// all that may be when none are requested. The time that the buyer had does not count. It returns
// fault.Missing, a validation fault for an unknown order and those of withdrawFrom, and
// InvalidTransition when the withdrawal is matched already, the order is cancelled, or so many
// units are not left.
func matchWithdrawal(
	ctx context.Context, tx *gorm.DB, withdrawalID, orderID string, requested []lineQuantity, now time.Time,
) (withdrawal, error) {
	w, err := loadWithdrawal(tx, withdrawalID)
	if err != nil {
		return w, err
	}
	c, err := lockMatched(tx, &w, orderID, now)
	if err != nil {
		return w, err
	}
	if w, err = lockWithdrawal(tx, withdrawalID); err != nil {
		return w, err
	}
	if err := c.requireNotExcluded(requested); err != nil {
		return w, err
	}
	if c.Status == orderCancelled || w.State != withdrawalReceived && w.State != withdrawalContested {
		return w, invalidTransition()
	}
	units, err := allocate(c.Items, requested, (*orderItem).withdrawable)
	if err != nil {
		return w, err
	}
	former := w.about()
	err = saveWithdrawalState(tx, &w, withdrawalMatched, map[string]any{
		"order_id": c.ID, "order_number": c.Number, "refund_cents": c.expectedRefund(units), "refund_since": nil,
		"return_id": nil, "reason": nil, "search": search.Text(c.Number, w.OrderNumber, w.Email, w.FullName),
		"updated_at": c.now,
	})
	if err != nil {
		return w, err
	}
	if former != nil && *former != c.ID {
		if _, err := saveWithdrawalStateOf(tx, *former); err != nil {
			return w, err
		}
	}
	if err := c.takeWithdrawn(ctx, &w, units); err != nil {
		return w, err
	}
	return loadWithdrawal(tx, w.ID)
}

// lockMatched locks the order that a withdrawal is matched with, and before it or after it the one
// that it named so far: by their ids, so that no two commands wait for each other.
func lockMatched(tx *gorm.DB, w *withdrawal, orderID string, now time.Time) (*orderCommand, error) {
	if former := w.about(); former != nil && *former != orderID {
		if err := lockOrders(tx, orderID, *former); err != nil {
			return nil, err
		}
	}
	c, err := lockOrder(tx, orderID, now, withItems)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.Invalid(fault.Field{
			Pointer: "/orderId", Code: fault.NotAllowed, Detail: "must be an order that is known",
		})
	}
	return c, err
}

// contestWithdrawal says for staff that a withdrawal does not count, and why: the reason is mailed.
// The return of a matched one is rejected by it. It returns fault.Missing, and InvalidTransition
// when the goods are received, or there is no return.
func contestWithdrawal(
	ctx context.Context, tx *gorm.DB, withdrawalID, reason string, now time.Time,
) (withdrawal, error) {
	w, err := loadWithdrawal(tx, withdrawalID)
	if err != nil {
		return w, err
	}
	switch {
	case w.State == withdrawalMatched && w.ReturnID != nil:
		err := contestMatched(ctx, tx, &w, reason, now)
		return w, err
	case w.State != withdrawalReceived:
		return w, invalidTransition()
	}
	if w.SuggestedOrderID != nil {
		if err := lockOrders(tx, *w.SuggestedOrderID); err != nil {
			return w, err
		}
	}
	if err := relock(tx, &w, withdrawalReceived); err != nil {
		return w, err
	}
	if w.Email == "" { // erased
		reason = ""
	}
	err = saveWithdrawalState(tx, &w, withdrawalContested, map[string]any{"reason": reason, "updated_at": now})
	if err != nil {
		return w, err
	}
	if w.SuggestedOrderID != nil {
		if _, err := saveWithdrawalStateOf(tx, *w.SuggestedOrderID); err != nil {
			return w, err
		}
	}
	return w, eventbus.Publish(ctx, tx, events.WithdrawalContested{Withdrawal: w.eventWithdrawal(nil, nil),
		Reason: reason})
}

// relock locks the withdrawal and reads it again. It returns InvalidTransition when it has another
// state by now.
func relock(tx *gorm.DB, w *withdrawal, state withdrawalState) (err error) {
	if *w, err = lockWithdrawal(tx, w.ID); err == nil && w.State != state {
		err = invalidTransition()
	}
	return err
}

// contestMatched contests a withdrawal whose goods are on their way back.
func contestMatched(ctx context.Context, tx *gorm.DB, w *withdrawal, reason string, now time.Time) error {
	r, err := lockReturn(tx, *w.ReturnID, now)
	if err != nil {
		return err
	}
	if err := relock(tx, w, withdrawalMatched); err != nil {
		return err
	}
	if r.BuyerErased {
		reason = ""
	}
	err = r.saveReturnStatus(returnApproved, returnRejected, map[string]any{"rejection_reason": reason})
	if err != nil {
		return err
	}
	if err := inReturnUnits.subtract(tx, r.units); err != nil {
		return err
	}
	err = saveWithdrawalState(tx, w, withdrawalContested, map[string]any{"reason": reason, "updated_at": r.now})
	if err != nil {
		return err
	}
	r.withdrawals.changed = true
	r.record(
		events.ReturnDecided{
			Order: r.eventOrder(), ReturnID: r.ret.ID, Status: returnRejected, Items: eventItems(r.units), Reason: &reason,
			Implied: true,
		},
		events.WithdrawalContested{Withdrawal: w.eventWithdrawal(&r.order, r.units), Reason: reason},
	)
	return r.save(ctx)
}
