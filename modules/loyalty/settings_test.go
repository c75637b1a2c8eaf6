package loyalty

import (
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
)

// What the shop sets counts from the next request on.
func TestSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		share := func() float64 {
			t.Helper()
			path := body{"productId": s.product(t, catalog.ProductActive)}
			return s.user.Do(t, "POST", "/v1/loyalty/share", path).Require(t, 201).Number("pointsAwarded")
		}
		set := testSettings
		set.PointsPerShare, set.VoucherDays = 7, 3
		s.configure(t, set)
		if got := share(); got != 7 {
			t.Errorf("a share earns %v", got)
		}
		set.Enabled = false
		s.configure(t, set)
		if got := share(); got != 0 {
			t.Errorf("a share earns %v without points", got)
		}
		s.give(t, 500) // what there is, is redeemed
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		v := s.user.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200)
		expires, err := time.Parse(time.RFC3339, v.Text("data.0.expiresAt"))
		if left := expires.Sub(s.Clock.Now()); err != nil || left > 3*24*time.Hour || left < 71*time.Hour {
			t.Errorf("a voucher may be spent for %v, %v", left, err)
		}
	})
}
