package ordering

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	payments "orderd/modules/payments/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// Whatever is refunded, confirmed and failed in whatever order: no more goes back than came, by
// either channel, and no part is more than the line or the shipping has. What the sales say is what
// the order keeps.
func TestRefundsNeverExceed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		rapid.Check(t, func(rt *rapid.T) {
			lines[0].item, lines[1].item = s.sell(t, 1999, 3), s.sell(t, 500, 1)
			o := s.place(t, c, payByCard, lines)
			through := rapid.Int64Range(0, o.Total).Draw(rt, "through the provider")
			if through > 0 {
				s.Publish(t, payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: through, ReceivedAt: s.Clock.Now()})
			}
			if through < o.Total {
				s.do(t, o, "mark-paid", nil)
			}
			for range rapid.IntRange(1, 6).Draw(rt, "steps") {
				s.refundAtRandom(rt, t, o)
				s.requireRefundsFit(rt, o, money.Cents(through))
			}
			if rapid.Bool().Draw(rt, "cancel") {
				s.do(t, o, "cancel", nil)
				s.requireRefundsFit(rt, o, money.Cents(through))
			}
		})
	}, withCards)
}

// refundAtRandom asks for a refund, or settles one that waits.
func (s *setup) refundAtRandom(rt *rapid.T, t *testing.T, o ordered) {
	var waiting []refund
	if err := s.DB.Where("order_id = ? AND status = 'pending'", o.OrderID).Order("id").Find(&waiting).Error; err != nil {
		rt.Fatal(err)
	}
	if len(waiting) > 0 && rapid.Bool().Draw(rt, "settle") {
		r := rapid.SampledFrom(waiting).Draw(rt, "refund")
		failed := rapid.Bool().Draw(rt, "fail")
		switch {
		case r.Channel == byProvider && failed:
			s.Publish(t, payments.RefundFailed{RefundID: r.ID, OrderID: o.OrderID, Amount: int64(r.Amount)})
		case r.Channel == byProvider:
			s.Publish(t, payments.RefundConfirmed{RefundID: r.ID, OrderID: o.OrderID, Amount: int64(r.Amount)})
		case failed:
			s.admin.Do(t, "POST", "/v1/admin/refunds/"+r.ID+"/fail", body{"reason": "x"}).Require(t, 200)
		default:
			s.admin.Do(t, "POST", "/v1/admin/refunds/"+r.ID+"/confirm", nil).Require(t, 200)
		}
		return
	}
	asked := body{"reason": "x"}
	if units := rapid.IntRange(0, 3).Draw(rt, "units"); units > 0 {
		asked["items"] = []body{o.units(rapid.IntRange(0, 1).Draw(rt, "line"), min(units, 3))}
	}
	if shipping := rapid.Int64Range(0, 600).Draw(rt, "shipping"); shipping > 0 {
		asked["shipping"] = money.Cents(shipping)
	}
	if amount := rapid.Int64Range(0, 3000).Draw(rt, "amount"); amount > 0 {
		asked["amount"] = money.Cents(amount)
	}
	if got := s.admin.Do(t, "POST", o.adminPath("/refund"), asked); got.Status != 200 && got.Status != 409 && got.Status != 422 {
		rt.Fatalf("%v: %d %s", asked, got.Status, got.Body)
	}
}

// requireRefundsFit adds up the refunds of an order that have not failed.
func (s *setup) requireRefundsFit(rt *rapid.T, o ordered, through money.Cents) {
	var got order
	if err := withDetails(s.DB).Where("id = ?", o.OrderID).Take(&got).Error; err != nil {
		rt.Fatal(err)
	}
	back, sent, shipping, kept := map[refundChannel]money.Cents{}, money.Cents(0), money.Cents(0), got.worth()
	units, costs := map[string]int{}, map[string]money.Cents{}
	for _, r := range got.Refunds {
		if r.Status == refundFailed {
			continue
		}
		back[r.Channel] += r.Amount
		shipping += r.Shipping
		if r.Status == refundSucceeded {
			sent += r.Amount
		} else {
			kept += r.Conceded // the shop keeps it until it is sent
		}
		for _, i := range r.Items {
			units[i.OrderItemID] += i.Quantity
			costs[i.OrderItemID] += i.Amount
		}
	}
	require := func(holds bool, what string) {
		if !holds {
			rt.Fatalf("%s: %+v, refunds %+v", what, got, got.Refunds)
		}
	}
	require(back[byProvider] <= through && back[byHand] <= got.Total-through, "more than came by the channel")
	require(back[byProvider]+back[byHand] == got.Refunding && sent == got.Refunded, "the sums of the order")
	require(shipping <= got.Shipping, "more than the shipping")
	for _, i := range got.Items {
		require(units[i.ID] <= i.Quantity && costs[i.ID] <= i.cost(), fmt.Sprint("more than line ", i.Position))
	}
	var sales salesChange
	err := s.DB.Model(&salesChange{}).Where("order_id = ?", o.OrderID).
		Select("sum(received_cents) AS received_cents, sum(cancelled_cents) AS cancelled_cents, sum(refunded_cents) AS refunded_cents, " +
			"sum(tax_cents) AS tax_cents").
		Scan(&sales).Error
	require(err == nil && got.Total-sales.Cancelled-sales.Refunded == kept && sales.Received == got.Paid && sales.Tax == got.UndoneTax,
		fmt.Sprint("sales ", sales, err))
	if got.Status == orderCancelled && got.Refunding == got.Refunded && failedRefunds(got.Refunds) == 0 {
		require(kept == got.Paid-got.Refunded, "the shop keeps nothing of a cancelled order")
	}
}
