package storefront

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Samples of carts, orders and accounts.

func (s *samples) cart() cart {
	c := cart{ID: "cart-1", ItemCount: 2 * s.run.state.many, Subtotal: 12_900, TaxTotal: 844, Total: 12_900,
		PriceMode: s.priceMode()}
	for i := range s.run.state.many {
		item := cartItem{
			ID: fmt.Sprint("line-", i), ProductID: "product-0", VariantID: fmt.Sprint("variant-", i),
			SKU: fmt.Sprint("KAL-", i), Name: s.text(),
			Slug: new("espresso"), Options: map[string]string{"Size": "250 g", "Grind": s.text()}, Image: s.image(),
			UnitPrice: 1290, Quantity: 2,
			LineTotal: 2580, Available: 9,
		}
		if s.run.state.soldOut {
			item.Available = []int64{1, 0, 0}[i%3]
			code := []string{issueShort, issueShort, issueUnavailable}[i%3]
			c.Issues = append(c.Issues, cartIssue{ItemID: &item.ID, Code: code, Name: s.text()})
			if i%3 == 2 { // archived
				item.Slug, item.Image, item.Options = nil, nil, nil
			}
		}
		c.Items = append(c.Items, item)
	}
	if len(c.Items) > 1 {
		c.Discounts = []discount{
			{Name: s.text(), Kind: "percent", Amount: 300}, {Code: "WELCOME", Kind: "voucher", Amount: 200},
			{Code: "SPRING", Kind: "amount"},
		}
		c.DiscountTotal = 500
		c.Issues = append(c.Issues, cartIssue{Code: "code_not_applicable", Name: "WINTER"},
			cartIssue{Code: "better_discount", Name: "SPRING"},
			cartIssue{ItemID: &c.Items[0].ID, Code: "price_changed", Name: s.text()})
	}
	return c
}

// priceMode is that of wholesale customers where the shop has it.
func (s *samples) priceMode() string {
	if s.run.visitor == sampleWholesale && s.run.state.many != 1 {
		return netPrices
	}
	return "gross"
}

// taxes are those of an order: it bears VAT, or none with a reason for each.
func (s *samples) taxes() []taxes {
	if !s.run.state.refused {
		return []taxes{{Rate: 1900, Tax: 78}, {Rate: 700, Tax: 169}}
	}
	return []taxes{{Reason: new("export")}, {Reason: new("intra_community")}, {Reason: new("small_business")}}
}

func (s *samples) document(i int) document {
	kind := []string{"invoice", "cancellation", "invoice", "correction", "receipt"}[i%5]
	return document{
		ID: fmt.Sprint("document-", i), Number: fmt.Sprint("RE-2026-00000", i), Kind: kind, Live: i == 2,
		IssuedAt: sampleTime, Gross: 3070,
	}
}

func (s *samples) quote() quote {
	c := s.cart()
	q := quote{
		Discounts: c.Discounts, Subtotal: c.Subtotal, ShippingTotal: 490, Total: c.Total + 490,
		ItemCount: c.ItemCount, PriceMode: c.PriceMode, Taxes: s.taxes(),
	}
	for _, i := range c.Items {
		item := quotedItem{ID: i.ID, UnitPrice: i.UnitPrice, LineTotal: i.LineTotal}
		if s.run.state.refused { // it bears no VAT
			item.UnitPrice, item.LineTotal = 1206, 2412
		}
		q.Items = append(q.Items, item)
	}
	q.Included.Cart = &c
	if s.run.state.soldOut { // and nobody delivers
		return q
	}
	q.PaymentMethods = s.paymentMethods()
	q.ShippingMethods = []shippingMethod{
		{ID: "standard", Name: "Standard", Kind: "delivery", Price: 490},
		{ID: "free", Name: s.text(), Kind: "delivery", Text: new(s.text())},
		{ID: "pickup", Name: "Pickup", Kind: "pickup"},
	}
	q.ShippingMethods[0].Estimate.MinDays, q.ShippingMethods[0].Estimate.MaxDays = 1, 3
	if s.run.visitor != sampleGuest {
		q.Included.Recipients = []savedRecipient{{ID: "recipient-1", FullName: s.text(), Address: s.text(), Country: "DE"}}
		q.Included.Vouchers = []spendable{{Code: "POINTS-1", Points: 500}}
		q.Included.Addresses = repeated(s.run.state.many, func(i int) savedAddress {
			return savedAddress{ID: fmt.Sprint("address-", i), FullName: s.text(), Address: s.text(), Country: "DE",
				IsDefault: i == 0}
		})
	}
	return q
}

