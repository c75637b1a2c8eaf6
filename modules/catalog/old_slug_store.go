package catalog

import (
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
)

// takeSlug ends what a slug named before. Whoever gives it to something calls it, in the same
// transaction.
func takeSlug(tx *gorm.DB, kind slugKind, slug string) error {
	return tx.Where("kind = ? AND slug = ?", kind, slug).Delete(&oldSlug{}).Error
}

// changeSlug lets the slug that something had before name it, now that it has another one. It does
// nothing when the slug is the same.
func changeSlug(tx *gorm.DB, before oldSlug, slug string) error {
	if slug == before.Slug {
		return nil
	}
	if err := takeSlug(tx, before.Kind, slug); err != nil {
		return err
	}
	replace := clause.OnConflict{
		Columns: []clause.Column{{Name: "kind"}, {Name: "slug"}}, DoUpdates: clause.AssignmentColumns([]string{"owner_id"}),
	}
	return tx.Clauses(replace).Create(&before).Error
}

// formerOwner returns the id of the product that had the slug last, or Missing: when none had it,
// and when a product has it now.
func formerOwner(db *gorm.DB, slug string) (string, error) {
	var found []string
	err := db.Raw(`SELECT o.owner_id FROM catalog_old_slugs o WHERE o.kind = ? AND o.slug = ?
		AND NOT EXISTS (SELECT 1 FROM catalog_products p WHERE p.slug = o.slug)`, slugOfProduct, slug).Scan(&found).Error
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", fault.Missing()
	}
	return found[0], nil
}

// formerOwners are the ids of the products that had the slugs last, by slug. One that a product has
// now may be among them.
func formerOwners(db *gorm.DB, slugs []string) (map[string]string, error) {
	var found []oldSlug
	if err := db.Where("kind = ? AND slug IN ?", slugOfProduct, slugs).Find(&found).Error; err != nil {
		return nil, err
	}
	owners := map[string]string{}
	for _, o := range found {
		owners[o.Slug] = o.OwnerID
	}
	return owners, nil
}

// slugTables are the tables of what has slugs, by kind.
var slugTables = map[slugKind]string{
	slugOfProduct: "catalog_products", slugOfBrand: "catalog_brands", slugOfCategory: "catalog_categories",
	slugOfCollection: "catalog_collections",
}

// insertOldSlugs stores those slugs that nothing of their kind has now, and that no row is about
// yet.
func insertOldSlugs(tx *gorm.DB, slugs map[slugKind]map[string]string) error {
	for kind, owners := range slugs {
		var current []string
		err := tx.Table(slugTables[kind]).Where("slug IN ?", slices.Collect(maps.Keys(owners))).Pluck("slug", &current).Error
		if err != nil {
			return err
		}
		var rows []oldSlug
		for slug, ownerID := range owners {
			if !slices.Contains(current, slug) {
				rows = append(rows, oldSlug{kind, slug, ownerID})
			}
		}
		if len(rows) == 0 {
			continue
		}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error; err != nil {
			return err
		}
	}
	return nil
}
