package e2e

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"orderd/test/kit"
)

// adas is what a guest types at the checkout.
func adas(email string) map[string]string {
	return map[string]string{
		"email": email, "fullName": "Ada Lovelace", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin",
		"payment": "bank_transfer",
	}
}

// with is the values with others in their place.
func with(values map[string]string, pairs ...string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, values)
	for i := 0; i+1 < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return all
}

const (
	buyButton = "Order with obligation to pay"
	atLeast   = "Torstraße 12"
)

// put puts a product into the cart, as soon as the pages know that it is there.
func (b *browser) put(slug, quantity string) *browser {
	b.t.Helper()
	kit.Eventually(b.t, slug+" is in stock", func() error {
		if shown := b.open("/p/" + slug).text(); !strings.Contains(shown, "In stock") {
			return errors.New(shown)
		}
		return nil
	})
	return b.submit("Add to cart", map[string]string{"quantity": quantity}).require(200, "is in your cart.")
}

// field is the value of the first field of the name: the chosen one of those to choose from.
func (b *browser) field(name string) string {
	for n := range b.page.Descendants() {
		if n.Type != html.ElementNode || attribute(n, "name") != name {
			continue
		}
		switch kind := attribute(n, "type"); {
		case kind == "radio" && !has(n, "checked"):
		case n.Data == "select":
			return selected(n)
		case n.Data == "textarea":
			return textOf(n)
		default:
			return attribute(n, "value")
		}
	}
	return ""
}

// title is that of the page in the browser's tab.
func (b *browser) title() string {
	for n := range b.page.Descendants() {
		if n.Data == "title" {
			return textOf(n)
		}
	}
	return ""
}

// lacks fails the test when the page shows the text.
func (b *browser) lacks(text string) *browser {
	b.t.Helper()
	if shown := b.text(); strings.Contains(shown, text) {
		b.t.Fatalf("%s shows %q:\n%.3000s", b.url, text, shown)
	}
	return b
}

// logIn logs a customer in on the pages.
func (b *browser) logIn(c session) *browser {
	b.t.Helper()
	return b.open("/login").submit("Log in", map[string]string{"email": c.Email, "password": password}).require(200)
}

// stockOf sets the stock of the product's first variant.
func (s *shop) stockOf(productID string, units int) {
	s.t.Helper()
	p := s.admin.Do(s.t, "GET", "/v1/admin/products/"+productID, nil).Require(s.t, 200)
	s.admin.Do(s.t, "PUT", "/v1/admin/stock/"+p.Text("variants.0.id"), object{"onHand": units}).Require(s.t, 200)
}

