package media

import (
	"maps"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/search"
)

// insertMedium stores a new picture.
func insertMedium(tx *gorm.DB, m *medium) error {
	if err := mediaStates.Check("", m.Status); err != nil {
		return err
	}
	return tx.Create(m).Error
}

// changeStatus moves a picture from one state to another, with further columns. It reports whether
// the picture was in that state.
func changeStatus(
	tx *gorm.DB, mediaID string, from, to mediaStatus, now time.Time, columns map[string]any,
) (bool, error) {
	if err := mediaStates.Check(from, to); err != nil {
		return false, err
	}
	set := map[string]any{"status": to, "updated_at": now}
	maps.Copy(set, columns)
	done := tx.Model(&medium{}).Where("id = ? AND status = ?", mediaID, from).UpdateColumns(set)
	return done.RowsAffected == 1, done.Error
}

// markDeleting makes a picture that nothing names `deleting`. It reports whether it has.
func markDeleting(tx *gorm.DB, mediaID string, now time.Time) (bool, error) {
	const unused = "NOT EXISTS (SELECT 1 FROM media_uses u WHERE u.media_id = media_files.id)"
	return changeStatus(tx.Where(unused), mediaID, mediaReady, mediaDeleting, now, nil)
}

// isDeleting reports whether a picture is `deleting`.
func isDeleting(tx *gorm.DB, mediaID string) (bool, error) {
	_, err := database.ByID[medium](tx.Where("status = ?", mediaDeleting), mediaID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// mediumByID is a picture that is there for admins. It returns fault.NotFound.
func mediumByID(db *gorm.DB, mediaID string) (medium, error) {
	return database.ByID[medium](db.Where("status = ?", mediaReady), mediaID)
}

// servedMedium is a picture that is there for everybody: also one that catalog may keep.
func servedMedium(db *gorm.DB, mediaID string) (medium, error) {
	return database.ByID[medium](db.Where("status IN ?", []mediaStatus{mediaReady, mediaDeleting}), mediaID)
}

// pageOfMedia is a page of the pictures whose names contain q, newest first, and the number of all.
func pageOfMedia(db *gorm.DB, q string, p httpapi.Page) ([]medium, int64, error) {
	query := db.Where("status = ?", mediaReady)
	if q = strings.ToLower(strings.TrimSpace(q)); id.Valid(q) {
		query = query.Where("id = ?", q)
	} else {
		query = search.MatchingFolded(query, "name", q)
	}
	return httpapi.FindPage[medium](query, p, "created_at DESC, id DESC")
}

// unsettledMedia are pictures that have been in the state since before the given time, and which
// no one makes copies of: at most 100.
func unsettledMedia(db *gorm.DB, status mediaStatus, before, now time.Time) (found []medium, err error) {
	err = db.Where("status = ? AND updated_at < ?", status, before).
		Where("(renditions_due_at IS NULL OR renditions_due_at <= ?) AND (due_at IS NULL OR due_at <= ?)", now, now).
		Order("updated_at, id").Limit(sweepBatch).Find(&found).Error
	return found, err
}

// unusedMedia are the ids of pictures that nothing has named since before the given time: at most
// 100.
func unusedMedia(db *gorm.DB, before time.Time) (ids []string, err error) {
	err = db.Model(&medium{}).Where("status = ? AND unused_since < ?", mediaReady, before).
		Order("unused_since, id").Limit(sweepBatch).Pluck("id", &ids).Error
	return ids, err
}

// deleteMedium deletes the rows of a picture whose bytes are gone.
func deleteMedium(tx *gorm.DB, mediaID string) error {
	for _, copies := range []any{&rendition{}, &formerRendition{}} {
		if err := tx.Where("media_id = ?", mediaID).Delete(copies).Error; err != nil {
			return err
		}
	}
	return tx.Where("id = ? AND status = ?", mediaID, mediaRemoving).Delete(&medium{}).Error
}

// dueMedium is a picture that waits for its smaller copies, or fault.NotFound. The newest goes
// first: an upload does not wait for all the pictures from before.
func dueMedium(db *gorm.DB, now time.Time) (medium, error) {
	return database.Take[medium](db.Where("status IN ?", []mediaStatus{mediaReady, mediaDeleting}).
		Where("renditions_due_at <= ?", now).Order("renditions_due_at DESC"))
}

// claimMedium makes this process the one that makes the copies, until the given time. It returns
// fault.NotFound when another was faster.
func claimMedium(tx *gorm.DB, m medium, until time.Time) error {
	done := tx.Model(&medium{}).Where("id = ? AND renditions_attempts = ? AND status = ?", m.ID, m.Attempts, m.Status).
		UpdateColumns(map[string]any{
			"renditions_due_at": until, "renditions_attempts": gorm.Expr("renditions_attempts + 1"),
		})
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.Missing()
	}
	return done.Error
}

// setDue sets when the copies are made next: nil for never.
func setDue(tx *gorm.DB, mediaID string, due *time.Time) error {
	return tx.Model(&medium{}).Where("id = ?", mediaID).UpdateColumn("renditions_due_at", due).Error
}
