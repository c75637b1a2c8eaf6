package ordering

import (
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// loadPricingInput reads what the totals of the cart depend on, in one query, and two more when the
// cart has codes.
func loadPricingInput(tx *gorm.DB, c *cart, o cartOwner, wholesale bool, now time.Time) (*pricingInput, error) {
	in := &pricingInput{Wholesale: wholesale, Now: now}
	var err error
	if err = cartLinesQuery(tx, "?", c.ID).Find(&in.Lines).Error; err != nil {
		return nil, err
	}
	in.Codes, err = loadCodes(tx, c.Codes, o)
	return in, err
}

// cartLinesQuery selects the lines of the cart whose id is the SQL expression cartID, in the order
// in which they were added.
func cartLinesQuery(tx *gorm.DB, cartID string, args ...any) *gorm.DB {
	return selectLines(tx.Table("ordering_cart_items AS i").Joins("JOIN ordering_variants v ON v.id = i.variant_id").
		Where("i.cart_id = "+cartID, args...).Order("i.id"), itemColumns+", ")
}

// loadOffersOf reads those of the variants that are sold, as lines that are in no cart yet.
func loadOffersOf(tx *gorm.DB, variantIDs []string) (offers []cartLine, err error) {
	err = selectLines(tx.Table("ordering_variants AS v").Where("v.id IN ? AND v.sold", variantIDs), "").Scan(&offers).Error
	return offers, err
}

// selectLines adds to a query of variants (v) the columns of a cartLine, after the columns given.
// It looks up the stock of each variant: a JOIN would read the whole table.
func selectLines(q *gorm.DB, columns string) *gorm.DB {
	return q.Select(columns + variantColumns + ", " + availableColumn + " AS available")
}

// availableColumn is how much of the variant v can be sold.
const availableColumn = `CASE WHEN v.sold THEN (SELECT s.on_hand - s.reserved FROM ordering_stock s WHERE s.variant_id = v.id) ELSE 0 END`

var (
	itemColumns    = columnsOf[cartItem]("i", "item_")
	variantColumns = columnsOf[variant]("v", "variant_")
)

// columnsOf lists the columns of M's table under an alias, each renamed with the prefix that a
// struct embeds an M with.
func columnsOf[M any](alias, prefix string) string {
	s, err := schema.Parse(new(M), &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // the models are part of the binary
	}
	columns := make([]string, len(s.DBNames))
	for i, name := range s.DBNames {
		columns[i] = alias + "." + name + " AS " + prefix + name
	}
	return strings.Join(columns, ", ")
}

// loadCodes finds what the codes stand for: a promotion, with how often the owner has used it, with
// the account or without, or a voucher of the user's. A code that is not found has neither.
func loadCodes(tx *gorm.DB, codes []string, o cartOwner) ([]cartCode, error) {
	found := make([]cartCode, len(codes))
	if len(codes) == 0 {
		return found, nil
	}
	var promotions []struct {
		Promotion promotion `gorm:"embedded"`
		Uses      int64
		OlderUses int64
	}
	account := orNull(o.UserID)
	uses := tx.Model(&promotionUse{}).Where("user_id IN (?, ?)", account, orNull(o.EmailID)).Group("promotion_id").
		Select("promotion_id, CAST(SUM(used) AS bigint) AS used, CAST(SUM(CASE WHEN user_id = ? THEN used ELSE 0 END) AS bigint) AS older", account)
	err := tx.Table("ordering_promotions AS p").Joins("LEFT JOIN (?) AS u ON u.promotion_id = p.id", uses).
		Select("p.*, COALESCE(u.used, 0) AS uses, COALESCE(u.older, 0) AS older_uses").Where("p.code IN ?", codes).Scan(&promotions).Error
	if err != nil {
		return nil, err
	}
	var vouchers []voucher
	if err := tx.Where("code IN ? AND user_id = ?", codes, account).Find(&vouchers).Error; err != nil {
		return nil, err
	}
	byCode := map[string]cartCode{}
	for i, v := range vouchers {
		byCode[v.Code] = cartCode{Voucher: &vouchers[i]}
	}
	for i, p := range promotions { // a promotion's code may be that of a voucher
		byCode[p.Promotion.Code] = cartCode{Promotion: &promotions[i].Promotion, Uses: p.Uses, OlderUses: p.OlderUses}
	}
	for i, code := range codes {
		found[i] = byCode[code]
		found[i].Code = code
	}
	return found, nil
}

// orNull is nil for "", which no uuid column compares with.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
