package e2e

import (
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"orderd/test/kit"
)

// browser walks the shop's pages without a script: it follows links and sends forms.
type browser struct {
	t      *testing.T
	client *http.Client
	base   string
	page   *html.Node
	status int
	header http.Header
	url    *url.URL
}

func (s *shop) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{t: s.t, client: &http.Client{Jar: jar}, base: s.api.Base}
}

// open loads a page by its path.
func (b *browser) open(path string) *browser {
	b.t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.base+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.load(req)
}

func (b *browser) load(req *http.Request) *browser {
	b.t.Helper()
	req.Header.Set("Accept", "text/html")
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	if b.page, err = html.Parse(io.LimitReader(res.Body, 4<<20)); err != nil {
		b.t.Fatal(err)
	}
	b.status, b.header, b.url = res.StatusCode, res.Header, res.Request.URL
	return b
}

// require fails the test unless the page has the status and shows all of the texts.
func (b *browser) require(status int, texts ...string) *browser {
	b.t.Helper()
	shown := b.text()
	if b.status != status {
		b.t.Fatalf("%s: status %d, want %d:\n%.1500s", b.url, b.status, status, shown)
	}
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			b.t.Fatalf("%s does not show %q:\n%.3000s", b.url, text, shown)
		}
	}
	return b
}

// text is what the page shows, with single blanks.
func (b *browser) text() string {
	var text strings.Builder
	for n := range b.page.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
			text.WriteString(n.Data + " ")
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

// follow opens the first link with the text.
func (b *browser) follow(text string) *browser {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if n.Data == "a" && strings.Contains(textOf(n), text) {
			return b.open(b.resolve(attribute(n, "href")))
		}
	}
	b.t.Fatalf("%s has no link %q:\n%.2000s", b.url, text, b.text())
	return nil
}

func (b *browser) resolve(href string) string {
	u, err := b.url.Parse(href)
	if err != nil {
		b.t.Fatal(err)
	}
	return u.RequestURI()
}

// submit sends the form of the button with the text, with the values in its fields. The button may
// be named by its text or its aria-label.
func (b *browser) submit(button string, values map[string]string) *browser {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if n.Data != "button" || textOf(n) != button && attribute(n, "aria-label") != button {
			continue
		}
		return b.send(b.formOf(n), n, values)
	}
	b.t.Fatalf("%s has no button %q:\n%.2000s", b.url, button, b.text())
	return nil
}

// formOf is the form that a button sends.
func (b *browser) formOf(button *html.Node) *html.Node {
	if id := attribute(button, "form"); id != "" {
		for n := range b.page.Descendants() {
			if n.Data == "form" && attribute(n, "id") == id {
				return n
			}
		}
	}
	for n := range button.Ancestors() {
		if n.Data == "form" {
			return n
		}
	}
	b.t.Fatalf("%s: a button without a form", b.url)
	return nil
}

// fields are those of the form as the button sends them, with the values in place of what they
// hold.
func (b *browser) fields(form, button *html.Node, values map[string]string) url.Values {
	b.t.Helper()
	fields := url.Values{}
	for n := range form.Descendants() {
		name := attribute(n, "name")
		if name == "" {
			continue
		}
		switch kind := attribute(n, "type"); {
		case n.Data == "input" && (kind == "radio" || kind == "checkbox"):
			if has(n, "checked") {
				fields.Add(name, attribute(n, "value"))
			}
		case n.Data == "input":
			fields.Add(name, attribute(n, "value"))
		case n.Data == "textarea":
			fields.Add(name, textOf(n))
		case n.Data == "select":
			fields.Add(name, selected(n))
		}
	}
	for name, value := range values {
		if !fields.Has(name) && !hasField(form, name) {
			b.t.Fatalf("%s: the form has no field %q", b.url, name)
		}
		fields.Set(name, value)
	}
	if name := attribute(button, "name"); name != "" {
		fields.Set(name, attribute(button, "value"))
	}
	return fields
}

func (b *browser) send(form, button *html.Node, values map[string]string) *browser {
	b.t.Helper()
	fields := b.fields(form, button, values)
	target := b.resolve(attribute(form, "action"))
	if !strings.EqualFold(attribute(form, "method"), "post") {
		return b.open(strings.SplitN(target, "?", 2)[0] + "?" + fields.Encode())
	}
	req, err := http.NewRequest(http.MethodPost, b.base+target, strings.NewReader(fields.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", b.base)
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.load(req)
}

// selected is the value of a select's chosen option, else of its first.
func selected(n *html.Node) string {
	first, found := "", false
	for o := range n.Descendants() {
		if o.Data != "option" {
			continue
		}
		value := attribute(o, "value")
		if !has(o, "value") {
			value = textOf(o)
		}
		if has(o, "selected") {
			return value
		}
		if !found {
			first, found = value, true
		}
	}
	return first
}

func hasField(form *html.Node, name string) bool {
	for n := range form.Descendants() {
		if attribute(n, "name") == name {
			return true
		}
	}
	return false
}

func textOf(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// A guest buys on the pages, without a script: looks around, chooses, orders, finds the order
// again.
func TestGuestOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		b := s.browser()
		b.open("/").require(200, "Moka pot", "New on the shelf").follow("Moka pot").require(200, "Moka pot")
		// Strangers' answers may be a moment old.
		kit.Eventually(t, "the goods are there for strangers", func() error {
			if shown := b.open(b.url.RequestURI()).text(); !strings.Contains(shown, "In stock") {
				return errors.New(shown)
			}
			return nil
		})
		b.submit("Add to cart", map[string]string{"quantity": "2"}).require(200, "is in your cart.")
		b.follow("To the cart").require(200, "Moka pot", "2 items")
		b.submit("To the checkout", nil).require(200, "Order with obligation to pay")
		b.submit("Order with obligation to pay", map[string]string{"email": "ada"}).
			require(422, "Enter the whole email address", "Enter street and house number", "Enter the town")
		email := someone("ada")
		b.submit("Order with obligation to pay", map[string]string{
			"email": email, "fullName": "Ada Lovelace", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin",
			"payment": "bank_transfer",
		}).require(200, "Thank you for your order", "Please transfer", "Ada Lovelace", email)
		order := b.url.Path
		if s.awaitMails(email, 1)[0].Subject == "" {
			t.Error("the confirmation has no subject")
		}
		b.open(order).require(200, "Waiting for your payment")
		s.browser().open(order).require(200, "Find my order") // a stranger
		b.open("/cart").require(200, "Your cart is empty.")
		b.open("/de"+order).require(200, "Wartet auf Ihre Zahlung").submit("Ja, stornieren", nil).
			require(200, "Die Bestellung ist storniert.")
	})
}
