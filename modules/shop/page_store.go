package shop

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
)

func slugTaken() error { return fault.New(codeSlugTaken, "Another page has this slug.") }

// lockPage locks the page. It returns fault.NotFound when there is only a row of it, or nothing.
func lockPage(tx *gorm.DB, ref pageRef) (page, error) {
	p, err := findPage(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}), ref)
	if err == nil && !p.exists() {
		err = fault.Missing()
	}
	return p, err
}

// lockOrCreatePage locks the page's row, which is made when there is none.
func lockOrCreatePage(tx *gorm.DB, p *page) error { return database.LockOrCreate(tx, p) }

// updatePage stores the page. It returns codeSlugTaken when another page has the slug, or a kind of
// page has the name, and the faults of database.SaveVersion.
func updatePage(tx *gorm.DB, p *page) error {
	if p.Slug != nil && isPageKind(*p.Slug) && *p.Slug != string(p.Kind) {
		return slugTaken()
	}
	err := database.SaveVersion(tx, p, &p.Version)
	if database.IsUnique(err, "shop_pages_slug_key", "shop_pages.slug") {
		return slugTaken()
	}
	return err
}

// forgetPublisher removes the user from the pages that they have changed and published.
func forgetPublisher(tx *gorm.DB, userID string) error {
	err := tx.Model(&page{}).Where("updated_by_id = ?", userID).
		Updates(map[string]any{"updated_by_id": nil, "updated_by_name": nil}).Error
	if err != nil {
		return err
	}
	return tx.Model(&pageVersion{}).Where("published_by_id = ?", userID).
		Updates(map[string]any{"published_by_id": nil, "published_by_name": nil}).Error
}
