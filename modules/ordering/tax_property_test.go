package ordering

import (
	"testing"

	"pgregory.net/rapid"

	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// drawTaxed draws a cart, a shop and a buyer of all modes and treatments.
func drawTaxed(t *rapid.T) (*saleTerms, *pricingInput) {
	in, _ := drawCart(t)
	in.Country = rapid.SampledFrom([]string{"", "DE", "AT", "FR", "MC", "CH", "US"}).Draw(t, "destination")
	in.VATState = rapid.SampledFrom([]string{"", "FR", "DE"}).Draw(t, "id")
	terms := euTerms(t, func(tax *shop.Tax) {
		tax.SmallBusiness, tax.DestinationRates = rapid.Bool().Draw(t, "small"), rapid.Bool().Draw(t, "table")
		tax.WholesalePrices = rapid.SampledFrom([]shop.PriceMode{shop.PricesGross, shop.PricesNet}).Draw(t, "tiers")
		for i := range tax.Rates {
			tax.Rates[i].Standard = money.Rate(rapid.Int64Range(0, 9999).Draw(t, "standard"))
			tax.Rates[i].Reduced = money.Rate(rapid.Int64Range(0, 9999).Draw(t, "reduced"))
		}
	})
	terms.automatic = drawAutomatic(t)
	return terms, &in
}

// Whatever is in a cart, whoever buys it and wherever it goes: the rows add up to the order, the
// lines and the shipping to the rows, and each row is rounded once.
func TestTaxesAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		terms, in := drawTaxed(t)
		s := calculateTotals(terms, in)
		var net, tax money.Cents
		ofLines := map[money.Rate][2]money.Cents{}
		for i, l := range s.Lines {
			paid := l.Net
			if s.PriceMode == shop.PricesGross {
				paid += l.Tax
			}
			if paid != l.Total-l.Discount || l.Net < 0 || l.Tax < 0 {
				t.Fatalf("line %d: %+v", i, l)
			}
			if (l.TaxRate == 0) == (l.Category == taxStandard) {
				t.Fatalf("line %d: %+v has a rate that its category does not", i, l)
			}
			sum := ofLines[l.TaxRate]
			ofLines[l.TaxRate] = [2]money.Cents{sum[0] + l.Net, sum[1] + l.Tax}
		}
		for i, r := range s.Taxes {
			sum := ofLines[r.Rate]
			if sum[0]+r.ShippingNet != r.Net || sum[1]+r.ShippingTax != r.Tax || r.Net+r.Tax <= 0 || r.ShippingNet < 0 || r.ShippingTax < 0 {
				t.Fatalf("row %+v, its lines %v", r, sum)
			}
			if i > 0 && r.Rate >= s.Taxes[i-1].Rate {
				t.Fatalf("rows %+v", s.Taxes)
			}
			// EN 16931, BR-S-09 allows a cent.
			if exact := int64(r.Net) * int64(r.Rate); abs(int64(r.Tax)*10_000-exact) > 10_000 {
				t.Fatalf("row %+v: the tax is off by %d hundredths of a cent", r, (int64(r.Tax)*10_000-exact)/100)
			}
			net, tax = net+r.Net, tax+r.Tax
		}
		total := s.Subtotal - s.Discount + s.Shipping
		if s.PriceMode == shop.PricesNet {
			total += s.Tax
		}
		if net+tax != s.Total || tax != s.Tax || total != s.Total || s.Discount > s.Subtotal {
			t.Fatalf("rows %+v, totals %+v", s.Taxes, s)
		}
	})
}

func abs(n int64) int64 { return max(n, -n) }

// The cart has the sums of an order to the shop's country, and a destination without VAT makes
// nothing dearer.
func TestTaxesOfCartAndOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		terms, in := drawTaxed(t)
		in.Codes = nil
		order, home, cart := *in, *in, *in
		home.Country, cart.Country = "DE", ""
		s, atHome, inCart := calculateTotals(terms, &order), calculateTotals(terms, &home), calculateTotals(terms, &cart)
		if inCart.Total != atHome.Total || inCart.Tax != atHome.Tax || s.InCart != inCart.Subtotal {
			t.Fatalf("cart %+v, at home %+v", inCart, atHome)
		}
		if s.Tax == 0 && s.Total > atHome.Total {
			t.Fatalf("%s without VAT, %s with it", s.Total, atHome.Total)
		}
	})
}
