package loyalty

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// requestVoids requests ordering to void unspent vouchers of a member who has a debt, the newest
// first, until the requested ones hold as many points. The member's row is locked.
func requestVoids(ctx context.Context, tx *gorm.DB, userID string) error {
	m, err := lockMember(tx, userID)
	if err != nil || m.Debt == 0 {
		return err
	}
	unspent, err := unspentVouchers(tx, userID)
	if err != nil {
		return err
	}
	var ids []string
	var requests []eventbus.Event
	for _, v := range vouchersToVoid(unspent, m.Debt) {
		ids = append(ids, v.ID)
		requests = append(requests, events.VoucherVoidRequested{
			VoucherID: v.ID, UserID: userID, Code: v.Code, Points: v.Points, ExpiresAt: v.ExpiresAt,
		})
	}
	if len(ids) == 0 {
		return nil
	}
	if err := setVoidAsked(tx, true, ids...); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, requests...)
}

// vouchersToVoid are the first of the unspent vouchers that, with those already requested, hold the
// points of the debt.
func vouchersToVoid(unspent []voucher, debt int64) (chosen []voucher) {
	for _, v := range unspent {
		if v.VoidAsked {
			debt -= v.Points
		}
	}
	for _, v := range unspent {
		if debt > 0 && !v.VoidAsked {
			debt -= v.Points
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// collectDebt handles the end of a voucher of a member who may have a debt. A voided voucher pays
// it, and the points that it held beyond the debt are available again. A voucher that was spent or
// has expired pays nothing, and the next one is requested; so is one that a cancelled order has
// released.
func collectDebt(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.VoucherSettled], now time.Time) error {
	owner, apply, err := lockForEvent(tx, m.Event.UserID, m.ID)
	if !apply || err != nil {
		return err
	}
	if err := copyVoucherStatus(tx, m); err != nil { // the consumer of the copy may come later
		return err
	}
	if m.Event.Status != ordering.VoucherStatusAvailable {
		if err := setVoidAsked(tx, false, m.Event.VoucherID); err != nil {
			return err
		}
	}
	if m.Event.Status == ordering.VoucherStatusVoided {
		if err := creditVoided(ctx, tx, owner.UserID, m.Event.VoucherID, m.ID, now); err != nil {
			return err
		}
	}
	return requestVoids(ctx, tx, owner.UserID)
}

// creditVoided credits the points of a voided voucher.
func creditVoided(ctx context.Context, tx *gorm.DB, userID, voucherID, eventID string, now time.Time) error {
	v, found, err := voucherOf(tx, userID, voucherID)
	if err != nil || !found {
		return err
	}
	note := "The voucher was voided, because points were taken back that it had been made of."
	e := entry{
		UserID: userID, Kind: events.EntryAdjustment, Points: v.Points, Reference: &voucherID, Note: &note, EventID: &eventID,
	}
	if err := postEntry(tx, &e, -v.Points, now); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, e.pointsChanged())
}
