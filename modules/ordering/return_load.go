package ordering

import "gorm.io/gorm"

// wholeReturn is a return with its lines and whose it is.
type wholeReturn struct {
	goodsReturn
	BuyerID string
	Items   []returnedLine // in the order of the cart
}

// returnedLine is some of a line in a return, with what it was called.
type returnedLine struct {
	ReturnID    string
	OrderItemID string
	Name        string
	Quantity    int
}

// returnedIn is what is in a return.
func returnedIn(db *gorm.DB, returnID string) ([]part, error) {
	var rows []returnItem
	if err := db.Where("return_id = ?", returnID).Find(&rows).Error; err != nil {
		return nil, err
	}
	return listOf(rows, func(r returnItem) part { return part{r.OrderItemID, r.Quantity} }), nil
}

// wholeReturns completes returns, in two queries whatever their number.
func wholeReturns(db *gorm.DB, returns []goodsReturn) ([]wholeReturn, error) {
	whole := make([]wholeReturn, len(returns))
	if len(returns) == 0 {
		return whole, nil
	}
	ids, orderIDs, at := make([]string, len(returns)), make([]string, len(returns)), map[string]*wholeReturn{}
	for i, r := range returns {
		whole[i].goodsReturn = r
		ids[i], orderIDs[i], at[r.ID] = r.ID, r.OrderID, &whole[i]
	}
	var lines []returnedLine
	if err := db.Table("ordering_return_items AS r").Select("r.return_id, r.order_item_id, i.name, r.quantity").
		Joins("JOIN ordering_order_items i ON i.id = r.order_item_id").Where("r.return_id IN ?", ids).Order("i.position").Scan(&lines).Error; err != nil {
		return nil, err
	}
	for _, l := range lines {
		at[l.ReturnID].Items = append(at[l.ReturnID].Items, l)
	}
	var buyers []struct{ ID, UserID string }
	if err := db.Model(&order{}).Select("id, user_id").Where("id IN ?", orderIDs).Scan(&buyers).Error; err != nil {
		return nil, err
	}
	for i := range whole {
		for _, b := range buyers {
			if b.ID == whole[i].OrderID {
				whole[i].BuyerID = b.UserID
			}
		}
	}
	return whole, nil
}