func (s *samples) orderItem(i int) orderItem {
	item := orderItem{
		ID: fmt.Sprint("item-", i), Name: s.text(), Slug: new("espresso"), Options: map[string]string{"Size": "250 g"},
		Image:     s.image(),
		UnitPrice: 1290, Quantity: 2, Returnable: 2, Withdrawable: 2, LineTotal: 2580,
	}
	if s.run.state.soldOut {
		item.Slug, item.Image, item.Cancelled = nil, nil, 1
	}
	return item
}

// returnRequest is rejected, or has brought a part of the money back.
func (s *samples) returnRequest(i int) returnRequest {
	r := returnRequest{
		OrderID: "order-1", OrderNumber: "O-101", Status: "rejected", RejectionReason: new(s.text()), CreatedAt: sampleTime,
		Items: []returnedItem{{s.text(), 2}},
	}
	if i%2 == 1 {
		r.Status, r.RejectionReason, r.RefundAmount = "received", nil, 2570
		r.Deduction = &deduction{500, s.text()}
	}
	return r
}

// sampleStages are the ways that orders may stand, one for each state.
var sampleStages = map[string]string{
	"empty": "placed", "one": "awaiting_payment", "200 variants": "shipped", "refused": "delivered",
	"a text of 20 000 characters": "processing", "sold out, and archived in the cart": "cancelled",
}

func (s *samples) orderSummary(i int) orderSummary {
	return orderSummary{
		ID: fmt.Sprint("order-", i), Number: fmt.Sprint("O-10", i), Stage: sampleStages[s.run.state.name],
		Items: repeated(2, s.orderItem), Total: 3070, PlacedAt: sampleTime,
	}
}

func (s *samples) order() order {
	n := max(s.run.state.many, 1)
	o := order{
		ID: "order-1", Number: "O-101", PriceMode: s.priceMode(),
		Stage: sampleStages[s.run.state.name], Items: repeated(n, s.orderItem),
		ShipTo: shipTo{FullName: s.text(), Address: s.text(), Country: "DE"}, Subtotal: 2580, ShippingTotal: 490,
		BillTo: &shipTo{FullName: s.text(), Company: new(s.text()), Address: s.text(), Country: "AT"}, Total: 3070,
		Taxes: s.taxes(), PaymentStatus: "unpaid", PlacedAt: sampleTime,
		AllowedActions: []string{"cancel", "return", "withdraw", "reorder", "pay", "change-payment"},
		ReturnUntil:    new(sampleTime.Add(14 * 24 * time.Hour)),
		Withdrawal:     &withdrawal{Until: new(sampleTime.Add(14 * 24 * time.Hour)), State: new("matched")},
		Payment:        orderPayment{Method: "bank_transfer", Instructions: new(s.run.state.text)},
	}
	o.Customer.Email, o.ShippingMethod.Name = "ada@shop.example", s.text()
	if s.run.state.many > 1 {
		o.Payment.PaidAt, o.PaymentStatus = &o.PlacedAt, "paid"
		o.Shipments = []shipment{{
			ID: "shipment-1", Carrier: new("DHL"), TrackingNumber: new(s.text()),
			TrackingURL:    new("https://carrier.example/1"),
			TrackingStatus: "in_transit", EstimatedDeliveryAt: &sampleTime,
		}}
		o.Discounts = []discount{
			{Code: "WELCOME", Amount: 500}, {Name: s.text(), Kind: "free_shipping", Shipping: 490},
		}
		o.Refunds = []refund{{Amount: 100, Status: "settled"}}
		o.Included.Tracking = &tracking{Events: []trackingEvent{{Status: "shipped", Description: new(s.text()),
			OccurredAt: sampleTime}}}
		o.Included.Returns = []returnRequest{s.returnRequest(0)}
	}
	if s.isPaidByCard() {
		o.ID, _, _ = strings.Cut(strings.TrimPrefix(s.run.path, "/orders/"), "/")
		o.Stage, o.PaymentStatus = "awaiting_payment", "unpaid"
		notYet := sampleTime.AddDate(100, 0, 0) // whenever the theme is checked
		o.Payment = orderPayment{Method: methodCard, Due: 3070, DueAt: &notYet}
		return o
	}
	if s.run.state.many == 1 {
		o.Payment.Transfer = &transfer{
			IBAN: new("DE02120300000000202051"), BIC: new("BYLADEM1001"), Holder: s.text(), Reference: "O-101", Amount: 3070,
			DueAt: &sampleTime,
		}
	}
	return o
}

