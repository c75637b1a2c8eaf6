package ordering

import (
	"encoding/json"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// everything is what stands in the module's tables, the log and the stored answers, in lower case.
func (s *setup) everything(t *testing.T) string {
	t.Helper()
	eventbustest.Drain(t, s.DB)
	list := `SELECT name FROM sqlite_master WHERE type = 'table'`
	if database.Dialect(s.DB) == database.Postgres {
		list = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
	}
	var tables []string
	if err := s.DB.Raw(list).Scan(&tables).Error; err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, table := range tables {
		var rows []map[string]any
		if err := s.DB.Table(table).Find(&rows).Error; err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(table + " " + string(raw) + "\n")
	}
	return strings.ToLower(all.String())
}

// requireForgotten checks that none of the texts stands anywhere.
func (s *setup) requireForgotten(t *testing.T, texts ...string) {
	t.Helper()
	for line := range strings.Lines(s.everything(t)) {
		for _, personal := range texts {
			if at := strings.Index(line, strings.ToLower(personal)); at >= 0 {
				t.Errorf("%q is still there: %s … %s", personal, line[:min(30, len(line))], line[max(0, at-80):min(len(line), at+80)])
			}
		}
	}
}

func TestErasureOfOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, other := s.customer(t), s.customer(t)
		c.API = c.With("Idempotency-Key", "k")
		s.admin = s.admin.With("Idempotency-Key", "k")
		lines := s.mokaAndCup(t)
		noted := body{"note": "Ring at Lovelace's."}
		closed, open, ended := s.place(t, c, payByBankTransfer, lines, noted), s.place(t, c, payOnDelivery, lines, noted),
			s.place(t, c, payByInvoice, lines, noted)
		kept := s.place(t, other, payByInvoice, s.mokaAndCup(t))
		s.deliverAll(t, closed)
		s.do(t, closed, "tracking", body{"status": "exception", "description": "Lovelace was out.", "location": "Unter den Linden"})
		s.do(t, closed, "refund", body{"amount": 1, "reason": "Sorry, Lovelace."})
		asked := c.Do(t, "POST", closed.path("/returns"), body{"items": []body{closed.units(0, 1)}, "reason": "Lovelace does not drink."}).
			Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(asked, "/reject"), body{"reason": "No, Lovelace."}).Require(t, 200)
		again := c.With("Idempotency-Key", "k2").Do(t, "POST", closed.path("/returns"),
			body{"items": []body{closed.units(0, 1)}, "reason": "Lovelace insists."}).Require(t, 201)
		c.Do(t, "POST", ended.path("/cancel"), body{"reason": "Lovelace moves."}).Require(t, 200)
		s.do(t, open, "process", nil)
		s.do(t, open, "ship", dhl)
		taxes := quoted(s.admin.Do(t, "GET", open.adminPath(""), nil).Require(t, 200).At("taxes"))

		s.Publish(t, identity.AccountErased{UserID: c.ID, AddressID: kit.AddressID(c.Email), ErasedAt: s.Clock.Now()})
		if got := s.admin.Do(t, "GET", open.adminPath(""), nil).Require(t, 200); got.Text("shipTo.fullName") != "Ada Lovelace" ||
			got.Text("note") == "" || got.Text("customer.email") != "" {
			t.Errorf("the open order: %s", got.Body)
		}
		for _, o := range []ordered{closed, ended} {
			got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
			got.RequireFields(t, kit.Fields{"shipTo.fullName": "", "note": nil, "customer.fullName": "", "total": 63.38})
			if quoted(got.At("taxes")) != taxes {
				t.Errorf("taxes: %s, before the erasure %s", quoted(got.At("taxes")), taxes)
			}
			s.requireRebuilt(t, o)
		}
		if got := s.admin.Do(t, "GET", kept.adminPath(""), nil); got.Text("customer.email") != other.Email ||
			got.Text("shipTo.fullName") != "Ada Lovelace" {
			t.Errorf("another's order: %s", got.Body)
		}

		// What is done afterwards stores nothing personal any more.
		s.do(t, open, "tracking", body{"status": "in_transit", "description": "For Lovelace."})
		c.With("Idempotency-Key", "k3").Do(t, "POST", closed.path("/returns"),
			body{"items": []body{closed.units(1, 1)}, "reason": "For Lovelace's heirs."}).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(again, "/approve"), nil).Require(t, 200)
		s.admin.Do(t, "POST", adminReturn(again, "/receive"), nil).Require(t, 200)
		done := s.do(t, open, "deliver", nil)
		if done.Text("shipTo.fullName") != "" || done.At("note") != nil {
			t.Errorf("the order has ended: %s", done.Body)
		}
		s.requireRebuilt(t, open)
		s.Publish(t, identity.AccountErased{UserID: other.ID, AddressID: kit.AddressID(other.Email), ErasedAt: s.Clock.Now()})
		s.do(t, kept, "cancel", nil)
		s.requireForgotten(t, "lovelace", "unter den linden", "+49 30", c.Email, other.Email)
	})
}
