package ordering

import (
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	vat "orderd/modules/vat/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/money"
	"orderd/test/kit"
)

// graceIn is another person in a country, to whom an order goes.
func graceIn(country string) body {
	return body{"recipient": body{"fullName": "Grace Hopper", "contactPhone": "1", "address": "Main Street 1", "country": country}}
}

// An order, its quote and its lines have the same taxes, and staff see them. The cart has those of
// the shop's country, because its destination is not known.
func TestTaxOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		book := s.sell(t, 1999, 100, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" })
		for country, want := range map[string]kit.Fields{
			"DE": {"taxes.0.rate": 7, "taxes.0.category": "S", "taxes.0.reason": nil, "taxes.0.net": 23.26, "taxes.0.tax": 1.63, "total": 24.89},
			"FR": {"taxes.0.rate": 7, "taxes.0.category": "S", "taxes.0.net": 23.26, "taxes.0.tax": 1.63, "taxes.0.gross": 24.89, "total": 24.89},
			"AT": {"taxes.0.rate": 10, "taxes.0.net": 22.63, "taxes.0.tax": 2.26, "taxTotal": 2.26, "total": 24.89},
			"CH": {"taxes.0.rate": 0, "taxes.0.category": "G", "taxes.0.reason": "export", "taxes.0.net": 22.8, "taxes.0.tax": 0,
				"taxes.0.gross": 22.8, "subtotal": 18.68, "shippingTotal": 4.12, "taxTotal": 0, "total": 22.8},
		} {
			ada := s.customer(t)
			put(t, ada.API, book, 1).RequireFields(t, kit.Fields{"taxTotal": 1.31, "priceMode": "gross", "total": 19.99})
			chosen := with(body{"shippingMethodId": method, "paymentMethod": payOnDelivery}, graceIn(country))
			want["priceMode"], want["taxes.#"] = "gross", 1
			quote := ada.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200)
			quote.RequireFields(t, want)
			shown := quote.Number("shippingMethods.0.price")
			if options := ada.Do(t, "GET", "/v1/shipping-methods?country="+country, nil).Require(t, 200); options.Number("0.price") != shown ||
				shown != quote.Number("shippingTotal") {
				t.Errorf("%s: offered %s, quoted %s", country, options.Body, quote.Body)
			}
			got := ada.Do(t, "POST", "/v1/checkout", chosen).Require(t, 201)
			got.RequireFields(t, want)
			for _, again := range []kit.Answer{
				ada.Do(t, "GET", "/v1/orders/"+got.Text("id"), nil), s.admin.Do(t, "GET", "/v1/admin/orders/"+got.Text("id"), nil),
			} {
				again.Require(t, 200).RequireFields(t, want)
			}
			ada.Do(t, "GET", "/v1/orders", nil).Require(t, 200).RequireFields(t, kit.Fields{
				"data.0.taxes.0.tax": want["taxes.0.tax"], "data.0.items.0.taxRate": want["taxes.0.rate"],
				"data.0.items.0.tax": got.Number("items.0.tax"),
			})
		}
	})
}

// A voucher pays all goods: the shipping alone is left, at the standard rate. Of a free one nothing
// is left, and no rate.
func TestTaxesOfAnOrderPaidByVoucher(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for price, want := range map[float64]kit.Fields{
			4.9: {"total": 4.9, "taxTotal": 0.78, "taxes.#": 1, "taxes.0.rate": 19, "taxes.0.gross": 4.9, "taxes.0.tax": 0.78,
				"items.0.net": 0, "items.0.tax": 0},
			0: {"total": 0, "taxTotal": 0, "taxes.#": 0},
		} {
			ada := s.customer(t)
			put(t, ada.API, s.sell(t, 1999, 100, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" }), 1)
			ada.Do(t, "POST", "/v1/cart/discounts", body{"code": s.voucher(t, ada.ID, 50_000)}).Require(t, 200)
			made := postCheckout(t, ada.API, s.method(t, body{"price": price})).Require(t, 201)
			made.RequireFields(t, want)
		}
	})
}

// order_placed has what an invoice needs.
func TestTaxesInEvents(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, log := s.customer(t), eventbustest.Record(t, s.DB)
		put(t, ada.API, s.sell(t, 1999, 100), 3)
		put(t, ada.API, s.sell(t, 1490, 100, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" }), 1)
		ada.Do(t, "POST", "/v1/cart/discounts", body{"code": s.codeFor(t, 600)}).Require(t, 200)
		postCheckout(t, ada.API, s.standardMethod(t)).Require(t, 201)
		e := eventbustest.Of[events.OrderPlaced](log)[0]
		const standard = taxStandard
		if e.PriceMode != shop.PricesGross || len(e.Taxes) != 2 || len(e.ShippingTaxes) != 2 ||
			e.Taxes[0] != (events.Tax{Rate: 1900, Category: standard, Net: 4965, Tax: 943, Gross: 5908}) ||
			e.ShippingTaxes[1] != (events.ShippingTax{Rate: 700, Category: standard, Net: 92, Tax: 6}) {
			t.Errorf("%+v, %+v", e.Taxes, e.ShippingTaxes)
		}
		if l := e.Lines[0]; l.TaxRate != 1900 || *l.Category != standard || *l.Net != 4636 || *l.Tax != 880 {
			t.Errorf("%+v", l)
		}
	})
}

