package wholesale

import (
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// insert writes a; false means that its tracking id is taken.
func insert(tx *gorm.DB, a *application) (bool, error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "tracking_id"}}, DoNothing: true}).Create(a)
	return done.RowsAffected == 1, done.Error
}

// findTracked is the application of the tracking id, or fault.Missing unless the address is its contact's.
func findTracked(db *gorm.DB, trackingID, addressID string) (application, error) {
	if !trackingIDs.MatchString(trackingID) {
		return application{}, fault.Missing()
	}
	return database.Take[application](db.Where("tracking_id = ? AND address_id = ?", trackingID, addressID))
}

// list is a page of the applications, newest first. A blank status or q does not filter.
func list(db *gorm.DB, status, q string, p httpapi.Page) ([]application, int64, error) {
	query := db.Model(&application{})
	if status != "" {
		query = query.Where("status = ?", status)
	}
	if q = strings.ToLower(strings.TrimSpace(q)); q != "" {
		query = query.Where(database.Contains("search", q))
	}
	return httpapi.Find[application](query, p, "submitted_at DESC, id DESC")
}

// saveOpen writes the columns of a and reads the row back, if the application is still under review: this is what lets
// two admins at once decide once. It locks the row, and returns AlreadyDecided to the one who came second.
func saveOpen(tx *gorm.DB, a *application, columns ...string) error {
	done := tx.Model(a).Clauses(clause.Returning{}).Where("status = ?", underReview).Select(columns).Updates(*a)
	if done.Error == nil && done.RowsAffected == 0 {
		return alreadyDecided()
	}
	return done.Error
}

// strangers are some applications that were rejected, or filed and never decided, before a moment and whose addresses have no account:
// oldest first, locked.
func strangers(tx *gorm.DB, some int, before time.Time) (found []application, err error) {
	err = database.ForUpdate(tx).Where("status <> ? AND address_id IS NOT NULL AND COALESCE(decided_at, submitted_at) < ?", approved, before).
		Where("NOT EXISTS (SELECT 1 FROM wholesale_accounts a WHERE a.address_id = wholesale_applications.address_id)").
		Order("id").Limit(some).Find(&found).Error
	return found, err
}

// ofAddress are the applications of an address, oldest first, locked.
func ofAddress(tx *gorm.DB, addressID string) (found []application, err error) {
	err = database.ForUpdate(tx).Where("address_id = ?", addressID).Order("id").Find(&found).Error
	return found, err
}
