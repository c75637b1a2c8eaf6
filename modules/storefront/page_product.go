package storefront

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"orderd/platform/money"
)

// product is what a product's page needs of it.
type product struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Slug        string     `json:"slug"`
	Description *string    `json:"description"`
	Brand       *named     `json:"brand"`
	Categories  []category `json:"categories"`
	Images      []*image   `json:"images"`
	Options     []option   `json:"options"`
	Variants    []variant  `json:"variants"`
	PriceMode   string     `json:"priceMode"` // gross, net
	Rating      rating     `json:"rating"`

	Attributes []attribute `json:"attributes"`

	Manufacturer       *party       `json:"manufacturer"`
	ResponsiblePerson  *party       `json:"responsiblePerson"`
	Safety             []safetyNote `json:"safety"`
	WithdrawalExcluded *string      `json:"withdrawalExcluded"`

	SEO struct {
		Title       *string `json:"title"`
		Description *string `json:"description"`
	} `json:"seo"`
	MPN       *string `json:"mpn"`
	Condition string  `json:"condition"` // new, refurbished, used

	// Related are what the shop shows beside the product, and what is bought with it.
	Related *struct {
		Accessories    []card `json:"accessories"`
		Similar        []card `json:"similar"`
		Replaces       []card `json:"replaces"`
		BoughtTogether []card `json:"boughtTogether"`
	} `json:"related"`
}

type option struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

type variant struct {
	ID              string            `json:"id"`
	SKU             string            `json:"sku"`
	Options         map[string]string `json:"options"`
	Price           money.Cents       `json:"price"`
	CompareAtPrice  *money.Cents      `json:"compareAtPrice"`
	CompareAtKind   string            `json:"compareAtKind"`
	LowestPrice30d  *money.Cents      `json:"lowestPrice30d"`
	Content         *content          `json:"content"`
	UnitPrice       *unitPrice        `json:"unitPrice"`
	TaxRate         money.Rate        `json:"taxRate"`
	Available       int64             `json:"available"`
	GTIN            *string           `json:"gtin"`
	MediaID         *string           `json:"mediaId"`
	Attributes      []attribute       `json:"attributes"`
	WholesalePrices []tier            `json:"wholesalePrices"`
}

// tier is the price of each from a quantity on.
type tier struct {
	MinQuantity int64       `json:"minQuantity"`
	Price       money.Cents `json:"price"`
}

// review is what somebody says of a product.
type review struct {
	Author struct {
		DisplayName string `json:"displayName"`
	} `json:"author"`
	Rating           int       `json:"rating"`
	Message          *string   `json:"message"`
	VerifiedPurchase bool      `json:"verifiedPurchase"`
	CreatedAt        time.Time `json:"createdAt"`
}

// PlusVAT reports whether VAT comes on top of the prices.
func (p productView) PlusVAT() bool { return p.plusVAT(p.Product.PriceMode) }

// DescriptionText is the description; "" without one.
func (p product) DescriptionText() string {
	if p.Description == nil {
		return ""
	}
	return *p.Description
}

// TabTitle is the page's title with the shop's name, which a title for search engines may have.
func (p productView) TabTitle() string {
	title, shop := p.Title, p.Shop().Name
	switch {
	case p.Product.SEO.Title != nil && strings.Contains(title, shop):
		return title
	case p.Product.SEO.Title == nil && p.Product.Brand != nil:
		title += ", " + p.Product.Brand.Name
	}
	return title + " – " + shop
}

// Stars are the five stars of a review, and whether each is given.
func (r review) Stars() (stars [5]bool) {
	for i := range stars {
		stars[i] = i < r.Rating
	}
	return stars
}

// productView is the page of a product, with one of its variants chosen.
type productView struct {
	frame
	Product  product
	Chosen   *variant // nil: the product has none
	Pictures []*image
	Options  []optionView
	Quantity int
	Crumbs   []crumb
	Reviews  reviewList
	Lists    []relatedList
	Related  []card // of the category; none with Lists
	Form     form   // of the review
	Key      string // of the form for the cart; "" for guests, whose script makes one
	Said     string // what came of a button, one of productSays
	Awarded  int    // points for sharing
}

// productSays are what the page may say of what came of a button: saidAdded while something is in
// the cart.
var productSays = []string{saidAdded, "notAdded", "gone", "reviewed", "shared"}

const saidAdded = "added"

// reviewList are the reviews that the page shows: the newest, or a page of all.
type reviewList struct {
	Data []review `json:"data"`
	Meta struct {
		Page       int `json:"page"`
		TotalPages int `json:"totalPages"`
	} `json:"meta"`
	All bool `json:"-"` // pages of them
}

// optionView is an option with the addresses of the page with each of its values.
type optionView struct {
	Name, Value string
	Values      []optionChoice
}

// mostPicks is how many values are shown as buttons; of more one is chosen from a list.
const mostPicks = 24

// Long reports whether the values are too many for buttons.
func (o optionView) Long() bool { return len(o.Values) > mostPicks }

type optionChoice struct {
	Value string
	SKU   string // of the variant that has it
	URL   string
	Price *money.Cents // where the values differ in it
	// PerUnit is the price of a unit, beside Price; nil: not known.
	PerUnit *unitPrice
	On      bool
	Gone    bool // sold out, or not made
}

// The lists beside a product.
const (
	reviewsShown = 3
	reviewsAPage = 20
	relatedShown = 4 // of the category
)

// ShareURL is the address that the visitor shares.
func (p productView) ShareURL() string { return p.CanonicalURL() }

// MailTo is the address of a mail about the product.
func (p productView) MailTo() string {
	query := url.Values{"subject": {p.Product.Name}, "body": {p.ShareURL()}}.Encode()
	return "mailto:?" + strings.ReplaceAll(query, "+", "%20")
}

