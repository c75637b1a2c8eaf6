package ordering

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// method makes a shipping method, 4.90 to everywhere unless changed, and returns its id.
func (s *setup) method(t *testing.T, changes ...body) string {
	t.Helper()
	b := with(body{"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4}, changes...)
	return s.admin.Do(t, "POST", "/v1/admin/shipping-methods", b).Require(t, 201).Text("id")
}

// with is b with changes.
func with(b body, changes ...body) body {
	for _, c := range changes {
		maps.Copy(b, c)
	}
	return b
}

// postCheckout orders what is in the caller's cart, by bank transfer unless changed.
func postCheckout(t *testing.T, api *kit.API, methodID string, changes ...body) kit.Answer {
	t.Helper()
	return api.Do(t, "POST", "/v1/checkout", with(body{"shippingMethodId": methodID, "paymentMethod": payByBankTransfer}, changes...))
}

func quoted(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

var orderNumbers = regexp.MustCompile(`^ORD-[0-9]{10}$`)

// checkedOut is an order of two lines with a promotion and a voucher, by bank transfer.
type checkedOut struct {
	ada                         customer
	moka, cup                   item // 3 × 19.99 at 19 % and 2 × 3.50 at 7 %
	methodID, promotionID, code string
	cartID, orderID             string
	made                        kit.Answer
	log                         *eventbustest.Recorder
}

func (s *setup) checkedOut(t *testing.T) checkedOut {
	t.Helper()
	c := checkedOut{methodID: s.method(t), ada: s.customer(t), moka: s.sell(t, 1999, 10)}
	c.cup = s.sell(t, 350, 2, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" })
	c.promotionID = s.promotion(t, body{"code": "SPRING", "kind": "percent", "value": 10})
	c.code = s.voucher(t, c.ada.ID, 500)
	put(t, c.ada.API, c.moka, 3)
	c.cartID = put(t, c.ada.API, c.cup, 2).Text("id")
	for _, code := range []string{"SPRING", c.code} {
		c.ada.Do(t, "POST", "/v1/cart/discounts", body{"code": code}).Require(t, 200)
	}
	c.log = eventbustest.Record(t, s.DB)
	c.made = postCheckout(t, c.ada.API, c.methodID, body{"note": " Please ring twice. ", "expectedTotal": 63.3}).Require(t, 201)
	c.orderID = c.made.Text("id")
	return c
}

// 66.97 − 6.70 − 1.87 in goods, split 7.67 and 0.90, contain 8.35 and 0.40 of VAT; of the 4.90 to
// send them, 4.39 contain 0.70 and 0.51 contain 0.03.
func TestCheckout(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.checkedOut(t)
		number, placedAt := c.made.Text("number"), c.made.Text("placedAt")
		if !orderNumbers.MatchString(number) || c.made.Header.Get("Location") != "/v1/orders/"+c.orderID {
			t.Errorf("number %q at %q", number, c.made.Header.Get("Location"))
		}
		instructions := c.made.Text("payment.instructions")
		if !strings.HasPrefix(instructions, "Please transfer €63.30 to Orderd, "+testConfig.Bank.Account()+", with the reference "+number+". ") {
			t.Errorf("instructions: %q", instructions)
		}
		want := kit.Fields{
			"id": c.orderID, "number": number, "stage": "awaiting_payment", "status": "pending_payment", "paymentStatus": "unpaid",
			"fulfillmentStatus": "unfulfilled", "currency": "EUR", "recipientId": nil, "note": "Please ring twice.",
			"customer.id": c.ada.ID, "customer.fullName": "Ada Lovelace", "customer.email": c.ada.Email,
			"shipTo.fullName": "Ada Lovelace", "shipTo.phone": "+49 30 1234567", "shipTo.address": "Unter den Linden 1, 10117 Berlin",
			"shipTo.country":    "DE",
			"shippingMethod.id": c.methodID, "shippingMethod.name": "Standard", "shipments.#": 0, "refunds.#": 0, "items.#": 2,
			"subtotal": 66.97, "discountTotal": 8.57, "shippingTotal": 4.9, "taxTotal": 9.48, "total": 63.3,
			"taxes.#": 2, "taxes.0.rate": 19, "taxes.0.gross": 56.69, "taxes.0.tax": 9.05, "taxes.1.rate": 7, "taxes.1.gross": 6.61,
			"taxes.1.tax": 0.43,
			"discounts.#": 2, "discounts.0.code": "SPRING", "discounts.0.kind": "percent", "discounts.0.amount": 6.7,
			"discounts.1.code": c.code, "discounts.1.kind": "voucher", "discounts.1.amount": 1.87,
			"payment.method": "bank_transfer", "payment.instructions": instructions, "payment.paidAt": nil, "payment.refundedTotal": 0,
			"allowedActions.#": 4, "allowedActions.0": "cancel", "allowedActions.1": "withdraw", "allowedActions.2": "change-payment",
			"allowedActions.3": "reorder",
			"placedAt":         placedAt, "createdAt": placedAt, "updatedAt": placedAt, "completedAt": nil, "cancelledAt": nil, "cancellation": nil,
		}
		line := func(i, quantity, rate int, it item, unitPrice, lineTotal float64) {
			fields := kit.Fields{
				"productId": it.ProductID, "variantId": it.VariantID, "sku": it.SKU, "name": "Moka", "options.size": "6 cups", "imageUrl": nil,
				"unitPrice": unitPrice, "quantity": quantity, "lineTotal": lineTotal, "taxRate": rate,
			}
			for field, value := range fields {
				want[fmt.Sprintf("items.%d.%s", i, field)] = value
			}
		}
		line(0, 3, 19, c.moka, 19.99, 59.97)
		line(1, 2, 7, c.cup, 3.5, 7)
		c.made.RequireFields(t, want)
		if read := c.ada.Do(t, "GET", "/v1/orders/"+c.orderID, nil).Require(t, 200); string(read.Body) != strings.TrimSuffix(string(c.made.Body), "}")+`,"included":null}` {
			t.Errorf("read %s", read.Body)
		}
		list := c.ada.Do(t, "GET", "/v1/orders", nil).Require(t, 200)
		if string(list.Body) != `{"data":[`+string(c.made.Body)+`],"meta":{"total":1,"page":1,"limit":20,"totalPages":1}}` {
			t.Errorf("list %s", list.Body)
		}
	})
}

// A checkout reserves the stock, spends the codes, begins the timeline and deletes the cart.
func TestCheckoutEffects(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.checkedOut(t)
		if next := c.ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200); next.Text("id") == c.cartID || next.Number("itemCount") != 0 {
			t.Errorf("the next cart: %s", next.Body)
		}
		s.requireStock(t, c.moka, 10, 3)
		s.requireStock(t, c.cup, 2, 2)
		s.requireLedger(t, 0)
		if p := row[promotion](t, s, "id", c.promotionID); p.Used != 1 {
			t.Errorf("promotion: %+v", p)
		}
		if v := row[voucher](t, s, "code", c.code); v.Status != voucherSpent || *v.OrderID != c.orderID {
			t.Errorf("voucher: %+v", v)
		}
		c.ada.Do(t, "GET", "/v1/orders/"+c.orderID+"/tracking", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"events.#": 1, "events.0.status": "placed", "events.0.occurredAt": c.made.Text("placedAt")})
	})
}

