package mailer

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/tracing"
)

// insert queues the letter unless one of its event is there.
func insert(tx *gorm.DB, l letter) error {
	l.Trace = tracing.Traceparent(tx.Statement.Context)
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "event_id"}}, DoNothing: true}).Create(&l).Error
}

// isErased tells whether the letter's user has been erased, or its address since the letter's event occurred. Nobody is erased
// until tx ends.
func isErased(tx *gorm.DB, l letter, occurredAt time.Time) (bool, error) {
	if err := lockGate(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare})); err != nil {
		return false, err
	}
	q := tx.Model(&erasure{}).Where("subject_id = ? AND erased_at >= ?", l.AddressID, occurredAt)
	if *l.SubjectID != *l.AddressID {
		q = q.Or("subject_id = ?", l.SubjectID)
	}
	var tombstones int64
	err := q.Count(&tombstones).Error
	return tombstones > 0, err
}

// lockGate takes the lock of q on the one row that keeps queueing and erasing apart.
func lockGate(q *gorm.DB) error {
	var gate int
	return q.Table("mailer_gate").Select("id").Take(&gate).Error
}

// bury keeps the tombstones, the newest of each subject.
func bury(tx *gorm.DB, tombstones ...erasure) error {
	return tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "subject_id"}}, DoUpdates: clause.AssignmentColumns([]string{"erased_at"}),
	}).Create(&tombstones).Error
}

// lettersOf locks the letters about the user or to the address.
func lettersOf(tx *gorm.DB, userID, addressID string) (letters []letter, err error) {
	err = database.ForUpdate(tx).Where("subject_id IN (?, ?) OR address_id = ?", userID, addressID, addressID).Order("id").Find(&letters).Error
	return letters, err
}

// lettersTo are the letters about the user and all to the addresses that those went to, oldest first.
func lettersTo(db *gorm.DB, userID string) (letters []letter, err error) {
	addresses := db.Session(&gorm.Session{NewDB: true}).Model(&letter{}).Select("address_id").Where("subject_id = ?", userID)
	err = db.Where("subject_id = ? OR address_id IN (?)", userID, addresses).Order("id").Find(&letters).Error
	return letters, err
}

// list gives a page of the letters, newest first.
func list(db *gorm.DB, status string, page httpapi.Page) ([]letter, int64, error) {
	q := db.Model(&letter{})
	if status != "" {
		q = q.Where("status = ?", status)
	}
	return httpapi.Find[letter](q, page, "id DESC")
}

// lock reads a letter and keeps others from changing it until tx ends. It returns fault.NotFound.
func lock(tx *gorm.DB, letterID string) (letter, error) {
	return database.ByID[letter](database.ForUpdate(tx), letterID)
}

// due are the ids of letters that may be tried now, the longest waiting first.
func due(db *gorm.DB, limit int, now time.Time) (ids []string, err error) {
	err = db.Model(&letter{}).Where("status = ? AND due_at <= ?", queued, now).Order("due_at, id").Limit(limit).Pluck("id", &ids).Error
	return ids, err
}

// claim makes those of the letters that are still due the caller's own for the time of a lease; another replica may have been faster.
func claim(tx *gorm.DB, ids []string, now time.Time) (claimed []letter, err error) {
	err = tx.Model(&claimed).Clauses(clause.Returning{}).
		Where("id IN ? AND status = ? AND due_at <= ?", ids, queued, now).
		Updates(map[string]any{"claim": id.New(), "due_at": now.Add(lease), "attempts": gorm.Expr("attempts + 1")}).Error
	return claimed, err
}

// record writes the outcome of an attempt. It is false when the claim is not the caller's any more.
func record(tx *gorm.DB, l letter, claim string) (bool, error) {
	done := tx.Model(&letter{}).Where("id = ? AND claim = ?", l.ID, claim).
		Select("Status", "LastError", "DueAt", "Claim", "SentAt").Updates(&l)
	return done.RowsAffected == 1, done.Error
}

// hasten makes every letter that waits for its next attempt due.
func hasten(tx *gorm.DB, now time.Time) error {
	return tx.Model(&letter{}).Where("status = ? AND claim IS NULL AND due_at > ?", queued, now).Update("due_at", now).Error
}

// overdue locks letters whose time is up and whose conversation is not under way.
func overdue(tx *gorm.DB, limit int, now time.Time) (letters []letter, err error) {
	err = database.ForUpdate(tx).Where("status = ? AND give_up_at <= ? AND (claim IS NULL OR due_at <= ?)", queued, now, now).
		Order("id").Limit(limit).Find(&letters).Error
	return letters, err
}

// deleteOld deletes some letters from before a moment that wait for nothing, and tells how many.
func deleteOld(tx *gorm.DB, some int, before time.Time) (int64, error) {
	old := tx.Session(&gorm.Session{NewDB: true}).Model(&letter{}).Select("id").
		Where("status <> ? AND created_at < ?", queued, before).Order("created_at").Limit(some)
	done := tx.Where("id IN (?)", old).Delete(&letter{})
	return done.RowsAffected, done.Error
}

// countUndelivered counts the letters by status, those that were sent left out.
func countUndelivered(db *gorm.DB) (map[string]int64, error) {
	var rows []struct {
		Status string
		N      int64
	}
	err := db.Model(&letter{}).Select("status, count(*) AS n").Where("status IN ?", []string{queued, failed}).Group("status").Scan(&rows).Error
	counts := map[string]int64{}
	for _, row := range rows {
		counts[row.Status] = row.N
	}
	return counts, err
}