func (v *visit) product() error { return v.showProduct(http.StatusOK, v.again(form{})) }

func (v *visit) showProduct(status int, f form) error {
	slug := v.r.PathValue("slug")
	var p product
	query := url.Values{"include": {"related"}}
	if token := v.preview.draftToken(); token != "" {
		query.Set("preview", token)
	}
	if err := v.get("/v1/products/"+url.PathEscape(slug), query, &p); err != nil {
		return err
	}
	if p.Slug != slug {
		return movedTo{v.addressWith("/p/"+p.Slug, v.r.URL.Query())}
	}
	f.Key = cmp.Or(f.Key, newKey())
	query = v.r.URL.Query()
	quantity, _ := strconv.Atoi(query.Get("quantity")) // what is no number is one
	awarded, _ := strconv.Atoi(query.Get("points"))    // what is no number is none
	view := productView{
		frame: v.frame(cmp.Or(deref(p.SEO.Title), p.Name)), Product: p, Quantity: min(max(quantity, 1), mostUnits), Form: f,
		Awarded: awarded, Lists: p.relatedLists(),
	}
	if v.session.signedIn() {
		view.Key = newKey()
	}
	if said := query.Get("said"); slices.Contains(productSays, said) && (said != saidAdded || v.session.Items > 0) {
		view.Said = said
	}
	view.Canonical, view.Bar, view.IsProduct = "/p/"+p.Slug, true, true
	if len(p.Images) > 0 {
		view.Picture = p.Images[0]
	}
	view.Description = cmp.Or(deref(p.SEO.Description), firstSentences(p.DescriptionText()))
	view.choose(v, query.Get("variant"))
	var inCategory string
	if len(p.Categories) > 0 {
		c := p.Categories[0]
		for _, a := range c.Ancestors {
			view.Crumbs = append(view.Crumbs, crumb{a.Name, "/c/" + a.Slug})
		}
		view.Crumbs = append(view.Crumbs, crumb{c.Name, "/c/" + c.Slug})
		view.Department, inCategory = c.Slug, c.Slug
		if len(c.Ancestors) > 0 {
			view.Department = c.Ancestors[0].Slug
		}
	}
	if err := v.beside(&view, inCategory); err != nil {
		return err
	}
	return v.show(status, "product", view)
}

// addReview publishes what a buyer says of the product.
func (v *visit) addReview() error {
	v.page = "/p/" + v.r.PathValue("slug")
	f := v.readForm("rating", "message", "product")
	body := map[string]any{"productId": f.Value("product")}
	if rating, err := strconv.Atoi(f.Value("rating")); err == nil {
		body["rating"] = rating
	}
	if message := f.Value("message"); message != "" {
		body["message"] = message
	}
	if !v.session.signedIn() {
		return errSignIn
	}
	_, err := v.do(call{method: http.MethodPost, path: "/v1/reviews", body: body, key: v.r.PostFormValue("key")})
	if f.failed(err, reviewFields...) {
		return v.showProduct(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	return v.redirect("/p/" + url.PathEscape(v.r.PathValue("slug")) + "?said=reviewed#reviews")
}

// shareAnswer is what sharing has earned.
type shareAnswer struct {
	PointsAwarded int `json:"pointsAwarded"`
}

// share counts that the visitor has shared the product, for points.
func (v *visit) share() error {
	if !v.session.signedIn() {
		return errSignIn
	}
	var answer shareAnswer
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/loyalty/share", key: v.r.PostFormValue("key"), answer: &answer,
		body: map[string]string{"productId": v.r.PostFormValue("product")},
	})
	switch {
	case isProblem(err, http.StatusUnprocessableEntity): // there is no such product
		return errNoPage
	case err != nil:
		return err
	}
	query := url.Values{"said": {"shared"}, "points": {strconv.Itoa(answer.PointsAwarded)}}
	return v.redirect("/p/" + url.PathEscape(v.r.PathValue("slug")) + "?" + query.Encode())
}

// beside loads the reviews and, for a product without lists of its own, others of the category.
func (v *visit) beside(view *productView, category string) error {
	if view.Product.Rating.Count > 0 {
		page, _ := strconv.Atoi(v.r.URL.Query().Get("reviews")) // what is no number is the newest
		limit := reviewsShown
		if view.Reviews.All = page > 0; view.Reviews.All {
			limit = reviewsAPage
		}
		query := url.Values{"limit": {strconv.Itoa(limit)}, "page": {strconv.Itoa(max(page, 1))}}
		if err := v.get("/v1/products/"+view.Product.ID+"/reviews", query, &view.Reviews); err != nil {
			return err
		}
	}
	if category == "" || len(view.Lists) > 0 {
		return nil
	}
	var related struct {
		Data []card `json:"data"`
	}
	query := url.Values{
		"category": {category}, "fields": {"card"}, "sort": {"bestselling"}, "inStock": {"true"},
		"limit": {strconv.Itoa(relatedShown + 1)},
	}
	if err := v.get("/v1/products", query, &related); err != nil {
		return err
	}
	others := slices.DeleteFunc(related.Data, func(c card) bool { return c.ID == view.Product.ID })
	view.Related = others[:min(len(others), relatedShown)]
	return nil
}

// longestDescription is how much of a text search engines show.
const longestDescription = 160

// firstSentences is the beginning of a text, cut between words.
func firstSentences(text string) string {
	runes := []rune(text)
	if len(runes) <= longestDescription {
		return text
	}
	cut := longestDescription
	for cut > 0 && runes[cut] != ' ' {
		cut--
	}
	return string(runes[:cut]) + "…"
}
