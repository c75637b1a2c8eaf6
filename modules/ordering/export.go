package ordering

import (
	"context"

	"gorm.io/gorm"
)

// holding is what ordering holds on a user.
type holding struct {
	Cart     *cartView      `json:"cart"`
	Orders   []orderView    `json:"orders"`   // oldest first
	Tracking []trackingView `json:"tracking"` // of the orders
	Returns  []returnView   `json:"returns"`  // oldest first
}

// export gives everything that ordering has of the user's own. Copies of what other modules keep are theirs to give.
func (s *service) export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	var h holding
	var carts []cart
	if err := db.Where("user_id = ?", userID).Find(&carts).Error; err != nil {
		return nil, err
	}
	for _, c := range carts {
		opened, err := s.opened(db, c, owner{UserID: userID})
		if err != nil {
			return nil, err
		}
		h.Cart = new(opened.view(&s.Config))
	}
	var orders []order
	if err := db.Where("user_id = ?", userID).Order("placed_at, id").Find(&orders).Error; err != nil {
		return nil, err
	}
	whole, err := wholeOrders(db, orders)
	if err != nil {
		return nil, err
	}
	h.Orders = listOf(whole, func(o wholeOrder) orderView { return viewForBuyer(&o, s.Clock.Now()) })
	var entries []entry
	if err := inOrder(db.Where("order_id IN (?)", db.Model(&order{}).Select("id").Where("user_id = ?", userID))).Find(&entries).Error; err != nil {
		return nil, err
	}
	timelines := map[string][]entry{}
	for _, e := range entries {
		timelines[e.OrderID] = append(timelines[e.OrderID], e)
	}
	h.Tracking = listOf(whole, func(o wholeOrder) trackingView { return viewTracking(&o, timelines[o.ID]) })
	var returns []goodsReturn
	if err := db.Where("order_id IN (?)", db.Model(&order{}).Select("id").Where("user_id = ?", userID)).Order("id").Find(&returns).Error; err != nil {
		return nil, err
	}
	wholes, err := wholeReturns(db, returns)
	if err != nil {
		return nil, err
	}
	h.Returns = listOf(wholes, viewReturn)
	return h, nil
}