// Whatever has become of a cart meanwhile is said at its line, with a button that mends it.
func TestCartOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		pot, _ := s.newProduct("Moka pot")
		kettle, _ := s.newProduct("Kettle")
		s.admin.Do(t, "POST", "/v1/admin/promotions",
			object{"code": "SPRING", "kind": "percent", "value": 10, "minimum": 70, "active": true}).Require(t, 201)
		b := s.browser()
		b.open("/cart").require(200, "Your cart is empty.")
		b.put("moka-pot", "3").put("kettle", "1")
		b.open("/cart").require(200, "4 items", "€79.96")
		b.submit("Use", map[string]string{"code": "NONSENSE"}).require(422, "A code can't be used for this cart.")
		b.submit("Use", map[string]string{"code": "SPRING"}).require(200, "SPRING", "−€8.00")
		b.submit("Moka pot: One less", nil).require(200, "3 items", "Code SPRING can’t be used for this cart any more.")
		b.submit("Leave out SPRING", nil).require(200).lacks("SPRING")
		b.submit("Use", map[string]string{"code": "SPRING"}).require(422, "good from a subtotal of €70.00 on")
		if b.field("code") != "SPRING" || !strings.HasPrefix(b.title(), "Error:") {
			t.Errorf("a refused code is %q, below %q", b.field("code"), b.title())
		}

		s.stockOf(pot, 1)
		b.open("/cart").require(200, "Only 1 is left.").submit("Take 1", nil).require(200, "2 items").lacks("Only 1")
		made := s.admin.Do(t, "GET", "/v1/admin/products/"+pot, nil).Require(t, 200)
		s.admin.Do(t, "PATCH", "/v1/admin/products/"+pot, object{"variants": []object{
			{"id": made.Text("variants.0.id"), "sku": made.Text("variants.0.sku"), "price": 24.5},
		}}).Require(t, 200)
		kit.Eventually(t, "the price has changed in the cart", func() error {
			if shown := b.open("/cart").text(); !strings.Contains(shown, "Price changed One costs €24.50 now.") {
				return errors.New(shown)
			}
			return nil
		})
		b.submit("That is fine", nil).require(200, "€24.50").lacks("Price changed")
		s.admin.Do(t, "PATCH", "/v1/admin/products/"+kettle, object{"status": "archived"}).Require(t, 200)
		kit.Eventually(t, "the kettle is gone from the shop", func() error {
			if shown := b.open("/cart").text(); !strings.Contains(shown, "This is not to be had any more.") {
				return errors.New(shown)
			}
			return nil
		})
		b.submit("Adjust and go to the checkout", nil).require(200, buyButton, "1 item").lacks("Kettle")
		b.open("/cart").follow("Moka pot").require(200, "Add to cart")
		b.open("/cart").submit("Remove Moka pot", nil).require(200, "Your cart is empty.")
		b.open("/checkout").require(200, "Your cart is empty.")
	})
}

// Each refusal of an order is shown where it can be mended, and nothing that was typed is lost.
func TestCheckoutRefusalsOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		pot, _ := s.newProduct("Moka pot")
		b := s.browser().put("moka-pot", "2")
		email := someone("ada")
		kept := func() {
			t.Helper()
			if b.field("email") != email || b.field("line1") != atLeast || b.field("note") != "Ring twice." {
				t.Errorf("the form has lost %q, %q, %q", b.field("email"), b.field("line1"), b.field("note"))
			}
		}
		b.open("/checkout").require(200, "€44.88")
		b.submit(buyButton, map[string]string{"email": "ada", "payment": "bank_transfer"}).
			require(422, "Enter the whole email address", "Enter street and house number")
		if !strings.HasPrefix(b.title(), "Error: Checkout") {
			t.Errorf("the title is %q", b.title())
		}

		typed := with(adas(email), "note", "Ring twice.")
		made := s.admin.Do(t, "GET", "/v1/admin/products/"+pot, nil).Require(t, 200)
		s.admin.Do(t, "PATCH", "/v1/admin/products/"+pot, object{"variants": []object{
			{"id": made.Text("variants.0.id"), "sku": made.Text("variants.0.sku"), "price": 21},
		}}).Require(t, 200)
		kit.Eventually(t, "the price is another", func() error {
			if got := s.browser().open("/p/moka-pot").text(); !strings.Contains(got, "€21.00") {
				return errors.New(got)
			}
			return nil
		})
		b.submit(buyButton, typed).require(409, "The total has changed.", "It was €44.88 and is €46.90 now.", "Price changed")
		kept()

		s.stockOf(pot, 1)
		b.submit(buyButton, nil).require(409, "Moka pot: there is not enough of it any more", "Only 1 is left.").lacks(buyButton)
		kept()
		b.submit("Take what is there", nil).require(200, "€25.90", buyButton)
		kept()

		b.submit(buyButton, map[string]string{"address": "other"}).
			require(422, "Enter your own first and last name", "Enter a phone number of the person it goes to")
		kept()
		b.submit("Use", map[string]string{"code": "NONSENSE"}).require(422, "A code can't be used for this cart.")
		kept()
		b.submit(buyButton, map[string]string{"code": "", "buyer": "Grace Hopper", "phone": "+49 30 1234567"}).
			require(200, "Thank you for your order", "Ada Lovelace")
	})
}

