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
	recipients "orderd/modules/recipients/events"
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

// checkout orders what is in the caller's cart, by bank transfer unless changed.
func checkout(t *testing.T, api *kit.API, methodID string, changes ...body) kit.Answer {
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

func TestCheckout(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		a, b := s.sell(t, 1999, 10), s.sell(t, 350, 2, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" })
		promotionID := s.promotion(t, body{"code": "SPRING", "kind": "percent", "value": 10})
		ada := s.customer(t)
		code := s.voucher(t, ada.ID, 500)
		put(t, ada.API, a, 3)
		cartID := put(t, ada.API, b, 2).Text("id")
		for _, c := range []string{"SPRING", code} {
			ada.Do(t, "POST", "/v1/cart/discounts", body{"code": c}).Require(t, 200)
		}
		log := eventbustest.Record(t, s.DB)
		made := checkout(t, ada.API, method, body{"note": " Please ring twice. ", "expectedTotal": 63.3}).Require(t, 201)

		// 66.97 − 6.70 − 1.87 in goods, split 7.67 and 0.90, contain 8.35 and 0.40; of the 4.90 to send them, 4.39 contain 0.70 and 0.51 contain 0.03.
		orderID, number, placedAt := made.Text("id"), made.Text("number"), made.Text("placedAt")
		want := fmt.Sprintf(`{"id":%q,"number":%q,"stage":"awaiting_payment","status":"pending_payment","paymentStatus":"unpaid","fulfillmentStatus":"unfulfilled","currency":"EUR",`+
			`"customer":{"id":%q,"fullName":"Ada Lovelace","email":%q},"items":[`+
			`{"id":%q,"productId":%q,"variantId":%q,"sku":%q,"name":"Moka","options":{"size":"6 cups"},"imageUrl":null,"unitPrice":19.99,"quantity":3,"lineTotal":59.97,"taxRate":19},`+
			`{"id":%q,"productId":%q,"variantId":%q,"sku":%q,"name":"Moka","options":{"size":"6 cups"},"imageUrl":null,"unitPrice":3.5,"quantity":2,"lineTotal":7,"taxRate":7}],`+
			`"shipTo":{"fullName":"Ada Lovelace","phone":"+49 30 1234567","address":"Unter den Linden 1, 10117 Berlin","country":"DE"},"recipientId":null,`+
			`"shippingMethod":{"id":%q,"name":"Standard"},"shipments":[],"subtotal":66.97,"discountTotal":8.57,"shippingTotal":4.9,"taxTotal":9.48,"total":63.3,`+
			`"discounts":[{"code":"SPRING","kind":"percent","amount":6.7},{"code":%q,"kind":"voucher","amount":1.87}],`+
			`"payment":{"method":"bank_transfer","instructions":%s,"paidAt":null,"refundedTotal":0},"refunds":[],"note":"Please ring twice.","allowedActions":["cancel","reorder"],`+
			`"placedAt":%q,"completedAt":null,"cancelledAt":null,"cancellation":null,"createdAt":%q,"updatedAt":%q}`,
			orderID, number, ada.ID, ada.Email, made.Text("items.0.id"), a.ProductID, a.VariantID, a.SKU, made.Text("items.1.id"), b.ProductID, b.VariantID, b.SKU, method,
			code, quoted(made.Text("payment.instructions")), placedAt, placedAt, placedAt)
		if string(made.Body) != want {
			t.Errorf("made %s\nwant %s", made.Body, want)
		}
		if !orderNumbers.MatchString(number) || made.Header.Get("Location") != "/v1/orders/"+orderID {
			t.Errorf("number %q at %q", number, made.Header.Get("Location"))
		}
		if told := made.Text("payment.instructions"); !strings.HasPrefix(told, "Please transfer €63.30 to Orderd, "+testConfig.BankAccount+", with the reference "+number+". ") {
			t.Errorf("instructions: %q", told)
		}
		if read := ada.Do(t, "GET", "/v1/orders/"+orderID, nil).Require(t, 200); string(read.Body) != want {
			t.Errorf("read %s", read.Body)
		}
		if list := ada.Do(t, "GET", "/v1/orders", nil).Require(t, 200); string(list.Body) != `{"data":[`+want+`],"meta":{"total":1,"page":1,"limit":20,"totalPages":1}}` {
			t.Errorf("list %s", list.Body)
		}
		if next := ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200); next.Text("id") == cartID || next.Number("itemCount") != 0 {
			t.Errorf("the next cart: %s", next.Body)
		}

		if st := s.stockOf(t, a.VariantID); st.OnHand != 10 || st.Reserved != 3 {
			t.Errorf("stock: %+v", st)
		}
		if st := s.stockOf(t, b.VariantID); st.OnHand != 2 || st.Reserved != 2 {
			t.Errorf("stock: %+v", st)
		}
		s.requireLedger(t, 0)
		if p := row[promotion](t, s, "id", promotionID); p.Used != 1 {
			t.Errorf("promotion: %+v", p)
		}
		v := row[voucher](t, s, "code", code)
		if v.Status != voucherSpent || *v.OrderID != orderID {
			t.Errorf("voucher: %+v", v)
		}
		timeline := ada.Do(t, "GET", "/v1/orders/"+orderID+"/tracking", nil).Require(t, 200)
		if timeline.Text("events.0.status") != "placed" || timeline.Text("events.0.occurredAt") != placedAt || timeline.At("events.1") != nil {
			t.Errorf("timeline: %s", timeline.Body)
		}

		line := func(i int, it item, quantity int, unit, total, discount int64) events.Line {
			return events.Line{
				OrderItemID: made.Text(fmt.Sprintf("items.%d.id", i)), ProductID: it.ProductID, VariantID: it.VariantID, SKU: it.SKU, Name: "Moka",
				Options: map[string]string{"size": "6 cups"}, Quantity: quantity, UnitPrice: unit, LineTotal: total, Discount: discount,
			}
		}
		o := row[order](t, s, "id", orderID)
		about := o.eventOrder()
		about.EntryID = new(timeline.Text("events.0.id"))
		if about.Email != ada.Email || about.FullName != "Ada Lovelace" || about.Total != 6330 || about.Locale != "en" {
			t.Errorf("announced: %+v", about)
		}
		wantPlaced := events.OrderPlaced{
			Order: about, CartID: cartID, Status: orderPendingPayment, PaymentStatus: paymentUnpaid,
			Lines:    []events.Line{line(0, a, 3, 1999, 5997, 767), line(1, b, 2, 350, 700, 90)},
			Subtotal: 6697, DiscountTotal: 857, ShippingTotal: 490, TaxTotal: 948, VoucherIDs: []string{v.ID}, Instructions: o.Instructions,
			ShippingMethod: "Standard", PlacedAt: o.PlacedAt, Recipient: recipientSelf, ShipToName: "Ada Lovelace", ShipToPhone: new("+49 30 1234567"),
			ShipToAddress: "Unter den Linden 1, 10117 Berlin", ShipToCountry: "DE",
		}
		if got := eventbustest.Of[events.OrderPlaced](log); len(got) != 1 || quoted(got[0]) != quoted(wantPlaced) {
			t.Errorf("announced %s\nwant      %s", quoted(got), quoted(wantPlaced))
		}
		if got := eventbustest.Of[events.VoucherSettled](log); len(got) != 1 || got[0].Status != voucherSpent || *got[0].OrderID != orderID || got[0].VoucherID != v.ID {
			t.Errorf("announced %s", quoted(got))
		}
		if got := eventbustest.Of[events.OrderPaid](log); len(got) != 0 {
			t.Errorf("announced %s", quoted(got))
		}
	})
}

