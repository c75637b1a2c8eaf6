package notifications

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// lockInboxes waits until no other transaction writes into inboxes, and keeps others from it until
// tx ends.
func lockInboxes(tx *gorm.DB) error {
	return database.ForUpdate(tx).Take(&inboxLock{}).Error
}

// nextNumbers takes the next numbers of the users' inboxes, as many of each as are wanted, and
// locks the inboxes until tx ends, so that no number becomes visible before a smaller one. It
// returns the first of each. An inbox that an erasure has closed is missing. The caller holds the
// lock of lockInboxes.
func nextNumbers(tx *gorm.DB, userIDs []string, wanted map[string]int64) (first map[string]int64, err error) {
	inboxes := convert.All(userIDs, func(userID string) inbox { return inbox{UserID: userID, LastNumber: wanted[userID]} })
	const numbered = "notifications_inboxes.last_number + excluded.last_number"
	done := tx.Clauses(
		clause.OnConflict{
			Columns:   []clause.Column{{Name: "user_id"}},
			DoUpdates: clause.Assignments(map[string]any{"last_number": gorm.Expr(numbered)}),
			Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr("NOT notifications_inboxes.erased")}},
		},
		clause.Returning{Columns: []clause.Column{{Name: "user_id"}, {Name: "last_number"}}},
	).Create(&inboxes)
	first = map[string]int64{}
	for _, i := range inboxes[:done.RowsAffected] { // gorm puts the returned rows there
		first[i.UserID] = i.LastNumber - wanted[i.UserID] + 1
	}
	return first, done.Error
}

// closeInbox locks the inbox and closes it for good. The caller holds the lock of lockInboxes.
func closeInbox(tx *gorm.DB, userID string) error {
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "user_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"erased"}),
	}).Create(&inbox{UserID: userID, Erased: true}).Error
}

// insert writes the notifications, without those whose event has notified their user of their kind
// already.
func insert(tx *gorm.DB, notifications []notification) error {
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "user_id"}, {Name: "event_id"}, {Name: "kind"}},
		DoNothing: true,
	}).Create(&notifications).Error
}

// list returns a page of the user's inbox, newest first, with the number of notifications on all
// pages, and of the unread ones in the inbox.
func list(
	db *gorm.DB, userID string, onlyUnread bool, p httpapi.Page,
) (found []notification, total, unread int64, err error) {
	inbox := db.Model(&notification{}).Where("user_id = ?", userID).Session(&gorm.Session{})
	listed := inbox
	if onlyUnread {
		listed = inbox.Where("read_at IS NULL").Session(&gorm.Session{})
	}
	found = make([]notification, 0, p.Limit)
	err = database.Snapshot(db,
		database.Select{
			Query: listed.Select(listedColumns).Order("number DESC").Offset(p.Offset()).Limit(p.Limit),
			Scan: func(row database.RowScan) error {
				n, err := scanListed(row)
				n.UserID = userID
				found = append(found, n)
				return err
			},
		},
		database.Select{
			Query: db.Raw("SELECT (?), (?)", listed.Select("count(*)"), inbox.Where("read_at IS NULL").Select("count(*)")),
			Scan:  func(row database.RowScan) error { return row(&total, &unread) },
		},
	)
	return found, total, unread, err
}

// The columns of a notification that its view shows.
const listedColumns = "id, kind, title, body, data, read_at, created_at"

func scanListed(row database.RowScan) (n notification, err error) {
	err = row(&n.ID, &n.Kind, &n.Title, &n.Body, database.JSON(&n.Data), &n.ReadAt, &n.CreatedAt)
	return n, err
}

// listAfter returns what the inbox holds after number, oldest first, limit of them at most (-1:
// all).
func listAfter(db *gorm.DB, userID string, number int64, limit int) (found []notification, err error) {
	err = db.Where("user_id = ? AND number > ?", userID, number).Order("number").Limit(limit).Find(&found).Error
	return found, err
}

// countUnread counts the user's unread notifications.
func countUnread(db *gorm.DB, userID string) (count int64, err error) {
	err = db.Model(&notification{}).Where("user_id = ? AND read_at IS NULL", userID).Count(&count).Error
	return count, err
}

// markRead marks a notification of the user as read; the first time stays. It returns NotFound when
// the user has no such notification.
func markRead(tx *gorm.DB, userID, notificationID string, now time.Time) (notification, error) {
	if !id.Valid(notificationID) {
		return notification{}, fault.Missing()
	}
	own := tx.Where("id = ? AND user_id = ?", notificationID, userID).Session(&gorm.Session{})
	if err := own.Model(&notification{}).Where("read_at IS NULL").Update("read_at", now).Error; err != nil {
		return notification{}, err
	}
	var n notification
	err := own.Take(&n).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return notification{}, fault.Missing()
	}
	return n, err
}

// markAllRead marks all notifications of the user as read.
func markAllRead(tx *gorm.DB, userID string, now time.Time) error {
	return tx.Model(&notification{}).Where("user_id = ? AND read_at IS NULL", userID).Update("read_at", now).Error
}

// lastNumbers returns the newest number of each user's inbox, by user. Users without an inbox are
// missing.
func lastNumbers(db *gorm.DB, userIDs ...string) (map[string]int64, error) {
	var found []inbox
	if err := db.Where("user_id IN ?", userIDs).Find(&found).Error; err != nil {
		return nil, err
	}
	last := make(map[string]int64, len(found))
	for _, i := range found {
		last[i.UserID] = i.LastNumber
	}
	return last, nil
}