// hasVATID publishes the VAT id of a customer.
func (s *setup) hasVATID(t *testing.T, c customer, vatID string, status vat.Status, until *time.Time) {
	t.Helper()
	s.Publish(t, vat.IDChanged{UserID: c.ID, Status: status, ValidUntil: until, VATID: vatID})
}

// A business in another member state buys without VAT while its id is valid, and what was ordered
// stays as it is.
func TestIntraCommunitySupply(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, until := s.wholesaler(t), s.Clock.Now().Add(time.Hour)
		coffee := s.sell(t, 1290, 1000, func(p *catalog.ProductSaved) {
			p.Variants[0].WholesalePrices = []catalog.Tier{{MinQuantity: 24, Price: 890}}
		})
		buy := func(name string, want kit.Fields) kit.Answer {
			t.Helper()
			put(t, c.API, coffee, 24)
			chosen := with(body{"shippingMethodId": s.standardMethod(t), "paymentMethod": payByInvoice}, graceIn("AT"))
			quote := c.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200)
			quote.RequireFields(t, want)
			offered := c.Do(t, "GET", "/v1/shipping-methods?country=AT", nil).Require(t, 200)
			if offered.Number("0.price") != quote.Number("shippingTotal") {
				t.Errorf("%s: offered %s, quoted %s", name, offered.Body, quote.Body)
			}
			made := c.Do(t, "POST", "/v1/checkout", with(chosen, body{"expectedTotal": quote.Number("total")})).Require(t, 201)
			made.RequireFields(t, want)
			return made
		}
		bears := kit.Fields{"taxes.0.category": "S", "taxes.0.rate": 20, "taxTotal": 36.42, "total": 218.5}
		free := kit.Fields{"taxes.0.category": "K", "taxes.0.reason": "intra_community", "taxTotal": 0, "total": 183.64}
		buy("no id", bears)
		s.hasVATID(t, c, "FR12345678901", vat.StatusPending, nil)
		buy("pending", bears).RequireFields(t, kit.Fields{"billTo.vatId": "FR12345678901"})
		s.hasVATID(t, c, "FR12345678901", vat.StatusValid, &until)
		o := buy("valid", free)
		s.hasVATID(t, c, "DE129273398", vat.StatusValid, &until)
		buy("of the shop's country", bears)
		s.hasVATID(t, c, "FR12345678901", vat.StatusValid, &until)
		buy("valid again", free)
		s.hasVATID(t, c, "", vat.StatusPending, nil)
		buy("deleted", bears)
		s.hasVATID(t, c, "FR12345678901", vat.StatusValid, &until)
		s.advance(t, time.Hour, &c)
		buy("over", bears)
		s.hasVATID(t, c, "FR12345678901", vat.StatusInvalid, nil)
		c.Do(t, "GET", "/v1/orders/"+o.Text("id"), nil).Require(t, 200).RequireFields(t, free)
	})
}

// An erasure takes the VAT id away, and a late event does not bring it back.
func TestVATIDIsErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, until := s.wholesaler(t), s.Clock.Now().Add(time.Hour)
		s.hasVATID(t, c, "FR12345678901", vat.StatusValid, &until)
		if b := row[buyer](t, s, "user_id", c.ID); b.VATID == nil || *b.VATID != "FR12345678901" {
			t.Errorf("%+v", b)
		}
		s.Publish(t, identity.AccountErased{UserID: c.ID})
		s.hasVATID(t, c, "FR12345678901", vat.StatusValid, &until)
		if b := row[buyer](t, s, "user_id", c.ID); b.VATID != nil || b.VATStatus != nil || b.VATValidUntil != nil || !b.Erased {
			t.Errorf("%+v", b)
		}
	})
}

// inNet is a shop whose wholesale prices are without VAT.
func inNet(c *testShop) { c.Tax.WholesalePrices = shop.PricesNet }

