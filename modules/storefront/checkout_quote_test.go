package storefront

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"
)

// typedCheckout is what a buyer has typed at the checkout.
var typedCheckout = map[string]string{
	"email": "ada@example.com", "buyer": "Ada", "fullName": "Grace", "company": "Navy", "line1": "Torstraße 12", "city": "Berlin",
	"postalCode": "10119", "country": "DE", "phone": "+49 30", "save": "1", "payment": "card", "cart": "c", "total": "24.89",
	"billFullName": "Grace Hopper", "billCompany": "Navy", "billLine1": "Square 12", "billPostalCode": "SW1", "billCity": "London",
	"billCountry": "GB",
}

// What a form says of where an order goes is sent as the interface takes it, and nothing else of
// the form with it.
func TestOrderBody(t *testing.T) {
	t.Parallel()
	const always = `"cartId":"c",`
	for name, row := range map[string]struct {
		address, shipping string
		signedIn, bill    bool
		want, quoted      string
	}{
		"a guest": {
			address: addressNew, shipping: "m",
			want: `{"cartId":"c","contact":{"email":"ada@example.com","fullName":"Grace","locale":"en"},"expectedTotal":24.89,"paymentMethod":"card",` +
				`"shipTo":{"city":"Berlin","company":"Navy","country":"DE","fullName":"Grace","line1":"Torstraße 12","phone":"+49 30",` +
				`"postalCode":"10119"},"shippingMethodId":"m"}`,
			quoted: `{"shipTo":{"country":"DE","postalCode":"10119"},"shippingMethodId":"m"}`,
		},
		"a guest, to somebody else": {
			address: addressOther, shipping: "m",
			want: `{` + always + `"contact":{"email":"ada@example.com","fullName":"Ada","locale":"en"},"expectedTotal":24.89,"paymentMethod":"card",` +
				`"recipient":{"city":"Berlin","contactPhone":"+49 30","country":"DE","fullName":"Grace","line1":"Torstraße 12","postalCode":"10119"},` +
				`"shippingMethodId":"m"}`,
			quoted: `{"recipient":{"contactPhone":"+49 30","country":"DE","postalCode":"10119"},"shippingMethodId":"m"}`,
		},
		"a guest who fetches it": {
			address: addressNew, shipping: pickupPrefix + "m",
			want: `{` + always + `"contact":{"email":"ada@example.com","fullName":"Grace","locale":"en"},"expectedTotal":24.89,"paymentMethod":"card",` +
				`"shippingMethodId":"m"}`,
			quoted: `{"shippingMethodId":"m"}`,
		},
		"a user": {
			address: addressNew, shipping: "m", signedIn: true,
			want: `{"billTo":{"city":"Berlin","company":"Navy","country":"DE","fullName":"Grace","line1":"Torstraße 12",` +
				`"postalCode":"10119"},` + always + `"expectedTotal":24.89,"paymentMethod":"card","saveAddress":true,` +
				`"shipTo":{"city":"Berlin","company":"Navy","country":"DE","fullName":"Grace","line1":"Torstraße 12","phone":"+49 30","postalCode":"10119"},"shippingMethodId":"m"}`,
			quoted: `{"shipTo":{"country":"DE","postalCode":"10119"},"shippingMethodId":"m"}`,
		},
		"a user with another address of the invoice": {
			address: "a", shipping: "m", signedIn: true, bill: true,
			want: `{"addressId":"a","billTo":{"city":"London","company":"Navy","country":"GB","fullName":"Grace Hopper","line1":"Square 12",` +
				`"postalCode":"SW1"},` + always + `"expectedTotal":24.89,"paymentMethod":"card","shippingMethodId":"m"}`,
			quoted: `{"addressId":"a","shippingMethodId":"m"}`,
		},
		"a saved address": {
			address: "a", shipping: "m", signedIn: true,
			want: `{"addressId":"a","billToAddressId":"a",` + always + `"expectedTotal":24.89,"paymentMethod":"card",` +
				`"shippingMethodId":"m"}`,
			quoted: `{"addressId":"a","shippingMethodId":"m"}`,
		},
		"a saved recipient": {
			address: recipientPrefix + "r", signedIn: true,
			want:   `{` + always + `"expectedTotal":24.89,"paymentMethod":"card","recipientId":"r"}`,
			quoted: `{"recipientId":"r"}`,
		},
		"the default address": {signedIn: true, want: `{` + always + `"expectedTotal":24.89,"paymentMethod":"card"}`, quoted: `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := visitTo(t, "/checkout", nil)
			if row.signedIn {
				v.session.Refresh, v.session.AccessEnds = "r", time.Time{}
			}
			f := form{Values: map[string]string{"address": row.address, "shipping": row.shipping}}
			maps.Copy(f.Values, typedCheckout)
			if row.bill {
				f.Values["bill"] = "1"
			}
			requireJSON(t, v.orderBody(f), row.want)
			requireJSON(t, v.quoteBody(f, row.shipping), row.quoted)
		})
	}
}

func requireJSON(t *testing.T, value any, want string) {
	t.Helper()
	got, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

// Every pointer of a checkout's faults has its field, those of the buyer's name by whose name is
// asked for.
func TestCheckoutFields(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		to, bill string
		want     []string
	}{
		{addressNew, "", []string{"email", "fullName", "city", "phone", "payment"}},
		{addressOther, "", []string{"email", "buyer", "city", "phone", "payment"}},
		{addressNew, "1", []string{"email", "fullName", "phone", "billCity", "payment"}},
	} {
		f := form{Values: map[string]string{"address": row.to, "bill": row.bill}}
		f.add(&problem{Errors: []fieldProblem{
			{Pointer: "/paymentMethod", Code: "required"}, {Pointer: "/recipient/contactPhone", Code: "required"},
			{Pointer: "/contact/fullName", Code: "required"}, {Pointer: "/contact/email", Code: "required"},
			{Pointer: "/billTo/city", Code: "required"},
		}}, checkoutFields(f))
		var order []string
		for _, fault := range f.Faults {
			order = append(order, fault.Field)
		}
		if !slices.Equal(order, row.want) {
			t.Errorf("%s, %q: %v", row.to, row.bill, order)
		}
	}
}

// The first method that brings the goods is chosen first, one that is fetched only where there
// is no other.
func TestChosenShipping(t *testing.T) {
	t.Parallel()
	fetch := shippingMethod{ID: "f", Kind: kindPickup}
	standard, express := shippingMethod{ID: "s", Price: 490}, shippingMethod{ID: "e", Price: 1290}
	for _, row := range []struct {
		all   []shippingMethod
		value string
		want  string
	}{
		{[]shippingMethod{fetch, standard, express}, "", "s"}, {[]shippingMethod{fetch, standard, express}, "e", "e"},
		{[]shippingMethod{fetch, standard}, pickupPrefix + "f", "f"}, {[]shippingMethod{fetch, standard}, "gone", "s"},
		{[]shippingMethod{fetch}, "", "f"},
	} {
		if got := chosenShipping(row.all, row.value); got.ID != row.want {
			t.Errorf("%+v, %q: %+v", row.all, row.value, got)
		}
	}
	if got := chosenShipping(nil, "s"); got != nil {
		t.Errorf("of none %+v", got)
	}
}
