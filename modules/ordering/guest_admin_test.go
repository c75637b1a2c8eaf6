package ordering

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const guestsPath = "/v1/admin/guests"

// Staff find guests by what their last orders say, export what is held on one, and erase one, once.
func TestGuestsAsCustomers(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		s.admin.Do(t, "GET", guestsPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.place(t, s.customer(t), payByInvoice, s.mokaAndCup(t)) // no guest
		first := s.guestWith(t, "ada.lovelace@example.com", moka).checkout(s, t).Require(t, 201)
		bobs := s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
		second := s.guestWith(t, "ada.lovelace@example.com", moka).checkout(s, t).Require(t, 201)
		adaID, bobID := first.Text("customer.id"), bobs.Text("customer.id")
		found := func(query string) (ids []string) {
			t.Helper()
			var list struct{ Data []guestView }
			s.admin.Do(t, "GET", guestsPath+query, nil).Require(t, 200).Decode(t, &list)
			for _, g := range list.Data {
				ids = append(ids, g.ID)
			}
			return ids
		}
		for query, want := range map[string][]string{
			"": {adaID, bobID}, "?limit=1": {adaID}, "?limit=1&page=2": {bobID}, "?page=3": nil, "?q=bob@example": {bobID}, "?q=%20": {adaID, bobID},
			"?q=" + url.QueryEscape(second.Text("number")): {adaID}, "?q=xyzzy": nil, "?q=example.com": {adaID, bobID},
		} {
			if got := found(query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		s.admin.Do(t, "GET", guestsPath+"/"+adaID, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"id": adaID, "email": "ada.lovelace@example.com", "ordersCount": 2, "totalSpent": 0, "lastOrderId": second.Text("id"),
			"lastOrderNumber": second.Text("number"),
		})

		log := eventbustest.Record(t, s.DB)
		if got := s.admin.Do(t, "GET", guestsPath+"/"+adaID+"/export", nil).Require(t, 200); got.Text("asked") != adaID {
			t.Errorf("%s", got.Body)
		}
		erase := body{"reason": "Asked for by letter."}
		statuses := kit.StatusesAtOnce(t, 5, func(int) (kit.Answer, error) { return s.admin.Try("POST", guestsPath+"/"+adaID+"/erase", erase) })
		erased := eventbustest.Of[events.GuestErased](log)
		if statuses[202] != 1 || statuses[404] != 4 || len(erased) != 1 || erased[0].GuestID != adaID ||
			orEmpty(erased[0].Reason) != "Asked for by letter." {
			t.Errorf("%v, %+v", statuses, erased)
		}
		if exported := eventbustest.Of[events.GuestExported](log); len(exported) != 1 || exported[0].GuestID != adaID {
			t.Errorf("%+v", exported)
		}
		for _, path := range []string{"", "/export"} {
			s.admin.Do(t, "GET", guestsPath+"/"+adaID+path, nil).Require(t, 404, "not_found")
		}
		if got := found(""); !slices.Equal(got, []string{bobID}) {
			t.Errorf("after the erasure: %v", got)
		}
		s.requireForgotten(t, "ada.lovelace@example.com")
	})
}

func TestGuestsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		guestID := s.guestWith(t, "bob@example.com", bought{s.sell(t, 1999, 100), 1, 1999}).checkout(s, t).Require(t, 201).Text("customer.id")
		user := s.customer(t)
		reader, _ := s.AsKey(t, "customers:read")
		other, _ := s.AsKey(t, auth.Scope("orders:write"), "refunds:write")
		valid := body{"reason": "x"}
		for _, op := range []struct{ method, path string }{{"GET", ""}, {"GET", "/" + guestID}, {"GET", "/" + guestID + "/export"},
			{"POST", "/" + guestID + "/erase"}} {
			var in any
			if op.method == "POST" {
				in = valid
			}
			s.API.Do(t, op.method, guestsPath+op.path, in).Require(t, 401, "unauthenticated")
			user.Do(t, op.method, guestsPath+op.path, in).Require(t, 403, "forbidden")
			other.Do(t, op.method, guestsPath+op.path, in).Require(t, 403, "forbidden")
			if op.path == "" {
				continue
			}
			for _, unknown := range []string{id.New(), user.ID, "no-id"} {
				s.admin.Do(t, op.method, guestsPath+strings.Replace(op.path, guestID, unknown, 1), in).Require(t, 404, "not_found")
			}
		}
		reader.Do(t, "GET", guestsPath, nil).Require(t, 200)
		reader.Do(t, "GET", guestsPath+"/"+guestID+"/export", nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "POST", guestsPath+"/"+guestID+"/erase", body{}).Require(t, 422, "validation_failed")
		s.admin.Do(t, "GET", guestsPath+"?q="+strings.Repeat("x", 201), nil).Require(t, 422, "validation_failed")
	})
}