func TestCheckoutEvents(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.checkedOut(t)
		o, v := row[order](t, s, "id", c.orderID), row[voucher](t, s, "code", c.code)
		timeline := c.ada.Do(t, "GET", "/v1/orders/"+c.orderID+"/tracking", nil).Require(t, 200)
		about := events.Order{
			OrderID: c.orderID, Number: o.Number, UserID: c.ada.ID, Locale: "en", PaymentMethod: payByBankTransfer, Total: 6330,
			Claim: new(int64(6330)), PointsPerEuro: new(int64(10)), EntryID: new(timeline.Text("events.0.id")), Email: c.ada.Email,
			FullName: "Ada Lovelace",
		}
		line := func(i, quantity int, it item) events.Line {
			return events.Line{
				OrderItemID: c.made.Text(fmt.Sprintf("items.%d.id", i)), ProductID: it.ProductID, VariantID: it.VariantID, SKU: it.SKU, Name: "Moka",
				Options: map[string]string{"size": "6 cups"}, Quantity: quantity,
			}
		}
		moka, cup := line(0, 3, c.moka), line(1, 2, c.cup)
		moka.UnitPrice, moka.LineTotal, moka.Discount = 1999, 5997, 767
		moka.TaxRate, moka.Category, moka.Net, moka.Tax = 1900, new(taxStandard), new(int64(4395)), new(int64(835))
		cup.UnitPrice, cup.LineTotal, cup.Discount = 350, 700, 90
		cup.TaxRate, cup.Category, cup.Net, cup.Tax = 700, new(taxStandard), new(int64(570)), new(int64(40))
		want := events.OrderPlaced{
			Order: about, CartID: c.cartID, Status: orderPendingPayment, PaymentStatus: paymentUnpaid, Lines: []events.Line{moka, cup},
			Subtotal: 6697, DiscountTotal: 857, ShippingTotal: 490, TaxTotal: 948, VoucherIDs: []string{v.ID},
			PriceMode: shop.PricesGross,
			Taxes: []events.Tax{
				{Rate: 1900, Category: taxStandard, Net: 4764, Tax: 905, Gross: 5669},
				{Rate: 700, Category: taxStandard, Net: 618, Tax: 43, Gross: 661},
			},
			ShippingTaxes: []events.ShippingTax{
				{Rate: 1900, Category: taxStandard, Net: 369, Tax: 70}, {Rate: 700, Category: taxStandard, Net: 48, Tax: 3},
			},
			Instructions:   new(c.made.Text("payment.instructions")),
			ShippingMethod: "Standard", PlacedAt: o.PlacedAt, DueAt: o.PaymentDueAt, Recipient: recipientSelf, ShipToName: "Ada Lovelace",
			ShipToPhone: new("+49 30 1234567"), ShipToAddress: "Unter den Linden 1, 10117 Berlin", ShipToCountry: "DE",
			ShipToParts: events.ShipToParts{ShipToLine1: new("Unter den Linden 1"), ShipToPostalCode: new("10117"), ShipToCity: new("Berlin")},
			BillTo: events.BillTo{
				BillToName: "Ada Lovelace", BillToPhone: new("+49 30 1234567"), BillToAddress: "Unter den Linden 1, 10117 Berlin",
				BillToLine1: new("Unter den Linden 1"), BillToPostalCode: new("10117"), BillToCity: new("Berlin"), BillToCountry: "DE",
			},
			Consumer: new(true),
		}
		if got := eventbustest.Of[events.OrderPlaced](c.log); len(got) != 1 || quoted(got[0]) != quoted(want) {
			t.Errorf("published %s\nwant      %s", quoted(got), quoted(want))
		}
		settled := eventbustest.Of[events.VoucherSettled](c.log)
		if len(settled) != 1 || settled[0].Status != voucherSpent || *settled[0].OrderID != c.orderID || settled[0].VoucherID != v.ID {
			t.Errorf("published %s", quoted(settled))
		}
		if got := eventbustest.Of[events.OrderPaid](c.log); len(got) != 0 {
			t.Errorf("published %s", quoted(got))
		}
	})
}

