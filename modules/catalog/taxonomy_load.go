package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// loadTaxonomy reads the version before the rows. A change in between makes the rows newer than the
// version says, and the taxonomy is loaded again next time.
func loadTaxonomy(db *gorm.DB) (*taxonomy, error) {
	s, err := database.Take[catalogState](db)
	if err != nil {
		return nil, err
	}
	var brands []brand
	var categories []category
	if err := errors.Join(db.Find(&brands).Error, db.Find(&categories).Error); err != nil {
		return nil, err
	}
	t := &taxonomy{
		version: s.Taxonomy, brands: map[string]brandView{}, categories: map[string]categoryView{},
		brandIDs: map[string]string{}, categoryIDs: map[string]string{},
	}
	for _, b := range brands {
		t.brands[b.ID], t.brandIDs[b.Slug] = brandViewOf(b), b.ID
	}
	for _, c := range categories {
		t.categories[c.ID], t.categoryIDs[c.Slug] = categoryViewOf(c), c.ID
	}
	return t, nil
}
