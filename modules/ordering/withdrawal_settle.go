package ordering

import (
	"slices"
	"time"

	"orderd/platform/money"
)

// settleWithdrawals settles the withdrawals of the order whose money has gone, or that are owed
// none. An order that none names costs nothing.
func (c *orderCommand) settleWithdrawals() error {
	if c.WithdrawalState == nil && !c.withdrawals.changed {
		return nil
	}
	owed, err := loadOwedWithdrawals(c.tx, c.ID)
	if err != nil || !slices.ContainsFunc(owed, isMatched) {
		return err
	}
	refunds, err := loadRefundsOf(c.tx, c.ID)
	if err != nil {
		return err
	}
	back := newMoneyBack(refunds, owed)
	for n := range owed {
		w := &owed[n]
		if gone := back.takeFor(w); !gone || !isMatched(*w) {
			continue
		}
		if err := saveWithdrawalState(c.tx, w, withdrawalSettled, map[string]any{"updated_at": c.now}); err != nil {
			return err
		}
		c.withdrawals.changed = true
	}
	return nil
}

func isMatched(w withdrawal) bool { return w.State == withdrawalMatched }

// refundSource is what has made a refund for a withdrawal: its return, else the cancellation of
// that moment.
type refundSource struct {
	returnID string
	at       time.Time
}

// source is that of the withdrawal's own refunds.
func (w *withdrawal) source() refundSource {
	if w.ReturnID != nil {
		return refundSource{returnID: *w.ReturnID}
	}
	return refundSource{at: w.RefundSince.UTC()}
}

// source is that of the refund.
func (r *refund) source() refundSource {
	if r.ReturnID != nil {
		return refundSource{returnID: *r.ReturnID}
	}
	return refundSource{at: r.CreatedAt.UTC()}
}

// moneyBack is the money of an order's refunds that is left to go back for its withdrawals: each
// cent counts for one of them.
type moneyBack struct {
	gone   map[refundSource]money.Cents
	failed map[refundSource]money.Cents
	redone []refund // that have succeeded and that no return and no withdrawal has made
}

// newMoneyBack reads the refunds of an order with the withdrawals.
func newMoneyBack(refunds []refund, owed []withdrawal) moneyBack {
	m := moneyBack{gone: map[refundSource]money.Cents{}, failed: map[refundSource]money.Cents{}}
	own := map[refundSource]bool{}
	for n := range owed {
		own[owed[n].source()] = true
	}
	for _, r := range refunds {
		switch source := r.source(); {
		case own[source] && r.Status == refundSucceeded:
			m.gone[source] += r.Amount
		case own[source] && r.Status == refundFailed:
			m.failed[source] += r.Amount
		case r.ReturnID == nil && r.Status == refundSucceeded:
			m.redone = append(m.redone, r)
		}
	}
	return m
}

// takeFor takes what is owed for the withdrawal, and reports whether all of it has gone: by the
// refunds that it has made, or by later ones in place of those that failed.
func (m *moneyBack) takeFor(w *withdrawal) bool {
	source, owed := w.source(), *w.Refund
	take := func(has *money.Cents, most money.Cents) money.Cents {
		taken := min(most, *has)
		*has -= taken
		owed -= taken
		return taken
	}
	gone, failed := m.gone[source], m.failed[source]
	take(&gone, owed)
	m.gone[source] = gone
	for n := range m.redone {
		if r := &m.redone[n]; r.CreatedAt.After(*w.RefundSince) {
			failed -= take(&r.Amount, min(owed, failed))
		}
	}
	m.failed[source] = failed
	return owed == 0
}

// noteReceipt notes what goes back for the withdrawal whose goods are received.
func (r *returnCommand) noteReceipt() error {
	if r.ret.WithdrawalID == nil {
		return nil
	}
	w := withdrawal{ID: *r.ret.WithdrawalID, Refund: new(r.ret.Refund)}
	return saveWithdrawalRefund(r.tx, &w, &r.now, r.now)
}

// shippingBack is what is left of the shipping, when it goes back: with the last unit of an order
// that the buyer has withdrawn from (Directive 2011/83, article 13(1)).
func (r *returnCommand) shippingBack() money.Cents {
	if !r.ret.Statutory || !r.progress().undone() {
		return 0
	}
	return r.shippingLeft()
}

// shippingLeft is the shipping of which nothing went back, or goes back now.
func (o *order) shippingLeft() money.Cents { return o.shippingCost() - o.RefundingShipping }

// returnShipping notes that the shipping goes back. Of an order that is not paid, less is asked for
// then.
func (o *order) returnShipping(shipping money.Cents) {
	if shipping == 0 {
		return
	}
	o.UndoneTax = o.Tax
	if !o.isPaid() {
		o.Cancelled += min(shipping, o.worth())
	}
}

// saveWithdrawalState notes in the order in which state the withdrawal is that names it, when the
// command has changed one.
func (c *orderCommand) saveWithdrawalState() (err error) {
	if c.withdrawals.changed {
		c.WithdrawalState, err = saveWithdrawalStateOf(c.tx, c.ID)
	}
	return err
}

// withdrawalStateOf is the state of the withdrawal that names the order, or "".
func withdrawalStateOf(o *order) withdrawalState {
	if o.WithdrawalState == nil {
		return ""
	}
	return *o.WithdrawalState
}

// withdrawalPending reports whether a declaration that no one has looked at names the order.
func (o *order) withdrawalPending() bool { return withdrawalStateOf(o) == withdrawalReceived }