// The same form sent twice at once, and again later, is one order.
func TestOrderingOnceOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		b := s.browser().put("moka-pot", "1")
		b.open("/checkout").require(200)
		fields := b.fieldsOf(buyButton, adas(someone("ada")))
		var pages [3]string
		var sent sync.WaitGroup
		for i := range pages {
			sent.Go(func() { pages[i] = b.post("/checkout", fields) })
		}
		sent.Wait()
		again := b.post("/checkout", fields)
		for _, page := range pages {
			if !strings.HasPrefix(page, "/orders/") || page != pages[0] || page != again {
				t.Errorf("sent to %q and later to %q", pages, again)
			}
		}
		fields.Set("note", "Another note.") // of the same form, on the way back
		if changed := b.post("/checkout", fields); changed != again {
			t.Errorf("a changed form: %q", changed)
		}
		orders := s.admin.Do(t, "GET", "/v1/admin/orders", nil).Require(t, 200)
		if orders.Number("meta.total") != 1 {
			t.Errorf("%v orders", orders.Number("meta.total"))
		}
		b.open("/checkout").require(200, "Your cart is empty.")
	})
}

// fieldsOf are the fields that the button would send.
func (b *browser) fieldsOf(button string, values map[string]string) url.Values {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if n.Data == "button" && textOf(n) == button {
			return b.fields(b.formOf(n), n, values)
		}
	}
	b.t.Fatalf("%s has no button %q", b.url, button)
	return nil
}

// post sends the fields with the browser's cookies, and returns the path that it is sent on to. It
// leaves the page as it is.
func (b *browser) post(path string, fields url.Values) string {
	req, err := http.NewRequest(http.MethodPost, b.base+path, strings.NewReader(fields.Encode()))
	if err != nil {
		b.t.Error(err)
		return ""
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	client := &http.Client{Jar: b.client.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		b.t.Error(err)
		return ""
	}
	defer res.Body.Close()
	to, _, _ := strings.Cut(res.Header.Get("Location"), "?")
	return to
}

// The link of a mail opens a guest's order in another browser, with a script. Without one, the
// page asks for a code, with the number filled in.
func TestMailedOrderOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		email := someone("ada")
		b := s.browser().put("moka-pot", "1").open("/checkout")
		b.submit(buyButton, adas(email)).require(200, "Thank you for your order")
		mail := s.awaitMails(email, 1)[0]
		link := regexp.MustCompile(`http://[^/\s]+(/orders/[\w-]+\?number=(ORD-\d+))#([\w-]+)`).FindStringSubmatch(mail.Text)
		if link == nil {
			t.Fatalf("no link in\n%s", mail.Text)
		}
		other := s.browser()
		other.open(link[1]).require(200, "Find my order")
		if other.url.Path != "/orders/find" || other.field("number") != link[2] {
			t.Errorf("%s, with the number %q", other.url, other.field("number"))
		}
		// What the script does.
		fields := url.Values{"order": {other.field("order")}, "number": {link[2]}, "token": {link[3]}}
		bad := with(nil, "token", strings.ToUpper(link[3]))
		if to := other.post("/orders/open", url.Values{"order": fields["order"], "token": {bad["token"]}}); to != "/orders/find" {
			t.Errorf("a wrong token leads to %q", to)
		}
		if to := other.post("/orders/open", fields); to != b.url.Path {
			t.Errorf("the token leads to %q", to)
		}
		other.open(b.url.Path).require(200, "Ada Lovelace")
		// What a visitor does without one.
		third := s.browser()
		third.open(link[1]).submit("Send me a code", map[string]string{"email": email}).require(200, "Check your email")
		third.submit("Show the order", map[string]string{"code": "123"}).require(422)
		third.submit("Show the order", map[string]string{"code": code(t, s.awaitMails(email, 2)[0])}).require(200, "Ada Lovelace")
	})
}

