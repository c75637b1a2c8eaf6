package catalog

import (
	"cmp"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// relationTogether is the list that orders make. It has no type: none is stored.
const relationTogether = "together"

// loadRelatedLists returns the lists that an admin has made beside a product.
func loadRelatedLists(db *gorm.DB, productID string) (relatedLists, error) {
	var rows []related
	if err := db.Where("product_id = ?", productID).Order("kind, position").Find(&rows).Error; err != nil {
		return nil, err
	}
	lists := relatedLists{}
	for _, r := range rows {
		lists[r.Kind] = append(lists[r.Kind], r.RelatedID)
	}
	return lists, nil
}

// loadRelated returns all lists beside a product, what is bought together with it too: that in most
// orders first, without what an admin has picked. Only active products are in them. It
// takes one statement, and two more for the products when there are any.
func loadRelated(db *gorm.DB, productID string) (map[relation][]product, error) {
	var rows []related
	err := db.Raw(`SELECT kind, related_id, position FROM catalog_related WHERE product_id = ?
		UNION ALL SELECT * FROM (SELECT '`+relationTogether+`', b.other_id, -b.orders FROM catalog_pairs b
			JOIN catalog_products p ON p.id = b.other_id WHERE b.product_id = ? AND b.orders >= ? AND p.status = 'active'
			AND NOT EXISTS (SELECT 1 FROM catalog_related r WHERE r.product_id = b.product_id AND r.related_id = b.other_id)
			ORDER BY b.orders DESC, b.other_id LIMIT ?) AS together`,
		productID, productID, minOrdersTogether, maxRelated).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	ids := convert.All(rows, func(r related) string { return r.RelatedID })
	var found []product
	if err := withVariantsOnSale(db).Where("status = 'active' AND id IN ?", ids).Find(&found).Error; err != nil {
		return nil, err
	}
	byID := map[string]product{}
	for _, p := range found {
		byID[p.ID] = p
	}
	slices.SortFunc(rows, func(a, b related) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.RelatedID, b.RelatedID))
	})
	lists := map[relation][]product{}
	for _, r := range rows {
		if p, active := byID[r.RelatedID]; active {
			lists[r.Kind] = append(lists[r.Kind], p)
		}
	}
	return lists, nil
}