// netOrder is an order of 24 at the tier 8.90 without VAT, paid by transfer: 259.09.
func (s *setup) netOrder(t *testing.T, c customer) (ordered, kit.Answer) {
	t.Helper()
	coffee := s.sell(t, 1290, 1000, func(p *catalog.ProductSaved) {
		p.Variants[0].WholesalePrices = []catalog.Tier{{MinQuantity: 24, Price: 890}}
	})
	put(t, c.API, coffee, 24)
	made := postCheckout(t, c.API, s.standardMethod(t)).Require(t, 201)
	o := row[order](t, s, "id", made.Text("id"))
	return ordered{Order: o.eventOrder(), PlacedAt: o.PlacedAt, Items: []string{made.Text("items.0.id")}}, made
}

// Wholesale accounts see and pay without VAT, which is added at the end. Others see what they saw.
func TestNetPrices(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, ada := s.wholesaler(t), s.customer(t)
		cup := s.sell(t, 1190, 100)
		put(t, ada.API, cup, 1).RequireFields(t, kit.Fields{"priceMode": "gross", "items.0.unitPrice": 11.9, "total": 11.9})
		put(t, c.API, cup, 1).RequireFields(t, kit.Fields{
			"priceMode": "net", "items.0.unitPrice": 10, "items.0.lineTotal": 10, "subtotal": 10, "taxTotal": 1.9, "total": 11.9,
			"issues.#": 0,
		})
		s.Publish(t, catalog.ProductSaved{
			ProductID: cup.ProductID, Slug: "moka", Name: "Moka", Status: "active", TaxClass: "standard",
			Variants: []catalog.Variant{{VariantID: cup.VariantID, SKU: cup.SKU, Options: map[string]string{}, Price: 2380, Sold: true}},
		})
		changed := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		changed.RequireFields(t, kit.Fields{"issues.0.code": "price_changed", "issues.0.detail": "The price was 10.00 and is 20.00."})
		c.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
		_, made := s.netOrder(t, c)
		made.RequireFields(t, kit.Fields{
			"priceMode": "net", "items.0.unitPrice": 8.9, "items.0.lineTotal": 213.6, "items.0.net": 213.6, "items.0.tax": 40.59,
			"subtotal": 213.6, "shippingTotal": 4.12, "taxTotal": 41.37, "total": 259.09, "taxes.0.net": 217.72, "taxes.0.tax": 41.37,
			"taxes.0.gross": 259.09, "payment.due": 259.09,
		})
	}, inNet)
}

// Whatever goes back of a net order, and what points are counted on, is with VAT.
func TestRefundsOfNetOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, log := s.wholesaler(t), eventbustest.Record(t, s.DB)
		o, _ := s.netOrder(t, c)
		s.deliverAll(t, o)
		if earned := eventbustest.Of[events.OrderEarned](log); len(earned) != 1 || earned[0].Goods != 25419 {
			t.Errorf("earned %+v", earned)
		}
		back := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(back, "/approve"), nil).Require(t, 200)
		s.admin.Do(t, "POST", adminReturn(back, "/receive"), nil).Require(t, 200).RequireFields(t, kit.Fields{"refundAmount": 10.59})
		if got := eventbustest.Of[events.ReturnReceived](log)[0]; got.GoodsBefore != 25419 || got.GoodsAfter != 24360 {
			t.Errorf("returned %+v", got)
		}
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"shipping": 4.91, "reason": "x"}).Require(t, 422, "validation_failed")
		s.do(t, o, "refund", body{"shipping": 4.9, "reason": "x"})
		s.do(t, o, "refund", body{"reason": "x"})
		s.confirmRefunds(t, o).RequireFields(t, kit.Fields{"paymentStatus": "refunded", "payment.refundedTotal": 259.09})
	}, inNet)
}

// What is left of a net order is without VAT in its lines' amounts, and with it in what is due.
func TestCancelledItemsOfNetOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, log := s.wholesaler(t), eventbustest.Record(t, s.DB)
		o, _ := s.netOrder(t, c)
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "cancel-items", body{"items": []body{o.units(0, 4)}, "reason": "x"})
		got := eventbustest.Of[events.ItemsCancelled](log)[0]
		if l := got.Lines[0]; got.Amount != 4236 || got.RefundAmount != 4236 || l.LineTotal != 17800 || l.Discount != 0 ||
			*l.Net+*l.Tax != 21183 ||
			*l.Tax != 3383 {
			t.Errorf("%+v", got)
		}
		s.admin.Do(t, "GET", "/v1/admin/sales", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"totals.gross": 259.09, "totals.cancelled": 42.36, "totals.tax": 34.61, "topProducts.0.gross": 211.83,
		})
		s.do(t, o, "cancel", nil)
		s.confirmRefunds(t, o).RequireFields(t, kit.Fields{"paymentStatus": "refunded", "payment.refundedTotal": 259.09})
	}, inNet)
}

