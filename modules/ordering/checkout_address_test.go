package ordering

import (
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	recipients "orderd/modules/recipients/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// typed is an address that a buyer types.
func typed(changes ...body) body {
	return with(body{
		"fullName": "Ada King", "company": "Booking.com B.V.", "line1": "Torstraße 12", "line2": "c/o Babbage", "postalCode": "10119",
		"city": "Berlin", "country": "DE", "phone": "+49 30 2",
	}, changes...)
}

// graceInParts is a person whom a checkout names, with the parts of the address.
func graceInParts(changes ...body) body {
	return body{"recipient": with(body{
		"fullName": "Grace Hopper", "contactPhone": "+1 555 0100", "line1": "Navy Street 12", "postalCode": "10115", "city": "Berlin",
	}, changes...)}
}

// shipToParts are the fields of an order's shipTo; nil for what is not given.
func shipToParts(address string, line1, line2, postalCode, city, state, company any) kit.Fields {
	return kit.Fields{
		"shipTo.address": address, "shipTo.line1": line1, "shipTo.line2": line2, "shipTo.postalCode": postalCode, "shipTo.city": city,
		"shipTo.state": state, "shipTo.company": company,
	}
}

// A user may type an address. The order has its parts, it makes no recipient, and it is published
// for the address book when the buyer wants that.
func TestCheckoutToATypedAddress(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it, ada := s.method(t), s.sell(t, 1000, 100), s.customer(t)
		log := eventbustest.Record(t, s.DB)
		for _, save := range []any{true, false, nil} {
			put(t, ada.API, it, 1)
			change := body{"shipTo": typed()}
			if save != nil {
				change["saveAddress"] = save
			}
			got := postCheckout(t, ada.API, method, change).Require(t, 201)
			got.RequireFields(t, shipToParts("Torstraße 12, c/o Babbage, 10119 Berlin", "Torstraße 12", "c/o Babbage", "10119", "Berlin", nil,
				"Booking.com B.V."))
			got.RequireFields(t, kit.Fields{"shipTo.fullName": "Ada King", "shipTo.phone": "+49 30 2", "shipTo.country": "DE", "recipientId": nil})
			ada.Do(t, "GET", "/v1/orders/"+got.Text("id"), nil).Require(t, 200).RequireFields(t, kit.Fields{"shipTo.line1": "Torstraße 12"})
			all := eventbustest.Of[events.OrderPlaced](log)
			last := all[len(all)-1]
			if last.SaveAddress != (save == true) || last.Recipient != recipientSelf || orEmpty(last.ShipToCompany) != "Booking.com B.V." ||
				orEmpty(last.ShipToPostalCode) != "10119" || last.ShipToState != nil {
				t.Errorf("saveAddress %v: %s", save, quoted(last))
			}
		}
		found := s.admin.Do(t, "GET", "/v1/admin/orders?q=booking", nil).Require(t, 200)
		found.RequireFields(t, kit.Fields{"meta.total": 3})
	})
}

