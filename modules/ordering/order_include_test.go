package ordering

import (
	"reflect"
	"slices"
	"testing"

	"orderd/test/kit"
)

// An order has beside it what was asked for, as its own operation answers it, and nothing else.
func TestOrderWithIncluded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, other := s.customer(t), s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		read := func(include string) kit.Answer {
			t.Helper()
			return c.Do(t, "GET", o.path("?include="+include), nil).Require(t, 200)
		}
		read("payment").RequireFields(t, kit.Fields{
			"included.payment.method": "bank_transfer", "included.payment.status": "unpaid", "included.payment.clientSecret": nil,
			"included.payment.instructions": read("").Text("payment.instructions"), "included.tracking": nil, "included.returns": nil,
		})
		read("returns").RequireFields(t, kit.Fields{"included.returns.#": 0, "included.payment": nil})
		s.deliverAll(t, o)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		for _, include := range []string{"tracking,payment,returns", "returns&include=tracking&include=payment,tracking"} {
			got := read(include)
			for at, path := range map[string]string{"tracking": "/tracking", "returns": "/returns"} {
				var want any
				c.Do(t, "GET", o.path(path), nil).Require(t, 200).Decode(t, &want)
				if path == "/returns" {
					want = want.(map[string]any)["data"]
				}
				if !reflect.DeepEqual(got.At("included."+at), want) {
					t.Errorf("%s: %v, want %v", at, got.At("included."+at), want)
				}
			}
			got.RequireFields(t, kit.Fields{"included.payment.status": "paid", "included.payment.instructions": nil})
		}
		for _, none := range []string{"", "?include="} {
			if got := c.Do(t, "GET", o.path(none), nil).Require(t, 200); got.At("included") != nil {
				t.Errorf("%q: %s", none, got.Body)
			}
		}
		got := c.Do(t, "GET", o.path("?include=payment,secrets"), nil).Require(t, 422, "validation_failed")
		if pointers := got.Pointers(); !slices.Equal(pointers, []string{"?include not_allowed"}) {
			t.Errorf("unknown: %v", pointers)
		}
		other.Do(t, "GET", o.path("?include=payment"), nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", o.path("?include=payment"), nil).Require(t, 401, "unauthenticated")

		plain := s.Statements(t, c.API, "GET", o.path(""), nil)
		if one := s.Statements(t, c.API, "GET", o.path("?include=payment"), nil); one != plain {
			t.Errorf("the payment takes %d statements, without it %d", one, plain)
		}
	})
}
