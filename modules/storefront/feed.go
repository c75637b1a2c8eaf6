package storefront

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"

	"orderd/platform/locale"
	"orderd/platform/money"
)

// feedAge is how old the prices and the stock in a feed may be.
const feedAge = 15 * time.Minute

// Bounds of a feed: the compressed bytes that are kept of each language's, and of a text in it
// (Google's product data specification).
const (
	mostFeedBytes   = 32 << 20
	longestTitle    = 150
	longestFeedText = 5000
	mostFeedImages  = 10
)

// errFull ends the making of a list that has reached its bound.
var errFull = errors.New("storefront: the list is full")

// feeds are the feeds of the languages.
type feeds struct {
	mu  sync.Mutex
	all map[locale.Code]*snapshot[[]byte]
}

// of is the feed of one of the shop's languages.
func (f *feeds) of(l locale.Code) *snapshot[[]byte] {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[locale.Code]*snapshot[[]byte]{}
	}
	if f.all[l] == nil {
		f.all[l] = &snapshot[[]byte]{}
	}
	return f.all[l]
}

// feed answers with all that is on sale, for Google's Merchant Center and whoever reads its format:
// an item for each variant.
func (v *visit) feed() error {
	maker := feedMaker{site: v.site, shop: v.shell.Shop, language: v.language, words: readWords(v.language)}
	body, err := v.site.feeds.of(v.language).get(v, feedAge, maker.load)
	if err != nil {
		return err
	}
	return v.sendXML(body)
}

// feedMaker makes the feed of a language.
type feedMaker struct {
	site     *site
	shop     shop
	language locale.Code
	words    words
	methods  []feedMethod
}

// feedMethod is a way to ship within the shop's country.
type feedMethod struct {
	Name     string       `json:"name"`
	Kind     string       `json:"kind"`
	Price    money.Cents  `json:"price"`
	FreeFrom *money.Cents `json:"freeFrom"`
	Rates    []struct{}   `json:"rates"`
}

// feedItem is an item of RSS 2.0 with the attributes of Google's product data specification.
type feedItem struct {
	XMLName      xml.Name       `xml:"item"`
	ID           string         `xml:"g:id"`
	Title        string         `xml:"g:title"`
	Description  string         `xml:"g:description"`
	Link         string         `xml:"g:link"`
	Image        string         `xml:"g:image_link"`
	MoreImages   []string       `xml:"g:additional_image_link"`
	Availability string         `xml:"g:availability"`
	Price        string         `xml:"g:price"`
	SalePrice    string         `xml:"g:sale_price,omitempty"`
	Condition    string         `xml:"g:condition"`
	Brand        string         `xml:"g:brand,omitempty"`
	GTIN         string         `xml:"g:gtin,omitempty"`
	MPN          string         `xml:"g:mpn,omitempty"`
	Identified   string         `xml:"g:identifier_exists,omitempty"`
	Group        string         `xml:"g:item_group_id,omitempty"`
	Color        string         `xml:"g:color,omitempty"`
	Size         string         `xml:"g:size,omitempty"`
	Material     string         `xml:"g:material,omitempty"`
	Pattern      string         `xml:"g:pattern,omitempty"`
	Gender       string         `xml:"g:gender,omitempty"`
	AgeGroup     string         `xml:"g:age_group,omitempty"`
	Details      []feedDetail   `xml:"g:product_detail"`
	Type         string         `xml:"g:product_type,omitempty"`
	Measure      string         `xml:"g:unit_pricing_measure,omitempty"`
	BaseMeasure  string         `xml:"g:unit_pricing_base_measure,omitempty"`
	Shipping     []feedShipping `xml:"g:shipping"`
}

type feedShipping struct {
	Country string `xml:"g:country"`
	Service string `xml:"g:service"`
	Price   string `xml:"g:price"`
}

// feedBatch is how many products one call asks for.
const feedBatch = 100

// load asks for all products, some at a time.
func (m *feedMaker) load(ctx context.Context) ([]byte, error) {
	query := url.Values{"country": {m.shop.Country}}
	if err := m.site.client.do(ctx, m.call("/v1/shipping-methods", query, &m.methods)); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	zip := gzip.NewWriter(&body)
	_, _ = fmt.Fprintf(zip, xml.Header+`<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>`+
		"<title>%s</title><link>%s</link><description>%[1]s</description>\n",
		escapeXML(m.shop.Name), escapeXML(m.address("/"))) // Close returns the error
	out := xml.NewEncoder(zip)
	var ids []string
	send := func() error {
		err := m.write(ctx, out, ids)
		ids = ids[:0]
		if err == nil && body.Len() > mostFeedBytes {
			m.site.log.Warn("the feed is full: the rest of the products is not in it")
			return errFull
		}
		return err
	}
	err := m.site.eachProduct(ctx, func(p productSlug) error {
		if ids = append(ids, p.ID); len(ids) < feedBatch {
			return nil
		}
		return send()
	})
	if err == nil && len(ids) > 0 {
		err = send()
	}
	if err != nil && !errors.Is(err, errFull) {
		return nil, err
	}
	_, _ = zip.Write([]byte("</channel></rss>\n"))
	err = zip.Close()
	return body.Bytes(), err
}