// The parts of an address come along from the address book and from a recipient who was named or
// saved with them. One text stays one text.
func TestCheckoutKeepsTheParts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it, ada := s.method(t), s.sell(t, 1000, 100), s.customer(t)
		_, oneText := s.destinations(t, ada)
		const inParts, former = "5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52", "0199d5a1-93c4-7a50-8b1c-6d2e3f405170"
		s.Publish(t, recipients.RecipientSaved{
			RecipientID: inParts, UserID: ada.ID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "1", Address: "1 Navy Yard, 20001 Washington, DC",
			Country: "US", Line1: new("1 Navy Yard"), PostalCode: new("20001"), City: new("Washington"), State: new("DC"),
		}, identity.AddressSaved{
			UserID: ada.ID, AddressID: former, FullName: "Ada King", Company: new("Analytical Engines Ltd"), Line1: "1 High Street",
			Line2: new("Flat 2"),
			City:  "Dublin", PostalCode: "D01", Country: "IE",
		})
		for name, row := range map[string]struct {
			change body
			want   kit.Fields
		}{
			"the default address": {body{}, shipToParts("Unter den Linden 1, 10117 Berlin", "Unter den Linden 1", nil, "10117", "Berlin", nil, nil)},
			"an address": {body{"addressId": former},
				shipToParts("1 High Street, Flat 2, D01 Dublin", "1 High Street", "Flat 2", "D01", "Dublin", nil, "Analytical Engines Ltd")},
			"a recipient in parts": {graceInParts(body{"line2": "2. OG", "state": "Berlin"}),
				shipToParts("Navy Street 12, 2. OG, 10115 Berlin, Berlin", "Navy Street 12", "2. OG", "10115", "Berlin", "Berlin", nil)},
			"a recipient without postcodes": {graceInParts(body{"postalCode": "", "city": "", "country": "HK"}),
				shipToParts("Navy Street 12", "Navy Street 12", nil, nil, nil, nil, nil)},
			"a recipient in one text": {alan(), shipToParts("1 Bletchley Park", nil, nil, nil, nil, nil, nil)},
			"a saved recipient": {body{"recipientId": inParts},
				shipToParts("1 Navy Yard, 20001 Washington, DC", "1 Navy Yard", nil, "20001", "Washington", "DC", nil)},
			"a saved recipient of one text": {body{"recipientId": oneText}, shipToParts("1 Navy Yard, Boston", nil, nil, nil, nil, nil, nil)},
		} {
			put(t, ada.API, it, 1)
			t.Log(name)
			postCheckout(t, ada.API, method, row.change).Require(t, 201).RequireFields(t, row.want)
		}
		quote := ada.Do(t, "POST", "/v1/checkout/quote?include=addresses,recipients", body{}).Require(t, 200)
		var v quoteView
		quote.Decode(t, &v)
		if at := slices.IndexFunc(v.Included.Addresses, func(a quotedAddress) bool { return a.ID == former }); at < 0 ||
			orEmpty(v.Included.Addresses[at].Line2) != "Flat 2" || orEmpty(v.Included.Addresses[at].Company) != "Analytical Engines Ltd" {
			t.Errorf("addresses: %s", quote.Body)
		}
		if at := slices.IndexFunc(v.Included.Recipients, func(r quotedRecipient) bool { return r.ID == inParts }); at < 0 ||
			orEmpty(v.Included.Recipients[at].City) != "Washington" {
			t.Errorf("recipients: %s", quote.Body)
		}
	})
}

func TestCheckoutRefusesAddresses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, ada := s.method(t), s.customer(t)
		addressID, recipientID := s.destinations(t, ada)
		put(t, ada.API, s.sell(t, 1000, 100), 1)
		for name, row := range map[string]struct {
			change body
			want   []string
		}{
			"beside an address":  {body{"shipTo": typed(), "addressId": addressID}, []string{"/addressId not_allowed", "/shipTo not_allowed"}},
			"beside a recipient": {with(alan(), body{"shipTo": typed()}), []string{"/recipient not_allowed", "/shipTo not_allowed"}},
			"without its parts": {body{"shipTo": body{"country": "DE"}}, []string{"/shipTo/city required", "/shipTo/fullName required",
				"/shipTo/line1 required", "/shipTo/postalCode required"}},
			"without its town": {body{"shipTo": typed(body{"city": " ", "postalCode": ""})}, []string{"/shipTo/city required",
				"/shipTo/postalCode required"}},
			"a long company":     {body{"shipTo": typed(body{"company": strings.Repeat("x", 201)})}, []string{"/shipTo/company too_long"}},
			"save the default":   {body{"saveAddress": true}, []string{"/saveAddress not_allowed"}},
			"save an address":    {body{"saveAddress": true, "addressId": addressID}, []string{"/saveAddress not_allowed"}},
			"save a recipient":   {with(alan(), body{"saveAddress": true}), []string{"/saveAddress not_allowed"}},
			"save a saved one":   {body{"saveAddress": true, "recipientId": recipientID}, []string{"/saveAddress not_allowed"}},
			"save no boolean":    {body{"saveAddress": "yes", "shipTo": typed()}, []string{"/saveAddress wrong_type"}},
			"one text and parts": {alan(body{"postalCode": "10115"}), []string{"/recipient/address not_allowed"}},
			"neither":            {alan(body{"address": nil}), []string{"/recipient/line1 required"}},
			"blank parts":        {alan(body{"address": nil, "line1": " ", "city": ""}), []string{"/recipient/line1 required"}},
			"no street":          {graceInParts(body{"line1": nil}), []string{"/recipient/line1 required"}},
			"a street alone": {graceInParts(body{"postalCode": nil, "city": nil}),
				[]string{"/recipient/city required", "/recipient/postalCode required"}},
			"a blank text":    {alan(body{"address": " "}), []string{"/recipient/address too_short"}},
			"another's field": {graceInParts(body{"company": "x"}), []string{"/recipient/company unexpected_field"}},
		} {
			got := postCheckout(t, ada.API, method, row.change).Require(t, 422).Pointers()
			slices.Sort(got)
			if !slices.Equal(got, row.want) {
				t.Errorf("%s: %v, want %v", name, got, row.want)
			}
		}
		german := ada.With("Accept-Language", "de")
		requireSpoken(t, postCheckout(t, german, method, alan(body{"postalCode": "10115"})).Require(t, 422), "errors.0.detail", "de",
			"darf neben seinen Teilen nicht angegeben werden")
	})
}

