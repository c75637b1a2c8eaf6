package ordering

import (
	"testing"
	"time"

	"gorm.io/gorm"

	loyalty "orderd/modules/loyalty/events"
	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// Ordering voids vouchers that can still be spent, and no others. A request may come before the
// event of the voucher's issue.
func TestVouchersAreVoided(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		order := id.New()
		in := func(d time.Duration) time.Time { return s.Clock.Now().Add(d) }
		for name, v := range map[string]struct {
			voucher
			unknown bool
			want    voucherStatus
		}{
			"unspent":      {voucher{Status: voucherAvailable, ExpiresAt: in(time.Hour)}, false, voucherVoided},
			"not here yet": {voucher{Status: voucherAvailable, ExpiresAt: in(time.Hour)}, true, voucherVoided},
			"spent":        {voucher{Status: voucherSpent, OrderID: &order, ExpiresAt: in(time.Hour)}, false, voucherSpent},
			"too late":     {voucher{Status: voucherAvailable, ExpiresAt: in(-time.Hour)}, false, voucherAvailable},
			"expired":      {voucher{Status: voucherExpired, ExpiresAt: in(-time.Hour)}, false, voucherExpired},
		} {
			v.ID, v.UserID, v.Code, v.Points = id.New(), c.ID, id.New(), 500
			if !v.unknown {
				if err := s.DB.Create(&v.voucher).Error; err != nil {
					t.Fatal(err)
				}
			}
			log := eventbustest.Record(t, s.DB)
			s.Publish(t, loyalty.VoucherVoidRequested{VoucherID: v.ID, UserID: c.ID, Code: v.Code, Points: 500, ExpiresAt: v.ExpiresAt})
			s.Publish(t, loyalty.VoucherVoidRequested{VoucherID: v.ID, UserID: c.ID, Code: v.Code, Points: 500, ExpiresAt: v.ExpiresAt})
			s.Publish(t, loyalty.VoucherIssued{VoucherID: v.ID, UserID: c.ID, Code: v.Code, Points: 500, ExpiresAt: v.ExpiresAt})
			got := row[voucher](t, s, "id", v.ID)
			settled := eventbustest.Of[events.VoucherSettled](log)
			if voided := v.want == voucherVoided; (got.Status == voucherVoided) != voided || voided != (len(settled) == 1) || voided &&
				settled[0].Status != voucherVoided {
				t.Errorf("%s: %+v, published %+v", name, got, settled)
			}
			if v.want != voucherVoided && got.Status != v.want {
				t.Errorf("%s: %+v", name, got)
			}
		}
	})
}

// Checkout and cancellation, again and again, keep no voucher alive: its life is extended once.
func TestAVouchersLifeIsExtendedOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		now := s.Clock.Now()
		orderID := id.New()
		v := voucher{
			ID: id.New(), UserID: id.New(), Code: "AGAIN", Points: 500, Status: voucherSpent, OrderID: &orderID, ExpiresAt: now.Add(time.Hour),
		}
		if err := s.DB.Create(&v).Error; err != nil {
			t.Fatal(err)
		}
		var ends []time.Time
		for i := range 3 {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				c := orderCommand{order: order{ID: orderID}, tx: tx, now: now.Add(time.Duration(i) * 24 * time.Hour)}
				released, err := c.releaseVouchers()
				if err != nil {
					return err
				}
				ends = append(ends, released[0].ExpiresAt)
				return tx.Model(&v).Updates(map[string]any{"status": voucherSpent, "order_id": orderID}).Error
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if want := now.Add(voucherGrace); ends[0].Sub(want).Abs() > time.Millisecond || !ends[1].Equal(ends[0]) || !ends[2].Equal(ends[0]) {
			t.Errorf("it ends at %v, want %v each time", ends, want)
		}
	})
}
