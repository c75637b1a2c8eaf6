package ordering

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// guest is a caller with a cart and without an account.
func (s *setup) guest(t *testing.T) (api *kit.API, token string) {
	t.Helper()
	token = s.API.Do(t, "POST", "/v1/carts", nil).Require(t, 201).Text("cartToken")
	return s.API.With("X-Cart-Token", token), token
}

// put adds units of a product to the caller's cart.
func put(t *testing.T, api *kit.API, it item, quantity int) kit.Answer {
	t.Helper()
	return api.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": quantity}).Require(t, 201)
}

// contents are the lines of a cart in an answer, "SKU×quantity".
func contents(t *testing.T, a kit.Answer) (lines []string) {
	t.Helper()
	var c cartView
	if err := json.Unmarshal(a.Body, &c); err != nil {
		t.Fatal(err)
	}
	for _, i := range c.Items {
		lines = append(lines, fmt.Sprintf("%s×%d", i.SKU, i.Quantity))
	}
	return lines
}

func issues(a kit.Answer) (codes []string) {
	for i := 0; ; i++ {
		code := a.Text(fmt.Sprintf("issues.%d.code", i))
		if code == "" {
			return codes
		}
		codes = append(codes, code)
	}
}

// reprice publishes the product of an item with another price.
func (s *setup) reprice(t *testing.T, it item, price money.Cents, sold bool) {
	t.Helper()
	s.Publish(t, catalog.ProductSaved{
		ProductID: it.ProductID, Slug: "moka", Name: "Moka", Status: "active", TaxClass: "standard",
		Variants: []catalog.Variant{{VariantID: it.VariantID, SKU: it.SKU, Price: int64(price), Sold: sold}},
	})
}

func TestCartOfAUser(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		a, b := s.sell(t, 1999, 10), s.sell(t, 350, 2, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" })
		c := s.customer(t)
		empty := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		if strings.Contains(string(empty.Body), "null") || empty.Number("total") != 0 || !id.Valid(empty.Text("id")) {
			t.Errorf("the first cart: %s", empty.Body)
		}
		put(t, c.API, a, 2)
		put(t, c.API, b, 3)
		got := put(t, c.API, a, 1)
		if got.Header.Get("Location") != "/v1/cart" {
			t.Errorf("Location: %v", got.Header)
		}
		want := fmt.Sprintf(`{"id":%q,"currency":"EUR","items":[`+
			`{"id":%q,"productId":%q,"variantId":%q,"sku":%q,"name":"Moka","slug":"moka","options":{"size":"6 cups"},"imageUrl":null,"image":null,"unitPrice":19.99,"quantity":3,"lineTotal":59.97,"available":10},`+
			`{"id":%q,"productId":%q,"variantId":%q,"sku":%q,"name":"Moka","slug":"moka","options":{"size":"6 cups"},"imageUrl":null,"image":null,"unitPrice":3.5,"quantity":3,"lineTotal":10.5,"available":2}],`+
			`"discounts":[],"priceMode":"gross","subtotal":70.47,"discountTotal":0,"taxTotal":10.27,"total":70.47,"itemCount":6,`+
			`"issues":[{"itemId":%q,"code":"insufficient_stock","detail":"Only 2 are available.","productId":%q,"variantId":%q,"name":"Moka"}],"updatedAt":%q}`,
			empty.Text("id"), got.Text("items.0.id"), a.ProductID, a.VariantID, a.SKU, got.Text("items.1.id"), b.ProductID, b.VariantID, b.SKU,
			got.Text("items.1.id"), b.ProductID, b.VariantID, got.Text("updatedAt"))
		if string(got.Body) != want {
			t.Errorf("got  %s\nwant %s", got.Body, want)
		}
		if read := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200); string(read.Body) != want {
			t.Errorf("read %s", read.Body)
		}

		line := "/v1/cart/items/" + got.Text("items.1.id")
		if got := c.Do(t, "PATCH", line, body{"quantity": 2}).Require(t, 200); !slices.Equal(contents(t, got),
			[]string{a.SKU + "×3", b.SKU + "×2"}) || issues(got) != nil {
			t.Errorf("changed: %s", got.Body)
		}
		if got := c.Do(t, "PATCH", line, body{"quantity": 0}).Require(t, 200); !slices.Equal(contents(t, got), []string{a.SKU + "×3"}) {
			t.Errorf("changed to 0: %s", got.Body)
		}
		c.Do(t, "PATCH", line, body{"quantity": 1}).Require(t, 404, "not_found")
		c.Do(t, "DELETE", line, nil).Require(t, 404, "not_found")
		put(t, c.API, b, 1)
		if got := c.Do(t, "DELETE", "/v1/cart/items/"+got.Text("items.0.id"), nil).
			Require(t, 200); !slices.Equal(contents(t, got), []string{b.SKU + "×1"}) {
			t.Errorf("removed: %s", got.Body)
		}
		if got := c.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200); contents(t, got) != nil || got.Text("id") != empty.Text("id") ||
			got.Number("itemCount") != 0 {
			t.Errorf("emptied: %s", got.Body)
		}
	})
}

