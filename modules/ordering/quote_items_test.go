package ordering

import (
	"testing"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/money"
)

// The lines of a quote are those of the order, and add up to its sums; those of the cart have the
// prices of the shop's country.
func TestLinesOfAQuote(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, moka := s.method(t), s.sell(t, 1999, 100)
		cup := s.sell(t, 1490, 100, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" })
		for country, subtotal := range map[string]money.Cents{"DE": 7487, "FR": 7487, "CH": 3*1680 + 1393, "US": 3*1680 + 1393} {
			ada := s.customer(t)
			put(t, ada.API, moka, 3)
			put(t, ada.API, cup, 1)
			chosen := with(body{"shippingMethodId": method, "paymentMethod": payOnDelivery}, graceIn(country))
			var q quoteView
			ada.Do(t, "POST", "/v1/checkout/quote?include=cart", chosen).Require(t, 200).Decode(t, &q)
			var inCart, lines, net, tax money.Cents
			for n, l := range q.Items {
				line := q.Included.Cart.Items[n]
				if l.ID != line.ID || l.Quantity != line.Quantity || l.LineTotal != l.UnitPrice*money.Cents(l.Quantity) {
					t.Errorf("%s: %+v of %+v", country, l, line)
				}
				inCart, lines, net, tax = inCart+line.LineTotal, lines+l.LineTotal, net+l.Net, tax+l.Tax
			}
			if lines != subtotal || q.Subtotal != subtotal || net+tax != subtotal || inCart != 7487 || q.Included.Cart.Subtotal != 7487 {
				t.Errorf("%s: lines %d, net %d, VAT %d, in the cart %d, want %d: %+v", country, lines, net, tax, inCart, subtotal, q)
			}
			var o orderView
			ada.Do(t, "POST", "/v1/checkout", chosen).Require(t, 201).Decode(t, &o)
			for n, l := range o.Items {
				want := q.Items[n]
				if l.UnitPrice != want.UnitPrice || l.LineTotal != want.LineTotal || l.TaxRate != want.TaxRate || *l.Net != want.Net ||
					*l.Tax != want.Tax {
					t.Errorf("%s: ordered %+v, quoted %+v", country, l, want)
				}
			}
		}
	})
}
