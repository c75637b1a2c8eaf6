package loyalty

import (
	"testing"
	"time"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// redeemed redeems points and returns the voucher.
func (s *setup) redeemed(t *testing.T, points int) (v voucher) {
	t.Helper()
	s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": points}).Require(t, 200)
	if err := s.DB.Order("created_at DESC, id DESC").Take(&v).Error; err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Second)
	return v
}

func (s *setup) requirePoints(t *testing.T, balance, debt int64) {
	t.Helper()
	m, err := memberOf(s.DB, s.userID)
	if err != nil || m.Balance != balance || m.Debt != debt {
		t.Errorf("%+v, %v; want %d points and a debt of %d", m, err, balance, debt)
	}
	s.requireLedger(t)
}

// What is taken back comes from what is available, then from unspent vouchers, the newest first, of
// which ordering has the last word, and the rest from what comes later.
func TestWhatIsTakenBackIsOwed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := orderOf(s.userID)
		s.Publish(t, ordering.OrderEarned{Order: o, Goods: 220_00})
		oldest, middle, newest := s.redeemed(t, 500), s.redeemed(t, 900), s.redeemed(t, 600)
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, ordering.ReturnReceived{
			Order: o, ReturnID: id.New(), GoodsBefore: 220_00, GoodsAfter: 145_00, Earned: true, ReceivedAt: s.Clock.Now(),
		})
		s.requirePoints(t, 0, 550) // 750 were taken, 200 were there
		asked := func(want ...voucher) {
			t.Helper()
			published := eventbustest.Of[events.VoucherVoidRequested](log)
			if len(published) != len(want) {
				t.Fatalf("asked for %+v, want %d", published, len(want))
			}
			for i, v := range want {
				if published[i].VoucherID != v.ID || published[i].Points != v.Points {
					t.Errorf("asked for %+v, want %+v", published[i], v)
				}
			}
		}
		asked(newest)
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 409, "insufficient_points")

		settle := func(v voucher, status ordering.VoucherStatus) {
			t.Helper()
			s.Publish(t, ordering.VoucherSettled{VoucherID: v.ID, UserID: s.userID, Status: status, ExpiresAt: v.ExpiresAt})
		}
		settle(newest, "spent") // a checkout was faster
		asked(newest, middle)
		settle(middle, "voided")
		s.requirePoints(t, 350, 0) // what it held beyond the debt
		asked(newest, middle)

		summary := s.user.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 200)
		summary.RequireFields(t, kit.Fields{"pointsEarned": 1450, "pointsRedeemed": 1100, "availablePoints": 350})
		vouchers := s.user.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200)
		states := kit.Fields{"data.0.status": "spent", "data.1.status": "voided", "data.2.status": "available"}
		vouchers.RequireFields(t, states)
		// As a binary from before the status voided writes it.
		if err := s.DB.Exec("UPDATE loyalty_vouchers SET status = 'expired' WHERE voided").Error; err != nil {
			t.Fatal(err)
		}
		s.user.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200).RequireFields(t, states)

		// Goods refunded without a return.
		s.Publish(t, ordering.RefundSettled{
			Order: o, RefundID: id.New(), Amount: 100_00, Status: "succeeded", GoodsBefore: 145_00, GoodsAfter: 45_00, Earned: true,
		})
		s.requirePoints(t, 0, 650)
		asked(newest, middle, oldest)
		settle(oldest, "voided")
		s.requirePoints(t, 0, 150)
		s.give(t, 100)
		s.requirePoints(t, 0, 50)
		settle(newest, "available") // its order was cancelled, and the debt stands
		asked(newest, middle, oldest, newest)
		settle(newest, "voided")
		s.requirePoints(t, 550, 0)
	})
}