// isPaidByCard reports whether the page is about an order that is paid online.
func (s *samples) isPaidByCard() bool { return strings.HasPrefix(s.run.path, "/orders/card-") }

// payment is how the provider knows the order, which the id says: it has prepared the payment, it
// has not, or the shop has no key of it.
func (s *samples) payment() payment {
	p := payment{
		Method: methodCard, Status: "unpaid", Due: 3070, PublishableKey: new("pk_test_sample"), ClientSecret: new("secret"),
	}
	switch {
	case strings.HasPrefix(s.run.path, "/orders/card-unprepared"):
		p.ClientSecret = nil
	case strings.HasPrefix(s.run.path, "/orders/card-impossible"):
		p.PublishableKey, p.ClientSecret = nil, nil
	}
	return p
}

func (s *samples) voucher(i int) voucher {
	status := []string{"available", "spent", "expired"}[i%3]
	return voucher{Code: fmt.Sprint("POINTS-", i), Value: 5, Status: status, ExpiresAt: sampleTime}
}

func (s *samples) profile() profile {
	p := profile{Email: "ada@shop.example", FullName: s.text(), Phone: new("+49 30 1"), AccountType: "retail",
		Locale: "de"}
	if s.run.visitor == sampleWholesale {
		p.AccountType, p.BusinessName = "wholesale", new(s.text())
	}
	return p
}

func (s *samples) vatID() vatID {
	return vatID{VATID: "FR40303265045", Status: "valid", Name: new(s.text()), ValidUntil: &sampleTime}
}

func (s *samples) address(i int) address {
	a := address{
		ID: fmt.Sprint("address-", i), FullName: s.text(), Line1: s.text(), PostalCode: "10119", City: "Berlin",
		Country: "DE", IsDefault: i == 0,
	}
	if i > 0 {
		a.Line2, a.Phone = new(s.text()), new("+49 30 1")
	}
	return a
}

func (s *samples) recipient(i int) recipient {
	return recipient{ID: fmt.Sprint("recipient-", i), FullName: s.text(), Address: s.text(), TotalOrders: i}
}

func (s *samples) session(i int) accountSession {
	a := accountSession{ID: fmt.Sprint("session-", i), CreatedAt: sampleTime, LastUsedAt: sampleTime, Current: i == 0}
	if i > 0 {
		a.UserAgent = s.text()
	}
	return a
}

func (s *samples) review(i int) review {
	r := review{Rating: 1 + i%5, CreatedAt: sampleTime, VerifiedPurchase: i%2 == 0}
	r.Author.DisplayName = s.text()
	if i != 1 {
		r.Message = new(s.run.state.text)
	}
	return r
}

