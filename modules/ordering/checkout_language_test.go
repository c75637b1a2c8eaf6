package ordering

import (
	"slices"
	"strings"
	"testing"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// An order is in its buyer's language if the shop speaks that, else in the shop's own; a guest who
// asks for another is refused.
func TestLanguageOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 50)
		log := eventbustest.Record(t, s.DB)
		requireGerman := func(a kit.Answer) {
			t.Helper()
			a.Require(t, 201)
			placed := eventbustest.Of[events.OrderPlaced](log)
			if last := placed[len(placed)-1]; last.Locale != "de" || !strings.HasPrefix(*last.Instructions, "Bitte überweisen") {
				t.Errorf("%+v", last)
			}
		}
		requireGerman(s.customer(t).orders(t, it, 1, s.standardMethod(t))) // who speaks English

		g := s.guestWith(t, "ada@example.com", bought{item: it, Quantity: 1})
		english := body{"contact": body{"email": g.Email, "fullName": "Ada", "locale": "en"}}
		for _, path := range []string{"/v1/checkout", "/v1/checkout/quote"} {
			if got := g.Do(t, "POST", path, g.order(s, t, english)).Require(t, 422).Pointers(); !slices.Equal(got,
				[]string{"/contact/locale not_allowed"}) {
				t.Errorf("%s: %q", path, got)
			}
		}
		unsaid := body{"contact": body{"email": g.Email, "fullName": "Ada"}}
		requireGerman(guest{API: g.With("Accept-Language", "en"), CartID: g.CartID, Email: g.Email}.checkout(s, t, unsaid))
	}, func(c *testShop) { c.Profile.Locales, c.Profile.Locale = []string{"de"}, "de" })
}
