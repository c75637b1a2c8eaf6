package ordering

import (
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// moveStockFunction is a function of the database (migrations): it changes the stock of those
// variants that allow it, writes the ledger and returns their ids.
const moveStockFunction = `ordering_move_stock(?, ?, ?, ?, ?, ?)`

// writeMovePostgres makes the changes that the stock allows, and returns their variants.
func writeMovePostgres(tx *gorm.DB, m stockMove, changes []stockChange) (moved []string, err error) {
	args, err := m.functionArgs(changes)
	if err != nil {
		return nil, err
	}
	err = tx.Raw(`SELECT * FROM `+moveStockFunction, args...).Scan(&moved).Error
	return moved, err
}

// writeMoveSQLite is writeMovePostgres in two statements: SQLite does not write inside WITH.
func writeMoveSQLite(tx *gorm.DB, m stockMove, changes []stockChange) (moved []string, err error) {
	list, err := json.Marshal(changes)
	if err != nil {
		return nil, err
	}
	var stocks []stock
	err = tx.Raw(`UPDATE ordering_stock AS s SET on_hand = s.on_hand + w.on_hand, reserved = s.reserved + w.reserved,
		updated_at = ?,
			peak = max(s.peak, s.on_hand + w.on_hand - s.reserved - w.reserved)
		FROM (SELECT value ->> 'variant_id' AS variant_id, value ->> 'on_hand' AS on_hand,
			value ->> 'reserved' AS reserved FROM json_each(?)) AS w
		WHERE s.variant_id = w.variant_id AND s.reserved + w.reserved >= 0
			AND s.on_hand + w.on_hand >= s.reserved + w.reserved
		RETURNING variant_id, on_hand, reserved`, m.At, string(list)).Scan(&stocks).Error
	if err != nil {
		return nil, fmt.Errorf("ordering: move stock: %w", err)
	}
	byVariant := map[string]stock{}
	for _, s := range stocks {
		byVariant[s.VariantID] = s
		moved = append(moved, s.VariantID)
	}
	var rows []movement
	for _, c := range changes {
		s, ok := byVariant[c.VariantID]
		if !ok {
			continue
		}
		rows = append(rows, movement{
			ID: c.ID, VariantID: c.VariantID, Reason: m.Reason, OnHandDelta: c.OnHand, ReservedDelta: c.Reserved,
			OnHand: s.OnHand, Reserved: s.Reserved, OrderID: m.OrderID, Note: m.Note, Actor: m.Actor, OccurredAt: m.At,
		})
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return moved, tx.Create(&rows).Error
}

// raiseStockVersion gives the variant's stock its next version. The stored one must be the one that
// was read: else it returns fault.Stale.
func raiseStockVersion(tx *gorm.DB, variantID string, version int64) error {
	raised := tx.Model(&stock{}).Where("variant_id = ? AND version = ?", variantID, version).
		UpdateColumn("version", version+1)
	if raised.Error != nil || raised.RowsAffected > 0 {
		return raised.Error
	}
	now, err := findStock(tx, variantID)
	if err != nil {
		return err
	}
	return fault.Stale(now.Version)
}

// saveAnnounced notes that the units of the variants have been published.
func saveAnnounced(tx *gorm.DB, variantIDs []string) error {
	return tx.Model(&stock{}).Where("variant_id IN ?", variantIDs).
		Updates(map[string]any{"announced": gorm.Expr("on_hand - reserved"), "announced_on_hand": gorm.Expr("on_hand"),
			"peak": gorm.Expr("on_hand - reserved")}).Error
}

// announceAgain has the units of the variant published, although they have not changed.
func announceAgain(tx *gorm.DB, variantID string) error {
	return tx.Model(&stock{}).Where("variant_id = ?", variantID).UpdateColumn("announced_on_hand", -1).Error
}

// createStocks makes a stock of 0 for each of the variants that has none.
func createStocks(tx *gorm.DB, variantIDs []string, now time.Time) error {
	stocks := convert.All(variantIDs, func(variantID string) stock { return stock{VariantID: variantID, UpdatedAt: now} })
	fresh := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&stocks)
	if fresh.Error != nil || fresh.RowsAffected == 0 {
		return fresh.Error
	}
	return tx.Model(&count{}).Where("name = ?", countOfVariants).Update("n", gorm.Expr("n + ?", fresh.RowsAffected)).Error
}
