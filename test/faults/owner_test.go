package faults

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"orderd/test/kit"
)

// owner is a customer who has one of everything, all of it theirs alone.
type owner struct {
	*kit.API
	email   string
	secrets []string // words that stand in what is theirs

	addressID, recipientID, cartID, cartItemID, orderID, orderItemID, shipmentID, returnID, reviewID, voucher string
}

// owner makes one: an address, a delivered order for another person, with a return, an order to
// the own address, a review, points and a voucher, a cart, an application for a wholesale account.
func (w *world) owner(t *testing.T, s goods) owner {
	t.Helper()
	email, access := w.customer("owner")
	o := owner{API: w.api().As(access), email: email, secrets: []string{
		email, "Zacharias", "76543210987", "Vergissmeinnichtweg", "Wilhelmine", "12345090987", "Rosenstockgasse", "Siebenschlaefer",
		"Klappergeraeusch",
		"Wackelkontakt", "Ohrwurm", "PL7654012389",
	}}
	post := func(path string, body object, status int) kit.Answer {
		t.Helper()
		w.awaitConsumers()
		return o.With("Idempotency-Key", someone("key")).Do(t, "POST", path, body).Require(t, status)
	}
	o.Do(t, "PATCH", "/v1/users/me", object{"fullName": "Zacharias Erasmus", "phone": "+49 89 76543210987"}).Require(t, 200)
	o.addressID = post("/v1/users/me/addresses", object{
		"fullName": "Zacharias Erasmus", "line1": "Vergissmeinnichtweg 7", "city": "München", "postalCode": "80331", "country": "DE"}, 201).
		Text("id")
	o.Do(t, "PUT", "/v1/users/me/vat-id", object{"vatId": "PL7654012389"}).Require(t, 200)
	if err := w.apply(t.Context(), w.api(), email); err != nil {
		t.Fatal(err)
	}

	checkout := s.checkout()
	checkout["recipient"] = object{
		"fullName": "Wilhelmine Kurz", "contactPhone": "+49 40 12345090987", "address": "Rosenstockgasse 3, Hamburg",
	}
	checkout["note"] = "Beware of the Siebenschlaefer."
	if err := s.fill(t.Context(), o.API, 1); err != nil {
		t.Fatal(err)
	}
	placed := post("/v1/checkout", checkout, 201)
	o.orderID, o.orderItemID, o.recipientID = placed.Text("id"), placed.Text("items.0.id"), placed.Text("recipientId")
	command := func(name string, body any) kit.Answer {
		t.Helper()
		return w.asAdmin().With("Idempotency-Key", someone("key")).Do(t, "POST", "/v1/admin/orders/"+o.orderID+"/"+name, body).Require(t, 200)
	}
	command("process", nil)
	o.shipmentID = command("ship", object{"carrier": "DHL", "trackingNumber": "0034"}).Text("shipments.0.id")
	command("deliver", nil)
	asked := object{"items": []object{{"orderItemId": o.orderItemID, "quantity": 1}}, "reason": "A Klappergeraeusch."}
	o.returnID = post("/v1/orders/"+o.orderID+"/returns", asked, 201).Text("id")
	o.reviewID = post("/v1/reviews", object{"productId": s.products[0], "rating": 2, "message": "It has a Wackelkontakt."}, 201).Text("id")

	if err := s.fill(t.Context(), o.API, 1); err != nil {
		t.Fatal(err)
	}
	cancelled := post("/v1/checkout", object{"shippingMethodId": s.method, "paymentMethod": "bank_transfer", "addressId": o.addressID}, 201)
	post("/v1/orders/"+cancelled.Text("id")+"/cancel", object{"reason": "An Ohrwurm told me so."}, 200)

	me := o.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id")
	w.asAdmin().Do(t, "POST", "/v1/admin/loyalty/"+me+"/adjust", object{"points": 600, "reason": "For the Wackelkontakt."}).Require(t, 200)
	post("/v1/loyalty/share", object{"productId": s.products[0]}, 201)
	post("/v1/loyalty/redeem", object{"points": 500}, 200)
	o.voucher = o.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200).Text("data.0.code")
	cart := post("/v1/cart/items", object{"productId": s.products[1], "quantity": 2}, 201)
	o.cartID, o.cartItemID = cart.Text("id"), cart.Text("items.0.id")
	return o
}

// ids are those of what the owner has, each of which a path may name.
func (o owner) ids(t *testing.T, w *world) []string {
	t.Helper()
	application, err := w.applicationID(t.Context(), w.asAdmin(), o.email)
	if err != nil {
		t.Fatal(err)
	}
	mails := w.asAdmin().Do(t, "GET", "/v1/admin/mails", nil).Require(t, 200)
	ids := []string{
		o.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id"),
		o.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).Text("data.0.id"),
		o.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Text("data.0.id"), application, w.ledger.all()[o.email].tracking,
		mails.Text("data.0.id"),
		o.addressID, o.recipientID, o.cartID, o.cartItemID, o.orderID, o.orderItemID, o.shipmentID, o.returnID, o.reviewID, o.voucher,
	}
	for i, id := range ids {
		if id == "" {
			t.Fatalf("id %d of %q is empty", i, ids)
		}
	}
	return ids
}

// allAnswers is what the owner and the admin see of what is the owner's.
func (o owner) allAnswers(t *testing.T, w *world) string {
	t.Helper()
	var all strings.Builder
	for _, path := range []string{
		"/v1/users/me", "/v1/users/me/addresses", "/v1/users/me/vat-id", "/v1/auth/sessions", "/v1/notifications", "/v1/cart", "/v1/customers",
		"/v1/orders",
		"/v1/orders/" + o.orderID, "/v1/orders/" + o.orderID + "/tracking", "/v1/orders/" + o.orderID + "/returns",
		"/v1/orders/" + o.orderID + "/payment",
		"/v1/reviews/mine", "/v1/loyalty/summary", "/v1/loyalty/history", "/v1/loyalty/vouchers",
	} {
		fmt.Fprintf(&all, "%s %s\n", path, o.Do(t, "GET", path, nil).Require(t, 200).Body)
	}
	application, err := w.applicationID(t.Context(), w.asAdmin(), o.email)
	if err != nil {
		t.Fatal(err)
	}
	all.Write(w.asAdmin().Do(t, "GET", "/v1/admin/wholesale/applications/"+application, nil).Require(t, 200).Body)
	return available.ReplaceAllString(all.String(), "")
}

// available is what others leave of the things in a cart.
var available = regexp.MustCompile(`"available":\d+,?`)

// containsAny returns which of the words stand in the text, whatever their case.
func containsAny(text string, words []string) (found []string) {
	text = strings.ToLower(text)
	for _, word := range words {
		if at := strings.Index(text, strings.ToLower(word)); at >= 0 {
			found = append(found, fmt.Sprintf("%q in …%s…", word, text[max(0, at-120):min(len(text), at+80)]))
		}
	}
	return found
}
