package catalog

import (
	"cmp"
	"context"
	"slices"

	"orderd/platform/money"
)

// facetsView counts the products that match a filter, by brand, category and price range.
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

// priceBounds separate the price ranges: each is the first price of the next range.
var priceBounds = []money.Cents{1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000}

// facets counts the active products that match the filter, by brand, category and price range.
func (r *catalogReader) facets(ctx context.Context, in *findInput) (facetsView, error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.current(db)
	if err != nil {
		return facetsView{}, err
	}
	f := in.filter(tree)
	if f.matchesNothing {
		return tree.facets(nil, nil), nil
	}
	return getOrCompute(&r.counts, state.Version, "facets|"+f.cacheKey(), func() (facetsView, error) {
		products := filteredProducts(f)
		if len(f.words) > 0 {
			terms, ok, err := r.dictionary.resolve(ctx, db, f.words)
			if err != nil || !ok {
				return tree.facets(nil, nil), err
			}
			products = matchingProducts(terms, f)
		}
		byBrandAndPrice, byCategory, err := loadFacetCounts(db, products)
		return tree.facets(byBrandAndPrice, byCategory), err
	})
}

// facets combines the counts with the names of brands and categories.
func (t *taxonomy) facets(byBrandAndPrice []brandPriceCount, byCategory []categoryCount) facetsView {
	v := facetsView{Brands: []brandFacetView{}, Categories: []categoryFacetView{}, Prices: []priceFacetView{}}
	brands, ranges := map[string]int64{}, map[int]int64{}
	for _, c := range byBrandAndPrice {
		v.Total += c.Products
		ranges[c.PriceRange] += c.Products
		if c.BrandID != nil {
			brands[*c.BrandID] += c.Products
		}
	}
	for brandID, n := range brands {
		if b, known := t.brands[brandID]; known {
			v.Brands = append(v.Brands, brandFacetView{ID: b.ID, Name: b.Name, Slug: b.Slug, Count: n})
		}
	}
	for _, count := range byCategory {
		if c, known := t.categories[count.CategoryID]; known {
			v.Categories = append(v.Categories, categoryFacetView{ID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Count: count.Products})
		}
	}
	slices.SortFunc(v.Brands, func(a, b brandFacetView) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Slug, b.Slug))
	})
	slices.SortFunc(v.Categories, func(a, b categoryFacetView) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Slug, b.Slug))
	})
	for i := range len(priceBounds) + 1 {
		if ranges[i] > 0 {
			v.Prices = append(v.Prices, priceFacet(i, ranges[i]))
		}
	}
	return v
}

// priceFacet describes the price range with the index.
func priceFacet(index int, count int64) priceFacetView {
	p := priceFacetView{Count: count}
	if index > 0 {
		p.MinPrice = priceBounds[index-1]
	}
	if index < len(priceBounds) {
		highest := priceBounds[index] - 1
		p.MaxPrice = &highest
	}
	return p
}
