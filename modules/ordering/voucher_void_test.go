package ordering

import (
	"testing"
	"time"

	loyalty "orderd/modules/loyalty/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// Ordering voids what can still be spent, and nothing else; a request may come before the voucher's issue.
func TestVouchersAreVoided(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		order := id.New()
		in := func(d time.Duration) time.Time { return s.Clock.Now().Add(d) }
		for name, v := range map[string]struct {
			voucher
			unknown bool
			want    string
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
			told := eventbustest.Of[events.VoucherSettled](log)
			if voided := v.want == voucherVoided; got.Voided != voided || voided != (len(told) == 1) || voided && told[0].Status != voucherVoided {
				t.Errorf("%s: %+v, announced %+v", name, got, told)
			}
			if v.want != voucherVoided && got.Status != v.want {
				t.Errorf("%s: %+v", name, got)
			}
		}
	})
}
