package ordering

import (
	"slices"
	"strings"
	"unicode"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
)

// searchTexts are the search texts of the orders of a query, by id.
func searchTexts(orders *gorm.DB) (map[string]string, error) {
	var found []order
	articles := func(q *gorm.DB) *gorm.DB { return q.Select("id", "order_id", "name", "sku").Order("position") }
	err := orders.Select("id", "number", "buyer_erased", "buyer_email", "buyer_name", "ship_to_name",
		"ship_to_company", "ship_to_phone", "ship_to_address", "bill_to_name", "bill_to_company", "bill_to_address",
		"bill_to_vat_id").
		Preload("Items", articles).Find(&found).Error
	texts := make(map[string]string, len(found))
	for i := range found {
		texts[found[i].ID] = found[i].searchText()
	}
	return texts, err
}

// findOrders returns the ids of a page of the orders that the filter selects by its text, too, and
// how many there are, at most search.MaxFound.
func findOrders(db *gorm.DB, f orderFilter, sort orderSort, p httpapi.Page) (ids []string, total int64, err error) {
	found, err := orderIndex.Find(db, f.Q, f.restrict)
	if err != nil {
		return nil, 0, err
	}
	sent, err := ordersOfParcel(db, f)
	if err != nil {
		return nil, 0, err
	}
	found = append(found, slices.DeleteFunc(sent, func(id string) bool { return slices.Contains(found, id) })...)
	ids, err = orderIndex.Sort(db, found, orderSorts[sort], p.Offset(), p.Limit)
	return ids, int64(len(found)), err
}

// ordersOfParcel are the ids of the orders in the filter with a shipment whose tracking number
// contains the filter's text. A text that is no part of such a number finds none.
func ordersOfParcel(db *gorm.DB, f orderFilter) (ids []string, err error) {
	text := strings.TrimSpace(f.Q)
	if !strings.ContainsFunc(text, unicode.IsDigit) || strings.ContainsFunc(text, unicode.IsSpace) {
		return nil, nil
	}
	shipments, err := parcelIndex.Find(db, text, nil)
	if err != nil || len(shipments) == 0 {
		return nil, err
	}
	with := db.Session(&gorm.Session{NewDB: true}).Model(&shipment{}).Select("order_id").
		Where("id IN ?", shipments[:min(len(shipments), 1000)])
	err = f.restrict(db.Model(&order{})).Where("id IN (?)", with).Order("id DESC").Pluck("id", &ids).Error
	return ids, err
}

// forgetSearchTexts makes the index forget the words of the user's orders, whose texts are erased.
func forgetSearchTexts(tx *gorm.DB, userID string) error {
	var ids []string
	if err := ordersOf(tx.Model(&order{}), userID).Pluck("id", &ids).Error; err != nil {
		return err
	}
	return orderIndex.Changed(tx, ids...)
}
