package ordering

import (
	"context"
	"net/http"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

func (s *service) handleReorder(ctx context.Context, in *orderInput) (*httpapi.Reply[cartView], error) {
	buyerID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (cartView, error) {
		o, err := database.ByID[order](ordersOf(tx, buyerID), in.ID)
		if err != nil {
			return cartView{}, err
		}
		items, err := itemsOf(tx, o.ID)
		if err != nil {
			return cartView{}, err
		}
		c, err := s.open(tx, owner{UserID: buyerID})
		if err != nil {
			return cartView{}, err
		}
		if err := c.addAgain(tx, items); err != nil {
			return cartView{}, err
		}
		return c.view(&s.Config), nil
	})
}

// addAgain puts what was bought before into the cart, as far as it is still sold and the cart may hold it.
func (c *openedCart) addAgain(tx *gorm.DB, items []orderItem) error {
	variants := listOf(items, func(it orderItem) string { return it.VariantID })
	var sold []priced
	if err := offers(tx.Table("ordering_variants AS v").Where("v.id IN ? AND v.sold", variants), "").Scan(&sold).Error; err != nil {
		return err
	}
	var changed []cartItem
	for _, it := range items {
		offer := slices.IndexFunc(sold, func(p priced) bool { return p.Variant.ID == it.VariantID })
		at := slices.IndexFunc(c.Lines, func(l priced) bool { return l.Item.VariantID == it.VariantID })
		switch {
		case offer < 0 || at < 0 && len(c.Lines) >= maxLines:
			continue
		case at < 0:
			at = len(c.Lines)
			line := sold[offer]
			line.Item = cartItem{ID: id.New(), CartID: c.ID, VariantID: it.VariantID}
			c.Lines = append(c.Lines, line)
		}
		l := &c.Lines[at]
		l.Item.Quantity = min(l.Item.Quantity+it.Quantity, maxQuantity)
		l.Item.UnitPrice = l.Variant.priceFor(l.Item.Quantity, c.Wholesale)
		changed = append(changed, l.Item)
	}
	if len(changed) == 0 {
		return nil
	}
	if err := saveLines(tx, changed...); err != nil {
		return err
	}
	return c.save(tx, c.Now)
}
