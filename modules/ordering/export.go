package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
)

// exportedData is what ordering holds about a user.
type exportedData struct {
	Cart     *cartView      `json:"cart"`
	Orders   []orderView    `json:"orders"`   // oldest first
	Tracking []trackingView `json:"tracking"` // of the orders
	Returns  []returnView   `json:"returns"`  // oldest first
	// Withdrawals are those of the orders, and those that were declared with the email.
	Withdrawals []exportedWithdrawal `json:"withdrawals"` // oldest first
}

// export gives all data of the user that ordering owns. The modules that its read models copy
// export their data themselves.
func (d *Deps) export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db, now := db.WithContext(ctx), d.Clock.Now()
	var data exportedData
	var err error
	if data.Cart, err = exportCart(ctx, db, d.settings.Current(), userID, now); err != nil {
		return nil, err
	}
	orders, err := loadOrdersOf(db, userID)
	if err != nil {
		return nil, err
	}
	entries, err := timelinesOf(db, userID)
	if err != nil {
		return nil, err
	}
	returns, err := loadReturnsOf(db, userID)
	if err != nil {
		return nil, err
	}
	withdrawals, err := loadWithdrawalsOf(db, userID, d.Pseudonyms.OfEmail)
	if err != nil {
		return nil, err
	}
	timelines := map[string][]timelineEntry{}
	for _, e := range entries {
		timelines[e.OrderID] = append(timelines[e.OrderID], e)
	}
	terms := d.settings.Current()
	data.Orders = convert.All(orders, func(o order) orderView { return terms.buyerView(o, now) })
	data.Tracking = convert.All(orders, func(o order) trackingView { return viewTracking(&o, timelines[o.ID]) })
	data.Returns = convert.All(returns, viewReturn)
	data.Withdrawals = convert.All(withdrawals, exportWithdrawal)
	return data, nil
}

// exportCart is the user's cart, nil when there is none.
func exportCart(
	ctx context.Context, db *gorm.DB, terms *saleTerms, userID string, now time.Time,
) (*cartView, error) {
	found, exists, err := loadUserCart(db, userID)
	if err != nil || !exists {
		return nil, err
	}
	opened, err := priceCart(db, found, cartOwner{UserID: userID}, now)
	if err != nil {
		return nil, err
	}
	return new(opened.view(ctx, terms)), nil
}

// exportedWithdrawal is a withdrawal with what its author has declared.
type exportedWithdrawal struct {
	withdrawalView
	FullName string          `json:"fullName"`
	Email    string          `json:"email"`
	Texts    []withdrawnText `json:"texts"`
}

func exportWithdrawal(w withdrawal) exportedWithdrawal {
	return exportedWithdrawal{viewWithdrawal(w), w.FullName, w.Email, w.Texts}
}
