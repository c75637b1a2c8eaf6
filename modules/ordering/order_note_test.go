package ordering

import (
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// torstrasse is another address in Germany.
var torstrasse = body{
	"fullName": "Grace Hopper", "line1": "Torstraße 12", "line2": " c/o  Babbage ", "postalCode": "10119", "city": "Berlin", "country": "DE",
}

// Notes of staff stand in the order of admins with their author, and nowhere where the buyer looks.
// The buyer's erasure deletes them, and none comes after it.
func TestNotesOfStaff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		const secret = "She <b>complains</b> a lot."
		log := eventbustest.Record(t, s.DB)
		first := once(t, s.admin, "POST", o.adminPath("/notes"), body{"text": " " + secret + "\n"})
		first.RequireFields(t, kit.Fields{"text": secret, "author": "user:" + s.adminID})
		if noted := eventbustest.Of[events.OrderNoted](log); len(noted) != 1 || noted[0].NoteID != first.Text("id") ||
			noted[0].OrderID != o.OrderID {
			t.Errorf("published: %+v", noted)
		}
		s.admin.Do(t, "POST", o.adminPath("/notes"), body{"text": "Called back."}).Require(t, 201)
		want := kit.Fields{
			"notes.#": 2, "notes.0.id": first.Text("id"), "notes.0.text": secret, "notes.0.author": "user:" + s.adminID,
			"notes.1.text": "Called back.",
		}
		s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, want)
		s.do(t, o, "mark-paid", nil).RequireFields(t, want)
		// Whoever may read the order reads the names of colleagues; they are accounts like others.
		named := func(name any) {
			t.Helper()
			s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"notes.0.authorName": name})
			s.admin.Do(t, "GET", "/v1/admin/orders", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.notes.1.authorName": name})
			s.admin.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 200).RequireFields(t, kit.Fields{
				"events.0.actorName": "Ada Lovelace", "events.1.actorName": name, "events.1.actor": "user:" + s.adminID,
			})
		}
		named(nil)
		s.Publish(t, identity.AccountCreated{
			UserID: s.adminID, Origin: identity.OriginRegistration, Role: identity.RoleAdmin, AccountType: identity.RetailAccount, Locale: "en",
			CreatedAt: s.Clock.Now(), Email: "grace@example.com", FullName: "Grace Hopper",
		})
		named("Grace Hopper")
		s.admin.Do(t, "GET", "/v1/admin/orders", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"data.0.notes.#": 2, "data.0.notes.1.text": "Called back."})
		for _, path := range []string{"/v1/orders", o.path(""), o.path("/tracking")} {
			if got := c.Do(t, "GET", path, nil).Require(t, 200); strings.Contains(string(got.Body), "complains") ||
				strings.Contains(string(got.Body), `"notes"`) {
				t.Errorf("the buyer sees %s", got.Body)
			}
		}

		s.Publish(t, identity.AccountErased{UserID: c.ID})
		s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"notes.#": 0})
		requireCurrent(t, s.admin.Do(t, "POST", o.adminPath("/notes"), body{"text": "x"}), "placed", "paid", "unfulfilled", "mark-unpaid",
			"process", "cancel-items", "cancel", "refund")
		requireCurrent(t, s.admin.Do(t, "PATCH", o.adminPath("/ship-to"), torstrasse), "placed", "paid", "unfulfilled", "mark-unpaid", "process",
			"cancel-items", "cancel", "refund")
	})
}

