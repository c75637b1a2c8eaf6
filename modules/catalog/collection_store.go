package catalog

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// insertCollection adds the collection. It returns codeSlugTaken.
func insertCollection(tx *gorm.DB, c *collection) error { return collectionFault(tx.Create(c).Error) }

// updateCollection stores the collection under its next version. It returns codeSlugTaken, and the
// faults of database.SaveVersion.
func updateCollection(tx *gorm.DB, c *collection) error {
	return collectionFault(database.SaveVersion(tx, c, &c.Version))
}

func collectionFault(err error) error {
	if database.IsUnique(err, "catalog_collections_slug_key", "catalog_collections.slug") {
		return slugTaken()
	}
	return err
}

// pickedProducts returns the ids of the products that were picked for a collection, in their order.
func pickedProducts(db *gorm.DB, collectionID string) (ids []string, err error) {
	err = db.Model(&collectionProduct{}).Where("collection_id = ?", collectionID).Order("position").
		Pluck("product_id", &ids).Error
	return ids, err
}

// replacePicked stores which products are picked for a collection.
func replacePicked(tx *gorm.DB, collectionID string, productIDs []string) error {
	if err := tx.Where("collection_id = ?", collectionID).Delete(&collectionProduct{}).Error; err != nil {
		return err
	}
	rows := make([]collectionProduct, len(productIDs))
	for i, productID := range productIDs {
		rows[i] = collectionProduct{CollectionID: collectionID, ProductID: productID, Position: i}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Create(&rows).Error
}

// countPicked returns the numbers of products that were picked, by collection.
func countPicked(db *gorm.DB) (map[string]int64, error) {
	var rows []struct {
		CollectionID string
		Products     int64
	}
	err := db.Raw(`SELECT collection_id, count(*) AS products FROM catalog_collection_products GROUP BY 1`).
		Scan(&rows).Error
	counts := make(map[string]int64, len(rows))
	for _, row := range rows {
		counts[row.CollectionID] = row.Products
	}
	return counts, err
}

// loadNamed returns the products with the ids, whatever their status, with names, slugs, images and
// statuses, in the order of the ids.
func loadNamed(db *gorm.DB, ids []string) (products []product, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = db.Select("id", "name", "slug", "status", "images").Where("id IN ?", ids).Find(&products).Error
	ranking(ids).sort(products)
	return products, err
}

// requireUnarchived returns a fault for each of the products that does not exist or is archived,
// but for those that are kept. Each pointer is that of the list and the place in it.
func requireUnarchived(
	tx *gorm.DB, pointer string, ids []string, kept ...string,
) (faults []fault.Field, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var known []string
	err = tx.Model(&product{}).Where("id IN ? AND status <> 'archived'", validIDs(ids)).Pluck("id", &known).Error
	if err != nil {
		return nil, err
	}
	known = append(known, kept...)
	slices.Sort(known)
	errs := specErrors{}
	for i, productID := range ids {
		if _, found := slices.BinarySearch(known, productID); !found {
			errs.add("must be a product that is not archived", pointer+"/%d", i)
		}
	}
	return errs, nil
}

// leaveCollections takes an archived product out of the collections that it was picked for. They
// change by that: who has read one before can't write it back.
func leaveCollections(tx *gorm.DB, productID string, now time.Time) error {
	var left []collectionProduct
	if err := tx.Where("product_id = ?", productID).Find(&left).Error; err != nil || len(left) == 0 {
		return err
	}
	if err := bumpTaxonomy(tx); err != nil {
		return err
	}
	if err := tx.Where("product_id = ?", productID).Delete(&collectionProduct{}).Error; err != nil {
		return err
	}
	ids := convert.All(left, func(p collectionProduct) string { return p.CollectionID })
	return tx.Model(&collection{}).Where("id IN ?", ids).
		UpdateColumns(map[string]any{"version": gorm.Expr("version + 1"), "updated_at": now}).Error
}
