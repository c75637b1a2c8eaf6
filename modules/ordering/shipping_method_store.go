package ordering

import "gorm.io/gorm"

// loadActiveShippingMethods reads the methods that may be chosen, the cheapest first.
func loadActiveShippingMethods(db *gorm.DB) (methods []shippingMethod, err error) {
	err = db.Where("active").Order("price_cents, name, id").Find(&methods).Error
	return methods, err
}
