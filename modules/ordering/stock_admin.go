package ordering

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// shelf is a variant's stock with its SKU.
type shelf struct {
	VariantID string
	SKU       string
	OnHand    int64
	Reserved  int64
}

func (s shelf) view() stockView {
	return stockView{VariantID: s.VariantID, SKU: s.SKU, OnHand: s.OnHand, Reserved: s.Reserved, Available: s.OnHand - s.Reserved}
}

// shelves is the query of all.
func shelves(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_variants AS v").Joins("LEFT JOIN ordering_stock s ON s.variant_id = v.id").
		Select("v.id AS variant_id, v.sku, s.on_hand, s.reserved")
}

// listStock is a page of the stock: by SKU, or with below those first of which least is available. A blank below or q does not filter.
func listStock(db *gorm.DB, below int64, q string, p httpapi.Page) ([]shelf, int64, error) {
	query := shelves(db)
	if below > 0 {
		query = query.Where("s.on_hand - s.reserved < ?", below)
	}
	query = containing(query, "v.search", q)
	const bySKU = "v.sku, v.id"
	switch {
	case below > 0:
		return httpapi.Find[shelf](query, p, "s.on_hand - s.reserved, s.variant_id")
	case strings.TrimSpace(q) != "":
		return httpapi.Find[shelf](query, p, bySKU)
	}
	var all count
	if err := db.Where("name = ?", countOfVariants).Take(&all).Error; err != nil {
		return nil, 0, err
	}
	var rows []shelf
	err := query.Order(bySKU).Offset(p.Offset()).Limit(p.Limit).Find(&rows).Error
	return rows, all.N, err
}

// findStock is the stock of the variant, or fault.Missing.
func findStock(db *gorm.DB, variantID string) (shelf, error) {
	if !id.Valid(variantID) {
		return shelf{}, fault.Missing()
	}
	return database.Take[shelf](shelves(db).Where("v.id = ?", variantID))
}

// countStock sets what is on the shelf to what was counted. It returns fault.Missing, and fault.InsufficientStock when that is less
// than what is reserved.
func countStock(ctx context.Context, tx *gorm.DB, variantID string, onHand int64, now time.Time) (shelf, error) {
	found, err := findStock(tx, variantID)
	if err != nil {
		return shelf{}, err
	}
	var locked stock
	if err := database.ForUpdate(tx).Where("variant_id = ?", variantID).Take(&locked).Error; err != nil {
		return shelf{}, err
	}
	return correctStock(ctx, tx, found, move{Reason: moveCount, At: now}, onHand-locked.OnHand)
}

// maxOnHand is the most units of a variant that an admin can count, and the maximum of onHand in the
// document: clients read it into 32 bits.
const maxOnHand = 1_000_000_000

// adjustStock changes the units on hand by delta. It returns fault.Missing, fault.InsufficientStock
// when less than what is reserved would be left, and fault.ValidationFailed when there would be more
// than maxOnHand.
func adjustStock(ctx context.Context, tx *gorm.DB, variantID string, delta int64, reason string, now time.Time) (shelf, error) {
	found, err := findStock(tx, variantID)
	if err != nil {
		return shelf{}, err
	}
	adjusted, err := correctStock(ctx, tx, found, move{Reason: moveAdjust, Note: &reason, At: now}, delta)
	if err == nil && delta > 0 && adjusted.OnHand > maxOnHand {
		return shelf{}, fault.Invalid(fault.Field{Pointer: "/delta", Code: fault.OutOfRange, Detail: "would make more than 1000000000 units"})
	}
	return adjusted, err
}

// correctStock moves the stock and announces what an admin did.
func correctStock(ctx context.Context, tx *gorm.DB, of shelf, m move, delta int64) (shelf, error) {
	err := moveStock(tx, m, []units{{of.VariantID, delta}})
	if errors.Is(err, errStock) {
		return shelf{}, fault.New(fault.InsufficientStock, "That would leave less than what is reserved.")
	}
	if err != nil {
		return shelf{}, err
	}
	now, err := findStock(tx, of.VariantID)
	if err != nil {
		return shelf{}, err
	}
	reason := m.Reason
	if m.Note != nil {
		reason = *m.Note
	}
	return now, eventbus.Publish(ctx, tx, events.StockAdjusted{
		VariantID: now.VariantID, SKU: now.SKU, Delta: delta, OnHand: now.OnHand, Reason: reason,
	})
}
