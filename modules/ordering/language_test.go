package ordering

import (
	"bytes"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Issues of a cart, requirements of a quote and faults of a checkout speak the caller's language,
// and a repeated request gets the bytes of the first, whatever language it asks for.
func TestTextsForPeople(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		moka := s.sell(t, 1999, 2)
		german, french := c.With("Accept-Language", "de-AT, en;q=0.5"), c.With("Accept-Language", "fr")
		add := body{"productId": moka.ProductID, "quantity": 3}
		first := german.With("Idempotency-Key", "once").Do(t, "POST", "/v1/cart/items", add).Require(t, 201)
		requireSpoken(t, first, "issues.0.detail", "de", "Nur noch 2 verfügbar.")
		again := french.With("Idempotency-Key", "once").Do(t, "POST", "/v1/cart/items", add).Require(t, 201)
		if !bytes.Equal(first.Body, again.Body) || again.Header.Get("Content-Language") != "" {
			t.Errorf("%s %v", again.Body, again.Header)
		}
		requireSpoken(t, french.Do(t, "GET", "/v1/cart", nil).Require(t, 200), "issues.0.detail", "en", "Only 2 are available.")

		quote := german.Do(t, "POST", "/v1/checkout/quote", body{"addressId": id.New()}).Require(t, 200)
		requireSpoken(t, quote, "requirements.0.detail", "de", "ist keine Adresse von Ihnen")
		requireSpoken(t, quote, "requirements.3.detail", "de", "Von etwas im Warenkorb ist nicht genug da.")
		refused := body{"paymentMethod": payByInvoice, "shippingMethodId": s.standardMethod(t), "addressId": id.New()}
		checkout := german.Do(t, "POST", "/v1/checkout", refused).Require(t, 422)
		requireSpoken(t, checkout, "errors.0.detail", "de", "ist keine Adresse von Ihnen")
		requireSpoken(t, checkout, "errors.1.detail", "de", "gibt es nur für Geschäftskunden")
	})
}

// Who names no language of the service is spoken to in the shop's.
func TestTextsInTheShopsLanguage(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		moka := s.sell(t, 1999, 2)
		added := c.With("Accept-Language", "fr").
			Do(t, "POST", "/v1/cart/items", body{"productId": moka.ProductID, "quantity": 3}).Require(t, 201)
		requireSpoken(t, added, "issues.0.detail", "de", "Nur noch 2 verfügbar.")
		requireSpoken(t, c.Do(t, "GET", "/v1/orders/x", nil).Require(t, 404), "detail", "de", "Das gibt es nicht.")
		asked := c.With("Accept-Language", "en-GB").Do(t, "GET", "/v1/orders/x", nil).Require(t, 404)
		requireSpoken(t, asked, "detail", "en", "There is no such resource.")
	}, func(c *testShop) { c.Profile.Locale = "de" })
}

func requireSpoken(t *testing.T, a kit.Answer, field, language, want string) {
	t.Helper()
	if got := a.Text(field); got != want || a.Header.Get("Content-Language") != language {
		t.Errorf("%s is %q in %q, want %q in %q", field, got, a.Header.Get("Content-Language"), want, language)
	}
}
