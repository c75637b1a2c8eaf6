package ordering

import (
	"context"
	"fmt"
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
		o, err := database.ByID[order](withItems(ordersOf(tx, buyerID)), in.ID)
		if err != nil {
			return cartView{}, err
		}
		c, err := s.open(tx, owner{UserID: buyerID})
		if err != nil {
			return cartView{}, err
		}
		left, err := c.addAgain(tx, o.Items)
		if err != nil {
			return cartView{}, err
		}
		v := c.view(&s.Config)
		v.Issues = append(v.Issues, left...)
		return v, nil
	})
}

// addAgain puts what was bought before into the cart, as far as it is still sold and the cart may hold it. It returns an issue
// for each line of the order that it left out or shortened.
func (c *openedCart) addAgain(tx *gorm.DB, items []orderItem) (issues []issueView, err error) {
	variants := listOf(items, func(it orderItem) string { return it.VariantID })
	var sold []priced
	if err := offers(tx.Table("ordering_variants AS v").Where("v.id IN ? AND v.sold", variants), "").Scan(&sold).Error; err != nil {
		return nil, err
	}
	var changed []cartItem
	for _, it := range items {
		offer := slices.IndexFunc(sold, func(p priced) bool { return p.Variant.ID == it.VariantID })
		at := slices.IndexFunc(c.Lines, func(l priced) bool { return l.Item.VariantID == it.VariantID })
		switch {
		case offer < 0:
			issues = append(issues, it.issue(nil, issueNotAvailable, "This is not sold any more."))
			continue
		case at < 0 && len(c.Lines) >= maxLines:
			issues = append(issues, it.issue(nil, issueNotAvailable, "The cart has as many lines as it may have."))
			continue
		case at < 0:
			at = len(c.Lines)
			line := sold[offer]
			line.Item = cartItem{ID: id.New(), CartID: c.ID, VariantID: it.VariantID}
			c.Lines = append(c.Lines, line)
		}
		l := &c.Lines[at]
		if room := maxQuantity - l.Item.Quantity; room < it.Quantity {
			detail := fmt.Sprintf("Only %d of %d were added: a line holds at most %d.", room, it.Quantity, maxQuantity)
			issues = append(issues, it.issue(&l.Item.ID, issueShortened, detail))
		}
		l.Item.Quantity = min(l.Item.Quantity+it.Quantity, maxQuantity)
		l.Item.UnitPrice = l.Variant.priceFor(l.Item.Quantity, c.Wholesale)
		changed = append(changed, l.Item)
	}
	if len(changed) == 0 {
		return issues, nil
	}
	if err := saveLines(tx, changed...); err != nil {
		return nil, err
	}
	return issues, c.save(tx, c.Now)
}

// issue is what a reorder reports of a line of the order; itemID is its line of the cart, nil when there is none.
func (i orderItem) issue(itemID *string, code, detail string) issueView {
	return issueView{ItemID: itemID, ProductID: i.ProductID, VariantID: i.VariantID, Name: i.Name, Code: code, Detail: detail}
}