func (m *feedMaker) call(path string, query url.Values, answer any) call {
	return call{method: http.MethodGet, path: path, query: query, answer: answer, language: m.language}
}

// write asks for the products and writes their items.
func (m *feedMaker) write(ctx context.Context, out *xml.Encoder, ids []string) error {
	var list struct {
		Data []product `json:"data"`
	}
	query := url.Values{"ids": {strings.Join(ids, ",")}, "limit": {fmt.Sprint(feedBatch)}}
	if err := m.site.client.do(ctx, m.call("/v1/products", query, &list)); err != nil {
		return err
	}
	for _, p := range list.Data {
		for _, item := range m.items(p) {
			if err := out.Encode(item); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// items are those of a product. One without a picture has none: Google takes none of them.
func (m *feedMaker) items(p product) (items []feedItem) {
	images := p.Images
	if len(images) == 0 {
		return nil
	}
	for _, o := range p.Variants {
		item := feedItem{
			ID: o.ID, Title: feedText(m.title(p, o), longestTitle),
			Description: feedText(cmp.Or(p.DescriptionText(), p.Name), longestFeedText),
			Link:        m.address("/p/" + url.PathEscape(p.Slug)), Availability: "out_of_stock", Price: euros(o.Price),
			Condition: cmp.Or(p.Condition, "new"),
		}
		if o.Available > 0 {
			item.Availability = "in_stock"
		}
		if was := o.CompareAtPrice; was != nil && *was > o.Price && o.CompareAtKind != compareAtRRP {
			item.Price, item.SalePrice = euros(*was), euros(o.Price)
		}
		if p.Brand != nil {
			item.Brand = p.Brand.Name
		}
		if len(p.Variants) > 1 {
			item.Group = p.ID
			item.Link += "?" + url.Values{"variant": {o.SKU}}.Encode()
		}
		item.GTIN, item.MPN = deref(o.GTIN), deref(p.MPN)
		if item.GTIN == "" && item.MPN == "" {
			item.Identified = "no"
		}
		if c := o.Content; c != nil && feedUnits[c.Unit] != "" {
			item.Measure, item.BaseMeasure = c.Amount.String()+feedUnits[c.Unit], "1"+feedUnits[c.Unit]
		}
		item.Color, item.Size, item.Material = o.option(colorName), o.option(sizeName), o.option(materialName)
		m.describe(&item, p, o)
		item.Type = typeOf(p.Categories)
		item.Image, item.MoreImages = m.images(images, o.MediaID)
		item.Shipping = m.shipping(o.Price)
		items = append(items, item)
	}
	return items
}

// feedUnits are Google's names of the units.
var feedUnits = map[string]string{"kg": "kg", "l": "l", "m": "m", "m2": "sqm", "m3": "cbm"}

// deref is the text, or "" for null.
func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// title is the product's name with the values of the variant's options, in the product's order.
func (m *feedMaker) title(p product, o variant) string {
	parts := []string{p.Name}
	for _, option := range p.Options {
		if value := o.Options[option.Name]; value != "" {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, " – ")
}

// The names of options that Google has attributes for.
var (
	colorName    = regexp.MustCompile(`(?i)^(colou?r|farbe)$`)
	sizeName     = regexp.MustCompile(`(?i)^(size|größe)$`)
	materialName = regexp.MustCompile(`(?i)^material$`)
)

// option is the value of the option with such a name, or "".
func (v variant) option(name *regexp.Regexp) string {
	for option, value := range v.Options {
		if name.MatchString(option) {
			return value
		}
	}
	return ""
}

// typeOf is the way to the first category: "Coffee > Espresso".
func typeOf(categories []category) string {
	if len(categories) == 0 {
		return ""
	}
	var names []string
	for _, a := range categories[0].Ancestors {
		names = append(names, a.Name)
	}
	return strings.Join(append(names, categories[0].Name), " > ")
}

// images are the address of the variant's picture, or else of the first, and those of the others.
func (m *feedMaker) images(all []*image, own *string) (first string, more []string) {
	isOwn := func(i *image) bool { return own != nil && i.MediaID != nil && *i.MediaID == *own }
	at := max(0, slices.IndexFunc(all, isOwn))
	for i, picture := range all {
		address, err := m.site.public.Parse(picture.URL)
		switch {
		case err != nil:
		case i == at:
			first = address.String()
		case len(more) < mostFeedImages:
			more = append(more, address.String())
		}
	}
	return first, more
}

// shipping is what delivery within the shop's country costs where that depends on nothing but the
// price; else the feed does not say.
func (m *feedMaker) shipping(price money.Cents) (all []feedShipping) {
	for _, s := range m.methods {
		if s.Kind != "delivery" || len(s.Rates) > 0 {
			continue
		}
		cost := s.Price
		if s.FreeFrom != nil && price >= *s.FreeFrom {
			cost = 0
		}
		all = append(all, feedShipping{Country: m.shop.Country, Service: s.Name, Price: euros(cost)})
	}
	return all
}

// address is that of a page in the feed's language.
func (m *feedMaker) address(path string) string {
	return m.site.public.String() + inLanguage(m.language, m.shop.Locale, path)
}

// euros is an amount as Google reads it: "38.90 EUR".
func euros(c money.Cents) string { return c.String() + " EUR" }

// feedText is the beginning of a text, so many characters long at most.
func feedText(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}
