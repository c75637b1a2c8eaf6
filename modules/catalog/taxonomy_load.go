package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// readTaxonomy reads the version first: what changes meanwhile is then newer than the taxonomy says, and read again.
func readTaxonomy(db *gorm.DB) (*taxonomy, error) {
	s, err := database.Take[state](db)
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
		t.brands[b.ID], t.brandIDs[b.Slug] = viewOfBrand(b), b.ID
	}
	for _, c := range categories {
		t.categories[c.ID], t.categoryIDs[c.Slug] = viewOfCategory(c), c.ID
	}
	return t, nil
}
