package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"orderd/test/kit"
)

// markup is a text that would do something if a page showed it as it is.
func markup(of string) string {
	return of + ` </script></title><script>alert(1)</script><img src=x onerror=alert(1)>" onfocus="alert(1)" '<a href=javascript:alert(1)>`
}

// Markup in every text that customers, staff and imports give is text on every page that shows it,
// in both languages, also when a form comes back with what was typed.
func TestMarkupOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		m := s.fillWithMarkup()
		b := s.browser()
		b.open("/login").submit("Log in", map[string]string{"email": m.email, "password": password})
		paths := append(m.paths, "/", "/cart", "/checkout", "/account", "/account/orders", "/account/addresses",
			"/account/addresses/new", "/account/recipients", "/account/reviews", "/account/profile", "/account/notices",
			"/account/sessions", "/account/points", "/wholesale", "/register", "/password", "/orders/find",
			"/search?q="+url.QueryEscape(markup("q")), "/search/suggest?q="+url.QueryEscape(m.word),
			"/search?sort="+url.QueryEscape(markup("s")), "/search?option."+url.QueryEscape(markup("o"))+"="+url.QueryEscape(markup("v")),
			"/search?brand="+url.QueryEscape(markup("b"))+"&minPrice="+url.QueryEscape(markup("p")),
			"/login?to="+url.QueryEscape("javascript:alert(1)"), "/login?to="+url.QueryEscape(markup("/x")),
			"/p/"+url.PathEscape(markup("nothing")), "/"+url.PathEscape(markup("nothing")), "/sitemap.xml", "/sitemaps/1.xml", "/feed.xml")
		for _, path := range m.paths {
			b.open(path).require(200, "<script>alert(1)</script>") // as text
		}
		for _, path := range paths {
			for _, language := range []string{"", "/de"} {
				s.requireClean(b, language+path)
			}
		}
		typed := map[string]string{"email": markup("email"), "fullName": markup("name"), "line1": markup("line"), "city": markup("city")}
		const order = "Order with obligation to pay"
		b.open("/checkout").submit(order, b.known(order, typed)).requireCleanPage()
		stranger := s.browser()
		stranger.open("/login").submit("Log in", map[string]string{"email": markup("email"), "password": markup("password")})
		stranger.requireCleanPage()
	})
}

// What an address asks for and can't be is a page that there is not, and no fault of the shop.
func TestAddressesOfNothing(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Moka pot")
		long, b := strings.Repeat("a", 141), s.browser()
		for _, path := range []string{
			"/p/" + long, "/c/" + long, "/b/" + long, "/collections/" + long, "/i/" + long, "/" + long,
			"/c/nothing?page=99999999999", "/collections/nothing?page=99999999999",
		} {
			b.open(path).require(404)
		}
		b.open("/search?q=moka&page=99999999999").require(200)
	})
}

// marked is a shop whose texts are markup.
type marked struct {
	email, word string
	paths       []string
}