func TestCartIsItsOwnersAlone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 10)
		mine, other := s.customer(t), s.customer(t)
		line := "/v1/cart/items/" + put(t, mine.API, it, 1).Text("items.0.id")
		guest, _ := s.guest(t)
		for _, stranger := range []*kit.API{other.API, guest} {
			stranger.Do(t, "PATCH", line, body{"quantity": 5}).Require(t, 404, "not_found")
			stranger.Do(t, "DELETE", line, nil).Require(t, 404, "not_found")
			if got := stranger.Do(t, "GET", "/v1/cart", nil).Require(t, 200); contents(t, got) != nil {
				t.Errorf("a stranger's cart: %s", got.Body)
			}
		}
		unknown := s.API.With("X-Cart-Token", "nonsense")
		for _, op := range []struct {
			method, path string
			body         any
		}{
			{"GET", "/v1/cart", nil}, {"DELETE", "/v1/cart", nil}, {"POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 1}},
			{"PATCH", line, body{"quantity": 1}}, {"DELETE", line, nil}, {"POST", "/v1/cart/discounts", body{"code": "X"}},
			{"DELETE", "/v1/cart/discounts/X", nil},
		} {
			if op.method != "POST" || op.path != "/v1/cart/items" { // which makes a cart
				s.API.Do(t, op.method, op.path, op.body).Require(t, 401, "unauthenticated")
			}
			unknown.Do(t, op.method, op.path, op.body).Require(t, 404, "not_found")
		}
		unknown.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 404, "not_found")
		if got := mine.Do(t, "GET", "/v1/cart", nil); !slices.Equal(contents(t, got), []string{it.SKU + "×1"}) {
			t.Errorf("mine: %s", got.Body)
		}
	})
}

func TestCartRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 10)
		draft := s.sell(t, 1999, 10, func(p *catalog.ProductSaved) { p.Status = "draft" })
		two := s.sell(t, 1999, 10, func(p *catalog.ProductSaved) {
			p.Variants = append(p.Variants, catalog.Variant{VariantID: id.New(), SKU: "TWO-2", Price: 500, Sold: true})
		})
		dear := s.sell(t, money.Max, 10)
		c := s.customer(t)
		add := func(b body) kit.Answer {
			t.Helper()
			return c.Do(t, "POST", "/v1/cart/items", b)
		}
		add(body{"productId": id.New(), "quantity": 1}).Require(t, 404, "product_not_found")
		add(body{"productId": draft.ProductID, "quantity": 1}).Require(t, 404, "product_not_found")
		for _, bad := range []struct {
			b    body
			want string
		}{
			{body{"productId": it.ProductID}, "/quantity required"},
			{body{"productId": it.ProductID, "quantity": 0}, "/quantity out_of_range"},
			{body{"productId": it.ProductID, "quantity": -1}, "/quantity out_of_range"},
			{body{"productId": it.ProductID, "quantity": 1000}, "/quantity out_of_range"},
			{body{"productId": it.ProductID, "quantity": 1.5}, "/quantity wrong_type"},
			{body{"productId": "moka", "quantity": 1}, "/productId bad_format"},
			{body{"productId": two.ProductID, "quantity": 1}, "/variantId required"},
			{body{"productId": it.ProductID, "variantId": two.VariantID, "quantity": 1}, "/variantId not_allowed"},
			{body{"productId": it.ProductID, "quantity": 1, "price": 1}, "/price unexpected_field"},
			{body{"productId": dear.ProductID, "quantity": 2}, "/quantity out_of_range"},
		} {
			if got := add(bad.b).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v, want %s", bad.b, got.Pointers(), bad.want)
			}
		}
		if got := add(body{"productId": two.ProductID, "variantId": two.VariantID, "quantity": 1}).
			Require(t, 201); !slices.Equal(contents(t, got), []string{two.SKU + "×1"}) {
			t.Errorf("one of two variants: %s", got.Body)
		}
		line := "/v1/cart/items/" + put(t, c.API, it, 999).Text("items.1.id")
		for want, b := range map[string]body{
			"/quantity required": {}, "/quantity wrong_type": {"quantity": nil}, "/quantity out_of_range": {"quantity": -1},
			"/price unexpected_field": {"quantity": 1, "price": 1},
		} {
			if got := c.Do(t, "PATCH", line, b).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%v: %v, want %s", b, got.Pointers(), want)
			}
		}
		c.Do(t, "PATCH", "/v1/cart/items/no-id", body{"quantity": 1}).Require(t, 404, "not_found")
		c.Do(t, "DELETE", "/v1/cart/items/no-id", nil).Require(t, 404, "not_found")
		s.API.Do(t, "POST", "/v1/carts", body{"token": "mine"}).Require(t, 422, "unexpected_field")
		if got := add(body{"productId": it.ProductID, "quantity": 1}).
			Require(t, 422); !slices.Equal(got.Pointers(), []string{"/quantity out_of_range"}) {
			t.Errorf("1000 of one: %v", got.Pointers())
		}
	})
}

