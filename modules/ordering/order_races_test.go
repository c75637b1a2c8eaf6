package ordering

import (
	"sync"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// together calls all at once and counts the answers by status. Every 409 must be an
// invalid_transition. A refund that comes after the others asks for more than is left: 422.
func together(t *testing.T, calls ...func() (kit.Answer, error)) map[int]int {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	codes := map[int]int{}
	start := make(chan struct{})
	for _, call := range calls {
		all.Go(func() {
			<-start
			a, err := kit.Patiently(call)
			mu.Lock()
			defer mu.Unlock()
			codes[a.Status]++
			if err != nil || a.Status == 409 && a.Text("code") != "invalid_transition" || a.Status > 409 && a.Status != 422 {
				t.Errorf("%d %s %v", a.Status, a.Body, err)
			}
		})
	}
	close(start)
	all.Wait()
	return codes
}

func posts(api *kit.API, path string, b any) func() (kit.Answer, error) {
	return func() (kit.Answer, error) { return api.Try("POST", path, b) }
}

func times(n int, call func() (kit.Answer, error)) []func() (kit.Answer, error) {
	calls := make([]func() (kit.Answer, error), n)
	for i := range calls {
		calls[i] = call
	}
	return calls
}

// On PostgreSQL the races below fail when lockOrder does not lock and saveOrder does not repeat
// what was found (for a return: saveReturnStatus and unitCounter.change; for a shipment:
// saveDelivery). SQLite has one writer at a time.

// Without the guards, units that were released are shipped as well.
func TestCancelAgainstShip(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		rounds := int64(40)
		if *full {
			rounds = 200
		}
		c := s.customer(t)
		it := s.sell(t, 1999, rounds)
		log := eventbustest.Record(t, s.DB)
		var shippedOnes int64
		for range rounds {
			o := s.place(t, c, payByInvoice, []bought{{it, 1, 1999}})
			s.do(t, o, "process", nil)
			codes := together(t, posts(c.API, o.path("/cancel"), nil), posts(s.admin, o.adminPath("/ship"), dhl))
			if codes[200] != 1 || codes[409] != 1 {
				t.Fatalf("cancel against ship: %v", codes)
			}
			if row[order](t, s, "id", o.OrderID).FulfillmentStatus == fulfillmentShipped {
				shippedOnes++
			}
		}
		s.requireStock(t, it, rounds-shippedOnes, 0)
		if sent, ended := len(eventbustest.Of[events.OrderShipped](log)),
			len(eventbustest.Of[events.OrderCancelled](log)); sent != int(shippedOnes) || int64(sent+ended) != rounds {
			t.Errorf("%d left and %d ended, %d of %d are shipped", sent, ended, shippedOnes, rounds)
		}
		t.Logf("%d of %d were shipped", shippedOnes, rounds)
	})
}

// Without the guards, more is refunded than was paid.
func TestRefundsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for range 10 {
			o := s.place(t, c, payByBankTransfer, []bought{{s.sell(t, 1999, 1), 1, 1999}}) // 22.90
			s.do(t, o, "mark-paid", nil)
			codes := together(t, times(8, posts(s.admin, o.adminPath("/refund"), body{"amount": 10, "reason": "Sorry."}))...)
			if codes[200] != 2 || codes[409]+codes[422] != 6 {
				t.Errorf("8 refunds of 10 EUR of 22.90: %v", codes)
			}
			if got := row[order](t, s, "id", o.OrderID); got.Refunded != 0 || got.Refunding != 2000 {
				t.Errorf("refunding %d", got.Refunding)
			}
		}
	})
}

