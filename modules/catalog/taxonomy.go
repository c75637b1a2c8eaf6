package catalog

import (
	"context"
	"sync/atomic"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
)

// taxonomy is all brands and categories, ready to be shown. It never changes.
type taxonomy struct {
	version     int64 // at least that of the catalogue then
	brands      map[string]brandView
	categories  map[string]categoryView
	brandIDs    map[string]string // by slug
	categoryIDs map[string]string // by slug
}

// taxonomies keeps the taxonomy that was last read. Products name brands and categories by id; to read those again with every page
// would double its queries.
type taxonomies struct{ last atomic.Pointer[taxonomy] }

// at is the taxonomy of the version, which the caller has read together with its products, or a newer one.
func (t *taxonomies) at(db *gorm.DB, version int64) (*taxonomy, error) {
	if last := t.last.Load(); last != nil && last.version == version {
		return last, nil
	}
	fresh, err := readTaxonomy(db)
	if err != nil {
		return nil, err
	}
	t.last.Store(fresh)
	return fresh, nil
}

// now is the taxonomy as it is.
func (t *taxonomies) now(db *gorm.DB) (*taxonomy, state, error) {
	s, err := database.Take[state](db)
	if err != nil {
		return nil, s, err
	}
	tree, err := t.at(db, s.Taxonomy)
	return tree, s, err
}

// seen is the state, and what the caller is shown.
type seen struct {
	state
	Tiers bool // wholesale prices
}

// forCaller is now, with what the caller of the request is shown, in one query: wholesale prices are for admins and wholesale accounts.
func (t *taxonomies) forCaller(ctx context.Context, db *gorm.DB) (*taxonomy, seen, error) {
	p, known := auth.From(ctx)
	if !known || p.Role == auth.RoleAdmin {
		tree, s, err := t.now(db)
		return tree, seen{s, known}, err
	}
	var s struct {
		State state `gorm:"embedded"`
		Tiers bool
	}
	err := db.Raw(`SELECT s.id, s.revision, s.version, s.taxonomy, EXISTS (SELECT 1 FROM catalog_accounts a WHERE a.user_id = ? AND a.wholesale) AS tiers FROM catalog_state s`, p.UserID).Scan(&s).Error
	if err != nil {
		return nil, seen{}, err
	}
	tree, err := t.at(db, s.State.Taxonomy)
	return tree, seen{s.State, s.Tiers}, err
}

// covers tells whether all brands and categories of the products are there.
func (t *taxonomy) covers(products []product) bool {
	for _, p := range products {
		if p.BrandID != nil && t.brand(p.BrandID) == nil || len(t.inOrder(p.CategoryIDs)) < len(p.CategoryIDs) {
			return false
		}
	}
	return true
}

// brand is the brand with the id, or nil.
func (t *taxonomy) brand(brandID *string) *brandView {
	if brandID == nil {
		return nil
	}
	if b, known := t.brands[*brandID]; known {
		return &b
	}
	return nil
}

// inOrder are the categories with the ids. One that was deleted since the ids were read is left out.
func (t *taxonomy) inOrder(ids []string) []categoryView {
	found := make([]categoryView, 0, len(ids))
	for _, categoryID := range ids {
		if c, known := t.categories[categoryID]; known {
			found = append(found, c)
		}
	}
	return found
}