// An order goes to another address of its country until a parcel has left; of a shipment and a new
// address at once one comes second.
func TestChangeShipTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		before := row[order](t, s, "id", o.OrderID)
		log := eventbustest.Record(t, s.DB)
		got := once(t, s.admin, "PATCH", o.adminPath("/ship-to"), torstrasse)
		got.RequireFields(t, kit.Fields{
			"shipTo.fullName": "Grace Hopper", "shipTo.address": "Torstraße 12, c/o Babbage, 10119 Berlin", "shipTo.country": "DE",
			"shipTo.phone": nil, "shipTo.line1": "Torstraße 12", "shipTo.line2": "c/o  Babbage", "shipTo.postalCode": "10119",
			"shipTo.city": "Berlin", "shipTo.company": nil, "total": 63.38,
		})
		changed := eventbustest.Of[events.ShipToChanged](log)
		if len(changed) != 1 || changed[0].ShipToAddress != "Torstraße 12, c/o Babbage, 10119 Berlin" || changed[0].OrderID != o.OrderID ||
			changed[0].EntryID == nil || orEmpty(changed[0].ShipToLine2) != "c/o  Babbage" {
			t.Errorf("published %+v", changed)
		}
		if after := row[order](t, s, "id", o.OrderID); after.Destination == nil || *after.Destination == *before.Destination ||
			orEmpty(after.Network) != orEmpty(before.Network) {
			t.Errorf("counted for %v at %v, before %v at %v", after.Destination, orEmpty(after.Network), before.Destination, orEmpty(before.Network))
		}
		s.requireTimeline(t, c, o, "placed", "address_changed")
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.admin.Do(t, "PATCH", o.adminPath("/ship-to"), with(body{}, torstrasse, body{"phone": "+49 30 1",
			"company": "Analytical Engines Ltd"})).Require(t, 200).
			RequireFields(t, kit.Fields{"shipTo.phone": "+49 30 1", "shipTo.company": "Analytical Engines Ltd"})
		s.do(t, o, "ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{o.units(0, 1)}})
		requireCurrent(t, s.admin.Do(t, "PATCH", o.adminPath("/ship-to"), torstrasse), "processing", "paid", "partially_shipped", "mark-unpaid",
			"ship", "deliver", "undelivered", "cancel-items", "refund")
		s.requireTimeline(t, c, o, "placed", "address_changed", "paid", "processing", "address_changed", "shipped")

		cancelled := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, cancelled, "cancel", nil)
		requireCurrent(t, s.admin.Do(t, "PATCH", cancelled.adminPath("/ship-to"), torstrasse), "cancelled", "unpaid", "unfulfilled")
	})
}

// The order's UPDATE refuses a new address when a shipment has left since the order was read.
func TestChangeShipToIsGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		before := row[order](t, s, "id", o.OrderID)
		s.do(t, o, "ship", dhl)
		after := *before
		if err := after.changeShipTo(shipTo{Name: "x", Address: "y", Country: "DE"}, s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		if err := saveOrder(s.DB, before, &after); err == nil {
			t.Error("the address of a shipped order was changed")
		}
		if now := row[order](t, s, "id", o.OrderID); now.ShipTo.Name != "Ada Lovelace" {
			t.Errorf("it goes to %+v", now.ShipTo)
		}
	})
}

func TestNotesAndShipToRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		for _, op := range []struct {
			method, suffix string
			valid          body
		}{{"POST", "/notes", body{"text": "x"}}, {"PATCH", "/ship-to", torstrasse}} {
			s.API.Do(t, op.method, o.adminPath(op.suffix), op.valid).Require(t, 401, "unauthenticated")
			c.Do(t, op.method, o.adminPath(op.suffix), op.valid).Require(t, 403, "forbidden")
			for _, unknown := range []string{id.New(), "no-id"} {
				s.admin.Do(t, op.method, "/v1/admin/orders/"+unknown+op.suffix, op.valid).Require(t, 404, "not_found")
			}
		}
		for _, bad := range []struct {
			method, suffix string
			body           body
			want           []string
		}{
			{"POST", "/notes", body{}, []string{"/text required"}},
			{"POST", "/notes", body{"text": " "}, []string{"/text required"}},
			{"POST", "/notes", body{"text": strings.Repeat("x", 2001)}, []string{"/text too_long"}},
			{"PATCH", "/ship-to", body{"label": "Home"}, []string{"/fullName required", "/line1 required", "/city required", "/postalCode required",
				"/country required", "/label unexpected_field"}},
			{"PATCH", "/ship-to", with(body{}, torstrasse, body{"country": "Germany"}), []string{"/country bad_format"}},
			{"PATCH", "/ship-to", with(body{}, torstrasse, body{"country": "AT"}), []string{"/country not_allowed"}},
			{"PATCH", "/ship-to", with(body{}, torstrasse, body{"fullName": ""}), []string{"/fullName required"}},
		} {
			got := s.admin.Do(t, bad.method, o.adminPath(bad.suffix), bad.body).Require(t, 422).Pointers()
			slices.Sort(got)
			slices.Sort(bad.want)
			if !slices.Equal(got, bad.want) {
				t.Errorf("%s %v: %v, want %v", bad.suffix, bad.body, got, bad.want)
			}
		}
	})
}