func TestCartHoldsAHundredLines(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 100, 0, func(p *catalog.ProductSaved) {
			for i := range maxLines {
				p.Variants = append(p.Variants, catalog.Variant{VariantID: id.New(), SKU: fmt.Sprint("V-", i), Price: 100, Sold: true})
			}
		})
		var variants []variant
		if err := s.DB.Where("product_id = ?", it.ProductID).Order("id").Find(&variants).Error; err != nil {
			t.Fatal(err)
		}
		c := s.customer(t)
		for i, v := range variants {
			got := c.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "variantId": v.ID, "quantity": 1})
			if i < maxLines {
				got.Require(t, 201)
			} else if got.Require(t, 422, "validation_failed"); len(got.Pointers()) != 0 {
				t.Errorf("line %d: %s", i+1, got.Body)
			}
		}
		c.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "variantId": variants[0].ID, "quantity": 1}).Require(t, 201)
	})
}

func TestCartShowsWhatHasChanged(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it, gone := s.sell(t, 1999, 10), s.sell(t, 500, 10)
		c := s.customer(t)
		put(t, c.API, it, 1)
		put(t, c.API, gone, 1)
		s.reprice(t, it, 2199, true)
		s.reprice(t, gone, 500, false)
		got := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"issues.#": 2, "issues.0.code": "price_changed", "issues.0.detail": "The price was 19.99 and is 21.99.", "issues.1.code": "unavailable",
			"items.0.unitPrice": 21.99, "items.1.available": 0, "subtotal": 26.99,
		})
		if got := put(t, c.API, it, 1); !slices.Equal(issues(got), []string{"unavailable"}) {
			t.Errorf("the line's next write takes the price: %s", got.Body)
		}
	})
}

func TestCartOfAWholesaler(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 100, func(p *catalog.ProductSaved) {
			p.Variants[0].WholesalePrices = []catalog.Tier{{MinQuantity: 10, Price: 1500}, {MinQuantity: 50, Price: 1200}}
		})
		c := s.customer(t)
		price := func(quantity int) float64 {
			t.Helper()
			c.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
			return put(t, c.API, it, quantity).Number("items.0.unitPrice")
		}
		if got := price(50); got != 19.99 {
			t.Errorf("retail: %v", got)
		}
		s.Publish(t, identity.AccountTypeChanged{UserID: c.ID, AccountType: identity.WholesaleAccount})
		for quantity, want := range map[int]float64{9: 19.99, 10: 15, 50: 12} {
			if got := price(quantity); got != want {
				t.Errorf("%d cost %v each", quantity, got)
			}
		}
		s.Publish(t, identity.AccountTypeChanged{UserID: c.ID, AccountType: identity.RetailAccount})
		if got := price(50); got != 19.99 {
			t.Errorf("after the revocation: %v", got)
		}
		// What the token says of the account does not count.
		pretender := s.AsUser(t, auth.Principal{
			UserID: c.ID, SessionID: id.New(), Role: auth.RoleCustomer, AccountType: string(identity.WholesaleAccount),
		})
		if got := pretender.Do(t, "GET", "/v1/cart", nil).Number("items.0.unitPrice"); got != 19.99 {
			t.Errorf("by an old token: %v", got)
		}
	})
}