func TestCheckoutByEveryWayToPay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		free, method := s.method(t, body{"price": 0}), s.method(t)
		it, gift := s.sell(t, 1000, 100), s.sell(t, 0, 100)
		ada, shop := s.customer(t), s.wholesaler(t)
		log := eventbustest.Record(t, s.DB)
		for _, c := range []struct {
			api                    customer
			it                     item
			method, pay            string
			status, payment, stage string
			instructions           string
		}{
			{ada, it, method, "bank_transfer", "pending_payment", "unpaid", "awaiting_payment", "Please transfer €14.90 to"},
			{ada, it, method, "cash_on_delivery", "placed", "unpaid", "placed", "Please have €14.90 ready"},
			{shop, it, method, "invoice", "placed", "unpaid", "placed", "An invoice comes"},
			{ada, gift, free, "bank_transfer", "placed", "paid", "placed", ""},
		} {
			put(t, c.api.API, c.it, 1)
			got := postCheckout(t, c.api.API, c.method, body{"paymentMethod": c.pay}).Require(t, 201)
			got.RequireFields(t, kit.Fields{"status": c.status, "paymentStatus": c.payment, "stage": c.stage})
			if how := got.Text("payment.instructions"); !strings.HasPrefix(how, c.instructions) || (how == "") != (c.instructions == "") {
				t.Errorf("%s: %s", c.pay, got.Body)
			}
			made := row[order](t, s, "id", got.Text("id"))
			if due := made.PaymentDueAt; c.status != "pending_payment" && due != nil || c.status == "pending_payment" &&
				!due.Equal(made.PlacedAt.Add(72*time.Hour)) {
				t.Errorf("%s: due at %v", c.pay, due)
			}
		}
		if got := eventbustest.Of[events.OrderPaid](log); len(got) != 1 || got[0].Total != 0 || !got[0].Implied || got[0].EntryID == nil {
			t.Errorf("announced %s", quoted(got))
		}
		put(t, ada.API, it, 1)
		for _, refused := range []string{"invoice", "card", "gold"} {
			if got := postCheckout(t, ada.API, method, body{"paymentMethod": refused}).
				Require(t, 422); !slices.Equal(got.Pointers(), []string{"/paymentMethod not_allowed"}) {
				t.Errorf("%s: %v", refused, got.Pointers())
			}
		}
		s.Publish(t, identity.ProfileChanged{UserID: ada.ID, Locale: "de", Email: ada.Email, FullName: "Ada Lovelace"})
		if got := postCheckout(t, ada.API, method).Require(t, 201); !strings.HasPrefix(got.Text("payment.instructions"),
			"Bitte überweisen Sie 14,90 € an Orderd, ") {
			t.Errorf("in German: %s", got.Text("payment.instructions"))
		}
	})
}

func TestCheckoutRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it, scarce, gone := s.sell(t, 1000, 100), s.sell(t, 1000, 2), s.sell(t, 1000, 100)
		promotionID := s.promotion(t, body{"code": "SPRING", "kind": "amount", "value": 1})
		ada := s.customer(t)
		log := eventbustest.Record(t, s.DB)
		s.API.Do(t, "POST", "/v1/checkout", body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}).
			Require(t, 401, "unauthenticated")
		postCheckout(t, ada.API, method).Require(t, 409, "cart_empty")
		ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		postCheckout(t, ada.API, method).Require(t, 409, "cart_empty")
		if got := ada.Do(t, "POST", "/v1/checkout", body{}).Require(t, 422); !slices.Equal(got.Pointers(),
			[]string{"/shippingMethodId required", "/paymentMethod required"}) {
			t.Errorf("nothing chosen: %v", got.Pointers())
		}

		put(t, ada.API, it, 1)
		if got := postCheckout(t, ada.API, method, body{"expectedTotal": 14.89}).
			Require(t, 409, "total_changed"); got.Number("currentTotal") != 14.9 {
			t.Errorf("another total: %s", got.Body)
		}
		ada.Do(t, "POST", "/v1/cart/discounts", body{"code": "SPRING"}).Require(t, 200)
		s.admin.Do(t, "PATCH", "/v1/admin/promotions/"+promotionID, body{"active": false}).Require(t, 200)
		postCheckout(t, ada.API, method).Require(t, 409, "code_not_applicable")
		s.admin.Do(t, "DELETE", "/v1/admin/promotions/"+promotionID, nil).Require(t, 204)
		postCheckout(t, ada.API, method).Require(t, 409, "code_not_applicable")
		ada.Do(t, "DELETE", "/v1/cart/discounts/SPRING", nil).Require(t, 200)

		inCart := put(t, ada.API, scarce, 3)
		got := postCheckout(t, ada.API, method).Require(t, 409, "insufficient_stock")
		if want := fmt.Sprintf(`"items":[{"itemId":%q,"variantId":%q,"sku":%q,"quantity":3,"available":2}]`, inCart.Text("items.1.id"),
			scarce.VariantID, scarce.SKU); !strings.Contains(string(got.Body), want) {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		ada.Do(t, "DELETE", "/v1/cart/items/"+inCart.Text("items.1.id"), nil).Require(t, 200)
		inCart = put(t, ada.API, gone, 1)
		s.reprice(t, gone, 1000, false)
		if got := postCheckout(t, ada.API, method).Require(t, 409, "cart_changed"); got.Text("items.0.sku") != gone.SKU {
			t.Errorf("gone: %s", got.Body)
		}
		ada.Do(t, "DELETE", "/v1/cart/items/"+inCart.Text("items.1.id"), nil).Require(t, 200)
		if placed := eventbustest.Of[events.OrderPlaced](log); len(placed) != 0 || s.stockOf(t, it.VariantID).Reserved != 0 {
			t.Errorf("after refusals: %v, %+v", placed, s.stockOf(t, it.VariantID))
		}

		s.reprice(t, it, 1100, true) // a new price never blocks
		if got := postCheckout(t, ada.API, method).Require(t, 201); got.Number("total") != 15.9 {
			t.Errorf("total: %s", got.Body)
		}
		stranger, _ := s.As(t, auth.RoleCustomer) // whose account is not known here yet
		if got := postCheckout(t, stranger, method).Require(t, 503, "unavailable"); got.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
}

func TestCartBecomesOneOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		ada, grace := s.customer(t), s.customer(t)
		cartID := body{"cartId": put(t, ada.API, it, 1).Text("id")}
		keyed := ada.With("Idempotency-Key", "one")
		first := postCheckout(t, keyed, method, cartID).Require(t, 201)
		if again := postCheckout(t, keyed, method, cartID).Require(t, 201); string(again.Body) != string(first.Body) ||
			again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("the same key: %s", again.Body)
		}
		for _, api := range []*kit.API{ada.API, ada.With("Idempotency-Key", "two"), ada.With("Idempotency-Key", "two")} {
			if again := postCheckout(t, api, method, cartID).Require(t, 200); string(again.Body) != string(first.Body) ||
				again.Header.Get("Location") != "" {
				t.Errorf("the same cart: %s", again.Body)
			}
		}
		postCheckout(t, ada.API, method).Require(t, 409, "cart_empty")
		put(t, ada.API, it, 5) // a new cart does not hide the old one
		postCheckout(t, ada.API, method, cartID).Require(t, 200)
		for _, foreign := range []body{cartID, {"cartId": id.New()}} {
			if got := postCheckout(t, grace.API, method, foreign).Require(t, 422); !slices.Equal(got.Pointers(), []string{"/cartId not_allowed"}) {
				t.Errorf("another's cart: %v", got.Pointers())
			}
		}
		second := postCheckout(t, ada.API, method).Require(t, 201)
		if second.Text("id") == first.Text("id") || s.stockOf(t, it.VariantID).Reserved != 6 {
			t.Errorf("the second order: %s", second.Body)
		}
	})
}

func TestCheckoutMergesTheGuestCart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		a, b := s.sell(t, 1000, 100), s.sell(t, 500, 100)
		ada := s.customer(t)
		guest, token := s.guest(t)
		put(t, ada.API, a, 1)
		put(t, guest, b, 2)
		both := ada.With("X-Cart-Token", token)
		if quote := both.Do(t, "POST", "/v1/checkout/quote", body{}).Require(t, 200); quote.Number("subtotal") != 20 {
			t.Errorf("quote: %s", quote.Body)
		}
		if got := postCheckout(t, both, method).Require(t, 201); got.Number("subtotal") != 20 {
			t.Errorf("order: %s", got.Body)
		}
		put(t, ada.API, a, 1)
		for _, unknown := range []string{token, "nonsense", strings.Repeat("x", 300)} {
			postCheckout(t, ada.With("X-Cart-Token", unknown), method, body{"expectedTotal": 1}).Require(t, 409, "total_changed")
		}
		ada.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
		guest, token = s.guest(t)
		cartID := put(t, guest, b, 2).Text("id")
		if got := postCheckout(t, ada.With("X-Cart-Token", token), method, body{"cartId": cartID}).Require(t, 201); got.Number("subtotal") != 10 {
			t.Errorf("order of the guest's cart: %s", got.Body)
		}
	})
}

