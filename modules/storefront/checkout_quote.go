package storefront

import (
	"slices"
	"strings"

	"orderd/platform/money"
)

// quote is what an order would cost, and how it may be sent and paid.
type quote struct {
	Items           []quotedItem     `json:"items"`
	Discounts       []discount       `json:"discounts"`
	PriceMode       string           `json:"priceMode"` // gross, net
	Subtotal        money.Cents      `json:"subtotal"`
	DiscountTotal   money.Cents      `json:"discountTotal"`
	ShippingTotal   money.Cents      `json:"shippingTotal"`
	Taxes           []taxes          `json:"taxes"`
	Total           money.Cents      `json:"total"`
	ItemCount       int              `json:"itemCount"`
	Requirements    []fieldProblem   `json:"requirements"`
	ShippingMethods []shippingMethod `json:"shippingMethods"`
	PaymentMethods  []paymentMethod  `json:"paymentMethods"`
	Included        struct {
		Cart       *cart            `json:"cart"`
		Addresses  []savedAddress   `json:"addresses"`
		Recipients []savedRecipient `json:"recipients"`
		Vouchers   []spendable      `json:"vouchers"`
	} `json:"included"`
}

// quotedItem is what a line of the cart costs in the order.
type quotedItem struct {
	ID        string      `json:"id"`
	UnitPrice money.Cents `json:"unitPrice"`
	LineTotal money.Cents `json:"lineTotal"`
}

// priceLines gives lines of the cart, which has the VAT of the shop's country, their prices in the
// order.
func (q quote) priceLines(lines []cartLine) {
	for n := range lines {
		l := &lines[n]
		if i := slices.IndexFunc(q.Items, func(i quotedItem) bool { return i.ID == l.ID }); i >= 0 {
			l.UnitPrice, l.LineTotal = q.Items[i].UnitPrice, q.Items[i].LineTotal
		}
	}
}

type shippingMethod struct {
	ID       string      `json:"id"`
	Name     string      `json:"name"`
	Kind     string      `json:"kind"` // delivery, pickup
	Text     *string     `json:"text"`
	Price    money.Cents `json:"price"`
	Estimate struct {
		MinDays int `json:"minDays"`
		MaxDays int `json:"maxDays"`
	} `json:"estimate"`
}

// kindPickup is the kind of the methods by which the buyer fetches the goods.
const kindPickup = "pickup"

// pickupPrefix marks the methods in the form for which the buyer names no destination.
const pickupPrefix = "pickup:"

// Value is the method in the form.
func (m shippingMethod) Value() string {
	if m.Kind == kindPickup {
		return pickupPrefix + m.ID
	}
	return m.ID
}

type savedAddress struct {
	ID        string `json:"id"`
	FullName  string `json:"fullName"`
	Address   string `json:"address"`
	Country   string `json:"country"`
	IsDefault bool   `json:"isDefault"`
}

// savedRecipient is somebody whom the visitor has sent something to.
type savedRecipient struct {
	ID       string `json:"id"`
	FullName string `json:"fullName"`
	Address  string `json:"address"`
	Country  string `json:"country"`
}

// Value is the recipient in the form.
func (r savedRecipient) Value() string { return recipientPrefix + r.ID }

// spendable is a voucher that the visitor can spend.
type spendable struct {
	Code   string `json:"code"`
	Points int64  `json:"points"`
}

// The choices of where an order goes, beside the ids of saved addresses.
const (
	addressNew      = "new"   // to the buyer, at what is typed
	addressOther    = "other" // to somebody else, at what is typed
	recipientPrefix = "recipient:"
)

// checkoutNames are the fields of the form.
var checkoutNames = []string{
	"email", "buyer", "address", "fullName", "company", "line1", "line2", "postalCode", "city", "state", "country",
	"phone", "save", "shipping", "payment", "note", "cart", "total",
	"bill", "billFullName", "billCompany", "billLine1", "billLine2", "billPostalCode", "billCity", "billState",
	"billCountry",
}

// billingFields are those of the invoice's address in the form by those of the interface, in the
// order of the page.
var billingFields = [][2]string{
	{"fullName", "billFullName"}, {"company", "billCompany"}, {"line1", "billLine1"}, {"line2", "billLine2"},
	{"postalCode", "billPostalCode"}, {"city", "billCity"}, {"state", "billState"}, {"country", "billCountry"},
}

// checkoutFields are the fields of the form by the pointers of the interface, in the order of the
// page.
func checkoutFields(f form) [][2]string {
	fields := [][2]string{{"/contact/email", "email"}, {"/contact", "email"}}
	if f.Value("address") == addressOther {
		fields = append(fields, [2]string{"/contact/fullName", "buyer"})
	}
	fields = append(fields, [][2]string{
		{"/addressId", "address"}, {"/recipientId", "address"}, {"/recipient", "address"}, {"/shipTo", "address"},
		{"/contact/fullName", "fullName"},
	}...)
	for _, to := range []string{"/shipTo/", "/recipient/"} {
		for _, name := range []string{
			"fullName", "line1", "postalCode", "city", "country", "company", "line2", "state", "phone",
		} {
			fields = append(fields, [2]string{to + name, name})
		}
	}
	for _, pair := range billingFields {
		name := pair[1]
		if f.Value("bill") == "" { // it is what the parcel has
			name = pair[0]
		}
		fields = append(fields, [2]string{"/billTo/" + pair[0], name})
	}
	return append(fields, [][2]string{
		{"/billTo", "billFullName"}, {"/billToAddressId", "address"}, {"/recipient/contactPhone", "phone"},
		{"/contact/phone", "phone"}, {"/saveAddress", "save"}, {"/note", "note"},
		{"/shippingMethodId", "shipping"}, {"/paymentMethod", "payment"}, {"/cartId", "cart"},
	}...)
}

