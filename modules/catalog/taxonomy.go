package catalog

import (
	"context"
	"sync/atomic"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// taxonomy holds all brands and categories as responses show them. It is immutable.
type taxonomy struct {
	version     int64 // catalogState.Taxonomy when it was loaded
	brands      map[string]brandView
	categories  map[string]categoryView
	brandIDs    map[string]string // by slug
	categoryIDs map[string]string // by slug
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

// currentFor is current with the state for the caller of the request.
func (t *taxonomyCache) currentFor(ctx context.Context, db *gorm.DB) (*taxonomy, callerState, error) {
	s, err := stateForCaller(ctx, db)
	if err != nil {
		return nil, s, err
	}
	tree, err := t.get(db, s.Taxonomy)
	return tree, s, err
}

// covers reports whether the taxonomy has every brand and category of the products.
func (t *taxonomy) covers(products []product) bool {
	for _, p := range products {
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
func (t *taxonomy) categoriesByID(ids []string) []categoryView {
	found := make([]categoryView, 0, len(ids))
	for _, categoryID := range ids {
		if c, known := t.categories[categoryID]; known {
			found = append(found, c)
		}
	}
	return found
}