// Without the guards, cash on delivery is collected twice, and the order earns twice.
func TestDeliveriesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		log := eventbustest.Record(t, s.DB)
		const rounds = 10
		for range rounds {
			o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
			s.do(t, o, "process", nil)
			s.do(t, o, "ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{o.units(0, 3)}})
			s.do(t, o, "ship", dhl)
			codes := together(t, append(times(4, posts(s.admin, o.adminPath("/deliver"), nil)),
				times(4, posts(s.admin, o.adminPath("/tracking"), body{"status": trackingDelivered, "externalId": "x"}))...)...)
			if codes[200]+codes[409] != 8 || codes[200] == 0 {
				t.Errorf("8 deliveries: %v", codes)
			}
			if got := row[order](t, s, "id", o.OrderID); got.Status != orderCompleted {
				t.Errorf("the order is %s", got.Status)
			}
			s.requireRebuilt(t, o)
		}
		if earned, paid := len(eventbustest.Of[events.OrderEarned](log)), len(eventbustest.Of[events.OrderPaid](log)); earned != rounds ||
			paid != rounds {
			t.Errorf("%d earned, %d paid, of %d", earned, paid, rounds)
		}
		if arrived := len(eventbustest.Of[events.OrderDelivered](log)); arrived != 2*rounds {
			t.Errorf("%d parcels arrived, of %d", arrived, 2*rounds)
		}
	})
}

// Without the guards, an order is paid and cancelled, and its units are sold again.
func TestMarkPaidAgainstTheDeadline(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		m := s.deps(t)
		it := s.sell(t, 1999, 100)
		var kept int64
		for range 30 {
			o := s.place(t, c, payByBankTransfer, []bought{{it, 1, 1999}})
			overdue := s.Clock.Now().Add(-time.Second)
			if err := s.DB.Model(&order{}).Where("id = ?", o.OrderID).Update("payment_due_at", overdue).Error; err != nil {
				t.Fatal(err)
			}
			codes := together(t, posts(s.admin, o.adminPath("/mark-paid"), nil), func() (kit.Answer, error) {
				return kit.Answer{}, m.cancelOverdue(t.Context())
			})
			got := row[order](t, s, "id", o.OrderID)
			switch {
			case codes[200] == 1 && got.Status == orderPlaced && got.PaymentStatus == paymentPaid:
				kept++
			case codes[409] == 1 && got.Status == orderCancelled && got.PaymentStatus == paymentUnpaid:
			default:
				t.Errorf("%v: %s, %s", codes, got.Status, got.PaymentStatus)
			}
			s.requireRebuilt(t, o)
		}
		s.requireStock(t, it, 100, kept)
	})
}

// Without the guards, more is in returns than was delivered, and goes back into stock twice.
func TestReturnsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		it := s.sell(t, 1999, 100)
		for range 5 {
			before := s.stockOf(t, it.VariantID).OnHand
			o := s.place(t, c, payByInvoice, []bought{{it, 3, 1999}})
			s.deliverAll(t, o)
			codes := together(t, times(6, posts(c.API, o.path("/returns"), asksBack(o.units(0, 2))))...)
			if codes[201] != 1 || codes[409]+codes[422] != 5 {
				t.Errorf("6 returns of 2 of 3: %v", codes)
			}
			asked := "/v1/admin/returns/" + row[goodsReturn](t, s, "order_id", o.OrderID).ID
			decided := together(t, append(times(4, posts(s.admin, asked+"/approve", nil)),
				times(4, posts(s.admin, asked+"/reject", body{"reason": "x"}))...)...)
			if decided[200] != 1 || decided[409] != 7 {
				t.Errorf("8 decisions: %v", decided)
			}
			if row[goodsReturn](t, s, "order_id", o.OrderID).Status == returnRejected {
				s.requireStock(t, it, before-3, 0)
				continue
			}
			received := together(t, times(8, posts(s.admin, asked+"/receive", nil))...)
			if received[200] != 1 || received[409] != 7 {
				t.Errorf("8 receptions: %v", received)
			}
			s.requireStock(t, it, before-1, 0)
		}
	})
}

// The same report ten times at once is one entry.
func TestReportsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", dhl)
		if codes := together(t, times(10, posts(s.admin, o.adminPath("/tracking"),
			body{"status": "in_transit", "externalId": "x"}))...); codes[200] != 10 {
			t.Errorf("10 reports: %v", codes)
		}
		s.requireTimeline(t, c, o, "placed", "processing", "shipped", "in_transit")
	})
}
