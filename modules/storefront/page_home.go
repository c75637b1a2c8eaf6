package storefront

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"orderd/platform/money"
)

// card is a product in a list.
type card struct {
	ID            string       `json:"id"`
	Name          string       `json:"name"`
	Slug          string       `json:"slug"`
	Image         *image       `json:"image"`
	Brand         *named       `json:"brand"`
	PriceMode     string       `json:"priceMode"` // gross, net
	PriceFrom     *money.Cents `json:"priceFrom"`
	CompareAtFrom *money.Cents `json:"compareAtFrom"`
	CompareAtKind *string      `json:"compareAtKind"`
	Lowest30d     *money.Cents `json:"lowestPrice30d"`
	UnitPrice     *unitPrice   `json:"unitPrice"`
	OnSale        bool         `json:"onSale"`
	InStock       bool         `json:"inStock"`
	VariantCount  int          `json:"variantCount"`
	Rating        rating       `json:"rating"`

	text string // of the interface, which says all of it
}

// UnmarshalJSON reads the card, and keeps what it was read from.
func (c *card) UnmarshalJSON(text []byte) error {
	type plain card
	if err := json.Unmarshal(text, (*plain)(c)); err != nil {
		return err
	}
	c.text = string(text)
	return nil
}

type named struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

type rating struct {
	Average *float64 `json:"average"`
	Count   int      `json:"count"`
}

// homeView is the first page.
type homeView struct {
	frame
	Blocks []homeBlockView
}

// homeBlockView is a block of the first page. A block of goods has a few of them, with a link to
// all.
type homeBlockView struct {
	homeBlock
	ID    string // of its heading
	All   string // path of the whole list
	Cards []card
}

// rowLength is how many products a row shows.
const rowLength = "4"

// rowQuery is which products a row of the kind shows; nil for a block that is none.
func rowQuery(kind string) url.Values {
	switch kind {
	case "new":
		return url.Values{"sort": {"newest"}}
	case "bestselling":
		return url.Values{"sort": {"bestselling"}}
	case "sale":
		return url.Values{"sort": {"-discount"}, "onSale": {"true"}}
	}
	return nil
}

func (v *visit) home() error {
	view := homeView{frame: v.frame("")}
	asked, filled := 0, 0 // rows of goods that any shop with goods can fill, and those with goods
	for i, b := range v.shell.Looks.Home {
		block := homeBlockView{homeBlock: b, ID: "h-" + strconv.Itoa(i)}
		query := rowQuery(b.Kind)
		if query == nil {
			view.Blocks = append(view.Blocks, block)
			continue
		}
		block.All = "/search?" + query.Encode()
		if err := v.loadRow(&block, query); err != nil {
			return err
		}
		if b.Kind != "sale" {
			asked++
		}
		if len(block.Cards) > 0 {
			filled++
		}
		if view.has(block) {
			view.Blocks = append(view.Blocks, block)
		}
	}
	isEmpty := filled == 0
	if isEmpty && asked == 0 { // the owner's blocks do not say whether there are goods
		var row homeBlockView
		if err := v.loadRow(&row, url.Values{}); err != nil {
			return err
		}
		isEmpty = len(row.Cards) == 0
	}
	if isEmpty {
		return v.showOpening(view)
	}
	return v.show(http.StatusOK, "home", view)
}

// has reports whether the page has the row: not when nothing is reduced, or nothing for who buys at
// net prices, and not twice: in a shop that has sold nothing what is new sells best, say.
func (h homeView) has(row homeBlockView) bool {
	isReduced := func(c card) bool { return c.OnSale }
	return len(row.Cards) > 0 && (row.Kind != "sale" || slices.ContainsFunc(row.Cards, isReduced)) && !h.shows(row.Cards)
}

// shows reports whether a row of the page has these goods, in this order.
func (h homeView) shows(cards []card) bool {
	isSame := func(a, b card) bool { return a.ID == b.ID }
	return slices.ContainsFunc(h.Blocks, func(b homeBlockView) bool { return slices.EqualFunc(b.Cards, cards, isSame) })
}

// openingView is the first page of a shop that has nothing on its shelves. As a preview, which
// staff alone can open, it leads to the first steps in the back office; in dev mode also as it is.
type openingView struct {
	homeView
	Admin string // "" leads nowhere
	Dev   bool
}

func (v *visit) showOpening(home homeView) error {
	view := openingView{homeView: home, Dev: v.site.dev}
	if v.site.dev || v.preview.prefix == looksPrefix {
		view.Admin = v.site.admin
	}
	return v.show(http.StatusOK, "opening", view)
}

// firstStep is what the owner of an empty shop does in the back office.
type firstStep struct {
	Key  string // of its texts
	Path string // below the back office
}

// Steps are the first ones, in their order.
func (openingView) Steps() []firstStep {
	return []firstStep{
		{"name", "/settings"}, {"product", "/products/new"}, {"import", "/products/import"}, {"delivery", "/shipping"},
		{"texts", "/legal"},
	}
}

// loadRow asks for the products of a row.
func (v *visit) loadRow(block *homeBlockView, query url.Values) error {
	query.Set("fields", "card")
	query.Set("limit", rowLength)
	var list struct {
		Data []card `json:"data"`
	}
	err := v.get("/v1/products", query, &list)
	block.Cards = list.Data
	return err
}

// blockFrame is a block with what every template may ask for.
type blockFrame struct {
	frame
	homeBlockView
}

// Title is the block's.
func (b blockFrame) Title() *string { return b.homeBlock.Title }

// Block is a block of the page for its template.
func (h homeView) Block(b homeBlockView) blockFrame { return blockFrame{h.frame, b} }

// HasHero reports whether the page begins with a heading of its own.
func (h homeView) HasHero() bool {
	return slices.ContainsFunc(h.Blocks, func(b homeBlockView) bool { return b.Kind == "hero" })
}

// cardView is a card as the pages show it. It has no methods and embeds nothing: a list shows many,
// and templates find a plain field fastest.
type cardView struct {
	ID            string
	Name          string
	Slug          string
	URL           string
	Image         *image
	Brand         *named
	Price         priceView
	PriceFrom     *money.Cents
	CompareAtFrom *money.Cents
	Reduced       bool // the price from which it is to be had is a reduced one
	OnSale        bool
	InStock       bool
	VariantCount  int
	Rating        rating
	First         bool // it is among what a visitor sees at once, so its picture is not loaded late

	key cardKey // under which it is kept as HTML
}

// Card is a product of a list, as the pages show it.
func (f frame) Card(c card) cardView {
	plusVAT := f.plusVAT(c.PriceMode)
	return cardView{
		ID: c.ID, Name: c.Name, Slug: c.Slug, URL: f.To("/p/" + c.Slug), Image: c.Image, Brand: c.Brand,
		Price: c.price(plusVAT), PriceFrom: c.PriceFrom, CompareAtFrom: c.CompareAtFrom, Reduced: c.CompareAtFrom != nil,
		OnSale: c.OnSale, InStock: c.InStock, VariantCount: c.VariantCount, Rating: c.Rating,
		key: cardKey{home: f.To("/"), text: c.text, plusVAT: plusVAT},
	}
}
