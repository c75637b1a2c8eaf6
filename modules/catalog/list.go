package catalog

import (
	"context"
	"fmt"
	"slices"

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
	taxonomies  taxonomyCache
	collections collectionCache
	dictionary  dictionary
	counts      cache // by catalogState.Version: totals, rankings, facets
	pages       cache // by catalogState.Revision: encoded lists and products
}

// encoded is a response body as it is sent, with the version of the catalogue that it shows.
type encoded[T any] struct {
	httpapi.Encoded[T]
	version  string
	language string // of its names; "": it has none in languages
}

func (e encoded[T]) weight() int { return e.Len() / 500 }

func encode[T any](v T, version, language string) (encoded[T], error) {
	e, err := httpapi.Encode(v)
	return encoded[T]{e, version, language}, err
}

type (
	encodedPage    = encoded[productListView]
	encodedProduct = encoded[productView]
)

// ranking is the ids of the products that a search matches, the best first.
type ranking []string

func (r ranking) weight() int { return len(r) / 10 }

// list returns a page of the active products that match the filter, as the caller may see them. A
// cached page costs one query, any other three or four. Words to look up cost one more, misspelt
// ones up to four.
func (r *catalogReader) list(ctx context.Context, in *listInput) (page encodedPage, err error) {
	db := r.db.WithContext(ctx)
	// A client who has just ordered finds the order counted.
	if in.Sort == sortBestselling && !database.OnStandby(r.db) {
		if err := r.sales.applyPending(ctx); err != nil {
			return page, err
		}
	}
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return page, err
	}
	f, named, err := r.restrict(db, in.find().filter(tree), in.find(), tree, state.catalogState)
	if err != nil {
		return page, err
	}
	viewer := r.viewerFor(ctx, tree, state)
	f, order := viewer.mode.seen(f), viewer.mode.order(named.order(in.Sort, phraseOf(in.Q) != ""))
	key := fmt.Sprint("list|", f.cacheKey(), "|", order, "|", in.Page, "|", viewer.cacheKey(), "|", in.shape(f))
	return getOrCompute(&r.pages, state.Revision, key, func() (page encodedPage, err error) {
		list := productListView{}
		if list.Included, err = r.included(ctx, in, f, viewer, state.catalogState); err != nil {
			return page, err
		}
		if named != nil && slices.Contains(in.Include, includeCollection) {
			list.Included.Collection = new(viewCollection(*named))
		}
		products, total, err := r.loadPage(ctx, pageQuery{filter: f, order: order, page: in.Page, version: state.Version})
		if err != nil {
			return page, err
		}
		if viewer, err = r.covering(db, viewer, products); err != nil {
			return page, err
		}
		show := viewer.listed
		if in.Fields == fieldsOfCard {
			show = viewer.listedCard
		}
		shown := httpapi.NewList(convert.All(products, show), total, in.Page)
		list.Data, list.Meta = shown.Data, shown.Meta
		return encode(list, r.version(state.catalogState), viewer.language.asked)
	})
}

// get returns the active product with the id or slug, as the caller may see it, or Missing; with
// what is related to it, if that is asked for.
func (r *catalogReader) get(ctx context.Context, idOrSlug string, withRelated bool) (p encodedProduct, err error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return p, err
	}
	viewer := r.viewerFor(ctx, tree, state)
	key := fmt.Sprint("one|", idOrSlug, "|", viewer.cacheKey(), withRelated)
	return getOrCompute(&r.pages, state.Revision, key, func() (p encodedProduct, err error) {
		found, err := loadActive(db, idOrSlug)
		if err != nil {
			return p, err
		}
		if viewer, err = r.covering(db, viewer, []product{found}); err != nil {
			return p, err
		}
		view := viewer.view(found)
		if withRelated {
			if view.Related, err = r.relatedTo(db, found, viewer); err != nil {
				return p, err
			}
		}
		return encode(view, r.version(state.catalogState), viewer.language.asked)
	})
}

// viewerFor makes views for the caller of the request, at the tax rates of today.
func (r *catalogReader) viewerFor(ctx context.Context, tree *taxonomy, state callerState) productViewer {
	s := r.settings.Current()
	return productViewer{
		tree: tree, rates: s.taxRates(r.clock.Now()), mode: s.priceModeFor(state), seesWholesale: state.seesWholesale,
		language: tree.languageFor(ctx, s.profile),
	}
}

// viewerForAdmins makes views for admins, who see wholesale prices.
func (r *catalogReader) viewerForAdmins(ctx context.Context, tree *taxonomy) productViewer {
	viewer := r.viewerFor(ctx, tree, callerState{seesWholesale: true})
	viewer.isAdmin = true
	return viewer
}

// covering returns the viewer, with the taxonomy loaded again when a brand or category of the
// products was added after the viewer's was loaded.
func (r *catalogReader) covering(db *gorm.DB, viewer productViewer, products []product) (productViewer, error) {
	if viewer.tree.covers(products) {
		return viewer, nil
	}
	tree, _, err := r.taxonomies.current(db)
	viewer.tree = tree
	return viewer, err
}

// included returns what the list is to include, nil for nothing.
func (r *catalogReader) included(
	ctx context.Context, in *listInput, f filter, viewer productViewer, state catalogState,
) (*includedView, error) {
	if len(in.Include) == 0 {
		return nil, nil
	}
	v := &includedView{}
	db := r.db.WithContext(ctx)
	if slices.Contains(in.Include, includeFacets) {
		facets, err := r.countFacets(ctx, db, f, viewer, state)
		if err != nil {
			return nil, err
		}
		v.Facets = &facets
	}
	if slices.Contains(in.Include, includeCategory) && len(in.Category) > 0 {
		if c, err := viewer.tree.categoryByIDOrSlug(in.Category[0]); err == nil {
			counts, err := r.countCategories(db, state)
			if err != nil {
				return nil, err
			}
			v.Category = new(c.withCount(counts[c.ID]))
		}
	}
	return v, nil
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
	if q.filter.matchesNothing() {
		return nil, 0, nil
	}
	if q.filter.phrase == "" {
		return r.loadFiltered(r.db.WithContext(ctx), q)
	}
	return r.loadMatching(ctx, q)
}
