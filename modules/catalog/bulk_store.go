package catalog

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const bulkRowsAtOnce = 1000

func insertBulkEdit(tx *gorm.DB, e *bulkEdit, results []bulkResult) error {
	if err := tx.Create(e).Error; err != nil {
		return err
	}
	return tx.CreateInBatches(results, bulkRowsAtOnce).Error
}

// insertBulkUndo adds a bulk edit that takes another one back: of each product that it has changed.
// It returns InvalidTransition when there is one already.
func insertBulkUndo(tx *gorm.DB, e *bulkEdit) error {
	if err := tx.Create(e).Error; err != nil {
		if database.IsUnique(err, "catalog_bulk_edits_undo_of_key", "catalog_bulk_edits.undo_of") {
			return undoneBefore().WithCause(err)
		}
		return err
	}
	return tx.Exec(`INSERT INTO catalog_bulk_results (edit_id, position, product_id, state)
		SELECT ?, position, product_id, ? FROM catalog_bulk_results WHERE edit_id = ? AND state = ?`,
		e.ID, bulkPending, *e.UndoOf, bulkChanged).Error
}

// lockBulkEdit reads a bulk edit FOR UPDATE. It returns fault.NotFound.
func lockBulkEdit(tx *gorm.DB, editID string) (bulkEdit, error) {
	return database.ByID[bulkEdit](database.ForUpdate(tx), editID)
}

// lockDoneUndo reads the bulk edit that takes another one back FOR UPDATE, if it is done. It
// reports whether there is one.
func lockDoneUndo(tx *gorm.DB, editID string) (undo bulkEdit, isDone bool, err error) {
	undo, err = database.Take[bulkEdit](database.ForUpdate(tx).Where("undo_of = ? AND status = 'done'", editID))
	if fault.Is(err, fault.NotFound) {
		return undo, false, nil
	}
	return undo, err == nil, err
}

// runningBulkEdits returns the ids of the bulk edits that are not done, the oldest first.
func runningBulkEdits(db *gorm.DB) (ids []string, err error) {
	err = db.Model(&bulkEdit{}).Where("status = 'running'").Order("id").Pluck("id", &ids).Error
	return ids, err
}

// isBulkEditRunning reports whether a bulk edit is not done, in whatever process.
func isBulkEditRunning(db *gorm.DB, editID string) (bool, error) {
	var running []string
	err := db.Model(&bulkEdit{}).Where("id = ? AND status = 'running'", editID).Pluck("id", &running).Error
	return len(running) > 0, err
}

// lockRunningBulkEdit locks a bulk edit. It returns false when it is done, or another process is at
// work on it.
func lockRunningBulkEdit(tx *gorm.DB, editID string) (e bulkEdit, found bool, err error) {
	skipLocked := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	e, err = database.Take[bulkEdit](tx.Clauses(skipLocked).Where("id = ? AND status = 'running'", editID))
	if fault.Is(err, fault.NotFound) {
		return e, false, nil
	}
	return e, err == nil, err
}

// pendingBulkResults returns the next products of a bulk edit.
func pendingBulkResults(tx *gorm.DB, editID string, limit int) (results []bulkResult, err error) {
	err = tx.Where("edit_id = ? AND state = ?", editID, bulkPending).Order("position").Limit(limit).Find(&results).Error
	return results, err
}

// bulkResultsAt are results of a bulk edit by their positions.
func bulkResultsAt(tx *gorm.DB, editID string, positions []int64) (map[int64]bulkResult, error) {
	var found []bulkResult
	err := tx.Where("edit_id = ? AND position IN ?", editID, positions).Find(&found).Error
	results := make(map[int64]bulkResult, len(found))
	for _, r := range found {
		results[r.Position] = r
	}
	return results, err
}

// saveBulkResult stores what became of a product, once. It returns errDoneElsewhere when that is
// stored already.
func saveBulkResult(tx *gorm.DB, r *bulkResult) error {
	saved := tx.Model(&bulkResult{}).
		Where("edit_id = ? AND position = ? AND state = ?", r.EditID, r.Position, bulkPending).
		Select("state", "fault", "value_before", "value_after").Updates(r)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return errDoneElsewhere
	}
	return saved.Error
}

