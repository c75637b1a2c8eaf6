package ordering

import (
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// shippingMethodSort is what the list of shipping methods for admins may be sorted by.
type shippingMethodSort string

const (
	methodSortName     shippingMethodSort = "name"
	methodSortNameZA   shippingMethodSort = "-name"
	methodSortCheapest shippingMethodSort = "price"
	methodSortDearest  shippingMethodSort = "-price"
)

// Values are all of them.
func (shippingMethodSort) Values() []string {
	return convert.Strings(methodSortName, methodSortNameZA, methodSortCheapest, methodSortDearest)
}

// shippingMethodOrders has the ORDER BY of each.
var shippingMethodOrders = map[shippingMethodSort]string{
	methodSortName:     "name, id",
	methodSortNameZA:   "name DESC, id DESC",
	methodSortCheapest: "price_cents, name, id",
	methodSortDearest:  "price_cents DESC, name, id",
}

// listShippingMethods is a page of the methods, with their number. A nil active or a blank q does
// not filter.
func listShippingMethods(
	db *gorm.DB, active *bool, q string, sort shippingMethodSort, p httpapi.Page,
) ([]shippingMethod, int64, error) {
	query := filterActive(db, active)
	if strings.TrimSpace(q) != "" {
		ids, err := shippingMethodsNamed(db, q)
		if err != nil {
			return nil, 0, err
		}
		query = query.Where("id IN ?", ids)
	}
	return httpapi.FindPage[shippingMethod](query, p, shippingMethodOrders[sort])
}

// shippingMethodsNamed are the ids of the methods whose names contain what was typed. A shop has a
// few methods: it reads them all.
func shippingMethodsNamed(db *gorm.DB, typed string) ([]string, error) {
	var methods []shippingMethod
	if err := db.Select("id", "name").Find(&methods).Error; err != nil {
		return nil, err
	}
	methods = slices.DeleteFunc(methods, func(m shippingMethod) bool { return !search.Matches(m.Name, typed) })
	return convert.All(methods, func(m shippingMethod) string { return m.ID }), nil
}

// loadActiveShippingMethods reads the methods that may be chosen, the cheapest first.
func loadActiveShippingMethods(db *gorm.DB) (methods []shippingMethod, err error) {
	err = db.Where("active").Order("price_cents, name, id").Find(&methods).Error
	return methods, err
}

// lockUnannouncedShippingMethods locks the methods whose last event lacks something.
func lockUnannouncedShippingMethods(tx *gorm.DB) (methods []shippingMethod, err error) {
	err = database.ForUpdate(tx).Where("NOT announced").Order("id").Find(&methods).Error
	return methods, err
}

// saveAnnouncedShippingMethods notes that events about the methods have all that they have.
func saveAnnouncedShippingMethods(tx *gorm.DB, methods []shippingMethod) error {
	ids := convert.All(methods, func(m shippingMethod) string { return m.ID })
	return tx.Model(&shippingMethod{}).Where("id IN ?", ids).UpdateColumn("announced", true).Error
}
