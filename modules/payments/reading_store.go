package payments

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/money"
)

// insertReading stores the reading, unless the intent has one.
func insertReading(tx *gorm.DB, r reading) error {
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "provider_id"}}, DoNothing: true}).Create(&r).Error
}

// askReading makes a reading due now. It returns false when there is none.
func askReading(tx *gorm.DB, providerID string, now time.Time) (bool, error) {
	done := tx.Model(&reading{}).Where("provider_id = ?", providerID).
		Updates(map[string]any{"due_at": now, "asked": gorm.Expr("asked + 1")})
	return done.RowsAffected > 0, done.Error
}

// readingOf is the reading of the intent, or a blank one when there is none.
func readingOf(db *gorm.DB, providerID string) (r reading, err error) {
	err = db.Where("provider_id = ?", providerID).Limit(1).Find(&r).Error
	return r, err
}

// lockReading locks the reading of the intent until the transaction ends. found is false when there
// is none.
func lockReading(tx *gorm.DB, providerID string) (r reading, found bool, err error) {
	done := database.ForUpdate(tx).Where("provider_id = ?", providerID).Limit(1).Find(&r)
	return r, done.RowsAffected > 0, done.Error
}

// claimReadings takes up to maxCalls readings that are due. They are due again at the end of the
// lease, so that another process takes over those of one that was stopped.
func claimReadings(ctx context.Context, db *gorm.DB, now time.Time) (claimed []reading, err error) {
	var due []string
	err = db.WithContext(ctx).Model(&reading{}).Where("due_at <= ?", now).Order("due_at").Limit(maxCalls).
		Pluck("provider_id", &due).Error
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		claimed = nil
		return tx.Model(&claimed).Clauses(clause.Returning{}).Where("provider_id IN ? AND due_at <= ?", due, now).
			Update("due_at", now.Add(lease)).Error
	})
	return claimed, err
}

// saveReading writes the reading, whose row is locked.
func saveReading(tx *gorm.DB, r *reading) error { return tx.Save(r).Error }

func deleteReading(tx *gorm.DB, providerID string) error {
	return tx.Where("provider_id = ?", providerID).Delete(&reading{}).Error
}

// advanceReading makes the reading of an intent due at a moment, if it is not before, and begins
// its schedule anew.
func advanceReading(tx *gorm.DB, providerID string, due time.Time) error {
	return tx.Model(&reading{}).Where("provider_id = ? AND (due_at IS NULL OR due_at > ?)", providerID, due).
		Updates(map[string]any{"due_at": due, "unchanged": 0}).Error
}

// saveUnanswered saves that a call failed, unless there has been another reason to read since.
func saveUnanswered(tx *gorm.DB, r reading, reason string, due time.Time) error {
	return tx.Model(&reading{}).Where("provider_id = ? AND asked = ?", r.ProviderID, r.Asked).
		Updates(map[string]any{"failures": gorm.Expr("failures + 1"), "last_error": reason, "due_at": due}).Error
}

// providerTotals are what the provider has received for an order, and what went back there by hand.
type providerTotals struct {
	Received money.Cents
	ByHand   money.Cents
}

// totalsOf sums up the readings of the order, and takes off what its own refunds stand for.
func totalsOf(tx *gorm.DB, orderID string) (t providerTotals, err error) {
	err = tx.Raw(`SELECT coalesce(sum(received_cents), 0) AS received, coalesce(sum(by_hand_cents), 0) -
		(SELECT coalesce(sum(amount_cents), 0) FROM payments_refunds WHERE order_id = ? AND by_hand AND status = ?) AS by_hand
		FROM payments_readings WHERE order_id = ?`, orderID, refundSucceeded, orderID).Scan(&t).Error
	t.ByHand = max(0, t.ByHand)
	return t, err
}

// paidReadingOf is the reading of the order's intent that has received most, or a blank one when no
// provider has money of the order's.
func paidReadingOf(db *gorm.DB, orderID string) (r reading, err error) {
	err = db.Where("order_id = ? AND received_cents > 0", orderID).Order("received_cents DESC").Limit(1).Find(&r).Error
	return r, err
}

// countLateReadings counts the readings that are due for longer than lateAfter.
func countLateReadings(db *gorm.DB, now time.Time) (late int64, err error) {
	err = db.Model(&reading{}).Where("due_at < ?", now.Add(-lateAfter)).Count(&late).Error
	return late, err
}