// The database refuses an order whose sums do not fit its price mode, and lines whose net and tax
// do not fit what they cost.
func TestGuardsOfTaxes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.wholesaler(t)
		o, _ := s.netOrder(t, c)
		for _, change := range []string{
			"ordering_orders SET price_mode = 'gross' WHERE id = ?", "ordering_orders SET price_mode = 'both' WHERE id = ?",
			"ordering_orders SET total_cents = total_cents - 1 WHERE id = ?", "ordering_orders SET returned_cents = 25910 WHERE id = ?",
			"ordering_order_items SET net_cents = net_cents - 1 WHERE order_id = ?", "ordering_order_items SET tax_cents = NULL WHERE order_id = ?",
			"ordering_order_items SET category = 'AE' WHERE order_id = ?", "ordering_order_items SET undone_cents = 25420 WHERE order_id = ?",
			"ordering_order_items SET category = NULL WHERE order_id = ?",
		} {
			if err := s.DB.Exec("UPDATE "+change, o.OrderID).Error; err == nil {
				t.Errorf("taken: %s", change)
			}
		}
	}, inNet)
}

// An order from before taxes were kept has those of its lines, each rounded, and its sums.
func TestTaxesOfFormerOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.placeWith(t, c, payByBankTransfer, []bought{{s.sell(t, 10, 10), 1, 10}, {s.sell(t, 10, 10), 1, 10}, {s.sell(t, 10, 10), 1, 10}},
			[]string{})
		for _, former := range []string{
			"ordering_orders SET taxes = '[]', tax_cents = 84 WHERE id = ?",
			"ordering_order_items SET net_cents = NULL, tax_cents = NULL, category = NULL WHERE order_id = ?",
		} {
			if err := s.DB.Exec("UPDATE "+former, o.OrderID).Error; err != nil {
				t.Fatal(err)
			}
		}
		want := kit.Fields{
			"priceMode": "gross", "taxTotal": 0.84, "total": 5.2, "taxes.#": 1, "taxes.0.rate": 19, "taxes.0.category": "S", "taxes.0.reason": nil,
			"taxes.0.net": 4.36, "taxes.0.tax": 0.84, "taxes.0.gross": 5.2, "items.0.net": nil, "items.0.tax": nil, "items.0.taxRate": 19,
		}
		c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, want)
		s.deliverAll(t, o)
		back := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(back, "/approve"), nil).Require(t, 200)
		s.admin.Do(t, "POST", adminReturn(back, "/receive"), nil).Require(t, 200).RequireFields(t, kit.Fields{"refundAmount": 0.1})
		c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, want)
	})
}

// Taxes of former orders by hand: lines and shipping are rounded apart.
func TestFormerTaxes(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		o    order
		want string
	}{
		"two rates": {order{Subtotal: 3000, Shipping: 490, Items: []orderItem{{LineTotal: 2000, TaxRate: 1900}, {LineTotal: 1000, TaxRate: 700}}},
			"19 S 19.56 + 3.71; 7 S 10.87 + 0.76"},
		"zero":          {order{Subtotal: 1000, Items: []orderItem{{LineTotal: 1000}}}, "0 Z 10.00 + 0.00"},
		"nothing":       {order{Items: []orderItem{{TaxRate: 1900}}}, ""},
		"shipping only": {order{Shipping: 490, Tax: 78, Items: []orderItem{{TaxRate: 1900}}}, "19 S 4.12 + 0.78"},
	} {
		var rows []taxRow
		for _, v := range row.o.viewTaxes() {
			rows = append(rows, taxRow{Rate: v.Rate, Category: v.Category, Net: v.Net, Tax: v.Tax})
			if v.Reason != nil || v.Net+v.Tax != v.Gross {
				t.Errorf("%s: %+v", name, v)
			}
		}
		if got := rowsText(rows); got != row.want {
			t.Errorf("%s: %s, want %s", name, got, row.want)
		}
	}
}

// The rate of shipping beside goods that cost nothing was not stored. It is the one that gives the
// tax: of the lines, else the roundest.
func TestFormerRateOfShippingAlone(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		shipping, tax money.Cents
		line, want    money.Rate
	}{
		{490, 78, 1900, 1900}, {490, 78, 700, 1900}, {490, 100, 1350, 2550}, {490, 0, 700, 0},
		{490, 47, 1061, 1061}, {490, 47, 700, 1050}, {5, 1, 1900, 1900}, {0, 0, 700, 700},
	} {
		o := order{Shipping: row.shipping, Tax: row.tax, Items: []orderItem{{TaxRate: row.line}}}
		if got := o.formerShippingRate(); got != row.want {
			t.Errorf("%+v: %d", row, got)
		}
	}
}