// A customer sends to what is in their account, keeps what they type, and sends to others.
func TestCustomersCheckoutOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		ada := s.customer("ada")
		b := s.browser()
		b.put("moka-pot", "1").logIn(ada)
		b.open("/checkout").require(200, "Moka pot").lacks("Contact")
		typed := with(adas(""), "save", "1", "company", "Analytical Engines Ltd", "line1", "Unter den Linden 1")
		delete(typed, "email")
		b.submit(buyButton, typed).require(200, "Thank you for your order", "Analytical Engines Ltd")
		b.submit("Order again", nil).require(200, "Your cart", "Moka pot")
		b.open("/checkout").require(200, "Unter den Linden 1, 10119 Berlin")
		if saved := b.field("address"); saved == "new" || saved == "" {
			t.Errorf("the saved address is not chosen: %q", saved)
		}
		b.submit(buyButton, map[string]string{"address": "other", "fullName": "Grace Hopper", "line1": "Navy Street 12", "postalCode": "10117",
			"city": "Berlin", "phone": "+49 30 7654321", "payment": "cash_on_delivery"}).require(200, "Thank you", "Grace Hopper")
		b.submit("Order again", nil).require(200)
		kit.Eventually(t, "the recipient is kept", func() error {
			if shown := b.open("/checkout").text(); !strings.Contains(shown, "Navy Street 12") {
				return errors.New(shown)
			}
			return nil
		})
		recipient := ""
		for n := range b.page.Descendants() {
			if value := attribute(n, "value"); attribute(n, "name") == "address" && strings.HasPrefix(value, "recipient:") {
				recipient = value
			}
		}
		b.submit(buyButton, map[string]string{"address": recipient}).require(200, "Thank you", "Grace Hopper")
	})
}

// An order is paid online on a page of its own, the only one that may load Stripe's script.
// Without a script it says so, and the order is paid in another way.
func TestPayingOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		b := s.browser()
		order := func() (id string) {
			t.Helper()
			b.put("moka-pot", "1").open("/checkout")
			b.submit(buyButton, with(adas(someone("ada")), "payment", "card")).require(200, "Pay your order")
			id = strings.TrimSuffix(strings.TrimPrefix(b.url.Path, "/orders/"), "/pay")
			kit.Eventually(t, "the payment is prepared", func() error {
				if shown := b.open("/orders/" + id + "/pay").text(); !strings.Contains(shown, "Paying online needs JavaScript.") {
					return errors.New(shown)
				}
				return nil
			})
			return id
		}
		id := order()
		form := b.find("form", "card")
		intent := s.stripe.Intent(id)
		if attribute(form, "data-secret") != intent["client_secret"] || attribute(form, "data-return") != "/orders/"+id+"/paid" {
			t.Errorf("the form is %+v", form.Attr)
		}
		b.requireStripe(true)
		b.open("/orders/"+id).require(200, "€24.89 is still to be paid").requireStripe(false)
		b.open("/cart").requireStripe(false)

		back := "/orders/" + id + "/paid?payment_intent=pi&payment_intent_client_secret=s&redirect_status="
		b.open(back+"failed").require(200, "The payment did not work.")
		if b.url.RawQuery != "failed=1" {
			t.Errorf("the address has %q", b.url.RawQuery)
		}
		b.open(back+"succeeded").require(200, "We are checking your payment").follow("Look again").require(200, "We are checking")
		s.sendStripeEvent(s.stripe.Process(intent))
		b.eventually("/orders/"+id+"/paid", "Your payment is on its way to us.")
		s.sendStripeEvent(s.stripe.Pay(intent))
		b.eventually("/orders/"+id+"/paid", "Thank you, your payment has arrived.")
		b.open("/orders/"+id+"/pay").require(200, "Paid").lacks("Pay your order")

		other := order()
		b.submit("Change how to pay", map[string]string{"method": "bank_transfer"}).
			require(200, "The way to pay is changed.", "Please transfer €24.89")
		b.submit("Change how to pay", map[string]string{"method": "card"}).require(200, "Pay your order")
		b.open("/orders/"+other).submit("Yes, cancel it", nil).require(200, "The order is cancelled.")
		b.open("/orders/"+other+"/pay").require(200, "Cancelled").lacks("Pay your order")
	})
}

