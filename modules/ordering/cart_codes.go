package ordering

import (
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// addCode adds a code to the cart, unless the cart has it already. It returns
// codeDiscountNotApplicable for a code that can't be used as the cart stands, and for a second
// promotion beside one that counts. It says why for one reason alone: a promotion asks for a larger
// subtotal, and for nothing else. Whatever else it said would help to find codes by guessing.
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
	sums := calculateTotals(terms, c.pricingInput)
	// A promotion takes the place of one that an automatic promotion has outdone.
	isReplaced := func(c cartCode) bool { return isPromotion(added) && slices.Contains(sums.Outdone, c.Code) }
	staying := slices.DeleteFunc(slices.Clone(c.pricingInput.Codes), isReplaced)
	second := isPromotion(added) && slices.ContainsFunc(staying, isPromotion)
	switch {
	case second || len(staying) >= maxCodes:
		return codeNotApplicable()
	case !added.usable(sums.InCart, c.Now):
		if added.Promotion != nil && added.Promotion.inForce(added.Uses, c.Now) {
			return belowMinimum(added.Promotion.Minimum)
		}
		return codeNotApplicable()
	}
	c.pricingInput.Codes = append(staying, added)
	c.cart.Codes = convert.All(c.pricingInput.Codes, func(c cartCode) string { return c.Code })
	return c.save(tx, c.Now)
}

func codeNotApplicable() error {
	return fault.New(codeDiscountNotApplicable, "A code can't be used for this cart.")
}

// requiredMinimum is what a problem with code_not_applicable carries when the subtotal alone is too
// small.
type requiredMinimum struct {
	Minimum *money.Cents `json:"minimum,omitempty" nullable:"false" doc:"The subtotal from which on the promotion can be used; absent when that is not all that it lacks." example:"20"`
}

// belowMinimum is the fault of a promotion that can be used from a subtotal of minimum on.
func belowMinimum(minimum money.Cents) error {
	return fault.New(codeDiscountNotApplicable, "The code can be used from a subtotal of %s EUR on.", minimum).
		WithMembers(requiredMinimum{&minimum})
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
