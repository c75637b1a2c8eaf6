package catalog

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"orderd/platform/money"
)

// facetsView is how the products that a filter lets through fall into brands, categories and prices.
type facetsView struct {
	Total      int64               `json:"total" example:"57"`
	Brands     []brandFacetView    `json:"brands" doc:"Most products first; products without a brand are in none."`
	Categories []categoryFacetView `json:"categories" doc:"Most products first; categories below are counted in."`
	Prices     []priceFacetView    `json:"prices" doc:"By the lowest retail price, rising."`
}

type brandFacetView struct {
	ID    string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name  string `json:"name" example:"Moka & Söhne"`
	Slug  string `json:"slug" example:"moka-sohne"`
	Count int64  `json:"count" example:"12"`
}

type categoryFacetView struct {
	ID       string  `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	ParentID *string `json:"parentId" format:"uuid" doc:"null: a root." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Name     string  `json:"name" example:"Espresso cups"`
	Slug     string  `json:"slug" example:"espresso-cups"`
	Count    int64   `json:"count" example:"12"`
}

type priceFacetView struct {
	MinPrice money.Cents  `json:"minPrice" example:"10"`
	MaxPrice *money.Cents `json:"maxPrice" doc:"null: no limit." example:"24.99"`
	Count    int64        `json:"count" example:"12"`
}

// priceSteps are where one range of prices ends and the next begins.
var priceSteps = []money.Cents{1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000}

// facets counts by brand, category and price, unless that has been done.
func (r *reader) facets(ctx context.Context, in *findInput) (facetsView, error) {
	db := r.db.WithContext(ctx)
	tree, at, err := r.taxonomies.now(db)
	if err != nil {
		return facetsView{}, err
	}
	f := in.filter(tree)
	if f.nothing {
		return tree.facets(nil, nil), nil
	}
	return remember(&r.counts, at.Version, "facets|"+f.key(), func() (facetsView, error) {
		w := f.where(true)
		set := condition{`WITH found AS (SELECT p.id AS product_id, p.brand_id, p.price_from FROM catalog_products p WHERE ` + w.sql + `)`, w.args}
		if len(f.words) > 0 {
			terms, ok, err := r.dictionary.terms(ctx, db, f.words)
			if err != nil || !ok {
				return tree.facets(nil, nil), err
			}
			set = found(terms, f)
		}
		var cells []cell
		var within []placed
		err := errors.Join(
			db.Raw(set.sql+` SELECT brand_id, `+priceStep+` AS step, count(*) AS products FROM found GROUP BY 1, 2`, set.args...).Scan(&cells).Error,
			db.Raw(set.sql+` SELECT c.category_id, count(*) AS products FROM found f JOIN catalog_placements c ON c.product_id = f.product_id GROUP BY 1`, set.args...).Scan(&within).Error,
		)
		return tree.facets(cells, within), err
	})
}

// cell is the number of products of a brand whose price is in a range; step is -1 for products without a price.
type cell struct {
	BrandID  *string
	Step     int
	Products int64
}

// placed is the number of products in a category and below it.
type placed struct {
	CategoryID string
	Products   int64
}

// facets puts the numbers together.
func (t *taxonomy) facets(cells []cell, within []placed) facetsView {
	v := facetsView{Brands: []brandFacetView{}, Categories: []categoryFacetView{}, Prices: []priceFacetView{}}
	brands, steps := map[string]int64{}, map[int]int64{}
	for _, c := range cells {
		v.Total += c.Products
		steps[c.Step] += c.Products
		if c.BrandID != nil {
			brands[*c.BrandID] += c.Products
		}
	}
	for brandID, n := range brands {
		if b, known := t.brands[brandID]; known {
			v.Brands = append(v.Brands, brandFacetView{b.ID, b.Name, b.Slug, n})
		}
	}
	for _, p := range within {
		if c, known := t.categories[p.CategoryID]; known {
			v.Categories = append(v.Categories, categoryFacetView{c.ID, c.ParentID, c.Name, c.Slug, p.Products})
		}
	}
	slices.SortFunc(v.Brands, func(a, b brandFacetView) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Slug, b.Slug))
	})
	slices.SortFunc(v.Categories, func(a, b categoryFacetView) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Slug, b.Slug))
	})
	for i := range len(priceSteps) + 1 {
		if steps[i] == 0 {
			continue
		}
		p := priceFacetView{Count: steps[i]}
		if i > 0 {
			p.MinPrice = priceSteps[i-1]
		}
		if i < len(priceSteps) {
			below := priceSteps[i] - 1
			p.MaxPrice = &below
		}
		v.Prices = append(v.Prices, p)
	}
	return v
}
