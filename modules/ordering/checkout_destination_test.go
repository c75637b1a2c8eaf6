package ordering

import (
	"slices"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	recipients "orderd/modules/recipients/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// alan is a person whom a checkout names.
func alan(changes ...body) body {
	return body{"recipient": with(body{"fullName": "Alan Turing", "contactPhone": "+44 20 7946", "address": "1 Bletchley Park"}, changes...)}
}

// destinations gives the customer a second address and a saved recipient, and returns their ids.
func (s *setup) destinations(t *testing.T, c customer) (addressID, recipientID string) {
	t.Helper()
	addressID, recipientID = id.New(), id.New()
	s.Publish(t, recipients.RecipientSaved{
		RecipientID: recipientID, UserID: c.ID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "+1 555 0100", Address: "1 Navy Yard, Boston",
		Country: "US",
	}, identity.AddressSaved{
		UserID: c.ID, AddressID: addressID, FullName: "Ada King", Line1: "1 High Street", City: "Dublin", PostalCode: "D01", Country: "IE",
	})
	return addressID, recipientID
}

func TestCheckoutDestinations(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		ada := s.customer(t)
		addressID, recipientID := s.destinations(t, ada)
		alanID := recipients.RecipientID(ada.ID, "alan turing", "+44207946")
		to := func(fullName string, phone any, address, country string) kit.Fields {
			return kit.Fields{"shipTo.fullName": fullName, "shipTo.phone": phone, "shipTo.address": address, "shipTo.country": country}
		}
		log := eventbustest.Record(t, s.DB)
		for name, c := range map[string]struct {
			change      body
			shipTo      kit.Fields
			kind        recipientKind
			recipientID any
		}{
			"the default address": {body{}, to("Ada Lovelace", "+49 30 1234567", "Unter den Linden 1, 10117 Berlin", "DE"), recipientSelf, nil},
			"an address":          {body{"addressId": addressID}, to("Ada King", nil, "1 High Street, D01 Dublin", "IE"), recipientSelf, nil},
			"a saved recipient": {body{"recipientId": recipientID}, to("Grace Hopper", "+1 555 0100", "1 Navy Yard, Boston", "US"), recipientSaved,
				recipientID},
			"another person": {alan(), to("Alan Turing", "+44 20 7946", "1 Bletchley Park", "DE"), recipientOther, alanID},
			"an address in lines": {
				alan(body{"address": "1  Bletchley Park\r\n\n Milton\tKeynes\n"}),
				to("Alan Turing", "+44 20 7946", "1 Bletchley Park, Milton Keynes", "DE"), recipientOther, alanID,
			},
			"another country": {alan(body{"country": "GB"}), to("Alan Turing", "+44 20 7946", "1 Bletchley Park", "GB"), recipientOther, alanID},
		} {
			put(t, ada.API, it, 1)
			got := postCheckout(t, ada.API, method, c.change).Require(t, 201)
			t.Log(name)
			got.RequireFields(t, c.shipTo)
			got.RequireFields(t, kit.Fields{"recipientId": c.recipientID})
			all := eventbustest.Of[events.OrderPlaced](log)
			if last := all[len(all)-1]; last.Recipient != c.kind || last.OrderID != got.Text("id") {
				t.Errorf("%s: published %s", name, quoted(last))
			}
		}
	})
}

func TestCheckoutRefusesDestinations(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		ada, grace := s.customer(t), s.customer(t)
		addressID, recipientID := s.destinations(t, ada)
		_, gracesID := s.destinations(t, grace)
		put(t, ada.API, it, 1)
		put(t, grace.API, it, 1)
		s.Publish(t, identity.AddressDeleted{UserID: grace.ID, AddressID: grace.AddressID},
			recipients.RecipientDeleted{RecipientID: recipientID, UserID: ada.ID})
		for name, c := range map[string]struct {
			customer
			change body
			want   []string
		}{
			"another's address":   {ada, body{"addressId": grace.AddressID}, []string{"/addressId not_allowed"}},
			"no address":          {ada, body{"addressId": id.New()}, []string{"/addressId not_allowed"}},
			"no default":          {grace, body{}, []string{"/addressId required"}},
			"another's recipient": {ada, body{"recipientId": gracesID}, []string{"/recipientId not_allowed"}},
			"a deleted recipient": {ada, body{"recipientId": recipientID}, []string{"/recipientId not_allowed"}},
			"two destinations": {ada, body{"recipientId": recipientID, "addressId": addressID},
				[]string{"/recipientId not_allowed", "/addressId not_allowed"}},
			"three destinations": {ada, with(alan(), body{"addressId": addressID, "recipientId": id.New()}),
				[]string{"/recipient not_allowed", "/recipientId not_allowed", "/addressId not_allowed"}},
			"no id":                {ada, body{"addressId": "home"}, []string{"/addressId bad_format"}},
			"a nameless recipient": {ada, alan(body{"fullName": " "}), []string{"/recipient/fullName required"}},
			"a country in words":   {ada, alan(body{"country": "Germany"}), []string{"/recipient/country bad_format"}},
			"an unknown method":    {ada, body{"shippingMethodId": id.New()}, []string{"/shippingMethodId not_allowed"}},
			"a method to elsewhere": {ada, body{"shippingMethodId": s.method(t, body{"countries": []string{"FR"}})},
				[]string{"/shippingMethodId not_allowed"}},
			"a method that is off": {ada, body{"shippingMethodId": s.method(t, body{"active": false})}, []string{"/shippingMethodId not_allowed"}},
		} {
			if got := postCheckout(t, c.API, method, c.change).Require(t, 422); !slices.Equal(got.Pointers(), c.want) {
				t.Errorf("%s: %v, want %v", name, got.Pointers(), c.want)
			}
		}
	})
}
