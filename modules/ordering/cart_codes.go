package ordering

import (
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// addCode adds a code to the cart, unless the cart has it already. It returns
// codeDiscountNotApplicable for a code that can't be used as the cart stands, and for a second
// promotion.
func (c *pricedCart) addCode(tx *gorm.DB, terms *saleTerms, code string) error {
	code = strings.ToUpper(code)
	if slices.Contains(c.cart.Codes, code) {
		return nil
	}
	found, err := loadCodes(tx, []string{code}, c.owner)
	if err != nil {
		return err
	}
	added := found[0]
	isPromotion := func(c cartCode) bool { return c.Promotion != nil }
	second := isPromotion(added) && slices.ContainsFunc(c.pricingInput.Codes, isPromotion)
	if second || len(c.cart.Codes) >= maxCodes || !added.usable(calculateTotals(terms, c.pricingInput).Subtotal, c.Now) {
		return codeNotApplicable()
	}
	c.cart.Codes, c.pricingInput.Codes = append(c.cart.Codes, code), append(c.pricingInput.Codes, added)
	return c.save(tx, c.Now)
}

func codeNotApplicable() error {
	return fault.New(codeDiscountNotApplicable, "A code can't be used for this cart.")
}

// removeCode removes a code from the cart. It returns fault.Missing when the cart does not have it.
func (c *pricedCart) removeCode(tx *gorm.DB, code string) error {
	at := slices.Index(c.cart.Codes, strings.ToUpper(code))
	if at < 0 {
		return fault.Missing()
	}
	c.cart.Codes, c.pricingInput.Codes = slices.Delete(c.cart.Codes, at, at+1),
		slices.Delete(c.pricingInput.Codes, at, at+1)
	return c.save(tx, c.Now)
}
