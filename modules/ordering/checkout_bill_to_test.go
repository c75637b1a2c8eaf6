package ordering

import (
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// billed are the fields of an order's billTo.
func billed(name, address string, company, phone any) kit.Fields {
	return kit.Fields{"billTo.fullName": name, "billTo.address": address, "billTo.company": company, "billTo.phone": phone}
}

// anAddress saves an address of the customer's that is not the default one.
func (s *setup) anAddress(t *testing.T, userID, name string) string {
	t.Helper()
	addressID := id.New()
	s.Publish(t, identity.AddressSaved{
		UserID: userID, AddressID: addressID, FullName: name, Phone: new("+353 1"), Line1: "1 High Street", Line2: new("Flat 2"),
		City: "Dublin", PostalCode: "D01", Country: "IE",
	})
	return addressID
}

// The invoice goes to the address that the checkout names, else to the default one, else to the
// destination in the buyer's own name.
func TestCheckoutBillTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it, ada, other := s.method(t), s.sell(t, 1000, 100), s.customer(t), s.wholesaler(t)
		office, companys := s.anAddress(t, ada.ID, "Ada King"), s.anAddress(t, other.ID, "Ada King")
		nomad := s.customer(t)
		s.Publish(t, identity.AddressDeleted{UserID: nomad.ID, AddressID: nomad.AddressID})
		nomads := s.anAddress(t, nomad.ID, "Grace Hopper")
		const (
			home, dublin = "Unter den Linden 1, 10117 Berlin", "1 High Street, Flat 2, D01 Dublin"
			street       = "Torstraße 12, c/o Babbage, 10119 Berlin"
			ownPhone     = "+49 30 1234567"
		)
		for name, row := range map[string]struct {
			buyer  customer
			change body
			want   kit.Fields
		}{
			"nothing":               {ada, body{}, billed("Ada Lovelace", home, nil, ownPhone)},
			"another destination":   {ada, body{"addressId": office}, billed("Ada Lovelace", home, nil, ownPhone)},
			"another person's":      {ada, alan(), billed("Ada Lovelace", home, nil, ownPhone)},
			"a typed destination":   {ada, body{"shipTo": typed()}, billed("Ada Lovelace", home, nil, ownPhone)},
			"typed":                 {ada, body{"billTo": typed()}, billed("Ada King", street, "Booking.com B.V.", "+49 30 2")},
			"typed, sent elsewhere": {ada, body{"billTo": typed(), "addressId": office}, billed("Ada King", street, "Booking.com B.V.", "+49 30 2")},
			"of the book":           {ada, body{"billToAddressId": office}, billed("Ada King", dublin, nil, "+353 1")},
			"of the book, both":     {ada, body{"billToAddressId": office, "addressId": office}, billed("Ada King", dublin, nil, "+353 1")},
			"of the book, the default": {ada, body{"billToAddressId": ada.AddressID, "addressId": office},
				billed("Ada Lovelace", home, nil, ownPhone)},
			"no default":           {nomad, body{"addressId": nomads}, billed("Ada Lovelace", dublin, nil, "+353 1")},
			"no default, typed":    {nomad, body{"shipTo": typed()}, billed("Ada Lovelace", street, "Booking.com B.V.", "+49 30 2")},
			"no default, for Alan": {nomad, alan(), billed("Ada Lovelace", "1 Bletchley Park", nil, nil)},
			"a company's":          {other, body{}, billed("Ada Lovelace", home, "Analytical Engines Ltd", ownPhone)},
			"a company's, typed":   {other, body{"billTo": typed()}, billed("Ada King", street, "Booking.com B.V.", "+49 30 2")},
			"a company's, personal": {other, body{"billTo": typed(body{"company": nil})},
				billed("Ada King", street, "Analytical Engines Ltd", "+49 30 2")},
			"a company's, the book": {other, body{"billToAddressId": companys}, billed("Ada King", dublin, "Analytical Engines Ltd", "+353 1")},
		} {
			put(t, row.buyer.API, it, 1)
			t.Log(name)
			row.want["billTo.vatId"] = nil
			request := with(body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}, row.change)
			if got := requirementsOf(t, row.buyer.Do(t, "POST", "/v1/checkout/quote", request)); len(got) > 0 {
				t.Errorf("%s: a quote requires %v", name, got)
			}
			made := postCheckout(t, row.buyer.API, method, row.change).Require(t, 201)
			made.RequireFields(t, row.want)
			row.buyer.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 200).RequireFields(t, row.want)
		}
	})
}

