package catalog

import (
	"cmp"
	"context"
	"slices"

	"orderd/platform/money"
)

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
		if f.phrase != "" {
			s, ok, err := r.search(ctx, db, f)
			if err != nil || !ok {
				return tree.facets(nil, nil), err
			}
			products = s.matchingProducts(f)
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
			v.Categories = append(v.Categories, categoryFacetView{
				ID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Count: count.Products,
			})
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
