package storefront

import (
	"cmp"
	"slices"

	"orderd/platform/money"
)

// mostUnits is the largest quantity of a line.
const mostUnits = 999

// cart is the visitor's.
type cart struct {
	ID            string      `json:"id"`
	Items         []cartItem  `json:"items"`
	Discounts     []discount  `json:"discounts"`
	PriceMode     string      `json:"priceMode"` // gross, net
	Subtotal      money.Cents `json:"subtotal"`
	DiscountTotal money.Cents `json:"discountTotal"`
	TaxTotal      money.Cents `json:"taxTotal"`
	Total         money.Cents `json:"total"`
	ItemCount     int         `json:"itemCount"`
	Issues        []cartIssue `json:"issues"`
}

type cartItem struct {
	ID        string            `json:"id"`
	ProductID string            `json:"productId"`
	VariantID string            `json:"variantId"`
	SKU       string            `json:"sku"`
	Name      string            `json:"name"`
	Slug      *string           `json:"slug"`
	Options   map[string]string `json:"options"`
	Image     *image            `json:"image"`
	UnitPrice money.Cents       `json:"unitPrice"`
	Quantity  int               `json:"quantity"`
	LineTotal money.Cents       `json:"lineTotal"`
	Available int64             `json:"available"`
}

// discount is what a code takes off, or a promotion that applies by itself.
type discount struct {
	Code     string      `json:"code"` // "": it applies by itself
	Name     string      `json:"name"` // of one that applies by itself
	Kind     string      `json:"kind"`
	Amount   money.Cents `json:"amount"`
	Shipping money.Cents `json:"shipping"` // that free shipping saves; 0 while it is not known
	Unused   money.Cents `json:"unused"`   // of a voucher that is worth more than the goods
}

// The kinds of discounts that the pages tell from the others.
const (
	voucherKind      = "voucher"
	freeShippingKind = "free_shipping"
)

// Label is what buyers know it by.
func (d discount) Label() string { return cmp.Or(d.Code, d.Name) }

// FreesShipping reports whether it takes off what sending costs, and nothing of the goods.
func (d discount) FreesShipping() bool { return d.Kind == freeShippingKind }

// cartIssue is what stands against ordering the cart as it is.
type cartIssue struct {
	ItemID *string `json:"itemId"` // null: of a code
	Code   string  `json:"code"`
	Name   string  `json:"name"` // of the product, or the code
}

// The codes of issues.
const (
	issueShort       = "insufficient_stock"
	issueUnavailable = "unavailable"
	issuePrice       = "price_changed"
	issueCode        = "code_not_applicable"
	issueOtherCode   = "other_code"
)

// cartLine is a line with what stands against it.
type cartLine struct {
	cartItem
	Issues []string // codes
}

// lines are the lines of the cart, each with its issues.
func (c cart) lines() []cartLine {
	issues := map[string][]string{}
	for _, i := range c.Issues {
		if i.ItemID != nil {
			issues[*i.ItemID] = append(issues[*i.ItemID], i.Code)
		}
	}
	lines := make([]cartLine, len(c.Items))
	for n, i := range c.Items {
		lines[n] = cartLine{cartItem: i, Issues: issues[i.ID]}
	}
	return lines
}

// badCodes are the codes of the cart that take nothing off any more.
func (c cart) badCodes() (codes []string) {
	for _, i := range c.Issues {
		if i.ItemID == nil && i.Code == issueCode {
			codes = append(codes, i.Name)
		}
	}
	return codes
}

// idleCode is a code that takes nothing off and stops no checkout. Text is the key of why.
type idleCode struct{ Code, Text string }

// idleCodes are those of the cart, by the discounts of it or of its quote: one that an automatic
// promotion outdoes, one beside another code, and vouchers that nothing is left for.
func (c cart) idleCodes(discounts []discount) (idle []idleCode) {
	outdone := slices.ContainsFunc(discounts, func(d discount) bool { return d.Code == "" })
	bad := c.badCodes()
	for _, d := range discounts {
		switch {
		case d.Code == "" || d.Amount > 0 || d.Unused > 0 || slices.Contains(bad, d.Code):
		case d.Kind == voucherKind:
			idle = append(idle, idleCode{d.Code, "cart.code.idle"})
		case outdone:
			idle = append(idle, idleCode{d.Code, "cart.code.outdone"})
		case slices.ContainsFunc(c.Issues, func(i cartIssue) bool { return i.Code == issueOtherCode && i.Name == d.Code }):
			idle = append(idle, idleCode{d.Code, "cart.code.other"})
		}
	}
	return idle
}

// orderable reports whether nothing has to be mended before the cart is ordered.
func (c cart) orderable() bool {
	return len(c.badCodes()) == 0 && !slices.ContainsFunc(c.lines(), cartLine.Stuck)
}

// ProductPath is the page of the line's product; "" when it is no longer sold.
func (i cartItem) ProductPath() string { return productPath(i.Slug) }

func productPath(slug *string) string {
	if slug == nil {
		return ""
	}
	return "/p/" + *slug
}

// Short reports whether fewer are there than the line asks for, but some.
func (l cartLine) Short() bool { return l.has(issueShort) && l.Available > 0 }

// Gone reports whether the line can't be ordered at all.
func (l cartLine) Gone() bool {
	return l.has(issueUnavailable) || l.has(issueShort) && l.Available <= 0
}

// Stuck reports whether the line can't be ordered as it is.
func (l cartLine) Stuck() bool { return l.Short() || l.Gone() }

// PriceChanged reports whether the price is another than when the line was last changed.
func (l cartLine) PriceChanged() bool { return l.has(issuePrice) }

func (l cartLine) has(code string) bool { return slices.Contains(l.Issues, code) }
