package storefront

import (
	"slices"

	"orderd/platform/money"
)

// netPrices is the priceMode of who sees prices without VAT.
const netPrices = "net"

// plusVAT reports whether VAT comes on top of prices in the mode: a small business charges none.
func (f frame) plusVAT(mode string) bool { return mode == netPrices && !f.Shop().SmallBusiness }

// taxes is the VAT of what is paid at one rate.
type taxes struct {
	Rate   money.Rate  `json:"rate"`
	Reason *string     `json:"reason"` // why there is none: small_business, export, intra_community
	Tax    money.Cents `json:"tax"`
}

// taxReasons are the reasons that the pages have words for.
var taxReasons = []string{"small_business", "export", "intra_community"}

// taxesView is the VAT of a sum: on top of the amounts above it, or in them.
type taxesView struct {
	Net     bool        // it comes on top
	Rows    []taxes     // with VAT, highest rate first
	Reasons []string    // why the rest bears none
	Sum     money.Cents // in place of rows, where these are not known
}

// newTaxes shows the rows of an order or a quote.
func newTaxes(mode string, rows []taxes) taxesView {
	view := taxesView{Net: mode == netPrices}
	for _, row := range rows {
		switch {
		case row.Reason == nil:
			view.Rows = append(view.Rows, row)
		case slices.Contains(taxReasons, *row.Reason) && !slices.Contains(view.Reasons, *row.Reason):
			view.Reasons = append(view.Reasons, *row.Reason)
		}
	}
	return view
}

// VAT is the VAT of the order.
func (o order) VAT() taxesView { return newTaxes(o.PriceMode, o.Taxes) }
