package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// shelf answers the product page and the list of the newest products: a query for each kind of row, and a count.
type shelf struct{ pool *pgxpool.Pool }

type named struct {
	ID        string    `json:"id"`
	ParentID  *string   `json:"parentId,omitempty"`
	Name      string    `json:"name"`
	Slug      string    `json:"slug"`
	LogoURL   *string   `json:"logoUrl"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type variant struct {
	ID              string          `json:"id"`
	SKU             string          `json:"sku"`
	Options         json.RawMessage `json:"options"`
	Price           float64         `json:"price"`
	CompareAtPrice  *float64        `json:"compareAtPrice"`
	Available       int64           `json:"available"`
	WholesalePrices []int           `json:"wholesalePrices"`
}

type product struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Slug        string          `json:"slug"`
	Description *string         `json:"description"`
	Status      string          `json:"status"`
	Brand       *named          `json:"brand"`
	Categories  []named         `json:"categories"`
	Images      json.RawMessage `json:"images"`
	Options     json.RawMessage `json:"options"`
	Variants    []variant       `json:"variants"`
	PriceFrom   float64         `json:"priceFrom"`
	Rating      struct {
		Average float64 `json:"average"`
		Count   int64   `json:"count"`
	} `json:"rating"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

const selectProducts = `SELECT p.id::text, p.name, p.slug, p.description, p.status, p.images, p.options, p.price_from / 100.0::float8, p.rating / 100.0::float8, p.rating_count,
		p.created_at, p.updated_at, b.id::text, b.name, b.slug, b.logo_url, b.created_at, b.updated_at
	FROM catalog_products p JOIN catalog_brands b ON b.id = p.brand_id WHERE p.status = 'active' `

// products reads the products of a condition with what hangs on them.
func (s shelf) products(ctx context.Context, condition string, args ...any) ([]*product, error) {
	rows, err := s.pool.Query(ctx, selectProducts+condition, args...)
	if err != nil {
		return nil, err
	}
	at, ids := map[string]*product{}, []string{}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*product, error) {
		p := &product{Brand: &named{}, Variants: []variant{}, Categories: []named{}}
		err := row.Scan(&p.ID, &p.Name, &p.Slug, &p.Description, &p.Status, &p.Images, &p.Options, &p.PriceFrom, &p.Rating.Average, &p.Rating.Count,
			&p.CreatedAt, &p.UpdatedAt, &p.Brand.ID, &p.Brand.Name, &p.Brand.Slug, &p.Brand.LogoURL, &p.Brand.CreatedAt, &p.Brand.UpdatedAt)
		at[p.ID], ids = p, append(ids, p.ID)
		return p, err
	})
	if err != nil {
		return nil, err
	}
	var productID string
	rows, err = s.pool.Query(ctx, `SELECT product_id::text, id::text, sku, options, price / 100.0::float8, compare_at_price / 100.0::float8, available
		FROM catalog_variants WHERE product_id = ANY($1::uuid[]) AND sold ORDER BY position`, ids)
	if err != nil {
		return nil, err
	}
	v := variant{WholesalePrices: []int{}}
	if _, err := pgx.ForEachRow(rows, []any{&productID, &v.ID, &v.SKU, &v.Options, &v.Price, &v.CompareAtPrice, &v.Available}, func() error {
		at[productID].Variants = append(at[productID].Variants, v)
		v.Options, v.CompareAtPrice = nil, nil
		return nil
	}); err != nil {
		return nil, err
	}
	rows, err = s.pool.Query(ctx, `SELECT l.product_id::text, c.id::text, c.parent_id::text, c.name, c.slug, c.created_at, c.updated_at
		FROM catalog_placements l JOIN catalog_categories c ON c.id = l.category_id WHERE l.product_id = ANY($1::uuid[]) AND l.direct`, ids)
	if err != nil {
		return nil, err
	}
	var c named
	_, err = pgx.ForEachRow(rows, []any{&productID, &c.ID, &c.ParentID, &c.Name, &c.Slug, &c.CreatedAt, &c.UpdatedAt}, func() error {
		at[productID].Categories = append(at[productID].Categories, c)
		return nil
	})
	return all, err
}

func (s shelf) page(w http.ResponseWriter, r *http.Request) {
	found, err := s.products(r.Context(), `AND p.slug = $1`, r.PathValue("slug"))
	if err != nil || len(found) != 1 {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	send(w, found[0])
}

func (s shelf) list(w http.ResponseWriter, r *http.Request) {
	var total int64
	err := s.pool.QueryRow(r.Context(), `SELECT count(*) FROM catalog_products WHERE status = 'active'`).Scan(&total)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	found, err := s.products(r.Context(), `ORDER BY p.created_at DESC, p.id DESC LIMIT 20`)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	send(w, map[string]any{"data": found, "meta": map[string]int64{"total": total, "page": 1, "limit": 20, "totalPages": (total + 19) / 20}})
}

// send answers with v, whose length the client is told.
func send(w http.ResponseWriter, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = w.Write(text) // the client may be gone
}
