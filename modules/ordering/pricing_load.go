package ordering

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// loadPricingInput reads what the totals of the cart depend on, in one query, and two more when the
// cart has codes.
func loadPricingInput(tx *gorm.DB, c *cart, o cartOwner, b *buyer, now time.Time) (*pricingInput, error) {
	in := &pricingInput{Now: now}
	in.setBuyer(b)
	err := readLines(cartLinesQuery(tx, "?", c.ID), &in.Lines).Run()
	if err != nil {
		return nil, err
	}
	in.Codes, err = loadCodes(tx, c.Codes, o)
	return in, err
}

// cartLinesQuery selects the lines of the cart whose id is the SQL expression cartID, in the order
// in which they were added, for readLines.
func cartLinesQuery(tx *gorm.DB, cartID string, args ...any) *gorm.DB {
	return tx.Table("ordering_cart_items AS i").Select(lineColumns).
		Joins("JOIN ordering_variants v ON v.id = i.variant_id").
		Where("i.cart_id = "+cartID, args...).Order("i.id")
}

// readLines reads the rows of a query of lineColumns.
func readLines(q *gorm.DB, lines *[]cartLine) database.Read {
	return database.Read{Query: q, Scan: func(row database.RowScan) error {
		var l cartLine
		err := row(append(variantColumns.Into(itemColumns.Into(nil, &l.Item), &l.Variant), &l.Available)...)
		*lines = append(*lines, l)
		return err
	}}
}

// readOffers reads those of the variants v that are sold as lines that are in no cart yet.
func readOffers(tx *gorm.DB, where string, arg any, offers *[]cartLine) database.Read {
	q := tx.Table("ordering_variants AS v").Select(offerColumns).Where(where, arg).Where("v.sold").Order("v.id")
	return database.Read{Query: q, Scan: func(row database.RowScan) error {
		var l cartLine
		err := row(append(variantColumns.Into(nil, &l.Variant), &l.Available)...)
		*offers = append(*offers, l)
		return err
	}}
}

// readOffersOf is readOffers for a product. It makes no read for what is no id.
func readOffersOf(tx *gorm.DB, productID string, offers *[]cartLine) []database.Read {
	if !id.Valid(productID) {
		return nil
	}
	return []database.Read{readOffers(tx, "v.product_id = ?", productID, offers)}
}

// The columns of a line of a cart (i) with its variant (v), and of a variant alone. The stock of
// each variant is looked up: a JOIN would read the whole table.
var (
	itemColumns    = database.ColumnsOf[cartItem]()
	variantColumns = database.ColumnsOf[variant]("search", "seq")

	offerColumns = variantColumns.Select("v") + ", " + availableColumn
	lineColumns  = itemColumns.Select("i") + ", " + offerColumns
)

// availableColumn is how much of the variant v can be sold.
const availableColumn = `CASE WHEN v.sold THEN (SELECT s.on_hand - s.reserved FROM ordering_stock s
	WHERE s.variant_id = v.id) ELSE 0 END`

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
		Select("promotion_id, CAST(SUM(used) AS bigint) AS used, CAST(SUM(CASE WHEN user_id = ? THEN used ELSE 0 END) AS "+
			"bigint) AS older", account)
	err := tx.Table("ordering_promotions AS p").Joins("LEFT JOIN (?) AS u ON u.promotion_id = p.id", uses).
		Select("p.*, COALESCE(u.used, 0) AS uses, COALESCE(u.older, 0) AS older_uses").Where("p.code IN ?", codes).
		Scan(&promotions).Error
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
