package ordering

import (
	"slices"
	"testing"

	"orderd/test/kit"
)

// requirementsOf are the requirements of a quote: "/shipTo/city required".
func requirementsOf(t *testing.T, got kit.Answer) (all []string) {
	t.Helper()
	var v quoteView
	got.Require(t, 200).Decode(t, &v)
	for _, r := range v.Requirements {
		all = append(all, r.Pointer+" "+string(r.Code))
	}
	return all
}

// A part of the buyer or the destination that is missing is a requirement; the country alone is
// enough for the sums. A malformed part is refused, as is a missing one at the checkout.
func TestQuoteOfAPart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		g := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1000, 10), 2, 1000})
		chosen := body{"shippingMethodId": s.standardMethod(t), "paymentMethod": payByBankTransfer}
		const contact, route = "/contact required", "/shipTo/fullName required"
		for name, row := range map[string]struct {
			part body
			want []string
			tax  float64
		}{
			"a country": {body{"shipTo": body{"country": "AT"}},
				[]string{route, "/shipTo/line1 required", "/shipTo/city required", "/shipTo/postalCode required", contact}, 4.15},
			"a country without towns": {body{"shipTo": body{"country": "HK"}}, []string{route, "/shipTo/line1 required", contact}, 0},
			"nothing of it": {body{"shipTo": body{}},
				[]string{route, "/shipTo/line1 required", "/shipTo/country required", contact}, 3.98},
			"blank parts": {body{"shipTo": body{"country": "AT", "fullName": "", "line1": " ", "city": "", "postalCode": ""},
				"contact": body{"email": "ada@example.com", "fullName": ""}},
				[]string{"/contact/fullName required", route, "/shipTo/line1 required", "/shipTo/city required", "/shipTo/postalCode required"}, 4.15},
			"a blank recipient": {body{"recipient": body{"country": "AT", "fullName": "", "contactPhone": " ", "address": "", "line1": ""},
				"contact": body{"email": "ada@example.com", "fullName": "Ada"}},
				[]string{"/recipient/fullName required", "/recipient/contactPhone required", "/recipient/line1 required"}, 4.15},
			"a town": {body{"shipTo": body{"country": "DE", "city": "Berlin"}, "contact": body{"fullName": "Ada"}},
				[]string{"/contact/email required", route, "/shipTo/line1 required", "/shipTo/postalCode required"}, 3.98},
			"an email": {body{"contact": body{"email": "ada@example.com"}}, []string{"/contact/fullName required", "/shipTo required"}, 3.98},
			"a recipient's country": {body{"recipient": body{"country": "AT"}, "contact": body{"email": "ada@example.com", "fullName": "Ada"}},
				[]string{"/recipient/fullName required", "/recipient/contactPhone required", "/recipient/line1 required"}, 4.15},
			"a recipient's street": {body{"recipient": body{"country": "AT", "line1": "Ring 1"}, "contact": body{"email": "ada@example.com",
				"fullName": "Ada"}},
				[]string{"/recipient/fullName required", "/recipient/contactPhone required", "/recipient/city required",
					"/recipient/postalCode required"}, 4.15},
		} {
			got := g.Do(t, "POST", "/v1/checkout/quote", with(body{}, chosen, row.part))
			if missing := requirementsOf(t, got); !slices.Equal(missing, row.want) || got.Number("taxTotal") != row.tax {
				t.Errorf("%s: %v, want %v: %s", name, missing, row.want, got.Body)
			}
		}
		for want, part := range map[string]body{
			"/shipTo/country bad_format":      {"shipTo": body{"country": "Austria"}},
			"/shipTo/fullName bad_format":     {"shipTo": body{"fullName": "www.example.com"}},
			"/recipient/fullName bad_format":  {"recipient": body{"fullName": "www.example.com"}},
			"/recipient/address not_allowed":  {"recipient": body{"address": "Ring 1, 1010 Wien", "city": "Wien"}},
			"/contact/email bad_format":       {"contact": body{"email": "ada"}},
			"/shipTo/city wrong_type":         {"shipTo": body{"city": 1}},
			"/shipTo/street unexpected_field": {"shipTo": body{"street": "x"}},
		} {
			if got := g.Do(t, "POST", "/v1/checkout/quote", part).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%v: %v, want %s", part, got, want)
			}
		}
		got := g.checkout(s, t, body{"shipTo": body{"country": "DE"}}).Require(t, 422)
		if !slices.Contains(got.Pointers(), "/shipTo/line1 required") {
			t.Errorf("a checkout: %v", got.Pointers())
		}

		c := s.customer(t)
		put(t, c.API, s.sell(t, 1000, 10), 1)
		of := c.Do(t, "POST", "/v1/checkout/quote", with(body{}, chosen, body{"recipient": body{"fullName": "Grace", "country": "AT"}}))
		if missing := requirementsOf(t, of); !slices.Equal(missing,
			[]string{"/recipient/contactPhone required", "/recipient/line1 required"}) {
			t.Errorf("a user's: %v", missing)
		}
		typed := c.Do(t, "POST", "/v1/checkout/quote", with(body{}, chosen, body{"shipTo": body{"country": "AT"}, "saveAddress": true}))
		if missing := requirementsOf(t, typed); !slices.Equal(missing,
			[]string{"/shipTo/fullName required", "/shipTo/line1 required", "/shipTo/city required", "/shipTo/postalCode required"}) {
			t.Errorf("a user's own: %v", missing)
		}
		book := c.Do(t, "POST", "/v1/checkout/quote", with(body{}, chosen, body{"saveAddress": true}))
		if missing := requirementsOf(t, book); !slices.Equal(missing, []string{"/saveAddress not_allowed"}) {
			t.Errorf("to keep what is there: %v", missing)
		}
	})
}
