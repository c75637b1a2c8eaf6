package catalog

import (
	"cmp"
	"context"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/money"
)

// priceBounds separate the price ranges: each is the first price of the next range.
var priceBounds = []money.Cents{1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000}

// The most names of options that facets have, and the most values of each.
const (
	maxFacetOptions = 20
	maxFacetValues  = 100
)

// facets counts the active products that match the filter of a query, with names in a language; ""
// without such names.
func (r *catalogReader) facets(ctx context.Context, in *findInput) (v facetsView, language string, err error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return v, "", err
	}
	f, _, err := r.restrict(db, in.filter(tree), in, tree, state.catalogState)
	if err != nil {
		return v, "", err
	}
	viewer := r.viewerFor(ctx, tree, state)
	v, err = r.countFacets(ctx, db, viewer.mode.seen(f), viewer, state.catalogState)
	return v, viewer.language.asked, err
}

// countFacets counts the active products that match the filter, as the caller sees them.
func (r *catalogReader) countFacets(
	ctx context.Context, db *gorm.DB, f filter, viewer productViewer, state catalogState,
) (facetsView, error) {
	facets, err := r.countAll(ctx, db, f, viewer, state)
	if viewer.mode.isNet() {
		facets.OnSale = 0
	}
	return facets, err
}

func (r *catalogReader) countAll(
	ctx context.Context, db *gorm.DB, f filter, viewer productViewer, state catalogState,
) (facetsView, error) {
	key := "facets|" + viewer.language.asked + "|" + f.cacheKey()
	return getOrCompute(&r.counts, state.Version, key, func() (facetsView, error) {
		products := filteredProducts
		if f.phrase != "" {
			s, ok, err := r.search(ctx, db, f)
			if err != nil || !ok {
				return viewer.facets(facetCounts{}), err
			}
			products = s.matchingProducts
		}
		var categories map[string]int64
		ofAll := f.withoutCategories().isEverything()
		if known, ok := r.counts.get(state.Version, categoryCounts); ok && ofAll {
			categories = known.(map[string]int64)
		}
		counts, err := loadFacetCounts(db, f, products, viewer.tree.facetAttributes(), categories)
		if err == nil && ofAll && categories == nil {
			r.counts.put(state.Version, categoryCounts, counts.categories)
		}
		return viewer.facets(counts), err
	})
}

// facetCounts are numbers of products. Each is counted without the filter by what it is about, but
// for total.
type facetCounts struct {
	total, inStock, onSale int64
	priceMin, priceMax     *money.Cents
	ratings                [4]int64 // at least 1, 2, 3, 4
	priceRanges            []int64  // by index of the range
	brands, categories     map[string]int64
	options                map[string]*optionCount    // by name, as optionKey returns it
	attributes             map[string]*attributeCount // by id
}

// optionCount is what products let buyers choose of one option.
type optionCount struct {
	name   string
	total  int64 // of all values
	values []optionValueView
}

// facets combines the counts with the names of brands, categories and attributes.
func (w productViewer) facets(c facetCounts) facetsView {
	t, v := w.tree, facetsView{
		Total: c.total, Brands: []brandFacetView{}, Categories: []categoryFacetView{}, Prices: []priceFacetView{},
		PriceMin: c.priceMin, PriceMax: c.priceMax, Options: c.viewOptions(), Ratings: []ratingFacetView{},
		InStock: c.inStock, OnSale: c.onSale, Attributes: w.viewAttributeFacets(c.attributes),
	}
	for brandID, n := range c.brands {
		if b, known := t.brands[brandID]; known {
			v.Brands = append(v.Brands, brandFacetView{ID: b.ID, Name: b.Name, Slug: b.Slug, Count: n})
		}
	}
	for categoryID, n := range c.categories {
		if c, known := t.categories[categoryID]; known {
			v.Categories = append(v.Categories, categoryFacetView{
				ID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Count: n,
			})
		}
	}
	slices.SortFunc(v.Brands, func(a, b brandFacetView) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Slug, b.Slug))
	})
	slices.SortFunc(v.Categories, func(a, b categoryFacetView) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Slug, b.Slug))
	})
	for i, n := range c.priceRanges {
		if n > 0 {
			v.Prices = append(v.Prices, priceFacet(i, n))
		}
	}
	for stars := len(c.ratings); stars > 0; stars-- {
		v.Ratings = append(v.Ratings, ratingFacetView{MinRating: int64(stars), Count: c.ratings[stars-1]})
	}
	return v
}

// viewOptions returns the options, those of most products first, and of each the values likewise.
func (c facetCounts) viewOptions() []optionFacetView {
	views := []optionFacetView{}
	for _, o := range c.options {
		slices.SortFunc(o.values, func(a, b optionValueView) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
		})
		views = append(views, optionFacetView{o.name, o.values[:min(len(o.values), maxFacetValues)], o.total})
	}
	slices.SortFunc(views, func(a, b optionFacetView) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.Name, b.Name))
	})
	return views[:min(len(views), maxFacetOptions)]
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