func (s *samples) ownReview(i int) ownReview {
	return ownReview{
		ID: fmt.Sprint("review-", i), ProductID: fmt.Sprint("product-", i%2), Status: []string{"visible", "hidden"}[i%2],
		review: s.review(i),
	}
}

func (s *samples) notification(i int) notification {
	n := notification{ID: fmt.Sprint("notification-", i), Title: s.text(), Body: s.run.state.text, CreatedAt: sampleTime}
	if i > 0 {
		n.ReadAt, n.Data = &sampleTime, map[string]any{"type": "order", "orderId": "order-1"}
	}
	return n
}

func (s *samples) notifications() any {
	all := many(s, 24, s.notification)
	return map[string]any{
		"data": append([]notification{}, all...), "unreadCount": len(all),
		"meta": listMeta{Total: len(all), Page: 1, TotalPages: 1},
	}
}

func (s *samples) pointsEntry(i int) pointsEntry {
	kinds := []string{"share", "order", "redeem", "reversal", "adjustment"}
	e := pointsEntry{Kind: kinds[i%len(kinds)], Points: int64(100 * (1 - 2*(i%2))), Balance: 700, CreatedAt: sampleTime}
	if i%2 == 0 {
		e.Note = new(s.text())
	}
	return e
}

func (s *samples) application() application {
	status := map[string]string{"one": "approved", "refused": "rejected"}[s.run.state.name]
	if status == "" {
		return application{TrackingID: "WS-1", Status: "under_review", SubmittedAt: sampleTime}
	}
	return application{TrackingID: "WS-1", Status: status, Question: new(s.text()), SubmittedAt: sampleTime,
		DecidedAt: &sampleTime}
}

// sampleSession is what the visitor's cookie holds.
func (s *samples) sampleSession(now time.Time) session {
	own := session{CartToken: "cart-token", Items: 2 * s.run.state.many}
	if s.run.visitor == sampleGuest {
		for _, id := range []string{"order-1", "card-ready", "card-unprepared", "card-impossible"} {
			own.grant(id, "order-token")
		}
		own.Application = &applicationGrant{ID: "WS-1", Email: "ada@shop.example"}
		own.Pending, own.Flash = s.pending(now), s.flash()
		return own
	}
	later := now.Add(time.Hour)
	return session{
		Items: own.Items, Access: "access", AccessEnds: later, Refresh: "refresh", RefreshEnds: later, Name: s.text(),
		Wholesale: s.run.visitor == sampleWholesale, Application: &applicationGrant{ID: "WS-1", Email: "ada@shop.example"},
		Pending: s.pending(now), Flash: s.flash(),
	}
}

// pending is the code that the page asks for, if it asks for one.
func (s *samples) pending(now time.Time) *pending {
	p := &pending{
		Since: now, ID: "challenge-1", Email: "ada@shop.example", Methods: []string{"totp", "recovery_code", "passkey"},
	}
	switch path, _, _ := strings.Cut(s.run.path, "?"); path {
	case "/register/code", "/register/resend":
		p.Kind = pendingRegistration
	case "/password/code":
		p.Kind = pendingPassword
	case "/login/code":
		p.Kind = pendingFactor
	case "/account/email/code":
		p.Kind = pendingEmail
	case "/orders/find/code":
		p.Kind, p.Number = pendingOrder, "O-101"
	default:
		return nil
	}
	return p
}

// flash is what the page before has to say: "?flash=merged&n=2".
func (s *samples) flash() *flash {
	_, query, _ := strings.Cut(s.run.path, "?")
	values, err := url.ParseQuery(query)
	if err != nil || !values.Has("flash") {
		return nil
	}
	n, _ := strconv.Atoi(values.Get("n")) // what is no number counts nothing
	return &flash{Key: values.Get("flash"), N: n}
}
