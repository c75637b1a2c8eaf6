package ordering

import (
	"maps"
	"testing"

	"orderd/platform/database"
)

// A command costs the same number of statements for any number of lines, and a list for any number
// of orders and of what happened to them.
func TestStatementsOfCommands(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		items := s.sellMany(t, maxLines)
		c := s.customer(t)
		c.Do(t, "GET", "/v1/cart", nil).Require(t, 200) // what makes the cart
		of := func(lines int) map[string]int {
			t.Helper()
			var all []bought
			for _, it := range items[:lines] {
				all = append(all, bought{it, 2, 1000})
			}
			cost := map[string]int{}
			o, other := s.place(t, c, payOnDelivery, all), s.place(t, c, payByBankTransfer, all)
			for _, command := range []struct {
				name string
				body any
			}{{"process", nil}, {"ship", dhl}, {"tracking", body{"status": "in_transit"}}, {"deliver", nil},
				{"refund", body{"amount": 1, "reason": "x"}}} {
				cost[command.name] = s.Statements(t, s.admin, "POST", o.adminPath("/"+command.name), command.body)
			}
			cost["mark-paid"] = s.Statements(t, s.admin, "POST", other.adminPath("/mark-paid"), nil)
			cost["cancel"] = s.Statements(t, c.API, "POST", other.path("/cancel"), nil)
			var back []body
			for i := range o.Items {
				back = append(back, o.units(i, 1))
			}
			cost["return"] = s.Statements(t, c.API, "POST", o.path("/returns"), asksBack(back...))
			asked := "/v1/admin/returns/" + row[goodsReturn](t, s, "order_id", o.OrderID).ID
			cost["approve"] = s.Statements(t, s.admin, "POST", asked+"/approve", nil)
			cost["receive"] = s.Statements(t, s.admin, "POST", asked+"/receive", nil)
			cost["reorder"] = s.Statements(t, c.API, "POST", o.path("/reorder"), nil)
			cost["order"] = s.Statements(t, s.admin, "GET", o.adminPath(""), nil)
			cost["timeline"] = s.Statements(t, c.API, "GET", o.path("/tracking"), nil)
			cost["returns"] = s.Statements(t, s.admin, "GET", "/v1/admin/returns", nil)
			s.costOfAdmins(t, c, all, cost)
			cost["orders"] = s.Statements(t, s.admin, "GET", "/v1/admin/orders?limit=100", nil)
			return cost
		}
		// Of a command: lock what it is about, write, publish, and read what else the answer shows.
		// On SQLite publishing and moving stock take one statement more each.
		want := map[string]int{
			"process": 8, "ship": 13, "tracking": 11, "deliver": 14, "refund": 12, "mark-paid": 9, "cancel": 16,
			"return": 8, "approve": 7, "receive": 14, "reorder": 8,
			"order": 6, "timeline": 3, "returns": 4, "orders": 6, "sales": 6, "counts": 2, "customers": 1, "note": 3, "ship-to": 9, "bill-to": 10,
		}
		if database.Dialect(s.DB) == database.SQLite {
			maps.Copy(want, map[string]int{
				"process": 9, "ship": 15, "tracking": 12, "deliver": 15, "refund": 13, "mark-paid": 10, "cancel": 18,
				"return": 9, "approve": 8, "receive": 16, "note": 4, "ship-to": 10, "bill-to": 11,
			})
		}
		one, many := of(1), of(maxLines)
		if !maps.Equal(one, want) || !maps.Equal(many, want) {
			t.Errorf("with 1 line %v, with %d lines %v, want %v", one, maxLines, many, want)
		}
	})
}

// costOfAdmins adds what reports, notes and new addresses of an order of the lines cost.
func (s *setup) costOfAdmins(t *testing.T, c customer, lines []bought, cost map[string]int) {
	t.Helper()
	cost["sales"] = s.Statements(t, s.admin, "GET", "/v1/admin/sales", nil)
	cost["counts"] = s.Statements(t, s.admin, "GET", "/v1/admin/orders/counts", nil)
	cost["customers"] = s.Statements(t, s.admin, "GET", "/v1/admin/orders/customers?ids="+c.ID, nil)
	o := s.place(t, c, payOnDelivery, lines)
	cost["note"] = s.Statements(t, s.admin, "POST", o.adminPath("/notes"), body{"text": "x"})
	cost["ship-to"] = s.Statements(t, s.admin, "PATCH", o.adminPath("/ship-to"), torstrasse)
	cost["bill-to"] = s.Statements(t, s.admin, "PATCH", o.adminPath("/bill-to"), torstrasse)
}
