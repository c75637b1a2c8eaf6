package ordering

import (
	"context"

	media "orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// cartView is a cart as its owner sees it, with its totals.
type cartView struct {
	ID            string         `json:"id" format:"uuid" doc:"cartId of a checkout." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"`
	Currency      string         `json:"currency" enum:"EUR" example:"EUR"`
	Items         []cartItemView `json:"items" nullable:"false" doc:"Oldest first."`
	Discounts     []discount     `json:"discounts" nullable:"false"`
	PriceMode     shop.PriceMode `json:"priceMode" doc:"net: amounts but total and taxTotal are without VAT." example:"gross"`
	Subtotal      money.Cents    `json:"subtotal" example:"59.97"`
	DiscountTotal money.Cents    `json:"discountTotal" example:"6"`
	TaxTotal      money.Cents    `json:"taxTotal" doc:"VAT in total, by the shop's country." example:"8.62"`
	Total         money.Cents    `json:"total" doc:"subtotal − discountTotal, without shipping; net: + taxTotal." example:"53.97"`
	ItemCount     int            `json:"itemCount" doc:"Sum of the quantities." example:"3"`
	Issues        []issueView    `json:"issues" nullable:"false" doc:"After a reorder also the lines left out or shortened."`
	UpdatedAt     httpapi.Time   `json:"updatedAt"`
}

// Location is where its owner reads the cart.
func (cartView) Location() string { return "/v1/cart" }

type cartItemView struct {
	ID        string            `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e84"`
	ProductID string            `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	VariantID string            `json:"variantId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	SKU       string            `json:"sku" example:"MOKA-6"`
	Name      string            `json:"name" example:"Moka pot"`
	Slug      *string           `json:"slug" doc:"Of the product; null: no longer sold." example:"moka-pot"`
	Options   map[string]string `json:"options" nullable:"false" doc:"Value by option name." example:"{\"size\":\"6 cups\"}"`
	ImageURL  *string           `json:"imageUrl" doc:"Of the product's first image." example:"https://shop.example/moka.webp"`
	Image     *media.Image      `json:"image" doc:"Of the variant, else the product's first."`
	UnitPrice money.Cents       `json:"unitPrice" doc:"For this caller and quantity." example:"19.99"`
	Quantity  int               `json:"quantity" example:"3"`
	LineTotal money.Cents       `json:"lineTotal" doc:"unitPrice × quantity." example:"59.97"`
	Available int64             `json:"available" example:"37"`
}

// cartIssueCode is why a line can't be ordered as it is, costs something else than before, or was
// not added by a reorder as it was in the order; or that a code of the cart takes nothing off any
// more, nothing beside another code, or less than an automatic promotion. The last two stop no
// checkout.
type cartIssueCode string

const (
	issueInsufficientStock cartIssueCode = "insufficient_stock"
	issueUnavailable       cartIssueCode = "unavailable"
	issuePriceChanged      cartIssueCode = "price_changed"
	issueNotAvailable      cartIssueCode = "not_available" // left out by a reorder
	issueShortened         cartIssueCode = "shortened"     // fewer than in the order
	issueCodeNotApplicable cartIssueCode = "code_not_applicable"
	issueBetterDiscount    cartIssueCode = "better_discount" // an automatic promotion outdoes the code
	issueOtherCode         cartIssueCode = "other_code"      // another code counts
)

// Values are all of them.
func (cartIssueCode) Values() []string {
	return convert.Strings(
		issueInsufficientStock, issueUnavailable, issuePriceChanged, issueNotAvailable, issueShortened,
		issueCodeNotApplicable, issueBetterDiscount, issueOtherCode,
	)
}

type issueView struct {
	ItemID    *string       `json:"itemId" format:"uuid" doc:"null: a reorder left it out, or the issue is a code's." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e84"`
	Code      cartIssueCode `json:"code" doc:"not_available, shortened: after a reorder only." example:"insufficient_stock"`
	Detail    string        `json:"detail" example:"Only 2 are available."`
	ProductID *string       `json:"productId" format:"uuid" doc:"null: the issue is a code's." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	VariantID *string       `json:"variantId" format:"uuid" doc:"null: the issue is a code's." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	Name      string        `json:"name" doc:"Of the product, or the code." example:"Moka pot"`
}

// SchemaName is the name in the document.
func (issueView) SchemaName() string { return "CartIssue" }

func viewCart(ctx context.Context, c *cart, in *pricingInput, t *totals) cartView {
	v := cartView{
		ID: c.ID, Currency: money.Currency, Items: make([]cartItemView, len(in.Lines)), Discounts: t.Discounts,
		PriceMode: t.PriceMode, Subtotal: t.Subtotal, DiscountTotal: t.Discount, TaxTotal: t.Tax, Total: t.Total,
		ItemCount: t.ItemCount, Issues: []issueView{}, UpdatedAt: httpapi.TimeOf(c.UpdatedAt),
	}
	for i, l := range in.Lines {
		v.Items[i] = cartItemView{
			ID: l.Item.ID, ProductID: l.Variant.ProductID, VariantID: l.Variant.ID, SKU: l.Variant.SKU, Name: l.Variant.Name,
			Slug: l.Variant.shownSlug(), Options: l.Variant.Options, ImageURL: l.Variant.ImageURL,
			Image: imageOf(l.Variant.Image, l.Variant.ImageURL), UnitPrice: t.Lines[i].UnitPrice, Quantity: l.Item.Quantity,
			LineTotal: t.Lines[i].Total, Available: l.Available,
		}
		v.Issues = append(v.Issues, l.issues(ctx, &t.Lines[i])...)
	}
	for _, code := range t.Unusable {
		v.Issues = append(v.Issues, issueView{
			Code: issueCodeNotApplicable, Name: code,
			Detail: httpapi.Say(ctx, "The code %s can't be used for this cart.", code),
		})
	}
	for _, code := range t.Idle {
		v.Issues = append(v.Issues, issueView{
			Code: issueOtherCode, Name: code,
			Detail: httpapi.Say(ctx, "The code %s takes nothing off beside the code %s.", code, t.Promotion.Code),
		})
	}
	for _, code := range t.Outdone {
		v.Issues = append(v.Issues, issueView{
			Code: issueBetterDiscount, Name: code,
			Detail: httpapi.Say(ctx, "The code %s takes nothing off: %s saves more.", code, t.Automatic.Name),
		})
	}
	return v
}

// issues are what the customer should know about the line, which costs as much now.
func (l *cartLine) issues(ctx context.Context, now *lineTotals) (found []issueView) {
	add := func(code cartIssueCode, detail fault.Text, values ...any) {
		found = append(found, issueView{
			ItemID: &l.Item.ID, ProductID: &l.Variant.ProductID, VariantID: &l.Variant.ID, Name: l.Variant.Name, Code: code,
			Detail: httpapi.Say(ctx, detail, values...),
		})
	}
	switch {
	case !l.Variant.Sold:
		add(issueUnavailable, "This is not sold any more.")
	case l.Available < int64(l.Item.Quantity):
		add(issueInsufficientStock, "Only %d are available.", l.Available)
	}
	if now.UnitPrice != now.FormerPrice {
		add(issuePriceChanged, "The price was %s and is %s.", now.FormerPrice, now.UnitPrice)
	}
	return found
}

// guestCartView is the answer to a guest who asks for a cart.
type guestCartView struct {
	Cart      cartView `json:"cart"`
	CartToken string   `json:"cartToken" doc:"For X-Cart-Token; shown once." example:"q2Yl0x3Gv1nM8b5tR7uW4kZ9cE6aH0jD1fS2pL3oQ4w"`
}

// Location is where the guest reads the cart.
func (guestCartView) Location() string { return "/v1/cart" }