// The postal code of a recipient in parts counts for the price of the shipping, of one named as of
// one saved. One text has none.
func TestRatesByTheRecipientsPostalCode(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it, ada := s.sell(t, 1000, 100), s.customer(t)
		method := s.method(t, body{"price": 0, "countries": []string{"DE"}, "rates": []body{
			{"countries": []string{"DE"}, "price": 4.9}, {"countries": []string{"DE"}, "postalPrefixes": []string{"25849"}, "price": 19.9},
		}})
		const island = "5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a53"
		s.Publish(t, recipients.RecipientSaved{
			RecipientID: island, UserID: ada.ID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "1", Address: "Tammensiel 1, 25849 Pellworm",
			Country: "DE", Line1: new("Tammensiel 1"), PostalCode: new("25 849"), City: new("Pellworm"),
		})
		for name, row := range map[string]struct {
			change body
			price  float64
		}{
			"named":  {graceInParts(body{"postalCode": "25849", "city": "Pellworm"}), 19.9},
			"inland": {graceInParts(), 4.9},
			"saved":  {body{"recipientId": island}, 19.9},
			"typed":  {body{"shipTo": typed(body{"postalCode": "25849"})}, 19.9},
		} {
			put(t, ada.API, it, 1)
			quote := ada.Do(t, "POST", "/v1/checkout/quote", with(body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}, row.change))
			made := postCheckout(t, ada.API, method, row.change).Require(t, 201)
			if got := made.Number("shippingTotal"); got != row.price || quote.Number("shippingTotal") != row.price {
				t.Errorf("%s: %v, quoted %v, want %v", name, got, quote.Number("shippingTotal"), row.price)
			}
		}
		put(t, ada.API, it, 1)
		_, oneText := s.destinations(t, ada)
		s.Publish(t, recipients.RecipientSaved{
			RecipientID: oneText, UserID: ada.ID, TotalOrders: 2, FullName: "Grace Hopper", Phone: "1", Address: "Torstraße 12, Berlin",
			Country: "DE",
		})
		for want, change := range map[string]body{
			"/recipient/postalCode required": alan(), "/recipientId not_allowed": {"recipientId": oneText},
		} {
			if got := postCheckout(t, ada.API, method, change).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%v: %v, want %s", change, got, want)
			}
		}
		part := ada.Do(t, "POST", "/v1/checkout/quote", body{"shippingMethodId": method, "paymentMethod": payByBankTransfer,
			"shipTo": body{"country": "DE", "fullName": "Ada", "line1": "x", "city": "Berlin"}})
		if got := requirementsOf(t, part); !slices.Equal(got, []string{"/shipTo/postalCode required"}) {
			t.Errorf("one requirement for one part: %v", got)
		}
	})
}

// After the erasure of the buyer nothing of the parts is left with an order that has ended.
func TestErasureBlanksTheParts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 100)
		for name, end := range map[string]func(orderID, userID string){
			"before": func(orderID, userID string) {
				s.admin.Do(t, "POST", "/v1/admin/orders/"+orderID+"/cancel", body{"reason": "x"}).Require(t, 200)
				s.Publish(t, identity.AccountErased{UserID: userID})
			},
			"after": func(orderID, userID string) {
				s.Publish(t, identity.AccountErased{UserID: userID})
				s.admin.Do(t, "POST", "/v1/admin/orders/"+orderID+"/cancel", body{"reason": "x"}).Require(t, 200)
			},
		} {
			c := s.customer(t)
			put(t, c.API, it, 1)
			made := postCheckout(t, c.API, method, body{"shipTo": typed(body{"state": "Berlin"})}).Require(t, 201)
			end(made.Text("id"), c.ID)
			if left := row[order](t, s, "id", made.Text("id")).ShipTo; left != (shipTo{}) {
				t.Errorf("cancelled %s the erasure: %+v", name, left)
			}
		}
	})
}
