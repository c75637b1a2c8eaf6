package loyalty

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// askVouchers asks ordering to void unspent vouchers of a member who owes points, the newest first, until those that were asked for hold as many. The
// member's row is locked.
func askVouchers(ctx context.Context, tx *gorm.DB, userID string) error {
	m, err := lock(tx, userID)
	if err != nil || m.Debt == 0 {
		return err
	}
	var unspent []voucher
	if err := tx.Where("user_id = ? AND status = ?", userID, voucherAvailable).Order("created_at DESC, id DESC").Find(&unspent).Error; err != nil {
		return err
	}
	owed := m.Debt
	for _, v := range unspent {
		if v.VoidAsked {
			owed -= v.Points
		}
	}
	var asked []string
	var news []eventbus.Event
	for _, v := range unspent {
		if owed <= 0 {
			break
		}
		if v.VoidAsked {
			continue
		}
		owed -= v.Points
		asked = append(asked, v.ID)
		news = append(news, events.VoucherVoidRequested{VoucherID: v.ID, UserID: userID, Code: v.Code, Points: v.Points, ExpiresAt: v.ExpiresAt})
	}
	if len(asked) == 0 {
		return nil
	}
	if err := tx.Model(&voucher{}).Where("id IN ?", asked).Update("void_asked", true).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, news...)
}

// collect follows what has become of a voucher of a member who owes points. A voided one pays, and what it held beyond the debt is available again. One that was spent
// or has expired pays nothing, so that the next one is asked for; one that a cancelled order has given back is asked for, too.
func (s *service) collect(ctx context.Context, tx *gorm.DB, m eventbus.Message[ordering.VoucherSettled]) error {
	owner, open, err := s.open(tx, m.Event.UserID, m.ID)
	if !open || err != nil {
		return err
	}
	if err := settleVoucher(ctx, tx, m); err != nil { // the copy's own consumer may come later
		return err
	}
	if m.Event.Status != voucherAvailable {
		if err := tx.Model(&voucher{}).Where("id = ?", m.Event.VoucherID).Update("void_asked", false).Error; err != nil {
			return err
		}
	}
	if m.Event.Status == voucherVoided {
		if err := s.payWith(ctx, tx, owner.UserID, m.Event.VoucherID, m.ID); err != nil {
			return err
		}
	}
	return askVouchers(ctx, tx, owner.UserID)
}

// payWith makes points of a voided voucher again.
func (s *service) payWith(ctx context.Context, tx *gorm.DB, userID, voucherID, eventID string) error {
	var found []voucher
	if err := tx.Where("id = ? AND user_id = ?", voucherID, userID).Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return err
	}
	note := "The voucher was voided, because points were taken back that it had been made of."
	e := entry{UserID: userID, Kind: kindAdjustment, Points: found[0].Points, Reference: &voucherID, Note: &note, EventID: &eventID}
	if err := post(tx, &e, -found[0].Points, s.Clock.Now()); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, e.announcement())
}