func TestGuestCartMerges(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		a, b, c := s.sell(t, 100, 999), s.sell(t, 200, 999), s.sell(t, 300, 999)
		s.promotion(t, body{"code": "GUEST", "kind": "percent", "value": 10})
		ada := s.customer(t)
		put(t, ada.API, a, 600)
		mine := put(t, ada.API, b, 1)
		guest, token := s.guest(t)
		put(t, guest, a, 500)
		put(t, guest, c, 2)
		guest.Do(t, "POST", "/v1/cart/discounts", body{"code": "guest"}).Require(t, 200)

		merged := ada.With("X-Cart-Token", token).Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		if !slices.Equal(contents(t, merged), []string{a.SKU + "×999", b.SKU + "×1", c.SKU + "×2"}) || merged.Text("id") != mine.Text("id") ||
			merged.Text("discounts.0.code") != "GUEST" {
			t.Errorf("merged: %s", merged.Body)
		}
		guest.Do(t, "GET", "/v1/cart", nil).Require(t, 404, "not_found")
		if again := ada.With("X-Cart-Token", token).Do(t, "GET", "/v1/cart", nil).Require(t, 200); string(again.Body) != string(merged.Body) {
			t.Errorf("once more: %s", again.Body)
		}

		// A customer without a cart gets one.
		guest, token = s.guest(t)
		put(t, guest, c, 2)
		grace := s.customer(t)
		if got := put(t, grace.With("X-Cart-Token", token), b, 1); !slices.Equal(contents(t, got), []string{c.SKU + "×2", b.SKU + "×1"}) {
			t.Errorf("a first cart: %s", got.Body)
		}
	})
}

// Of the codes of two carts that come together, the first promotion counts, and the cart names the
// one that does not. It checks out.
func TestCodesOfMergedCarts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 10)
		s.promotion(t, body{"code": "MINE", "kind": "percent", "value": 10})
		s.promotion(t, body{"code": "GUEST", "kind": "percent", "value": 20})
		ada := s.customer(t)
		put(t, ada.API, it, 1)
		ada.Do(t, "POST", "/v1/cart/discounts", body{"code": "MINE"}).Require(t, 200).RequireFields(t, kit.Fields{"issues": []any{}})
		guest, token := s.guest(t)
		put(t, guest, it, 1)
		guest.Do(t, "POST", "/v1/cart/discounts", body{"code": "GUEST"}).Require(t, 200)
		ada.With("X-Cart-Token", token).Do(t, "GET", "/v1/cart", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"issues.#": 1, "issues.0.code": "other_code", "issues.0.name": "GUEST", "issues.0.itemId": nil,
			"issues.0.detail": "The code GUEST takes nothing off beside the code MINE.", "discountTotal": 2,
		})
		ada.With("Accept-Language", "de").Do(t, "GET", "/v1/cart", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"issues.0.detail": "Der Code GUEST zieht neben dem Code MINE nichts ab.",
		})
		postCheckout(t, ada.API, s.method(t)).Require(t, 201).RequireFields(t, kit.Fields{"discounts.#": 1, "discounts.0.code": "MINE"})
	})
}

func TestGuestCartMergesOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 100, 999)
		for range 5 {
			guest, token := s.guest(t)
			put(t, guest, it, 7)
			ada := s.customer(t)
			both := ada.With("X-Cart-Token", token)
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					got, err := kit.Patiently(func() (kit.Answer, error) { return both.Try("GET", "/v1/cart", nil) })
					if err != nil || got.Status != 200 {
						t.Errorf("%d %s %v", got.Status, got.Body, err)
					}
				})
			}
			all.Wait()
			if got := ada.Do(t, "GET", "/v1/cart", nil); !slices.Equal(contents(t, got), []string{it.SKU + "×7"}) {
				t.Errorf("merged: %s", got.Body)
			}
		}
	})
}

func TestAddedAtOnceAddsUp(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 100, 999)
		c := s.customer(t)
		add := posts(c.API, "/v1/cart/items", body{"productId": it.ProductID, "quantity": 2})
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if got, err := kit.Patiently(add); err != nil || got.Status != 201 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		all.Wait()
		if got := c.Do(t, "GET", "/v1/cart", nil); !slices.Equal(contents(t, got), []string{it.SKU + "×40"}) {
			t.Errorf("got %s", got.Body)
		}
	})
}

// promotion makes a promotion and returns its id.
func (s *setup) promotion(t *testing.T, p body) string {
	t.Helper()
	return s.admin.Do(t, "POST", "/v1/admin/promotions", p).Require(t, 201).Text("id")
}

