package notifications

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// takePen waits until nobody else writes into inboxes, and lets nobody else until tx ends.
func takePen(tx *gorm.DB) error {
	var held bool
	return database.ForUpdate(tx).Table("notifications_pen").Select("held").Take(&held).Error
}

// nextNumber takes the next number of the user's inbox and locks the inbox until tx ends, so that nobody sees a number
// before a smaller one. 0 means that the inbox was closed by an erasure. The caller holds the pen.
func nextNumber(tx *gorm.DB, userID string) (number int64, err error) {
	err = tx.Raw(`INSERT INTO notifications_inboxes (user_id, last_number, erased) VALUES (?, 1, FALSE)
		ON CONFLICT (user_id) DO UPDATE SET last_number = notifications_inboxes.last_number + 1
		WHERE NOT notifications_inboxes.erased
		RETURNING last_number`, userID).Scan(&number).Error
	return number, err
}

// closeInbox locks the inbox and marks it as one that takes nothing any more. The caller holds the pen.
func closeInbox(tx *gorm.DB, userID string) error {
	return tx.Exec(`INSERT INTO notifications_inboxes (user_id, last_number, erased) VALUES (?, 0, TRUE)
		ON CONFLICT (user_id) DO UPDATE SET erased = TRUE`, userID).Error
}

// insert writes i unless the event has told the user this already.
func insert(tx *gorm.DB, i item) error {
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "user_id"}, {Name: "event_id"}, {Name: "kind"}},
		DoNothing: true,
	}).Create(&i).Error
}

// list is a page of the user's inbox, newest first.
func list(db *gorm.DB, userID string, onlyUnread bool, p httpapi.Page) ([]item, int64, error) {
	q := db.Model(&item{}).Where("user_id = ?", userID)
	if onlyUnread {
		q = q.Where("read_at IS NULL")
	}
	return httpapi.Find[item](q, p, "number DESC")
}

// after is what the inbox holds after number, oldest first, at most limit.
func after(db *gorm.DB, userID string, number int64, limit int) (found []item, err error) {
	err = db.Where("user_id = ? AND number > ?", userID, number).Order("number").Limit(limit).Find(&found).Error
	return found, err
}

// unread counts what the user has not read.
func unread(db *gorm.DB, userID string) (count int64, err error) {
	err = db.Model(&item{}).Where("user_id = ? AND read_at IS NULL", userID).Count(&count).Error
	return count, err
}

// markRead notes that the user has read the item; the first time counts. fault.Missing when the user has no such item.
func markRead(tx *gorm.DB, userID, itemID string, now time.Time) (item, error) {
	if !id.Valid(itemID) {
		return item{}, fault.Missing()
	}
	mine := tx.Where("id = ? AND user_id = ?", itemID, userID).Session(&gorm.Session{})
	if err := mine.Model(&item{}).Where("read_at IS NULL").Update("read_at", now).Error; err != nil {
		return item{}, err
	}
	var i item
	err := mine.Take(&i).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return item{}, fault.Missing()
	}
	return i, err
}

// markAllRead notes that the user has read everything.
func markAllRead(tx *gorm.DB, userID string, now time.Time) error {
	return tx.Model(&item{}).Where("user_id = ? AND read_at IS NULL", userID).Update("read_at", now).Error
}

// lastNumbers are the newest numbers of the inboxes of these users; those who never got anything are missing.
func lastNumbers(db *gorm.DB, userIDs ...string) (map[string]int64, error) {
	var rows []struct {
		UserID     string
		LastNumber int64
	}
	if err := db.Table("notifications_inboxes").Where("user_id IN ?", userIDs).Find(&rows).Error; err != nil {
		return nil, err
	}
	last := make(map[string]int64, len(rows))
	for _, row := range rows {
		last[row.UserID] = row.LastNumber
	}
	return last, nil
}
