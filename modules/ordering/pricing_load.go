package ordering

import (
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// loadBasket reads what the cart's sums depend on, in one query and two more when it has codes. userID is "" for a guest.
func loadBasket(tx *gorm.DB, c *cart, userID string, wholesale bool, now time.Time) (*basket, error) {
	b := &basket{Wholesale: wholesale, Now: now}
	var err error
	if err = linesOfCart(tx, "?", c.ID).Find(&b.Lines).Error; err != nil {
		return nil, err
	}
	b.Codes, err = lookUp(tx, c.Codes, userID)
	return b, err
}

// linesOfCart are the lines of the cart whose id the expression is, with what is sold under them, in the order of their adding.
func linesOfCart(tx *gorm.DB, cartID string, args ...any) *gorm.DB {
	return offers(tx.Table("ordering_cart_items AS i").Joins("JOIN ordering_variants v ON v.id = i.variant_id").
		Where("i.cart_id = "+cartID, args...).Order("i.id"), itemColumns+", ")
}

// offersOf are the variants of a product with what there is of them, as lines that nobody has put into a cart yet.
func offersOf(tx *gorm.DB, productID string) (lines []priced, err error) {
	err = offers(tx.Table("ordering_variants AS v").Where("v.product_id = ? AND v.sold", productID).Order("v.id"), "").Scan(&lines).Error
	return lines, err
}

// offers selects of a query of variants (v) what there is of them, after the columns given. It looks up the stock of each; a JOIN would read all that there is.
func offers(q *gorm.DB, columns string) *gorm.DB {
	return q.Select(columns + variantColumns + `, CASE WHEN v.sold THEN (SELECT s.on_hand - s.reserved FROM ordering_stock s WHERE s.variant_id = v.id) ELSE 0 END AS available`)
}

var (
	itemColumns    = columnsOf[cartItem]("i", "item_")
	variantColumns = columnsOf[variant]("v", "variant_")
)

// columnsOf lists the columns of M's table under an alias, each renamed with the prefix that a struct embeds an M with.
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

// lookUp finds what the codes stand for: a promotion, with how often the user has used it, or a voucher of the user's.
func lookUp(tx *gorm.DB, codes []string, userID string) ([]code, error) {
	found := make([]code, len(codes))
	if len(codes) == 0 {
		return found, nil
	}
	var promotions []struct {
		Promotion promotion `gorm:"embedded"`
		Uses      int64
	}
	uses := tx.Model(&promotionUse{}).Where("user_id = ?", orNull(userID))
	err := tx.Table("ordering_promotions AS p").Joins("LEFT JOIN (?) AS u ON u.promotion_id = p.id", uses).
		Select("p.*, COALESCE(u.used, 0) AS uses").Where("p.code IN ?", codes).Scan(&promotions).Error
	if err != nil {
		return nil, err
	}
	var vouchers []voucher
	if err := tx.Where("code IN ? AND user_id = ?", codes, orNull(userID)).Find(&vouchers).Error; err != nil {
		return nil, err
	}
	for i, c := range codes {
		found[i].Code = c
		for j := range vouchers {
			if vouchers[j].Code == c {
				found[i].Voucher = &vouchers[j]
			}
		}
		for j := range promotions {
			if promotions[j].Promotion.Code == c {
				found[i] = code{Code: c, Promotion: &promotions[j].Promotion, Uses: promotions[j].Uses}
			}
		}
	}
	return found, nil
}