// quoteBody is what the sums depend on: the destination, of what is typed the country and the
// postal code, and the method of shipping.
func (v *visit) quoteBody(f form, shipping string) map[string]any {
	body := map[string]any{}
	v.addDestination(body, f, shipping, func(f form, _ ...string) map[string]any {
		return f.filled("country", "postalCode")
	})
	return body
}

// orderBody is the form as a checkout takes it.
func (v *visit) orderBody(f form) map[string]any {
	body := f.filled("note")
	v.addDestination(body, f, f.Value("shipping"), form.filled)
	if body["shipTo"] != nil && v.session.signedIn() && f.Value("save") != "" {
		body["saveAddress"] = true
	}
	v.addBilling(body, f)
	if !v.session.signedIn() {
		contact := f.filled("email", "fullName")
		if f.Value("address") == addressOther {
			delete(contact, "fullName")
			if buyer := f.Value("buyer"); buyer != "" {
				contact["fullName"] = buyer
			}
		}
		contact["locale"] = v.language
		body["contact"] = contact
	}
	for to, name := range map[string]string{"paymentMethod": "payment", "cartId": "cart"} {
		if value := f.Value(name); value != "" {
			body[to] = value
		}
	}
	if total, ok := plainCents(f.Value("total")); ok {
		body["expectedTotal"] = total
	}
	return body
}

// addBilling adds to whom the invoice goes where the interface would not choose what the form says:
// without a word it takes a user's default address before that of the parcel.
func (v *visit) addBilling(body map[string]any, f form) {
	if f.Value("bill") != "" {
		billTo := map[string]any{}
		for _, pair := range billingFields {
			if value := f.Value(pair[1]); value != "" {
				billTo[pair[0]] = value
			}
		}
		body["billTo"] = billTo
		return
	}
	if !v.session.signedIn() {
		return
	}
	if id := body["addressId"]; id != nil {
		body["billToAddressId"] = id
	}
	if body["shipTo"] != nil {
		body["billTo"] = f.filled("fullName", "company", "line1", "line2", "postalCode", "city", "state", "country")
	}
}

// addDestination adds where the order goes and how. What is fetched goes nowhere. typed takes what
// is needed of an address that was typed.
func (v *visit) addDestination(
	body map[string]any, f form, shipping string, typed func(f form, names ...string) map[string]any,
) {
	id, pickup := strings.CutPrefix(shipping, pickupPrefix)
	if id != "" {
		body["shippingMethodId"] = id
	}
	to := f.Value("address")
	recipientID, isRecipient := strings.CutPrefix(to, recipientPrefix)
	switch {
	case pickup, to == "" && v.session.signedIn(): // the default address, if there is one
	case to == addressOther:
		recipient := typed(f, "fullName", "line1", "line2", "postalCode", "city", "state", "country")
		if phone := f.Value("phone"); phone != "" {
			recipient["contactPhone"] = phone
		}
		body["recipient"] = recipient
	case to == addressNew, !v.session.signedIn():
		body["shipTo"] = typed(f, "fullName", "company", "line1", "line2", "postalCode", "city", "state", "country", "phone")
	case isRecipient:
		body["recipientId"] = recipientID
	default:
		body["addressId"] = to
	}
}

// filled are the named fields that are not empty.
func (f form) filled(names ...string) map[string]any {
	values := map[string]any{}
	for _, name := range names {
		if value := f.Value(name); value != "" {
			values[name] = value
		}
	}
	return values
}

// firstAddress is the choice that the form begins with: the default address, else one that is to be
// typed.
func firstAddress(saved []savedAddress) string {
	for _, a := range saved {
		if a.IsDefault {
			return a.ID
		}
	}
	return addressNew
}

// chosenShipping is the method of the form's value, else the first that brings the goods, else the
// first. They come by what the buyer pays.
func chosenShipping(all []shippingMethod, value string) *shippingMethod {
	var best *shippingMethod
	for i := range all {
		m := &all[i]
		if m.Value() == value {
			return m
		}
		if best == nil || m.Kind != kindPickup && best.Kind == kindPickup {
			best = m
		}
	}
	return best
}

// chosenPayment is the method when it is among them, else the first one.
func chosenPayment(all []paymentMethod, method string) string {
	for _, m := range all {
		if m.Method == method {
			return method
		}
	}
	if len(all) > 0 {
		return all[0].Method
	}
	return ""
}