// voucher issues a voucher to the user and returns its code.
func (s *setup) voucher(t *testing.T, userID string, points int64) string {
	t.Helper()
	v := loyalty.VoucherIssued{VoucherID: id.New(), UserID: userID, Points: points, ExpiresAt: s.Clock.Now().Add(24 * time.Hour)}
	v.Code = "VCH-" + strings.ToUpper(v.VoucherID[len(v.VoucherID)-8:])
	s.Publish(t, v)
	return v.Code
}

func TestCodesOfACart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 10)
		s.promotion(t, body{"code": "SPRING", "kind": "percent", "value": 10, "minimum": 20})
		s.promotion(t, body{"code": "AUTUMN", "kind": "amount", "value": 1})
		ada, grace := s.customer(t), s.customer(t)
		mine, hers := s.voucher(t, ada.ID, 500), s.voucher(t, grace.ID, 500)
		use := func(code string) kit.Answer {
			t.Helper()
			return ada.Do(t, "POST", "/v1/cart/discounts", body{"code": code})
		}
		tooSmall := use("SPRING").Require(t, 409, "code_not_applicable")
		tooSmall.RequireFields(t, kit.Fields{"minimum": 20, "detail": "The code can be used from a subtotal of 20.00 EUR on."})
		put(t, ada.API, it, 3)
		for _, unusable := range []string{"NOBODY", hers, "'; --", "ÄÖÜ"} {
			use(unusable).Require(t, 409, "code_not_applicable")
		}
		guest, _ := s.guest(t)
		guest.Do(t, "POST", "/v1/cart/discounts", body{"code": mine}).Require(t, 409, "code_not_applicable")
		use(" spring ").Require(t, 200)
		use("AUTUMN").Require(t, 409, "code_not_applicable") // the second promotion
		use(mine).Require(t, 200)
		got := use(strings.ToLower(mine)).Require(t, 200)
		want :=
			fmt.Sprintf(`"discounts":[{"code":"SPRING","name":null,"kind":"percent","amount":3,"shipping":0,"unused":0},{"code":%q,"name":null,"kind":"voucher","amount":1.87,"shipping":0,"unused":0}],"priceMode":"gross","subtotal":30,"discountTotal":4.87,"taxTotal":4.01,"total":25.13`, mine)
		if !strings.Contains(string(got.Body), want) {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		ada.Do(t, "DELETE", "/v1/cart/discounts/AUTUMN", nil).Require(t, 404, "not_found")
		if got := ada.Do(t, "DELETE", "/v1/cart/discounts/spring", nil).Require(t, 200); got.Text("discounts.0.code") != mine ||
			got.Number("discountTotal") != 1.87 {
			t.Errorf("without SPRING: %s", got.Body)
		}
		use("").Require(t, 422)
	})
}

// A promotion in force that lacks nothing but a larger subtotal says so, with its minimum. For any
// other reason the answer is the same as for an unknown code.
func TestAPromotionBelowItsMinimum(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 10)
		ada := s.customer(t)
		put(t, ada.API, it, 1)
		made := func(code string, changes ...body) {
			s.promotion(t, with(body{"code": code, "kind": "percent", "value": 10, "minimum": 20}, changes...))
		}
		made("OPEN")
		made("OFF", body{"active": false})
		made("LATER", body{"startsAt": s.Clock.Now().Add(time.Hour)})
		made("OVER", body{"startsAt": s.Clock.Now().Add(-2 * time.Hour), "endsAt": s.Clock.Now().Add(-time.Hour)})
		made("EMPTY", body{"usageLimit": 1})
		made("SMALL", body{"minimum": 5})
		if err := s.DB.Exec("UPDATE ordering_promotions SET used = 1 WHERE code = 'EMPTY'").Error; err != nil {
			t.Fatal(err)
		}
		use := func(code string) kit.Answer {
			t.Helper()
			return ada.Do(t, "POST", "/v1/cart/discounts", body{"code": code})
		}
		silent := func(got kit.Answer) string { return strings.ReplaceAll(string(got.Body), got.Text("requestId"), "") }
		unknown := silent(use("NOBODY").Require(t, 409, "code_not_applicable"))
		for _, code := range []string{"OFF", "LATER", "OVER", "EMPTY"} {
			if got := silent(use(code).Require(t, 409, "code_not_applicable")); got != unknown {
				t.Errorf("%s: %s, want %s", code, got, unknown)
			}
		}
		use("OPEN").Require(t, 409, "code_not_applicable").RequireFields(t, kit.Fields{"minimum": 20})
		use("SMALL").Require(t, 200)
		// It is the second promotion then.
		if got := silent(use("OPEN").Require(t, 409, "code_not_applicable")); got != unknown {
			t.Errorf("beside another: %s, want %s", got, unknown)
		}
		ada.Do(t, "DELETE", "/v1/cart/discounts/SMALL", nil).Require(t, 200)
		refused := ada.With("Accept-Language", "de").Do(t, "POST", "/v1/cart/discounts", body{"code": "OPEN"})
		refused.Require(t, 409).RequireFields(t, kit.Fields{
			"detail": "Der Code kann ab einem Warenwert von 20.00 EUR eingelöst werden.", "minimum": 20,
		})
	})
}