func TestCheckoutGoesWhereItIsSent(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		ada, grace := s.customer(t), s.customer(t)
		second := id.New()
		saved := recipients.RecipientSaved{
			RecipientID: id.New(), UserID: ada.ID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "+1 555 0100", Address: "1 Navy Yard, Boston", Country: "US",
		}
		s.Publish(t, saved, identity.AddressSaved{
			UserID: ada.ID, AddressID: second, FullName: "Ada King", Line1: "1 High Street", City: "Dublin", PostalCode: "D01", Country: "IE",
		})
		other := body{"fullName": "Alan Turing", "contactPhone": "+44 20 7946", "address": "1 Bletchley Park"}
		log := eventbustest.Record(t, s.DB)
		for name, c := range map[string]struct {
			change    body
			shipTo    string
			recipient recipientKind
			id        any
		}{
			"the default address": {body{}, `{"fullName":"Ada Lovelace","phone":"+49 30 1234567","address":"Unter den Linden 1, 10117 Berlin","country":"DE"}`, recipientSelf, nil},
			"an address":          {body{"addressId": second}, `{"fullName":"Ada King","phone":null,"address":"1 High Street, D01 Dublin","country":"IE"}`, recipientSelf, nil},
			"a saved recipient": {body{"recipientId": saved.RecipientID}, `{"fullName":"Grace Hopper","phone":"+1 555 0100","address":"1 Navy Yard, Boston","country":"US"}`,
				recipientSaved, saved.RecipientID},
			"somebody else": {body{"recipient": other}, `{"fullName":"Alan Turing","phone":"+44 20 7946","address":"1 Bletchley Park","country":"DE"}`,
				recipientOther, recipients.RecipientID(ada.ID, "alan turing", "+44207946")},
			"an address in lines": {body{"recipient": with(body{}, other, body{"address": "1  Bletchley Park\r\n\n Milton\tKeynes\n"})},
				`{"fullName":"Alan Turing","phone":"+44 20 7946","address":"1 Bletchley Park, Milton Keynes","country":"DE"}`,
				recipientOther, recipients.RecipientID(ada.ID, "alan turing", "+44207946")},
			"somebody abroad": {body{"recipient": with(body{"country": "GB"}, other)}, `{"fullName":"Alan Turing","phone":"+44 20 7946","address":"1 Bletchley Park","country":"GB"}`,
				recipientOther, recipients.RecipientID(ada.ID, "alan turing", "+44207946")},
		} {
			put(t, ada.API, it, 1)
			got := checkout(t, ada.API, method, c.change).Require(t, 201)
			if !strings.Contains(string(got.Body), `"shipTo":`+c.shipTo) || got.At("recipientId") != c.id {
				t.Errorf("%s: %s", name, got.Body)
			}
			all := eventbustest.Of[events.OrderPlaced](log)
			if last := all[len(all)-1]; last.Recipient != c.recipient || last.OrderID != got.Text("id") {
				t.Errorf("%s: announced %s", name, quoted(last))
			}
		}

		put(t, ada.API, it, 1)
		put(t, grace.API, it, 1)
		s.Publish(t, identity.AddressDeleted{UserID: grace.ID, AddressID: grace.AddressID}, recipients.RecipientDeleted{RecipientID: saved.RecipientID, UserID: ada.ID})
		for name, c := range map[string]struct {
			api    customer
			change body
			want   []string
		}{
			"another's address":   {ada, body{"addressId": grace.AddressID}, []string{"/addressId not_allowed"}},
			"no address":          {ada, body{"addressId": id.New()}, []string{"/addressId not_allowed"}},
			"no default":          {grace, body{}, []string{"/addressId required"}},
			"another's recipient": {grace, body{"recipientId": saved.RecipientID}, []string{"/recipientId not_allowed"}},
			"a deleted recipient": {ada, body{"recipientId": saved.RecipientID}, []string{"/recipientId not_allowed"}},
			"two destinations":    {ada, body{"recipientId": saved.RecipientID, "addressId": second}, []string{"/recipientId not_allowed", "/addressId not_allowed"}},
			"three destinations": {ada, body{"addressId": second, "recipientId": id.New(), "recipient": body{"fullName": "A", "contactPhone": "1", "address": "Wien"}},
				[]string{"/recipient not_allowed", "/recipientId not_allowed", "/addressId not_allowed"}},
			"no id":                 {ada, body{"addressId": "home"}, []string{"/addressId bad_format"}},
			"a nameless recipient":  {ada, body{"recipient": with(body{}, other, body{"fullName": " "})}, []string{"/recipient/fullName too_short"}},
			"a country in words":    {ada, body{"recipient": with(body{}, other, body{"country": "Germany"})}, []string{"/recipient/country bad_format"}},
			"an unknown method":     {ada, body{"shippingMethodId": id.New()}, []string{"/shippingMethodId not_allowed"}},
			"a method to elsewhere": {ada, body{"shippingMethodId": s.method(t, body{"countries": []string{"FR"}})}, []string{"/shippingMethodId not_allowed"}},
			"a method that is off":  {ada, body{"shippingMethodId": s.method(t, body{"active": false})}, []string{"/shippingMethodId not_allowed"}},
		} {
			if got := checkout(t, c.api.API, method, c.change).Require(t, 422); !slices.Equal(got.Pointers(), c.want) {
				t.Errorf("%s: %v, want %v", name, got.Pointers(), c.want)
			}
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
			got := checkout(t, c.api.API, c.method, body{"paymentMethod": c.pay}).Require(t, 201)
			if got.Text("status") != c.status || got.Text("paymentStatus") != c.payment || got.Text("stage") != c.stage || !strings.HasPrefix(got.Text("payment.instructions"), c.instructions) ||
				(got.Text("payment.instructions") == "") != (c.instructions == "") {
				t.Errorf("%s: %s", c.pay, got.Body)
			}
			made := row[order](t, s, "id", got.Text("id"))
			if due := made.PaymentDueAt; c.status != "pending_payment" && due != nil || c.status == "pending_payment" && !due.Equal(made.PlacedAt.Add(72*time.Hour)) {
				t.Errorf("%s: due at %v", c.pay, due)
			}
		}
		if got := eventbustest.Of[events.OrderPaid](log); len(got) != 1 || got[0].Total != 0 || !got[0].Implied || got[0].EntryID == nil {
			t.Errorf("announced %s", quoted(got))
		}
		put(t, ada.API, it, 1)
		for _, refused := range []string{"invoice", "card", "gold"} {
			if got := checkout(t, ada.API, method, body{"paymentMethod": refused}).Require(t, 422); !slices.Equal(got.Pointers(), []string{"/paymentMethod not_allowed"}) {
				t.Errorf("%s: %v", refused, got.Pointers())
			}
		}
		s.Publish(t, identity.ProfileChanged{UserID: ada.ID, Locale: "de", Email: ada.Email, FullName: "Ada Lovelace"})
		if got := checkout(t, ada.API, method).Require(t, 201); !strings.HasPrefix(got.Text("payment.instructions"), "Bitte überweisen Sie 14,90 € an Orderd, ") {
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
		s.API.Do(t, "POST", "/v1/checkout", body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}).Require(t, 401, "unauthenticated")
		checkout(t, ada.API, method).Require(t, 409, "cart_empty")
		ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		checkout(t, ada.API, method).Require(t, 409, "cart_empty")
		if got := ada.Do(t, "POST", "/v1/checkout", body{}).Require(t, 422); !slices.Equal(got.Pointers(), []string{"/shippingMethodId required", "/paymentMethod required"}) {
			t.Errorf("nothing chosen: %v", got.Pointers())
		}

		put(t, ada.API, it, 1)
		if got := checkout(t, ada.API, method, body{"expectedTotal": 14.89}).Require(t, 409, "total_changed"); got.Number("currentTotal") != 14.9 {
			t.Errorf("another total: %s", got.Body)
		}
		ada.Do(t, "POST", "/v1/cart/discounts", body{"code": "SPRING"}).Require(t, 200)
		s.admin.Do(t, "PATCH", "/v1/admin/promotions/"+promotionID, body{"active": false}).Require(t, 200)
		checkout(t, ada.API, method).Require(t, 409, "code_not_applicable")
		s.admin.Do(t, "DELETE", "/v1/admin/promotions/"+promotionID, nil).Require(t, 204)
		checkout(t, ada.API, method).Require(t, 409, "code_not_applicable")
		ada.Do(t, "DELETE", "/v1/cart/discounts/SPRING", nil).Require(t, 200)

		inCart := put(t, ada.API, scarce, 3)
		got := checkout(t, ada.API, method).Require(t, 409, "insufficient_stock")
		if want := fmt.Sprintf(`"items":[{"itemId":%q,"variantId":%q,"sku":%q,"quantity":3,"available":2}]`, inCart.Text("items.1.id"), scarce.VariantID, scarce.SKU); !strings.Contains(string(got.Body), want) {
			t.Errorf("got %s, want %s", got.Body, want)
		}
		ada.Do(t, "DELETE", "/v1/cart/items/"+inCart.Text("items.1.id"), nil).Require(t, 200)
		inCart = put(t, ada.API, gone, 1)
		s.reprice(t, gone, 1000, false)
		if got := checkout(t, ada.API, method).Require(t, 409, "cart_changed"); got.Text("items.0.sku") != gone.SKU {
			t.Errorf("gone: %s", got.Body)
		}
		ada.Do(t, "DELETE", "/v1/cart/items/"+inCart.Text("items.1.id"), nil).Require(t, 200)
		if placed := eventbustest.Of[events.OrderPlaced](log); len(placed) != 0 || s.stockOf(t, it.VariantID).Reserved != 0 {
			t.Errorf("after refusals: %v, %+v", placed, s.stockOf(t, it.VariantID))
		}

		s.reprice(t, it, 1100, true) // a new price never blocks
		if got := checkout(t, ada.API, method).Require(t, 201); got.Number("total") != 15.9 {
			t.Errorf("total: %s", got.Body)
		}
		stranger, _ := s.As(t, auth.RoleCustomer) // whom nobody has told of yet
		if got := checkout(t, stranger, method).Require(t, 503, "unavailable"); got.Header.Get("Retry-After") == "" {
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
		first := checkout(t, keyed, method, cartID).Require(t, 201)
		if again := checkout(t, keyed, method, cartID).Require(t, 201); string(again.Body) != string(first.Body) || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("the same key: %s", again.Body)
		}
		for _, api := range []*kit.API{ada.API, ada.With("Idempotency-Key", "two"), ada.With("Idempotency-Key", "two")} {
			if again := checkout(t, api, method, cartID).Require(t, 200); string(again.Body) != string(first.Body) || again.Header.Get("Location") != "" {
				t.Errorf("the same cart: %s", again.Body)
			}
		}
		checkout(t, ada.API, method).Require(t, 409, "cart_empty")
		put(t, ada.API, it, 5) // a new cart does not hide the old one
		checkout(t, ada.API, method, cartID).Require(t, 200)
		for _, foreign := range []body{cartID, {"cartId": id.New()}} {
			if got := checkout(t, grace.API, method, foreign).Require(t, 422); !slices.Equal(got.Pointers(), []string{"/cartId not_allowed"}) {
				t.Errorf("another's cart: %v", got.Pointers())
			}
		}
		second := checkout(t, ada.API, method).Require(t, 201)
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
		if got := checkout(t, both, method).Require(t, 201); got.Number("subtotal") != 20 {
			t.Errorf("order: %s", got.Body)
		}
		put(t, ada.API, a, 1)
		for _, unknown := range []string{token, "nonsense", strings.Repeat("x", 300)} {
			checkout(t, ada.With("X-Cart-Token", unknown), method, body{"expectedTotal": 1}).Require(t, 409, "total_changed")
		}
		ada.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
		guest, token = s.guest(t)
		cartID := put(t, guest, b, 2).Text("id")
		if got := checkout(t, ada.With("X-Cart-Token", token), method, body{"cartId": cartID}).Require(t, 201); got.Number("subtotal") != 10 {
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
				missing = append(missing, r.Pointer+" "+r.Code)
			}
			return got, missing
		}
		s.API.Do(t, "POST", "/v1/checkout/quote", body{}).Require(t, 401, "unauthenticated")
		s.Publish(t, identity.AddressDeleted{UserID: grace.ID, AddressID: grace.AddressID})
		if got, missing := quote(grace.API, body{}); !slices.Equal(missing, []string{"/addressId required", "/shippingMethodId required", "/paymentMethod required", " cart_empty"}) || got.Number("total") != 0 {
			t.Errorf("nothing at all: %v %s", missing, got.Body)
		}
		cartID := put(t, ada.API, it, 2).Text("id")
		full := body{"shippingMethodId": method, "paymentMethod": payOnDelivery, "cartId": cartID}
		got, missing := quote(ada.API, full)
		want := `{"currency":"EUR","discounts":[],"subtotal":20,"discountTotal":0,"shippingTotal":4.9,"taxTotal":3.97,"total":24.9,"itemCount":2,"requirements":[]}`
		if string(got.Body) != want || missing != nil {
			t.Errorf("everything: %s", got.Body)
		}
		abroad := body{"recipient": body{"fullName": "A", "contactPhone": "1", "address": "Wien", "country": "AT"}}
		if got, _ := quote(ada.API, with(body{}, full, abroad)); got.Number("taxTotal") != 4.15 {
			t.Errorf("to Austria: %s", got.Body)
		}
		if _, missing := quote(ada.API, body{"addressId": id.New(), "shippingMethodId": id.New(), "paymentMethod": payByInvoice, "expectedTotal": 1}); !slices.Equal(missing,
			[]string{"/addressId not_allowed", "/shippingMethodId not_allowed", "/paymentMethod not_allowed", "/expectedTotal total_changed"}) {
			t.Errorf("all wrong: %v", missing)
		}
		put(t, ada.API, scarce, 2)
		if _, missing := quote(ada.API, full); !slices.Equal(missing, []string{" insufficient_stock"}) {
			t.Errorf("too many: %v", missing)
		}
		if read := ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200); read.Text("id") != cartID || read.Number("itemCount") != 4 || s.stockOf(t, it.VariantID).Reserved != 0 {
			t.Errorf("a quote has an effect: %s", read.Body)
		}
		s.admin.Do(t, "PUT", "/v1/admin/stock/"+scarce.VariantID, body{"onHand": 2}).Require(t, 200)
		checkout(t, ada.API, method, full).Require(t, 201)
		if _, missing := quote(ada.API, full); !slices.Equal(missing, []string{" cart_empty"}) {
			t.Errorf("ordered: %v", missing)
		}
		ada.Do(t, "POST", "/v1/checkout/quote", body{"paymentMethod": "gold"}).Require(t, 422)
		ada.Do(t, "POST", "/v1/checkout/quote", body{"cartId": id.New()}).Require(t, 422)
	})
}

// A stock that is short at each try and enough at each look after it is a busy moment, not an answer without a content.
func TestCheckoutGivesUpWhenTheStockComesAndGoes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, c := s.method(t), s.customer(t)
		put(t, c.API, s.sell(t, 1000, 5), 1)
		s.keepStock(t)
		got := checkout(t, c.API, method).Require(t, 503, "unavailable")
		if got.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", got.Header)
		}
		if n := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200).Number("itemCount"); n != 1 {
			t.Errorf("%v in the cart", n)
		}
		s.requireSound(t, 0)
	})
}

// keepStock makes every change of the stock touch no row, as if somebody else were faster each time.
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
