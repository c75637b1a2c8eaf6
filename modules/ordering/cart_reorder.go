package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// reorder adds the lines of the buyer's order to the buyer's cart, at the prices of now. It returns
// the cart, and an issue for each line that it left out or shortened. Another's order is
// fault.Missing.
func reorder(
	ctx context.Context, tx *gorm.DB, buyer cartOwner, orderID string, now time.Time,
) (*pricedCart, []issueView, error) {
	o, err := database.ByID[order](withItems(ordersOf(tx, buyer.UserID)), orderID)
	if err != nil {
		return nil, nil, err
	}
	c, err := lockPricedCart(tx, buyer, now)
	if err != nil {
		return nil, nil, err
	}
	issues, err := c.addOrderItems(ctx, tx, o.Items)
	return c, issues, err
}

// addOrderItems adds the lines of an order to the cart, as far as they are still sold and the cart
// may hold them. It returns an issue for each line that it left out or shortened.
func (c *pricedCart) addOrderItems(
	ctx context.Context, tx *gorm.DB, items []orderItem,
) (issues []issueView, err error) {
	var offers []cartLine
	variantIDs := convert.All(items, func(it orderItem) string { return it.VariantID })
	if err := readOffers(tx, "v.id IN ?", variantIDs, &offers).Run(); err != nil {
		return nil, err
	}
	var changed []cartItem
	for _, it := range items {
		at, issue := c.lineForReorder(ctx, it, offers)
		if issue != nil {
			issues = append(issues, *issue)
			continue
		}
		l := &c.Lines[at]
		if free := maxQuantity - l.Item.Quantity; free < it.Quantity {
			detail := httpapi.Say(ctx, "Only %d of %d were added: a line holds at most %d.", free, it.Quantity, maxQuantity)
			issues = append(issues, it.reorderIssue(&l.Item.ID, issueShortened, detail))
		}
		l.Item.Quantity = min(l.Item.Quantity+it.Quantity, maxQuantity)
		l.Item.UnitPrice = l.Variant.priceFor(l.Item.Quantity, c.Wholesale)
		changed = append(changed, l.Item)
	}
	if len(changed) == 0 {
		return issues, nil
	}
	if err := upsertCartItems(tx, changed...); err != nil {
		return nil, err
	}
	return issues, c.save(tx, c.Now)
}

// lineForReorder is the index of the cart's line that a line of an order is added to, a new one if
// need be, or the issue because of which it is left out.
func (c *pricedCart) lineForReorder(
	ctx context.Context, it orderItem, offers []cartLine,
) (at int, issue *issueView) {
	offer := slices.IndexFunc(offers, func(o cartLine) bool { return o.Variant.ID == it.VariantID })
	if offer < 0 {
		return 0, new(it.reorderIssue(nil, issueNotAvailable, httpapi.Say(ctx, "This is not sold any more.")))
	}
	if at = c.lineOf(it.VariantID); at >= 0 {
		return at, nil
	}
	if len(c.Lines) >= maxLines {
		detail := httpapi.Say(ctx, "The cart has as many lines as it may have.")
		return 0, new(it.reorderIssue(nil, issueNotAvailable, detail))
	}
	return c.appendLine(offers[offer]), nil
}

// reorderIssue is what a reorder reports of a line of the order. itemID is its line of the cart,
// nil when it was left out.
func (i orderItem) reorderIssue(itemID *string, code cartIssueCode, detail string) issueView {
	return issueView{
		ItemID: itemID, ProductID: &i.ProductID, VariantID: &i.VariantID, Name: i.Name, Code: code, Detail: detail,
	}
}
