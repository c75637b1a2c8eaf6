package ordering

import (
	"testing"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// transferred is what payments says of an entry of a bank statement for the order.
func (s *setup) transferred(o ordered, amount, total int64) payments.TransferReceived {
	return payments.TransferReceived{
		EntryID: id.New(), StatementID: id.New(), OrderID: o.OrderID, Amount: amount, Total: total, BookedOn: "2026-11-20",
		ReceivedAt: s.Clock.Now(),
	}
}

// A transfer pays a part of an order, the next one the rest and more, which may be refunded.
func TestTransfersAreReceived(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payByBankTransfer, s.mokaAndCup(t))
		log := eventbustest.Record(t, s.DB)
		part := s.transferred(o, 1000, 1000)
		s.Publish(t, part, part) // the same again changes nothing
		got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
		requireAxes(t, got, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"payment.received": 10, "payment.due": 53.38})
		s.Publish(t, s.transferred(o, 6000, 7000))
		got = s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
		requireAxes(t, got, "placed", "placed", "paid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"payment.received": 70, "payment.due": 0, "payment.refundable": 70})
		s.admin.Do(t, "POST", o.adminPath("/mark-unpaid"), body{"reason": "x"}).Require(t, 409, "invalid_transition")
		requireEvents(t, log, "payment_due_changed", "order_paid")
	})
}

// All that came for an order goes back before it is paid, and then the shop forgoes the rest.
func TestNothingIsDueAfterAllWentBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payByInvoice, s.mokaAndCup(t))
		s.Publish(t, s.transferred(o, 1000, 1000))
		s.do(t, o, "refund", body{"amount": 10, "reason": "It was for another order."})
		requireAxes(t, s.confirmRefunds(t, o), "placed", "placed", "unpaid", "unfulfilled")
		s.forgo(t, o)
		got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
		requireAxes(t, got, "placed", "placed", "refunded", "unfulfilled")
		got.RequireFields(t, kit.Fields{"payment.due": 0, "payment.refundedTotal": 10})
	})
}

// The money of a cancelled order is to go back by hand, once.
func TestATransferForACancelledOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "cancel", body{"reason": "x"})
		late := s.transferred(o, 1000, 1000)
		s.Publish(t, late, late)
		refunds := s.admin.Do(t, "GET", "/v1/admin/refunds?orderId="+o.OrderID, nil).Require(t, 200)
		refunds.RequireFields(t, kit.Fields{
			"meta.total": 1, "data.0.amount": 10, "data.0.channel": "manual", "data.0.status": "pending",
		})
	})
}

// What staff have marked as paid is taken back, and what bank statements have brought stays.
func TestMarkUnpaidKeepsTransfers(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, row := range []struct {
			before, after int64 // transfers before the order is marked as paid, and in all
			payment       string
			received      float64
		}{
			{1000, 1000, "unpaid", 10}, {0, 6338, "paid", 63.38},
		} {
			o := s.place(t, s.customer(t), payByBankTransfer, s.mokaAndCup(t))
			if row.before > 0 {
				s.Publish(t, s.transferred(o, row.before, row.before))
			}
			s.do(t, o, "mark-paid", nil)
			if row.after > row.before {
				s.Publish(t, s.transferred(o, row.after-row.before, row.after))
			}
			log := eventbustest.Record(t, s.DB)
			got := s.do(t, o, "mark-unpaid", body{"reason": "It was another order."})
			got.RequireFields(t, kit.Fields{"paymentStatus": row.payment, "payment.received": row.received})
			unpaid := eventbustest.Of[events.OrderUnpaid](log)
			if len(unpaid) != 1 || string(unpaid[0].PaymentStatus) != row.payment || unpaid[0].Amount != 6338-row.before ||
				*unpaid[0].Due != max(0, 6338-row.after) {
				t.Errorf("published %+v", unpaid)
			}
		}
	})
}

// Transfers of one order at once are all received, each once.
func TestTransfersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payByBankTransfer, s.mokaAndCup(t))
		var all []eventbus.Event
		for n := range int64(10) {
			all = append(all, s.transferred(o, 100, 100*(n+1)))
		}
		s.Publish(t, all...)
		s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"payment.received": 10})
	})
}
