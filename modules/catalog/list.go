package catalog

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// catalogReader answers what everybody may read: lists, facets and single products. As long as
// nothing changes, an answer costs one small query, the one for catalogState.
type catalogReader struct {
	db       *gorm.DB
	clock    clock.Clock
	sales    salesCounter
	settings *copies.Copy[settings]
	*readerCaches
}

// readerCaches are the caches of one source of reads. What was read on a standby is not mixed with
// what was read on the primary: their counters in catalogState differ.
type readerCaches struct {
	taxonomies taxonomyCache
	dictionary dictionary
	counts     cache // by catalogState.Version: totals, rankings, facets
	pages      cache // by catalogState.Revision: encoded lists and products
}

// encoded is a response body as it is sent.
type encoded[T any] struct{ httpapi.Encoded[T] }

func (e encoded[T]) weight() int { return e.Len() / 500 }

func encode[T any](v T) (encoded[T], error) {
	e, err := httpapi.Encode(v)
	return encoded[T]{e}, err
}

type (
	encodedPage    = encoded[httpapi.List[productView]]
	encodedProduct = encoded[productView]
)

// ranking is the ids of the products that a search matches, the best first.
type ranking []string

func (r ranking) weight() int { return len(r) / 10 }

// list returns a page of the active products that match the filter, as the caller may see them. A
// cached page costs one query, any other three or four. Words to look up cost one more, misspelt
// ones up to four.
func (r *catalogReader) list(ctx context.Context, in *findInput) (page encodedPage, err error) {
	db := r.db.WithContext(ctx)
	order := sortOrder(in.Sort)
	// A client who has just ordered finds the order counted.
	if order == sortBestselling && !database.OnStandby(r.db) {
		if err := r.sales.applyPending(ctx); err != nil {
			return page, err
		}
	}
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return page, err
	}
	f := in.filter(tree)
	if f.matchesNothing() {
		return encode(httpapi.NewList[productView](nil, 0, in.Page))
	}
	viewer := r.viewerFor(tree, state)
	key := fmt.Sprint("list|", f.cacheKey(), "|", order, "|", in.Page, "|", viewer.cacheKey())
	return getOrCompute(&r.pages, state.Revision, key, func() (page encodedPage, err error) {
		products, total, err := r.loadPage(ctx, pageQuery{filter: f, order: order, page: in.Page, version: state.Version})
		if err != nil {
			return page, err
		}
		views, err := r.views(db, products, viewer)
		if err != nil {
			return page, err
		}
		return encode(httpapi.NewList(views, total, in.Page))
	})
}

// get returns the active product with the id or slug, as the caller may see it, or Missing.
func (r *catalogReader) get(ctx context.Context, idOrSlug string) (p encodedProduct, err error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return p, err
	}
	viewer := r.viewerFor(tree, state)
	key := fmt.Sprint("one|", idOrSlug, "|", viewer.cacheKey())
	return getOrCompute(&r.pages, state.Revision, key, func() (p encodedProduct, err error) {
		found, err := loadActive(db, idOrSlug)
		if err != nil {
			return p, err
		}
		views, err := r.views(db, []product{found}, viewer)
		if err != nil {
			return p, err
		}
		return encode(views[0])
	})
}

// viewerFor makes views for the caller of the request, at the tax rates of today.
func (r *catalogReader) viewerFor(tree *taxonomy, state callerState) productViewer {
	return productViewer{tree, r.settings.Current().taxRates(r.clock.Now()), state.seesWholesale}
}

// viewerForAdmins makes views for admins, who see wholesale prices.
func (r *catalogReader) viewerForAdmins(tree *taxonomy) productViewer {
	return r.viewerFor(tree, callerState{seesWholesale: true})
}

// views loads the taxonomy again when a brand or category was added after the viewer's was loaded.
func (r *catalogReader) views(db *gorm.DB, products []product, viewer productViewer) ([]productView, error) {
	if !viewer.tree.covers(products) {
		var err error
		if viewer.tree, _, err = r.taxonomies.current(db); err != nil {
			return nil, err
		}
	}
	return convert.All(products, viewer.view), nil
}

// pageQuery says which page of which products to load.
type pageQuery struct {
	filter  filter
	order   sortOrder
	page    httpapi.Page
	version int64 // of the catalogue: cached counts and rankings must be of it
}

// loadPage returns the products of a page with their variants on sale, and the number of products
// on all pages.
func (r *catalogReader) loadPage(ctx context.Context, q pageQuery) ([]product, int64, error) {
	if q.filter.phrase == "" {
		return r.loadFiltered(r.db.WithContext(ctx), q)
	}
	return r.loadMatching(ctx, q)
}