// eventually opens the page until it shows the text.
func (b *browser) eventually(path, text string) {
	b.t.Helper()
	kit.Eventually(b.t, path+" shows "+text, func() error {
		if shown := b.open(path).text(); !strings.Contains(shown, text) {
			return errors.New(shown)
		}
		return nil
	})
}

// find is the element of the id.
func (b *browser) find(element, id string) *html.Node {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if n.Data == element && attribute(n, "id") == id {
			return n
		}
	}
	b.t.Fatalf("%s has no %s %q:\n%.2000s", b.url, element, id, b.text())
	return nil
}

// requireStripe fails the test unless the page may load Stripe's script, or may not; it is kept by
// nobody.
func (b *browser) requireStripe(may bool) {
	b.t.Helper()
	policy := b.header.Get("Content-Security-Policy")
	if strings.Contains(policy, "stripe.com") != may || strings.Contains(policy, "unsafe") {
		b.t.Errorf("%s: the policy is %q", b.url, policy)
	}
	if kept := b.header.Get("Cache-Control"); kept != "private, no-store" {
		b.t.Errorf("%s: Cache-Control %q", b.url, kept)
	}
}

// A product's variants are links, or a list where there are many; each page shows the one that was
// chosen, with its picture.
func TestVariantsOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		var variants []object
		for i := range 200 {
			variants = append(variants, object{"sku": fmt.Sprintf("CUP-%03d", i), "price": 10 + i,
				"options": object{"Color": tone(i % 40), "Size": fmt.Sprint(i/40 + 1)}})
		}
		var tones []string
		for i := range 40 {
			tones = append(tones, tone(i))
		}
		made := s.admin.Do(t, "POST", "/v1/admin/products", object{"name": "Cup", "status": "active", "variants": variants, "options": []object{
			{"name": "Color", "values": tones}, {"name": "Size", "values": []string{"1", "2", "3", "4", "5"}},
		}}).Require(t, 201)
		s.admin.Do(t, "PUT", "/v1/admin/stock/"+made.Text("variants.150.id"), object{"onHand": 10}).Require(t, 200)
		b := s.browser()
		b.eventually("/p/cup?variant=CUP-150", "In stock")
		b.require(200, "€160.00", tone(39), "Size: 4")
		if got := selected(b.find("select", "o0")); got != "CUP-150" {
			t.Errorf("chosen is %q", got)
		}
		b.follow("3").require(200, "€120.00", "Size: 3", "Sold out") // the same color
		b.open("/p/cup?variant=CUP-003").require(200, "€13.00", "Sold out")
	})
}

func tone(i int) string { return fmt.Sprintf("Tone %02d", i) }

// Somebody with an account reviews and shares a product; a second review is refused beside the
// form.
func TestReviewingOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		ada := s.customer("ada")
		b := s.browser()
		b.open("/p/moka-pot").require(200, "Log in to write a review").lacks("Share it for points")
		b.logIn(ada)
		b.open("/p/moka-pot").submit("Publish the review", map[string]string{"rating": "4", "message": ""}).
			require(422, "Write a sentence or two")
		b.submit("Publish the review", map[string]string{"message": "Sturdy."}).require(200, "your review is published")
		b.open("/p/moka-pot").submit("Publish the review", map[string]string{"rating": "5", "message": "Still sturdy."}).
			require(422, "You have reviewed this already.")
		b.open("/p/moka-pot").submit("I have shared it", nil).require(200, "You have 50 points more.")
		b.open("/p/moka-pot").submit("I have shared it", nil).require(200, "There are no points for it this time.")
		b.open("/p/moka-pot?said=nonsense&points=x&quantity=y&reviews=z").require(200, "Moka pot")
	})
}