func TestQuote(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it, scarce := s.sell(t, 1000, 100), s.sell(t, 1200, 1)
		ada, grace := s.customer(t), s.customer(t)
		quote := func(api *kit.API, b body) (kit.Answer, []string) {
			t.Helper()
			got := api.Do(t, "POST", "/v1/checkout/quote", b).Require(t, 200)
			var v quoteView
			got.Decode(t, &v)
			var missing []string
			for _, r := range v.Requirements {
				missing = append(missing, r.Pointer+" "+string(r.Code))
			}
			return got, missing
		}
		s.API.Do(t, "POST", "/v1/checkout/quote", body{}).Require(t, 401, "unauthenticated")
		s.Publish(t, identity.AddressDeleted{UserID: grace.ID, AddressID: grace.AddressID})
		if got, missing := quote(grace.API, body{}); !slices.Equal(missing,
			[]string{"/addressId required", "/shippingMethodId required", "/paymentMethod required", " cart_empty"}) || got.Number("total") != 0 {
			t.Errorf("nothing at all: %v %s", missing, got.Body)
		}
		inCart := put(t, ada.API, it, 2)
		cartID := inCart.Text("id")
		full := body{"shippingMethodId": method, "paymentMethod": payOnDelivery, "cartId": cartID}
		got, missing := quote(ada.API, full)
		want := `{"currency":"EUR","items":[{"id":"` + inCart.Text("items.0.id") + `","unitPrice":10,"quantity":2,"lineTotal":20,` +
			`"taxRate":19,"net":16.8,"tax":3.2}],"discounts":[],"priceMode":"gross","subtotal":20,"discountTotal":0,` +
			`"shippingTotal":4.9,"taxTotal":3.98,"taxes":[{"rate":19,"category":"S","reason":null,"net":20.92,"tax":3.98,"gross":24.9}],` +
			`"total":24.9,"itemCount":2,"requirements":[],"shippingMethods":[{"id":"` + method + `","name":"Standard","kind":"delivery","text":null,` +
			`"price":4.9,"freeFrom":null,"estimate":{"minDays":2,"maxDays":4},"rates":[]}],"paymentMethods":[` +
			`{"method":"bank_transfer","title":"Bank transfer","text":null,"countries":[],"minimum":null,"maximum":null},` +
			`{"method":"cash_on_delivery","title":"Cash on delivery","text":null,"countries":[],"minimum":null,"maximum":null}],` +
			`"included":null}`
		if string(got.Body) != want || missing != nil {
			t.Errorf("everything: %s", got.Body)
		}
		abroad := body{"recipient": body{"fullName": "A", "contactPhone": "1", "address": "Wien", "country": "AT"}}
		if got, _ := quote(ada.API, with(body{}, full, abroad)); got.Number("taxTotal") != 4.15 {
			t.Errorf("to Austria: %s", got.Body)
		}
		if _, missing := quote(ada.API, body{"addressId": id.New(), "shippingMethodId": id.New(), "paymentMethod": payByInvoice,
			"expectedTotal": 1}); !slices.Equal(missing,
			[]string{"/addressId not_allowed", "/shippingMethodId not_allowed", "/paymentMethod not_allowed", "/expectedTotal total_changed"}) {
			t.Errorf("all wrong: %v", missing)
		}
		put(t, ada.API, scarce, 2)
		if _, missing := quote(ada.API, full); !slices.Equal(missing, []string{" insufficient_stock"}) {
			t.Errorf("too many: %v", missing)
		}
		if read := ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200); read.Text("id") != cartID || read.Number("itemCount") != 4 ||
			s.stockOf(t, it.VariantID).Reserved != 0 {
			t.Errorf("a quote has an effect: %s", read.Body)
		}
		s.admin.Do(t, "PUT", "/v1/admin/stock/"+scarce.VariantID, body{"onHand": 2}).Require(t, 200)
		postCheckout(t, ada.API, method, full).Require(t, 201)
		if _, missing := quote(ada.API, full); !slices.Equal(missing, []string{" cart_empty"}) {
			t.Errorf("ordered: %v", missing)
		}
		ada.Do(t, "POST", "/v1/checkout/quote", body{"paymentMethod": "gold"}).Require(t, 422)
		ada.Do(t, "POST", "/v1/checkout/quote", body{"cartId": id.New()}).Require(t, 422)
	})
}

