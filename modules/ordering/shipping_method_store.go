package ordering

import (
	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// shippingMethodOrders are the orders of the list for admins.
var shippingMethodOrders = map[string]string{
	"name": "name, id", "-name": "name DESC, id DESC", "price": "price_cents, name, id",
	"-price": "price_cents DESC, name, id",
}

// listShippingMethods is a page of the methods, with their number. A nil active or a blank q does
// not filter.
func listShippingMethods(db *gorm.DB, active *bool, q, sort string, p httpapi.Page) ([]shippingMethod, int64, error) {
	return httpapi.FindPage[shippingMethod](filterConditions(db, active, "name", q), p, shippingMethodOrders[sort])
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