// What has arrived is sent back, up to what there is of it.
func TestReturningOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		pot, _ := s.newProduct("Moka pot")
		ada := s.customer("ada")
		b := s.browser()
		b.put("moka-pot", "2").logIn(ada)
		typed := with(adas(""), "payment", "cash_on_delivery")
		delete(typed, "email")
		b.open("/checkout").submit(buyButton, typed).require(200, "Thank you for your order")
		page := b.url.Path
		id := strings.TrimPrefix(page, "/orders/")
		b.open(page+"/return").require(200, "That is not possible any more")
		s.command(id, "process", nil).Require(t, 200)
		s.command(id, "ship", object{"carrier": "DHL", "trackingNumber": "0034"}).Require(t, 200)
		s.command(id, "deliver", object{}).Require(t, 200)
		b.open(page).require(200, "Every step", "Delivered", "DHL").follow("Return something").require(200, "Moka pot")
		b.submit("Ask for the return", nil).require(422, "Choose at least one thing to send back", "Tell us why you send it back")
		name := ""
		for n := range b.page.Descendants() {
			if n.Data == "select" {
				name = attribute(n, "name")
			}
		}
		b.submit("Ask for the return", map[string]string{name: "1"}).require(422, "Tell us why you send it back")
		if b.field(name) != "1" {
			t.Errorf("the form has forgotten how many: %q", b.field(name))
		}
		b.submit("Ask for the return", map[string]string{"reason": "It is too small."}).
			require(200, "We have your request", "Return requested")
		s.admin.Do(t, "PATCH", "/v1/admin/products/"+pot, object{"status": "archived"}).Require(t, 200)
		kit.Eventually(t, "the pot can't be ordered again", func() error {
			if shown := b.open(page).submit("Order again", nil).text(); !strings.Contains(shown, "Not to be had any more: Moka pot") {
				return errors.New(shown)
			}
			return nil
		})
	})
}

// What is fetched needs no address; where the shop does not deliver to, it says so.
func TestFetchingOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		fetched := s.admin.Do(t, "POST", "/v1/admin/shipping-methods",
			object{"name": "Fetch it", "kind": "pickup", "price": 0, "minDays": 0, "maxDays": 1}).Require(t, 201).Text("id")
		b := s.browser().put("moka-pot", "1").open("/checkout").require(200, "Fetch it", "€24.89")
		b.submit("Update the sum", map[string]string{"shipping": "pickup:" + fetched}).require(200, "€19.99")
		if b.field("shipping") != "pickup:"+fetched {
			t.Errorf("chosen is %q", b.field("shipping"))
		}
		b.submit(buyButton, map[string]string{"email": someone("ada"), "payment": "bank_transfer"}).
			require(422, "Enter the first and last name").lacks("Enter the town")
		b.submit(buyButton, map[string]string{"fullName": "Ada Lovelace"}).require(200, "Thank you for your order", "Muster")
	})
}

// What lay in the account's cart is there after the login, and the page says so.
func TestMergedCartOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		kettle, _ := s.newProduct("Kettle")
		ada := s.customer("ada")
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": kettle, "quantity": 1}).Require(t, 201)
		b := s.browser().put("moka-pot", "1").open("/checkout").submit("Log in", nil)
		b.submit("Log in", map[string]string{"email": ada.Email, "password": password}).
			require(200, "has joined that of your account: 2 items.", "Kettle", "Moka pot", buyButton)
		b.open("/checkout").require(200).lacks("has joined")
	})
}
