package media

import (
	"maps"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// insertFetches stores new fetches. One of an address that is known stays as it is.
func insertFetches(tx *gorm.DB, fetches []fetch) error {
	if err := fetchStates.Check("", fetchQueued); err != nil {
		return err
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&fetches).Error
}

// lockFetches locks the fetches and returns them as they are.
func lockFetches(tx *gorm.DB, fetches []fetch) (found []fetch, err error) {
	ids := convert.All(fetches, func(f fetch) string { return f.ID })
	err = database.ForUpdate(tx).Where("id IN ?", ids).Order("id").Find(&found).Error
	return found, err
}

// dueFetch is the query of the id of the fetch that is due for the longest time and is free.
func dueFetch(db *gorm.DB, now time.Time) *gorm.DB {
	free := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	return db.Session(&gorm.Session{NewDB: true}).Clauses(free).Model(&fetch{}).Select("id").
		Where("status = ? AND due_at <= ?", fetchQueued, now).Order("due_at, id").Limit(1)
}

// claimFetch claims the fetch that is due for the longest time. It reports whether there is one.
func claimFetch(tx *gorm.DB, now time.Time) (f fetch, found bool, err error) {
	due := dueFetch(tx, now)
	var claimed []fetch
	// Not IN: PostgreSQL may run the query of an IN for each row, and claim more than one.
	err = tx.Model(&claimed).Clauses(clause.Returning{}).Where("id = (?)", due).
		Where("status = ? AND due_at <= ?", fetchQueued, now).
		Updates(background.Claim(now.Add(fetchLease))).Error
	if err != nil || len(claimed) == 0 {
		return fetch{}, false, err
	}
	return claimed[0], true, nil
}

// saveFetch saves the outcome of an attempt. It returns false when the claim has ended and another
// worker has the fetch.
func saveFetch(tx *gorm.DB, f fetch) (bool, error) {
	if err := fetchStates.Check(fetchQueued, f.Status); err != nil {
		return false, err
	}
	saved, err := background.SaveClaimed(tx, []fetch{f}, "error", "status_code", "media_id", "updated_at")
	return len(saved) > 0, err
}

// requeueOne is requeue of one fetch, for an import that names its address.
func requeueOne(tx *gorm.DB, f *fetch, importID string, now time.Time) error {
	_, err := requeue(tx.Where("id = ?", f.ID), f.Status, now, map[string]any{"import_id": importID})
	f.Status, f.ImportID = fetchQueued, importID
	return err
}

// requeue makes fetches due again that are in the given state. It returns how many are.
func requeue(tx *gorm.DB, from fetchStatus, now time.Time, columns map[string]any) (int64, error) {
	if err := fetchStates.Check(from, fetchQueued); err != nil {
		return 0, err
	}
	set := map[string]any{
		"status": fetchQueued, "attempts": 0, "due_at": now, "error": nil, "status_code": nil, "media_id": nil,
		"updated_at": now,
	}
	maps.Copy(set, columns)
	done := tx.Model(&fetch{}).Where("status = ?", from).UpdateColumns(set)
	return done.RowsAffected, done.Error
}

const lastChangedFirst = "updated_at DESC, id DESC"

// pageOfFetches is a page of the fetches in a state, of all for "", the last changed first, and the
// number of all.
func pageOfFetches(db *gorm.DB, status fetchStatus, p httpapi.Page) ([]fetch, int64, error) {
	if status != "" {
		db = db.Where("status = ?", status)
	}
	return httpapi.FindPage[fetch](db, p, lastChangedFirst)
}

// countFetches is the number of fetches by their state.
func countFetches(db *gorm.DB) (counts map[fetchStatus]int64, err error) {
	var rows []struct {
		Status fetchStatus
		N      int64
	}
	err = db.Model(&fetch{}).Select("status, COUNT(*) AS n").Group("status").Scan(&rows).Error
	counts = map[fetchStatus]int64{}
	for _, r := range rows {
		counts[r.Status] = r.N
	}
	return counts, err
}