// fillWithMarkup gives markup for every text that the interface takes.
func (s *shop) fillWithMarkup() (m marked) {
	s.t.Helper()
	t, admin := s.t, s.admin
	const short = `<script>alert(1)</script>`
	admin.Do(t, "PUT", "/v1/admin/settings/profile", object{"name": "Shop" + short}).Require(t, 200)
	admin.Do(t, "PUT", "/v1/admin/settings/seller", object{"name": markup("Seller"), "line1": markup("Street"), "city": markup("Town")}).
		Require(t, 200)
	for _, refused := range []string{"[x](javascript:alert(1))", "<script>alert(1)</script>", "![x](http://evil.example/x.png)"} {
		admin.Do(t, "PUT", "/v1/admin/pages/imprint/en", object{"title": "Imprint", "text": refused}).Require(t, 422)
	}
	admin.Do(t, "PUT", "/v1/admin/pages/imprint/en", object{"title": "I" + short, "text": "`" + short + "` &lt;script&gt;"}).Require(t, 200)
	admin.Do(t, "POST", "/v1/admin/pages/imprint/en/publish", nil).Require(t, 200)
	brand := admin.Do(t, "POST", "/v1/brands", object{"name": "Brand" + short}).Require(t, 201)
	category := admin.Do(t, "POST", "/v1/categories", object{"name": "Category" + short, "description": markup("Description")}).
		Require(t, 201)
	product := admin.Do(t, "POST", "/v1/admin/products", object{
		"name": markup("Mokapot"), "description": markup("Description") + "\n" + markup("second"), "status": "active",
		"brandId": brand.Text("id"), "categoryIds": []string{category.Text("id")},
		"options": []object{{"name": "Colour" + short, "values": []string{"W" + short, "B" + short}}},
		"variants": []object{
			{"sku": someone("sku") + short, "price": 19.99, "options": object{"Colour" + short: "W" + short}},
			{"sku": someone("sku") + short, "price": 29.99, "options": object{"Colour" + short: "B" + short}},
		},
	}).Require(t, 201)
	for _, variant := range []string{"0", "1"} {
		admin.Do(t, "PUT", "/v1/admin/stock/"+product.Text("variants."+variant+".id"), object{"onHand": 10}).Require(t, 200)
	}
	method := admin.Do(t, "POST", "/v1/admin/shipping-methods", object{
		"name": "Standard" + short, "price": 4.9, "minDays": 2, "maxDays": 4, "texts": []object{{"locale": "en", "text": markup("Text")}},
	}).Require(t, 201)
	email := someone("ada")
	s.api.Do(t, "POST", "/v1/auth/register", object{"email": email, "password": password, "fullName": "Ada" + short}).Require(t, 202)
	ada := s.session(s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": code(t, s.awaitMails(email, 1)[0])}).
		Require(t, 200))
	ada.Do(t, "POST", "/v1/cart/items", object{
		"productId": product.Text("id"), "variantId": product.Text("variants.0.id"), "quantity": 1,
	}).Require(t, 201)
	to := object{
		"fullName": "Ada" + short, "company": "Company" + short, "line1": "Line" + short, "postalCode": "10119",
		"city": "City" + short, "country": "DE",
	}
	order := ada.Do(t, "POST", "/v1/checkout", object{
		"shippingMethodId": method.Text("id"), "paymentMethod": "cash_on_delivery", "shipTo": to, "saveAddress": true, "note": markup("Note"),
	}).Require(t, 201)
	for _, bad := range []string{"javascript:alert(1)", "data:text/html,x"} {
		s.admin.Do(t, "POST", "/v1/admin/orders/"+order.Text("id")+"/ship",
			object{"carrier": "DHL", "trackingNumber": "1", "trackingUrl": bad}).Require(t, 422)
	}
	ada.Do(t, "POST", "/v1/cart/items", object{
		"productId": product.Text("id"), "variantId": product.Text("variants.1.id"), "quantity": 1,
	}).Require(t, 201)
	kit.Eventually(t, "the product may be reviewed", func() error {
		a := ada.Do(t, "POST", "/v1/reviews", object{"productId": product.Text("id"), "rating": 5, "message": markup("Review")})
		if a.Status != 201 {
			return fmt.Errorf("%d %s", a.Status, a.Body)
		}
		return nil
	})
	return marked{email: email, word: "Mokapot", paths: []string{
		"/p/" + product.Text("slug"), "/p/" + product.Text("slug") + "?variant=" + url.QueryEscape(product.Text("variants.1.sku")) + "&added=1",
		"/b/" + brand.Text("slug"), "/c/" + category.Text("slug"), "/i/imprint", "/orders/" + order.Text("id"),
		"/search?q=mokapot",
	}}
}

// known are the values whose fields the form of a button has.
func (b *browser) known(button string, values map[string]string) map[string]string {
	has := map[string]string{}
	for n := range b.page.Descendants() {
		if n.Data == "button" && textOf(n) == button {
			form := b.formOf(n)
			for name, value := range values {
				if hasField(form, name) {
					has[name] = value
				}
			}
		}
	}
	return has
}

// requireClean opens a page and requires of its source that nothing in it does anything but what
// the shop's own markup does.
func (s *shop) requireClean(b *browser, path string) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.base+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	res, err := b.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	source, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if res.StatusCode >= http.StatusInternalServerError {
		s.t.Errorf("%s: %d", path, res.StatusCode)
	}
	if strings.Contains(string(source), "<script>") || strings.Contains(string(source), "<img src=x") {
		s.t.Errorf("%s has markup of others", path)
	}
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		return
	}
	if b.page, err = html.Parse(strings.NewReader(string(source))); err != nil {
		s.t.Fatal(err)
	}
	b.status, b.url = res.StatusCode, res.Request.URL
	b.requireCleanPage()
}

// requireCleanPage is requireClean of the page that is open.
func (b *browser) requireCleanPage() {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "script" {
			b.requireOwnScript(n)
		}
		for _, a := range n.Attr {
			value := strings.ToLower(strings.TrimSpace(a.Val))
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc":
				b.t.Errorf("%s: <%s %s=%q>", b.url, n.Data, a.Key, a.Val)
			case a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "formaction":
				if strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "data:") || strings.HasPrefix(value, "//") {
					b.t.Errorf("%s: <%s %s=%q>", b.url, n.Data, a.Key, a.Val)
				}
			}
		}
	}
}

// requireOwnScript requires that a script is the shop's file, or data that is whole.
func (b *browser) requireOwnScript(n *html.Node) {
	b.t.Helper()
	switch {
	case attribute(n, "type") == "application/ld+json":
		var data any
		var text strings.Builder
		for d := range n.Descendants() {
			text.WriteString(d.Data)
		}
		if err := json.Unmarshal([]byte(text.String()), &data); err != nil {
			b.t.Errorf("%s: data that is closed by a text: %v: %s", b.url, err, text.String())
		}
	case !strings.HasPrefix(attribute(n, "src"), "/assets/") || n.FirstChild != nil:
		b.t.Errorf("%s: a script that is not the shop's", b.url)
	}
}
