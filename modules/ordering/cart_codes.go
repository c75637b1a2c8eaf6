package ordering

import (
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// addCode puts a code into the cart. One that is in it already stays; one that can't be used as the cart stands, and a second promotion,
// are fault.CodeNotApplicable.
func (c *openedCart) addCode(tx *gorm.DB, config *Config, text string) error {
	text = strings.ToUpper(text)
	if slices.Contains(c.cart.Codes, text) {
		return nil
	}
	found, err := lookUp(tx, []string{text}, c.userID)
	if err != nil {
		return err
	}
	second := found[0].Promotion != nil && slices.ContainsFunc(c.basket.Codes, func(c code) bool { return c.Promotion != nil })
	if second || len(c.cart.Codes) >= maxCodes || !found[0].usable(config.price(c.basket).Subtotal, c.Now) {
		return codeNotApplicable()
	}
	c.cart.Codes, c.basket.Codes = append(c.cart.Codes, text), append(c.basket.Codes, found[0])
	return c.save(tx, c.Now)
}

func codeNotApplicable() error {
	return fault.New(fault.CodeNotApplicable, "A code can't be used for this cart.")
}

// removeCode takes a code out. It returns fault.Missing for one that is not in the cart.
func (c *openedCart) removeCode(tx *gorm.DB, text string) error {
	at := slices.Index(c.cart.Codes, strings.ToUpper(text))
	if at < 0 {
		return fault.Missing()
	}
	c.cart.Codes, c.basket.Codes = slices.Delete(c.cart.Codes, at, at+1), slices.Delete(c.basket.Codes, at, at+1)
	return c.save(tx, c.Now)
}
