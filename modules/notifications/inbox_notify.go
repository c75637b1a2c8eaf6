package notifications

import (
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/pseudonym"
)

// inboxes is the one consumer that writes into inboxes, so that what happens to a user arrives in
// its order. A request that causes a notification waits for it, and the next request finds it.
var inboxes = eventbus.Consumer{Name: "notifications.inboxes", Awaited: true}

// topic is the signal that wakes the streams of a user after a commit. Its payload is the user's
// id.
const topic = "notifications"

// notifier writes notifications into inboxes.
type notifier struct {
	db         *gorm.DB
	clock      clock.Clock
	pseudonyms *pseudonym.Key
}

// notify puts the notification of the draft into the inbox of each user of its audience.
func (n *notifier) notify(tx *gorm.DB, eventID string, d draft) error {
	userIDs, err := d.audience(tx)
	if err != nil || len(userIDs) == 0 {
		return err
	}
	if err := lockInboxes(tx); err != nil {
		return err
	}
	for _, userID := range userIDs {
		if err := n.notifyUser(tx, userID, eventID, d); err != nil {
			return err
		}
	}
	return nil
}

// notifyUser inserts the notification in the user's language, unless the inbox is closed, and wakes
// the user's streams after the commit.
func (n *notifier) notifyUser(tx *gorm.DB, userID, eventID string, d draft) error {
	locale, err := localeOf(tx, userID, d.locale)
	if err != nil {
		return err
	}
	t, err := d.text(locale)
	if err != nil {
		return err
	}
	number, open, err := nextNumber(tx, userID)
	if err != nil || !open {
		return err
	}
	data := d.data
	if data == nil {
		data = ids{}
	}
	err = insert(tx, notification{
		ID: id.New(), UserID: userID, Number: number, Kind: d.kind, Title: t.Title, Body: t.Body, Data: data,
		CreatedAt: n.clock.Now(), EventID: eventID,
	})
	if err == nil {
		database.AfterCommit(tx, func() { database.Broadcast(n.db, topic, userID) })
	}
	return err
}
