package ordering

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// Staff write metadata of an order in any state; the buyer sees it nowhere, and the buyer's erasure
// clears it for good.
func TestMetadataOfOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.admin.Do(t, "GET", o.adminPath(""), nil).RequireFields(t, kit.Fields{"metadata": map[string]any{}, "version": 1})
		log := eventbustest.Record(t, s.DB)
		first := once(t, s.admin, "PATCH", o.adminPath(""), body{"metadata": body{"erp-id": " SO-4711 ", "box": "7"}})
		want := kit.Fields{"metadata": map[string]any{"erp-id": "SO-4711", "box": "7"}, "version": 2}
		first.RequireFields(t, want)
		s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, want)
		s.admin.Do(t, "GET", "/v1/admin/orders", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.metadata": want["metadata"], "data.0.version": 2,
		})
		for _, same := range []body{{}, {"metadata": body{"box": "7", "erp-id": "SO-4711"}}} {
			s.admin.With("If-Match", `"2"`).Do(t, "PATCH", o.adminPath(""), same).Require(t, 200).RequireFields(t, want)
			s.admin.With("If-Match", `"1"`).Do(t, "PATCH", o.adminPath(""), same).Require(t, 412, "precondition_failed")
		}
		s.do(t, o, "mark-paid", nil).RequireFields(t, want) // commands keep it
		s.do(t, o, "cancel", nil).RequireFields(t, want)
		s.admin.Do(t, "PATCH", o.adminPath(""), body{"metadata": body{"erp-id": "SO-4712", "box": "7", "bin": "1"}}).Require(t, 200)
		s.admin.Do(t, "PATCH", o.adminPath(""), body{"metadata": nil}).Require(t, 200).
			RequireFields(t, kit.Fields{"metadata": map[string]any{}, "version": 4})
		var keys []string
		for _, e := range eventbustest.Of[events.OrderMetadataChanged](log) {
			keys = append(keys, strings.Join(e.Keys, ","))
			if e.OrderID != o.OrderID || e.UserID != c.ID {
				t.Errorf("published %+v", e)
			}
		}
		if want := []string{"box,erp-id", "bin,erp-id", "bin,box,erp-id"}; !slices.Equal(keys, want) {
			t.Errorf("changed %q, want %q", keys, want)
		}
		s.requireTimeline(t, c, o, "placed", "paid", "cancelled")

		s.admin.Do(t, "PATCH", o.adminPath(""), first.At("metadata")).Require(t, 422)
		s.admin.Do(t, "PATCH", o.adminPath(""), body{"metadata": first.At("metadata")}).Require(t, 200)
		for _, path := range []string{"/v1/orders", o.path(""), o.path("/tracking")} {
			if got := c.Do(t, "GET", path, nil).Require(t, 200); strings.Contains(string(got.Body), "SO-4711") ||
				strings.Contains(string(got.Body), `"metadata"`) {
				t.Errorf("the buyer sees %s", got.Body)
			}
		}
		s.Publish(t, identity.AccountErased{UserID: c.ID})
		s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"metadata": map[string]any{}})
		s.requireForgotten(t, "SO-4711")
		requireCurrent(t, s.admin.Do(t, "PATCH", o.adminPath(""), body{"metadata": body{"a": "b"}}), "cancelled", "paid", "unfulfilled")
	})
}

// The erasure of a guest clears the metadata of an open order too.
func TestMetadataOfGuestsOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.storedGuestOrder(t, bought{s.sell(t, 1999, 100), 1, 1999})
		path := "/v1/admin/orders/" + made.Text("id")
		s.admin.Do(t, "PATCH", path, body{"metadata": body{"erp-id": "SO-4711"}}).Require(t, 200)
		s.admin.Do(t, "POST", guestsPath+"/"+made.Text("customer.id")+"/erase", body{"reason": "Asked."}).Require(t, 202)
		s.admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"metadata": map[string]any{}})
		s.requireForgotten(t, "SO-4711")
	})
}

func TestFilterOrdersByMetadata(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		var paths, numbers []string
		for i := range 3 {
			o := s.place(t, c, payByInvoice, []bought{{s.sell(t, 1999, 2), 1, 1999}})
			s.admin.Do(t, "PATCH", o.adminPath(""), body{"metadata": body{"erp.id": fmt.Sprint(i), "line": "a, b"}}).Require(t, 200)
			paths, numbers = append(paths, o.adminPath("")), append(numbers, o.Number)
		}
		found := func(query string) (got []string) {
			t.Helper()
			var list struct{ Data []struct{ Number string } }
			s.admin.Do(t, "GET", "/v1/admin/orders?sort=placedAt&"+query, nil).Require(t, 200).Decode(t, &list)
			for _, o := range list.Data {
				got = append(got, o.Number)
			}
			return got
		}
		for query, want := range map[string][]string{
			"meta.erp.id=1": {numbers[1]}, "meta.erp.id=0,2": {numbers[0], numbers[2]}, "meta.line=a,%20b": numbers, "meta.line=a": nil,
			"meta.erp.id=1&meta.line=a,%20b": {numbers[1]}, "meta.erp.id=1&status=cancelled": nil, "meta.ERP=1": nil,
			"meta.erp.id=1&q=lovelace": {numbers[1]}, "meta.none=1": nil,
		} {
			if got := found(query); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		csv := string(s.admin.Do(t, "GET", "/v1/admin/orders/export?meta.erp.id=1", nil).Require(t, 200).Body)
		if !strings.Contains(csv, numbers[1]) || strings.Contains(csv, numbers[0]) {
			t.Errorf("exported %s", csv)
		}
		s.admin.Do(t, "PATCH", paths[1], body{"metadata": body{"erp.id": "2"}}).Require(t, 200)
		if got := found("meta.erp.id=2"); !slices.Equal(got, numbers[1:]) || found("meta.erp.id=1") != nil {
			t.Errorf("after a change: %q", got)
		}
		c.Do(t, "GET", "/v1/orders?meta.erp.id=1", nil).Require(t, 422, "unexpected_field")
	})
}

func TestMetadataOfOrdersIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		valid := body{"metadata": body{"a": "b"}}
		s.API.Do(t, "PATCH", o.adminPath(""), valid).Require(t, 401, "unauthenticated")
		c.Do(t, "PATCH", o.adminPath(""), valid).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "PATCH", "/v1/admin/orders/"+unknown, valid).Require(t, 404, "not_found")
		}
		got := s.admin.Do(t, "PATCH", o.adminPath(""), body{"metadata": body{"A": "x", "b": 5}, "note": "x"}).Require(t, 422).Pointers()
		if slices.Sort(got); !slices.Equal(got, []string{"/metadata/A bad_format", "/metadata/b wrong_type", "/note unexpected_field"}) {
			t.Errorf("%q", got)
		}
	})
}
