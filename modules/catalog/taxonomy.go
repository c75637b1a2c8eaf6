package catalog

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// taxonomy holds all brands and categories as responses show them, all attributes, and the synonyms
// of the search. It is immutable.
type taxonomy struct {
	version     int64 // catalogState.Taxonomy when it was loaded
	brands      map[string]brandView
	categories  map[string]categoryView // without the numbers of products
	brandIDs    map[string]string       // by slug, former ones too
	categoryIDs map[string]string       // by slug, former ones too

	brandsInOrder     []brandView    // by name
	categoriesInOrder []categoryView // by position, then name

	brandNames, categoryNames []searchableName // in the same orders

	synonyms synonyms // of the search

	attributes []*attribute // in the order of lists
	definitions
}

// taxonomyCache keeps the taxonomy that was loaded last. Products refer to brands and categories by
// id; without the cache, each page of products would need twice the queries.
type taxonomyCache struct{ last atomic.Pointer[taxonomy] }

// get returns the taxonomy of the version, which the caller has read from the database, or a newer
// one.
func (t *taxonomyCache) get(db *gorm.DB, version int64) (*taxonomy, error) {
	if last := t.last.Load(); last != nil && last.version == version {
		return last, nil
	}
	loaded, err := loadTaxonomy(db)
	if err != nil {
		return nil, err
	}
	t.last.Store(loaded)
	return loaded, nil
}

// current returns the taxonomy as it is now, and the state that it was checked against.
func (t *taxonomyCache) current(db *gorm.DB) (*taxonomy, catalogState, error) {
	s, err := database.Take[catalogState](db)
	if err != nil {
		return nil, s, err
	}
	tree, err := t.get(db, s.Taxonomy)
	return tree, s, err
}

// within returns the taxonomy as a transaction sees it. It is kept after the COMMIT: what the
// transaction has changed may be rolled back, and another one take its version.
func (t *taxonomyCache) within(tx *gorm.DB) (*taxonomy, error) {
	s, err := database.Take[catalogState](tx)
	if err != nil {
		return nil, err
	}
	if last := t.last.Load(); last != nil && last.version == s.Taxonomy {
		return last, nil
	}
	loaded, err := loadTaxonomy(tx)
	if err == nil {
		database.AfterCommit(tx, func() { t.last.Store(loaded) })
	}
	return loaded, err
}

// currentFor is current with the state for the caller of the request.
func (t *taxonomyCache) currentFor(ctx context.Context, db *gorm.DB) (*taxonomy, callerState, error) {
	s, err := stateForCaller(ctx, db)
	if err != nil {
		return nil, s, err
	}
	tree, err := t.get(db, s.Taxonomy)
	return tree, s, err
}

// covers reports whether the taxonomy has every brand, category and attribute of the products.
func (t *taxonomy) covers(products []product) bool {
	for _, p := range products {
		if !t.definitions.cover(&p) {
			return false
		}
		if p.BrandID != nil && t.brandByID(p.BrandID) == nil || len(t.categoriesByID(p.CategoryIDs)) < len(p.CategoryIDs) {
			return false
		}
	}
	return true
}

// brandByID returns nil for no brand and for an unknown one.
func (t *taxonomy) brandByID(brandID *string) *brandView {
	if brandID == nil {
		return nil
	}
	if b, known := t.brands[*brandID]; known {
		return &b
	}
	return nil
}

// categoriesByID keeps the order of the ids. It leaves out a category that was deleted since the
// ids were read.
func (t *taxonomy) categoriesByID(ids []string) []productCategoryView {
	found := make([]productCategoryView, 0, len(ids))
	for _, categoryID := range ids {
		if c, known := t.categories[categoryID]; known {
			found = append(found, c.productCategoryView)
		}
	}
	return found
}

// brandByIDOrSlug returns Missing for neither.
func (t *taxonomy) brandByIDOrSlug(idOrSlug string) (brandView, error) {
	return byIDOrSlug(idOrSlug, t.brands, t.brandIDs)
}

// categoryByIDOrSlug returns Missing for neither.
func (t *taxonomy) categoryByIDOrSlug(idOrSlug string) (categoryView, error) {
	return byIDOrSlug(idOrSlug, t.categories, t.categoryIDs)
}

func byIDOrSlug[V any](idOrSlug string, byID map[string]V, idsBySlug map[string]string) (v V, err error) {
	if found, known := byID[cmp.Or(idsBySlug[idOrSlug], idOrSlug)]; known {
		return found, nil
	}
	return v, fault.Missing()
}

// ancestorsOf returns what is above a category, the root first.
func (t *taxonomy) ancestorsOf(c categoryView) []categoryNameView {
	above := []categoryNameView{}
	for c.ParentID != nil && len(above) < len(t.categories) {
		parent, known := t.categories[*c.ParentID]
		if !known {
			break
		}
		above, c = append(above, categoryNameView{parent.ID, parent.Name, parent.Slug}), parent
	}
	slices.Reverse(above)
	return above
}

// pageOf is the page of those rows that have one of the ids, or without ids of all.
func pageOf[V any](all []V, in *taxonomyInput, idOf func(V) string) httpapi.List[V] {
	found := all
	if len(in.IDs) > 0 {
		found = nil
		for _, v := range all {
			if slices.Contains(in.IDs, idOf(v)) {
				found = append(found, v)
			}
		}
	}
	first := min(in.Offset(), len(found))
	return httpapi.NewList(slices.Clone(found[first:min(first+in.Limit, len(found))]), int64(len(found)), in.Page)
}