// A checkout is Unavailable when the stock is short at each attempt and enough at each look after
// it.
func TestCheckoutGivesUpWhenTheStockKeepsChanging(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, c := s.method(t), s.customer(t)
		put(t, c.API, s.sell(t, 1000, 5), 1)
		s.keepStock(t)
		got := postCheckout(t, c.API, method).Require(t, 503, "unavailable")
		if got.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", got.Header)
		}
		if n := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200).Number("itemCount"); n != 1 {
			t.Errorf("%v in the cart", n)
		}
		s.requireSound(t, 0)
	})
}

// keepStock makes every change of the stock touch no row, as if another checkout were faster each
// time.
func (s *setup) keepStock(t *testing.T) {
	t.Helper()
	statements := []string{`CREATE TRIGGER faster BEFORE UPDATE ON ordering_stock BEGIN SELECT RAISE(IGNORE); END`}
	if database.Dialect(s.DB) == database.Postgres {
		statements = []string{
			`CREATE FUNCTION faster() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
			`CREATE TRIGGER faster BEFORE UPDATE ON ordering_stock FOR EACH ROW EXECUTE FUNCTION faster()`,
		}
	}
	for _, statement := range statements {
		if err := s.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// The stock is reserved before the answer is stored: no answer says that an order was placed while
// its stock may still be refused.
func TestCheckoutStoresItsAnswerAfterTheStock(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, c := s.method(t), s.customer(t)
		put(t, c.API, s.sell(t, 1000, 5), 1)
		s.refuseAnswersBeforeStock(t)
		keyed := c.With("Idempotency-Key", id.New())
		first := postCheckout(t, keyed, method).Require(t, 201)
		if again := postCheckout(t, keyed, method).Require(t, 201); again.Text("id") != first.Text("id") {
			t.Errorf("the stored answer is %s, want %s", again.Body, first.Body)
		}
	})
}

// refuseAnswersBeforeStock lets no answer of a checkout be stored before stock has been reserved.
func (s *setup) refuseAnswersBeforeStock(t *testing.T) {
	t.Helper()
	const early = `NOT EXISTS (SELECT 1 FROM ordering_stock_ledger WHERE reason = 'reserve')`
	statements := []string{
		`CREATE TRIGGER early BEFORE INSERT ON http_answers WHEN ` + early + ` BEGIN SELECT RAISE(ABORT, 'no stock is reserved yet'); END`,
	}
	if database.Dialect(s.DB) == database.Postgres {
		statements = []string{
			`CREATE FUNCTION early() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
				IF ` + early + ` THEN RAISE EXCEPTION 'no stock is reserved yet'; END IF;
				RETURN NEW;
			END$$`,
			`CREATE TRIGGER early BEFORE INSERT ON http_answers FOR EACH ROW EXECUTE FUNCTION early()`,
		}
	}
	for _, statement := range statements {
		if err := s.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// Without a bank account no order is paid by transfer: the quote says so, and a checkout is
// refused.
func TestBankTransferWithoutAnAccount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada := s.customer(t)
		method := s.standardMethod(t)
		put(t, ada.API, s.sell(t, 1000, 10), 1)
		transfer := body{"paymentMethod": "bank_transfer"}
		if got := postCheckout(t, ada.API, method, transfer).Require(t, 422); !slices.Equal(got.Pointers(),
			[]string{"/paymentMethod not_allowed"}) {
			t.Errorf("checkout: %s", got.Body)
		}
		quote := ada.Do(t, "POST", "/v1/checkout/quote", body{"shippingMethodId": method, "paymentMethod": "bank_transfer"})
		quote.Require(t, 200).RequireFields(t, kit.Fields{"requirements.0.pointer": "/paymentMethod", "requirements.0.code": "not_allowed"})
		postCheckout(t, ada.API, method, body{"paymentMethod": "cash_on_delivery"}).Require(t, 201)
	}, func(c *testShop) { c.Bank.IBAN = nil })
}
