package ordering

import (
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// knownGuest is a guest: the last order, and how much all of them are.
type knownGuest struct {
	orderCustomer
	Last order
}

// openGuests restricts a query to the orders of guests who are not erased.
func openGuests(orders *gorm.DB) *gorm.DB { return orders.Where("guest AND NOT buyer_erased") }

// lastOfGuests restricts a query of orders to the last one of each guest.
func lastOfGuests(orders *gorm.DB) *gorm.DB {
	return openGuests(orders).Where(`NOT EXISTS (SELECT 1 FROM ordering_orders later
		WHERE later.user_id = ordering_orders.user_id
		AND later.guest AND NOT later.buyer_erased AND (later.placed_at, later.id) > (ordering_orders.placed_at,
			ordering_orders.id))`)
}

// loadGuests returns a page of the guests, who ordered last first, and their number. With a text it
// finds those whose last order it finds, at most search.MaxFound.
func loadGuests(db *gorm.DB, typed string, p httpapi.Page) (guests []knownGuest, total int64, err error) {
	var last []order
	page := lastOfGuests(db).Order(orderSorts[orderSortNewest])
	if strings.TrimSpace(typed) != "" {
		var ids []string
		ids, total, err = orderIndex.Page(db, typed, lastOfGuests, orderSorts[orderSortNewest], p.Offset(), p.Limit)
		page = page.Where("id IN ?", ids)
	} else {
		err = openGuests(db.Model(&order{})).Distinct("user_id").Count(&total).Error
		page = page.Offset(p.Offset()).Limit(p.Limit)
	}
	if err != nil || int64(p.Offset()) >= total {
		return nil, total, err
	}
	if err := page.Find(&last).Error; err != nil {
		return nil, 0, err
	}
	guests, err = withSums(db, last)
	return guests, total, err
}

// loadGuest reads a guest, or returns fault.Missing.
func loadGuest(db *gorm.DB, guestID string) (knownGuest, error) {
	if !id.Valid(guestID) {
		return knownGuest{}, fault.Missing()
	}
	last, err := database.Take[order](lastOfGuests(db).Where("user_id = ?", guestID))
	if err != nil {
		return knownGuest{}, err
	}
	guests, err := withSums(db, []order{last})
	if err != nil {
		return knownGuest{}, err
	}
	return guests[0], nil
}

// requireGuest returns fault.Missing unless there is an order of the guest that is not erased.
func requireGuest(db *gorm.DB, guestID string) error {
	_, err := database.Take[order](openGuests(db).Where("user_id = ?", guestID))
	return err
}

// withSums adds up the orders of the guests with the last orders.
func withSums(db *gorm.DB, last []order) ([]knownGuest, error) {
	sums, err := loadOrderCustomers(db, convert.All(last, func(o order) string { return o.UserID }))
	if err != nil {
		return nil, err
	}
	guests := make([]knownGuest, len(last))
	for i, o := range last {
		guests[i] = knownGuest{orderCustomer: sums[i], Last: o}
	}
	return guests, nil
}
