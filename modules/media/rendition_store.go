package media

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// insertRenditions stores the copies that a picture is to get.
func insertRenditions(tx *gorm.DB, all []rendition) error {
	if len(all) == 0 {
		return nil
	}
	for _, r := range all {
		if err := renditionStates.Check("", r.Status); err != nil {
			return err
		}
	}
	return tx.Create(&all).Error
}

// renditionsOf are the copies of pictures, smallest first.
func renditionsOf(db *gorm.DB, mediaIDs ...string) (found []rendition, err error) {
	if len(mediaIDs) == 0 {
		return nil, nil
	}
	err = db.Where("media_id IN ?", mediaIDs).Order("media_id, width").Find(&found).Error
	return found, err
}

// formerRenditionsOf are the former copies of a picture.
func formerRenditionsOf(db *gorm.DB, mediaID string) (found []formerRendition, err error) {
	err = db.Where("media_id = ?", mediaID).Order("width").Find(&found).Error
	return found, err
}

// renditionByName is a copy of a picture, or fault.NotFound.
func renditionByName(db *gorm.DB, mediaID, name string) (rendition, error) {
	return database.Take[rendition](db.Where("media_id = ? AND name = ?", mediaID, name))
}

// formerRenditionByName is a former copy of a picture, or fault.NotFound.
func formerRenditionByName(db *gorm.DB, mediaID, name string) (formerRendition, error) {
	return database.Take[formerRendition](db.Where("media_id = ? AND name = ?", mediaID, name))
}

// saveRendition stores that a copy is ready.
func saveRendition(tx *gorm.DB, r rendition) error {
	if err := renditionStates.Check(renditionPending, r.Status); err != nil {
		return err
	}
	return tx.Model(&rendition{}).Where("media_id = ? AND width = ? AND status = ?", r.MediaID, r.Width, renditionPending).
		UpdateColumns(map[string]any{"status": r.Status, "bytes": r.Bytes, "digest": r.Digest}).Error
}

// failRenditions gives up the copies of a picture that are not made.
func failRenditions(tx *gorm.DB, mediaID string) error {
	if err := renditionStates.Check(renditionPending, renditionFailed); err != nil {
		return err
	}
	return tx.Model(&rendition{}).Where("media_id = ? AND status = ?", mediaID, renditionPending).
		UpdateColumn("status", renditionFailed).Error
}

// unplannedMedia are pictures from before there were renditions as WebP: at most 100.
func unplannedMedia(db *gorm.DB) (found []medium, err error) {
	err = db.Where("NOT planned AND status IN ?", []mediaStatus{mediaReady, mediaDeleting}).
		Order("id").Limit(sweepBatch).Find(&found).Error
	return found, err
}

// markPlanned claims the planning of a picture's copies, which are due at once when there are any.
// It reports whether no other process has planned them.
func markPlanned(tx *gorm.DB, mediaID string, due *time.Time) (bool, error) {
	done := tx.Model(&medium{}).Where("id = ? AND NOT planned", mediaID).
		UpdateColumns(map[string]any{"planned": true, "renditions_due_at": due})
	return done.RowsAffected == 1, done.Error
}
