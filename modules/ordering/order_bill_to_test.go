package ordering

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// The invoice of an order goes to another address, in any country, until a parcel has left.
func TestChangeBillTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		log := eventbustest.Record(t, s.DB)
		vienna := with(body{}, torstrasse, body{"country": "AT", "company": "Navy", "phone": "+43 1"})
		got := once(t, s.admin, "PATCH", o.adminPath("/bill-to"), vienna)
		got.RequireFields(t, kit.Fields{
			"billTo.fullName": "Grace Hopper", "billTo.address": "Torstraße 12, c/o Babbage, 10119 Berlin", "billTo.country": "AT",
			"billTo.company": "Navy", "billTo.phone": "+43 1", "billTo.line2": "c/o  Babbage", "shipTo.fullName": "Ada Lovelace", "total": 63.38,
			"version": 2,
		})
		changed := eventbustest.Of[events.BillToChanged](log)
		if len(changed) != 1 || changed[0].OrderID != o.OrderID || changed[0].EntryID == nil || changed[0].BillToName != "Grace Hopper" ||
			changed[0].BillToCountry != "AT" || orEmpty(changed[0].BillToCity) != "Berlin" || *changed[0].Claim != 6338 {
			t.Errorf("published %s", quoted(changed))
		}
		s.requireTimeline(t, c, o, "placed", "billing_address_changed")
		s.admin.Do(t, "GET", "/v1/admin/orders?q=navy", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
		s.admin.With("If-Match", `"1"`).Do(t, "PATCH", o.adminPath("/bill-to"), torstrasse).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"2"`).Do(t, "PATCH", o.adminPath("/bill-to"), torstrasse).Require(t, 200).
			RequireFields(t, kit.Fields{"billTo.company": nil, "billTo.phone": nil, "version": 3})
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", dhl)
		refused := func() {
			t.Helper()
			s.admin.Do(t, "PATCH", o.adminPath("/bill-to"), vienna).Require(t, 409, "invalid_transition")
		}
		refused()
		// What came back is still billed as it was when it left.
		shipment := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).Text("shipments.0.id")
		s.do(t, o, "undelivered", body{"shipmentId": shipment, "outcome": "returned"})
		refused()
		s.admin.Do(t, "PATCH", o.adminPath("/ship-to"), torstrasse).Require(t, 200)

		cancelled := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, cancelled, "cancel", nil)
		requireCurrent(t, s.admin.Do(t, "PATCH", cancelled.adminPath("/bill-to"), torstrasse), "cancelled", "unpaid", "unfulfilled")
	})
}

// The VAT id of the account stays with the order when staff correct the address.
func TestChangeBillToKeepsTheVATID(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payByBankTransfer, s.mokaAndCup(t))
		if err := s.DB.Model(&order{ID: o.OrderID}).Update("bill_to_vat_id", "DE123456789").Error; err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "PATCH", o.adminPath("/bill-to"), torstrasse).Require(t, 200).
			RequireFields(t, kit.Fields{"billTo.fullName": "Grace Hopper", "billTo.vatId": "DE123456789"})
	})
}

// The order's UPDATE refuses a new billing address when, since the order was read, a shipment has
// left, the order was cancelled, its buyer was erased, or another address came first.
func TestChangeBillToIsGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for what, happens := range map[string]func(c customer, o ordered){
			"shipped":   func(_ customer, o ordered) { s.do(t, o, "ship", dhl) },
			"cancelled": func(_ customer, o ordered) { s.do(t, o, "cancel", nil) },
			"erased":    func(c customer, _ ordered) { s.Publish(t, identity.AccountErased{UserID: c.ID}) },
			"changed": func(_ customer, o ordered) {
				s.admin.Do(t, "PATCH", o.adminPath("/bill-to"), torstrasse).Require(t, 200)
			},
		} {
			c := s.customer(t)
			o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
			s.do(t, o, "process", nil)
			before := row[order](t, s, "id", o.OrderID)
			happens(c, o)
			want, after := row[order](t, s, "id", o.OrderID), *before
			if err := after.changeBillTo(shipTo{Name: "x", Address: "y", Country: "DE"}, s.Clock.Now()); err != nil {
				t.Fatal(err)
			}
			if err := saveOrder(s.DB, before, &after); !fault.Is(err, fault.InvalidTransition) {
				t.Errorf("%s: %v", what, err)
			}
			if now := row[order](t, s, "id", o.OrderID); quoted(now) != quoted(want) {
				t.Errorf("%s: it is %s, was %s", what, quoted(now), quoted(want))
			}
		}
	})
}

// Of new addresses and a shipment at once, no address comes after the shipment, and each has raised
// the version.
func TestChangeBillToAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for range 5 {
			o := s.place(t, s.customer(t), payByInvoice, []bought{{s.sell(t, 1999, 2), 2, 1999}})
			s.do(t, o, "process", nil)
			change := func() (kit.Answer, error) { return s.admin.Try("PATCH", o.adminPath("/bill-to"), torstrasse) }
			codes := together(t, append(times(4, change), posts(s.admin, o.adminPath("/ship"), dhl))...)
			if codes[200]+codes[409] != 5 || codes[200] < 1 {
				t.Fatalf("answers %v", codes)
			}
			log, _, err := eventbus.ListLog(t.Context(), s.DB, eventbus.LogFilter{Key: o.OrderID}, 100, 0)
			if err != nil {
				t.Fatal(err)
			}
			changed := 0
			for i, entry := range log { // newest first
				switch entry.Name {
				case (events.BillToChanged{}).EventName():
					changed++
				case (events.OrderShipped{}).EventName():
					if i != 0 {
						t.Errorf("after the shipment: %s", log[0].Name)
					}
				}
			}
			if got := row[order](t, s, "id", o.OrderID).Version; got != int64(1+changed) || codes[200] != changed+1 {
				t.Errorf("version %d after %d changes, answers %v", got, changed, codes)
			}
		}
	})
}

func TestChangeBillToRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.API.Do(t, "PATCH", o.adminPath("/bill-to"), torstrasse).Require(t, 401, "unauthenticated")
		c.Do(t, "PATCH", o.adminPath("/bill-to"), torstrasse).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "PATCH", "/v1/admin/orders/"+unknown+"/bill-to", torstrasse).Require(t, 404, "not_found")
		}
		for _, bad := range []struct {
			body body
			want []string
		}{
			{body{"vatId": "DE1"}, []string{"/city required", "/country required", "/fullName required", "/line1 required", "/postalCode required",
				"/vatId unexpected_field"}},
			{with(body{}, torstrasse, body{"country": "Germany", "city": ""}), []string{"/city required", "/country bad_format"}},
			{with(body{}, torstrasse, body{"fullName": " "}), []string{"/fullName required"}},
			{with(body{}, torstrasse, body{"company": strings.Repeat("x", 201)}), []string{"/company too_long"}},
		} {
			got := s.admin.Do(t, "PATCH", o.adminPath("/bill-to"), bad.body).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%v: %v, want %v", bad.body, got, bad.want)
			}
		}
	})
}

// An erased buyer's open order keeps its billing address until it has ended, and nobody may give it
// another one.
func TestErasureBlanksBillTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		open, ended := s.place(t, c, payOnDelivery, s.mokaAndCup(t)), s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, ended, "cancel", nil)
		s.Publish(t, identity.AccountErased{UserID: c.ID})
		s.admin.Do(t, "GET", ended.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"billTo": nil})
		s.admin.Do(t, "GET", open.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"billTo.fullName": "Ada Lovelace"})
		s.admin.Do(t, "PATCH", open.adminPath("/bill-to"), torstrasse).Require(t, 409, "invalid_transition")
		s.do(t, open, "cancel", nil).RequireFields(t, kit.Fields{"billTo": nil})
		for _, o := range []ordered{open, ended} {
			if left := row[order](t, s, "id", o.OrderID).BillTo; left != (billTo{}) {
				t.Errorf("left %+v", left)
			}
		}
	})
}

// claimsOf are what the recorded events of the order have claimed, without repetitions.
func claimsOf(t *testing.T, log *eventbustest.Recorder, orderID string) (claims []int64) {
	t.Helper()
	for _, entry := range log.Entries() {
		if entry.Key != orderID || !strings.HasPrefix(entry.Name, "ordering.") {
			continue
		}
		var e struct{ Claim *int64 }
		if err := json.Unmarshal(entry.Payload, &e); err != nil {
			t.Fatal(err)
		}
		if e.Claim == nil {
			t.Fatalf("%s has no claim", entry.Name)
		}
		claims = append(claims, *e.Claim)
	}
	return slices.Compact(claims)
}

// The claim that events state is what the shop still wants of the order's total: 0 of a cancelled
// one; of a paid one what came, less what went back; else the total, less what was cancelled or
// returned.
func TestClaimOfEvents(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		log := eventbustest.Record(t, s.DB)
		requireClaims := func(o ordered, want ...int64) {
			t.Helper()
			if got := claimsOf(t, log, o.OrderID); !slices.Equal(got, want) {
				t.Errorf("claims %v, want %v", got, want)
			}
		}
		sendBack := func(o ordered, units ...body) string {
			t.Helper()
			asked := c.Do(t, "POST", o.path("/returns"), asksBack(units...)).Require(t, 201)
			s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
			s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
			return asked.Text("id")
		}
		cancelled := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, cancelled, "mark-paid", nil)
		s.do(t, cancelled, "cancel", nil)
		s.confirmRefunds(t, cancelled)
		requireClaims(cancelled, 6338, 0)

		paid := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, paid)
		s.do(t, paid, "refund", body{"amount": 3.38, "reason": "Sorry."})
		requireClaims(paid, 6338) // while the refund is pending
		s.confirmRefunds(t, paid)
		requireClaims(paid, 6338, 6000)
		returnID := sendBack(paid, paid.units(0, 3))
		requireClaims(paid, 6338, 6000)
		s.confirmRefunds(t, paid)
		requireClaims(paid, 6338, 6000, 602)
		requested, settled := eventbustest.Of[events.RefundRequested](log), eventbustest.Of[events.RefundSettled](log)
		last := len(requested) - 1
		if orEmpty(requested[last].ReturnID) != returnID || orEmpty(settled[last].ReturnID) != returnID ||
			requested[last-1].ReturnID != nil || settled[last-1].ReturnID != nil {
			t.Errorf("requested %s, settled %s", quoted(requested), quoted(settled))
		}

		owed := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, owed, "cancel-items", body{"items": []body{owed.units(1, 1)}, "reason": "Sold out."})
		s.deliverAll(t, owed)
		sendBack(owed, owed.units(0, 3))
		s.do(t, owed, "mark-paid", nil)
		requireClaims(owed, 6338, 5888, 490)
	})
}