// saveBulkEdit stores how far a bulk edit has come that was running.
func saveBulkEdit(tx *gorm.DB, e *bulkEdit) error {
	saved := tx.Model(e).Where("status = 'running'").
		Select("status", "changed", "unchanged", "changed_since", "failed", "updated_at", "ended_at").Updates(e)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return errDoneElsewhere
	}
	return saved.Error
}

// saveResumedBulkEdit stores that a bulk edit that was done goes on with what has failed.
func saveResumedBulkEdit(tx *gorm.DB, e *bulkEdit) error {
	saved := tx.Model(e).Where("status = 'done' AND failed > 0").
		Select("status", "failed", "actor", "request_id", "updated_at", "ended_at").Updates(e)
	switch {
	case saved.Error != nil:
		return saved.Error
	case saved.RowsAffected == 0:
		return undoneBefore()
	}
	return tx.Model(&bulkResult{}).Where("edit_id = ? AND state = ?", e.ID, bulkFailed).
		Updates(map[string]any{"state": bulkPending, "fault": nil}).Error
}

// undosOf returns the ids of the bulk edits that take others back, by the ids of those.
func undosOf(db *gorm.DB, editIDs []string) (map[string]string, error) {
	var found []bulkEdit
	err := db.Select("id", "undo_of").Where("undo_of IN ?", editIDs).Find(&found).Error
	undos := map[string]string{}
	for _, e := range found {
		undos[*e.UndoOf] = e.ID
	}
	return undos, err
}

func pageOfBulkResults(db *gorm.DB, editID string, state bulkState, p httpapi.Page) ([]bulkResult, int64, error) {
	db = db.Where("edit_id = ?", editID)
	if state != "" {
		db = db.Where("state = ?", state)
	}
	return httpapi.FindPage[bulkResult](db, p, "position")
}

// productNames returns the names of the products that exist, by their ids.
func productNames(db *gorm.DB, productIDs []string) (map[string]string, error) {
	var found []product
	err := db.Select("id", "name").Where("id IN ?", productIDs).Find(&found).Error
	names := map[string]string{}
	for i := range found {
		names[found[i].ID] = found[i].Name
	}
	return names, err
}

// deleteBulkEdits deletes up to limit bulk edits that ended before a moment, but for those that are
// being taken back. It returns how many.
func deleteBulkEdits(tx *gorm.DB, before time.Time, limit int) (int, error) {
	const isNotUndone = "NOT EXISTS (SELECT 1 FROM catalog_bulk_edits u " +
		"WHERE u.undo_of = catalog_bulk_edits.id AND u.status = 'running')"
	var locked, ids []string
	err := database.ForUpdate(tx).Model(&bulkEdit{}).Where("ended_at < ?", before).Where(isNotUndone).
		Order("id").Limit(limit).Pluck("id", &locked).Error
	if err != nil || len(locked) == 0 {
		return 0, err
	}
	// An undo may have begun while this waited for the lock, and none begins under it.
	err = tx.Model(&bulkEdit{}).Where("id IN ?", locked).Where(isNotUndone).Pluck("id", &ids).Error
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	if err := tx.Where("edit_id IN ?", ids).Delete(&bulkResult{}).Error; err != nil {
		return 0, err
	}
	return len(ids), tx.Where("id IN ?", ids).Delete(&bulkEdit{}).Error
}

// bulkProducts returns the ids of the products that the filter selects, the newest first, and
// at most limit of them; with a q at most search.MaxFound.
func bulkProducts(db *gorm.DB, f adminFilter, limit int) (ids []string, err error) {
	if f.q != "" {
		return productIndex.Find(db, f.q, f.scope)
	}
	err = f.scope(db.Model(&product{})).Order(adminOrders[adminSortNewest]).Limit(limit).Pluck("id", &ids).Error
	return ids, err
}
