package storefront

import (
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

type discount struct {
	Code   string      `json:"code"`
	Kind   string      `json:"kind"`
	Amount money.Cents `json:"amount"`
	Unused money.Cents `json:"unused"` // of a voucher that is worth more than the goods
}

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
