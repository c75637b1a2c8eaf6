package catalog

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// reader reads what everybody may see.
type reader struct {
	db         *gorm.DB
	sales      sales
	taxonomies taxonomies
	dictionary dictionary
	counts     memory // of a version: totals, rankings, facets
	pages      memory // of a revision: products and lists as they are answered, with and without wholesale prices
}

// shown is an answer as it is sent.
type shown[T any] struct{ httpapi.Encoded[T] }

func (s shown[T]) weight() int { return s.Len() / 500 }

func show[T any](v T) (shown[T], error) {
	e, err := httpapi.Encode(v)
	return shown[T]{e}, err
}

type (
	shownPage    = shown[httpapi.List[productView]]
	shownProduct = shown[productView]
)

// ranking is the ids of what a search has found, the best first.
type ranking []string

func (r ranking) weight() int { return len(r) / 10 }

// list is a page of the active products that the filter lets through, as the caller may see them. As long as nothing has changed that takes one query,
// else three or four, and one to four more to understand words.
func (r *reader) list(ctx context.Context, in *findInput) (page shownPage, err error) {
	db := r.db.WithContext(ctx)
	if in.Sort == bestselling { // who has just ordered finds it counted
		if err := r.sales.tally(ctx); err != nil {
			return page, err
		}
	}
	tree, at, err := r.taxonomies.forCaller(ctx, db)
	if err != nil {
		return page, err
	}
	f := in.filter(tree)
	if f.nothing {
		return show(httpapi.Listed[productView](nil, 0, in.Page))
	}
	key := fmt.Sprint("list|", f.key(), "|", in.Sort, "|", in.Page, "|", at.Tiers)
	return remember(&r.pages, at.Revision, key, func() (page shownPage, err error) {
		rows, total, err := r.find(ctx, f, in.Sort, in.Page, at.Version)
		if err != nil {
			return page, err
		}
		products, err := r.show(db, rows, tree, at.Tiers)
		if err != nil {
			return page, err
		}
		return show(httpapi.Listed(products, total, in.Page))
	})
}

// get is the active product with the id or slug, as the caller may see it. It returns Missing.
func (r *reader) get(ctx context.Context, idOrSlug string) (p shownProduct, err error) {
	db := r.db.WithContext(ctx)
	tree, at, err := r.taxonomies.forCaller(ctx, db)
	if err != nil {
		return p, err
	}
	return remember(&r.pages, at.Revision, fmt.Sprint("one|", idOrSlug, "|", at.Tiers), func() (p shownProduct, err error) {
		named := db.Where("status = ? AND slug = ?", active, idOrSlug)
		if id.Valid(idOrSlug) {
			named = db.Where("status = ? AND id = ?", active, idOrSlug)
		}
		row, err := database.Take[product](named)
		if err != nil {
			return p, err
		}
		views, err := r.show(db, []product{row}, tree, at.Tiers)
		if err != nil {
			return p, err
		}
		return show(views[0])
	})
}

// show reads the variants of the products and puts it all together.
func (r *reader) show(db *gorm.DB, rows []product, tree *taxonomy, tiers bool) ([]productView, error) {
	products, err := withVariants(db, rows)
	if err != nil {
		return nil, err
	}
	if !tree.covers(rows) { // something was added after the tree was read
		if tree, _, err = r.taxonomies.now(db); err != nil {
			return nil, err
		}
	}
	return listOf(products, func(s stored) productView { return s.viewOf(tree, tiers) }), nil
}

// find is the rows of a page, and the number of all.
func (r *reader) find(ctx context.Context, f filter, sort string, page httpapi.Page, version int64) ([]product, int64, error) {
	if len(f.words) == 0 {
		return r.browse(r.db.WithContext(ctx), f, sort, page, version)
	}
	return r.search(ctx, f, sort, page, version)
}
