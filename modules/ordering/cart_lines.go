package ordering

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/money"
)

// openedCart is a cart that this transaction has locked, with all that its sums depend on.
type openedCart struct {
	cart
	*basket
	userID string
}

// view is the cart with what it comes to.
func (c *openedCart) view(config *Config) cartView {
	return viewCart(&c.cart, c.basket, config.price(c.basket))
}

// add puts some of a product into the cart; what is in it already adds up. variantID may be "" for a product with one variant. It returns
// fault.ProductNotFound for what is not sold, and fault.ValidationFailed for what does not fit.
func (c *openedCart) add(tx *gorm.DB, productID, variantID string, quantity int) error {
	offer, err := offered(tx, productID, variantID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(c.Lines, func(l priced) bool { return l.Item.VariantID == offer.Variant.ID })
	if at < 0 {
		if len(c.Lines) >= maxLines {
			return fault.New(fault.ValidationFailed, "The cart has as many lines as it may have.")
		}
		at = len(c.Lines)
		offer.Item = cartItem{ID: id.New(), CartID: c.ID, VariantID: offer.Variant.ID}
		c.Lines = append(c.Lines, offer)
	}
	if c.Lines[at].Item.Quantity+quantity > maxQuantity {
		return fault.Invalid(fault.Field{Pointer: "/quantity", Code: fault.OutOfRange, Detail: "would make more than 999 of this in the cart"})
	}
	return c.set(tx, at, c.Lines[at].Item.Quantity+quantity)
}

// offered is the variant of the product that is meant.
func offered(tx *gorm.DB, productID, variantID string) (priced, error) {
	var found []priced
	if id.Valid(productID) {
		var err error
		if found, err = offersOf(tx, productID); err != nil {
			return priced{}, err
		}
	}
	wrong := func(code, detail string) error {
		return fault.Invalid(fault.Field{Pointer: "/variantId", Code: code, Detail: detail})
	}
	switch {
	case len(found) == 0:
		return priced{}, fault.New(fault.ProductNotFound, "There is no such product for sale.")
	case variantID == "" && len(found) > 1:
		return priced{}, wrong(fault.Required, "is required: the product has several variants")
	case variantID == "":
		return found[0], nil
	}
	for _, f := range found {
		if f.Variant.ID == variantID {
			return f, nil
		}
	}
	return priced{}, wrong(fault.NotAllowed, "is no variant of the product that is sold")
}

// set writes the quantity of a line, with the price that it has now.
func (c *openedCart) set(tx *gorm.DB, at, quantity int) error {
	l := &c.Lines[at]
	l.Item.Quantity, l.Item.UnitPrice = quantity, l.Variant.priceFor(quantity, c.Wholesale)
	var worth money.Cents
	for _, l := range c.Lines {
		worth += l.Item.UnitPrice * money.Cents(l.Item.Quantity)
	}
	if worth > money.Max {
		return fault.Invalid(fault.Field{Pointer: "/quantity", Code: fault.OutOfRange, Detail: "would make the cart cost more than can be paid"})
	}
	if err := saveLines(tx, l.Item); err != nil {
		return err
	}
	return c.save(tx, c.Now)
}

// saveLines writes lines that are new, and the quantity and price of those that are there.
func saveLines(tx *gorm.DB, lines ...cartItem) error {
	if len(lines) == 0 {
		return nil
	}
	upsert := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.AssignmentColumns([]string{"quantity", "unit_price_cents"})}
	return tx.Clauses(upsert).Create(&lines).Error
}

// change sets the quantity of the line; 0 removes it. It returns fault.Missing.
func (c *openedCart) change(tx *gorm.DB, itemID string, quantity int) error {
	at := slices.IndexFunc(c.Lines, func(l priced) bool { return l.Item.ID == itemID })
	switch {
	case at < 0:
		return fault.Missing()
	case quantity > 0:
		return c.set(tx, at, quantity)
	}
	if err := tx.Delete(&c.Lines[at].Item).Error; err != nil {
		return err
	}
	c.Lines = slices.Delete(c.Lines, at, at+1)
	return c.save(tx, c.Now)
}

// empty takes everything out, the codes too.
func (c *openedCart) empty(tx *gorm.DB) error {
	if err := tx.Where("cart_id = ?", c.ID).Delete(&cartItem{}).Error; err != nil {
		return err
	}
	c.Lines, c.basket.Codes, c.cart.Codes = nil, nil, []string{}
	return c.save(tx, c.Now)
}