// A code that the cart has outgrown is named among its issues, before a checkout refuses it.
func TestACodeThatStoppedCounting(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 10)
		promotionID := s.promotion(t, body{"code": "SPRING", "kind": "percent", "value": 10, "minimum": 20})
		ada := s.customer(t)
		line := put(t, ada.API, it, 3).Text("items.0.id")
		used := ada.Do(t, "POST", "/v1/cart/discounts", body{"code": "SPRING"}).Require(t, 200)
		used.RequireFields(t, kit.Fields{"issues": []any{}, "discountTotal": 3})
		fewer := ada.Do(t, "PATCH", "/v1/cart/items/"+line, body{"quantity": 1}).Require(t, 200)
		stopped := kit.Fields{"issues.0.code": "code_not_applicable", "issues.0.name": "SPRING", "issues.0.itemId": nil, "discountTotal": 0}
		fewer.RequireFields(t, stopped)
		ada.Do(t, "PATCH", "/v1/cart/items/"+line, body{"quantity": 3}).Require(t, 200).RequireFields(t, kit.Fields{"issues": []any{}})
		s.admin.Do(t, "PATCH", "/v1/admin/promotions/"+promotionID, body{"active": false}).Require(t, 200)
		ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200).RequireFields(t, stopped)
	})
}

// What a voucher is worth beyond the goods is lost, and the cart says how much.
func TestAVoucherBeyondTheGoods(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 100, 10)
		ada := s.customer(t)
		put(t, ada.API, it, 1)
		got := ada.Do(t, "POST", "/v1/cart/discounts", body{"code": s.voucher(t, ada.ID, 800)}).Require(t, 200)
		got.RequireFields(t, kit.Fields{"discounts.0.amount": 1, "discounts.0.unused": 2, "total": 0})
	})
}

func TestShippingOptions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 2500, 10)
		method := func(b body) string {
			return s.admin.Do(t, "POST", "/v1/admin/shipping-methods", b).Require(t, 201).Text("id")
		}
		express := method(body{"name": "Express", "price": 9.9, "minDays": 1, "maxDays": 1})
		standard := method(body{"name": "Standard", "countries": []string{"DE", "AT"}, "price": 4.9, "freeFrom": 50, "minDays": 2, "maxDays": 4})
		method(body{"name": "Off", "price": 1, "minDays": 2, "maxDays": 4, "active": false})
		guest, _ := s.guest(t)
		option := func(id, name, price string, from, to int) string {
			freeFrom := map[string]string{express: "null", standard: "50"}[id]
			return fmt.Sprintf(`{"id":%q,"name":%q,"kind":"delivery","text":null,"price":%s,"freeFrom":%s,"estimate":{"minDays":%d,"maxDays":%d},"rates":[]}`,
				id, name, price, freeFrom, from, to)
		}
		put(t, guest, it, 1)
		fast := option(express, "Express", "9.9", 1, 1)
		if got, want := guest.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200),
			"["+option(standard, "Standard", "4.9", 2, 4)+","+fast+"]"; string(got.Body) != want {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		put(t, guest, it, 1)
		if got, want := guest.Do(t, "GET", "/v1/shipping-methods?country=AT", nil).Require(t, 200),
			"["+option(standard, "Standard", "0", 2, 4)+","+fast+"]"; string(got.Body) != want {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		if got, want := guest.Do(t, "GET", "/v1/shipping-methods?country=FR", nil).Require(t, 200), "["+fast+"]"; string(got.Body) != want {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		guest.Do(t, "GET", "/v1/shipping-methods?country=Germany", nil).Require(t, 422)
	})
}