// What is stored is published, with its parts, and found by staff.
func TestBillToIsPublished(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, ada := s.method(t), s.customer(t)
		put(t, ada.API, s.sell(t, 1000, 100), 1)
		log := eventbustest.Record(t, s.DB)
		made := postCheckout(t, ada.API, method, body{"billTo": typed(body{"state": "Berlin"})}).Require(t, 201)
		made.RequireFields(t, kit.Fields{"billTo.line1": "Torstraße 12", "billTo.line2": "c/o Babbage", "billTo.postalCode": "10119",
			"billTo.city": "Berlin", "billTo.state": "Berlin", "billTo.country": "DE", "shipTo.line1": "Unter den Linden 1"})
		want := events.BillTo{
			BillToName: "Ada King", BillToCompany: new("Booking.com B.V."), BillToPhone: new("+49 30 2"),
			BillToAddress: "Torstraße 12, c/o Babbage, 10119 Berlin, Berlin", BillToLine1: new("Torstraße 12"), BillToLine2: new("c/o Babbage"),
			BillToPostalCode: new("10119"), BillToCity: new("Berlin"), BillToState: new("Berlin"), BillToCountry: "DE",
		}
		placed := eventbustest.Of[events.OrderPlaced](log)
		if len(placed) != 1 || quoted(placed[0].BillTo) != quoted(want) {
			t.Errorf("published %s", quoted(placed))
		}
		for _, q := range []string{"booking", "torstra%C3%9Fe", "linden"} {
			s.admin.Do(t, "GET", "/v1/admin/orders?q="+q, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
		}
	})
}

// A guest types the billing address, or the invoice goes to the destination. What is collected is
// billed to the guest's name at the seller's address.
func TestGuestBillTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 100)
		line := bought{it, 1, 1000}
		s.guestWith(t, "a@example.com", line).checkout(s, t).Require(t, 201).
			RequireFields(t, kit.Fields{"billTo.fullName": "Ada Lovelace", "billTo.country": "DE", "billTo.vatId": nil})
		s.guestWith(t, "b@example.com", line).checkout(s, t, body{"billTo": typed()}).Require(t, 201).
			RequireFields(t, billed("Ada King", "Torstraße 12, c/o Babbage, 10119 Berlin", "Booking.com B.V.", "+49 30 2"))
		for name, row := range map[string]struct {
			change body
			want   []string
		}{
			"the address book": {body{"billToAddressId": id.New()}, []string{"/billToAddressId not_allowed"}},
			"a URL":            {body{"billTo": typed(body{"fullName": "win.example.com/x"})}, []string{"/billTo/fullName bad_format"}},
		} {
			got := s.guestWith(t, "c@example.com", line).checkout(s, t, row.change).Require(t, 422).Pointers()
			if !slices.Equal(got, row.want) {
				t.Errorf("%s: %v, want %v", name, got, row.want)
			}
		}
	})
}

func TestCheckoutRefusesBillTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, ada, stranger := s.method(t), s.customer(t), s.customer(t)
		deleted := s.anAddress(t, ada.ID, "Ada King")
		s.Publish(t, identity.AddressDeleted{UserID: ada.ID, AddressID: deleted})
		put(t, ada.API, s.sell(t, 1000, 100), 1)
		notOurs := []string{"/billToAddressId not_allowed"}
		for name, row := range map[string]struct {
			change body
			want   []string
		}{
			"both": {body{"billTo": typed(), "billToAddressId": ada.AddressID},
				[]string{"/billTo not_allowed", "/billToAddressId not_allowed"}},
			"unknown":   {body{"billToAddressId": id.New()}, notOurs},
			"another's": {body{"billToAddressId": stranger.AddressID}, notOurs},
			"deleted":   {body{"billToAddressId": deleted}, notOurs},
			"no id":     {body{"billToAddressId": "x"}, []string{"/billToAddressId bad_format"}},
			"all missing": {body{"billTo": body{}}, []string{"/billTo/city required", "/billTo/country required", "/billTo/fullName required",
				"/billTo/line1 required", "/billTo/postalCode required"}},
			"no city, no country": {body{"billTo": typed(body{"city": "", "country": "Germany"})},
				[]string{"/billTo/city required", "/billTo/country bad_format"}},
			"a long company": {body{"billTo": typed(body{"company": strings.Repeat("x", 201)})},
				[]string{"/billTo/company too_long"}},
			"a field too many": {body{"billTo": typed(body{"vatId": "DE1"})}, []string{"/billTo/vatId unexpected_field"}},
			"a text":           {body{"billTo": "Torstraße 12"}, []string{"/billTo wrong_type"}},
			"at once": {body{"billTo": typed(body{"city": nil}), "billToAddressId": ada.AddressID, "shipTo": typed(body{"city": nil})},
				[]string{"/billTo not_allowed", "/billTo/city required", "/billToAddressId not_allowed", "/shipTo/city required"}},
		} {
			got := postCheckout(t, ada.API, method, row.change).Require(t, 422).Pointers()
			slices.Sort(got)
			if !slices.Equal(got, row.want) {
				t.Errorf("%s: %v, want %v", name, got, row.want)
			}
		}
		quote := ada.Do(t, "POST", "/v1/checkout/quote", body{"shippingMethodId": method, "paymentMethod": payByBankTransfer,
			"billTo": body{"country": "DE", "line1": "x"}})
		want := []string{"/billTo/city required", "/billTo/fullName required", "/billTo/postalCode required"}
		got := requirementsOf(t, quote)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("a quote requires %v, want %v", got, want)
		}
		unknown := ada.Do(t, "POST", "/v1/checkout/quote", body{"shippingMethodId": method, "paymentMethod": payByBankTransfer,
			"billToAddressId": stranger.AddressID})
		if got := requirementsOf(t, unknown); !slices.Equal(got, notOurs) {
			t.Errorf("a quote requires %v, want %v", got, notOurs)
		}
	})
}

// A billing address of the address book costs no statement.
func TestBillToCostsNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it, ada := s.method(t), s.sell(t, 1000, 100), s.customer(t)
		office := s.anAddress(t, ada.ID, "Ada King")
		cost := func(change body) int {
			put(t, ada.API, it, 1)
			request := with(body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}, change)
			return s.Statements(t, ada.API, "POST", "/v1/checkout", request)
		}
		without := cost(body{})
		for name, change := range map[string]body{
			"of the book": {"billToAddressId": office}, "typed": {"billTo": typed()}, "another destination": {"addressId": office},
		} {
			if with := cost(change); with != without {
				t.Errorf("%s: %d statements, without %d", name, with, without)
			}
		}
	})
}

// A pickup is billed to the default address, a guest's without another address to the seller's.
func TestPickupBillTo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		pickup := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).
			Require(t, 201).Text("id")
		it, ada := s.sell(t, 1000, 100), s.customer(t)
		put(t, ada.API, it, 1)
		postCheckout(t, ada.API, pickup).Require(t, 201).
			RequireFields(t, billed("Ada Lovelace", "Unter den Linden 1, 10117 Berlin", nil, "+49 30 1234567"))
		g := s.guestWith(t, "ada@example.com", bought{it, 1, 1000})
		g.checkout(s, t, body{"shippingMethodId": pickup, "shipTo": nil}).Require(t, 201).
			RequireFields(t, billed("Ada Lovelace", "Torstraße 12, 10119 Berlin", nil, nil))
	}, withSeller)
}

// An upgrade takes the businesses of wholesale accounts from the log.
func TestBusinessesOfAnUpgrade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		known, trimmed, retail := s.wholesaler(t), s.wholesaler(t), s.customer(t)
		exec := func(statement string, args ...any) {
			t.Helper()
			if err := s.DB.Exec(statement, args...).Error; err != nil {
				t.Fatal(err)
			}
		}
		exec("UPDATE ordering_buyers SET business_name = NULL")
		exec("DELETE FROM events WHERE key = ?", trimmed.ID)
		file, err := migrations.ReadFile("migrations/" + database.Dialect(s.DB) + "/00047_bill_to.sql")
		if err != nil {
			t.Fatal(err)
		}
		_, upgrade, _ := strings.Cut(string(file), "ADD COLUMN business_name text;")
		upgrade, _, _ = strings.Cut(upgrade, ";")
		exec(upgrade)
		for userID, want := range map[string]string{known.ID: "Analytical Engines Ltd", trimmed.ID: "", retail.ID: ""} {
			if got := row[buyer](t, s, "user_id", userID); orEmpty(got.BusinessName) != want {
				t.Errorf("%v, want %q", orEmpty(got.BusinessName), want)
			}
		}
	})
}
