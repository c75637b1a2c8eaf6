package ordering

import (
	"slices"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/money"
)

// addItem adds units of a product, whose variants for sale are the offers, to the cart; those of a
// variant that is in the cart add up. variantID may be "" for a product with one variant. It
// returns codeProductNotFound for a product that is not sold, and fault.ValidationFailed for a
// wrong variant or too many units or lines.
func (c *pricedCart) addItem(tx *gorm.DB, offers []cartLine, variantID string, quantity int) error {
	offer, err := chooseOffer(offers, variantID)
	if err != nil {
		return err
	}
	at := c.lineOf(offer.Variant.ID)
	if at < 0 {
		if len(c.Lines) >= maxLines {
			return fault.New(fault.ValidationFailed, "The cart has as many lines as it may have.")
		}
		at = c.appendLine(offer)
	}
	if c.Lines[at].Item.Quantity+quantity > maxQuantity {
		return fault.Invalid(fault.Field{
			Pointer: "/quantity", Code: fault.OutOfRange, Detail: "would make more than 999 of this in the cart",
		})
	}
	return c.setQuantity(tx, at, c.Lines[at].Item.Quantity+quantity)
}

// lineOf is the index of the variant's line, or -1.
func (c *pricedCart) lineOf(variantID string) int {
	return slices.IndexFunc(c.Lines, func(l cartLine) bool { return l.Item.VariantID == variantID })
}

// appendLine appends a line without units and returns its index.
func (c *pricedCart) appendLine(offer cartLine) int {
	offer.Item = cartItem{ID: id.New(), CartID: c.ID, VariantID: offer.Variant.ID}
	c.Lines = append(c.Lines, offer)
	return len(c.Lines) - 1
}

// chooseOffer chooses the variant of a product, which variantID need not name when there is only
// one.
func chooseOffer(offers []cartLine, variantID string) (cartLine, error) {
	invalid := func(code fault.Code, detail fault.Text) error {
		return fault.Invalid(fault.Field{Pointer: "/variantId", Code: code, Detail: detail})
	}
	switch {
	case len(offers) == 0:
		return cartLine{}, fault.New(codeProductNotFound, "There is no such product for sale.")
	case variantID == "" && len(offers) > 1:
		return cartLine{}, invalid(fault.Required, "is required: the product has several variants")
	case variantID == "":
		return offers[0], nil
	}
	for _, o := range offers {
		if o.Variant.ID == variantID {
			return o, nil
		}
	}
	return cartLine{}, invalid(fault.NotAllowed, "is no variant of the product that is sold")
}

// setQuantity writes the quantity of the line at an index, with the price that it has now.
func (c *pricedCart) setQuantity(tx *gorm.DB, at, quantity int) error {
	l := &c.Lines[at]
	l.Item.Quantity, l.Item.UnitPrice = quantity, l.Variant.priceFor(quantity, c.Wholesale)
	var total money.Cents
	for _, l := range c.Lines {
		total += l.Item.UnitPrice * money.Cents(l.Item.Quantity)
	}
	if total > money.Max {
		return fault.Invalid(fault.Field{
			Pointer: "/quantity", Code: fault.OutOfRange, Detail: "would make the cart cost more than can be paid",
		})
	}
	if err := database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
		return upsertItems(tx, []cartItem{l.Item})
	}); err != nil {
		return err
	}
	return c.save(tx, c.Now)
}

// changeItem sets the quantity of a line; 0 removes the line. It returns fault.Missing.
func (c *pricedCart) changeItem(tx *gorm.DB, itemID string, quantity int) error {
	at := slices.IndexFunc(c.Lines, func(l cartLine) bool { return l.Item.ID == itemID })
	switch {
	case at < 0:
		return fault.Missing()
	case quantity > 0:
		return c.setQuantity(tx, at, quantity)
	}
	if err := tx.Delete(&c.Lines[at].Item).Error; err != nil {
		return err
	}
	c.Lines = slices.Delete(c.Lines, at, at+1)
	return c.save(tx, c.Now)
}

// clear removes all lines and all codes.
func (c *pricedCart) clear(tx *gorm.DB) error {
	if err := deleteCartItems(tx, c.ID); err != nil {
		return err
	}
	c.Lines, c.pricingInput.Codes, c.cart.Codes = nil, nil, []string{}
	return c.save(tx, c.Now)
}
