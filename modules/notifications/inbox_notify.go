package notifications

import (
	"cmp"
	"slices"
	"time"

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

// causedDraft is a draft and the event that it is of.
type causedDraft struct {
	draft   draft
	eventID string
}

// notify puts the notifications of the drafts into the inboxes of the users of their audiences, in
// the order of the drafts.
func (n *notifier) notify(tx *gorm.DB, drafts ...causedDraft) error {
	addressed, userIDs, err := address(tx, drafts)
	if err != nil || len(addressed) == 0 {
		return err
	}
	if err := lockInboxes(tx); err != nil {
		return err
	}
	notifications, err := n.write(tx, addressed, userIDs)
	if err != nil || len(notifications) == 0 {
		return err
	}
	if err := insert(tx, notifications); err != nil {
		return err
	}
	database.AfterCommit(tx, func() {
		for _, userID := range userIDs {
			database.Broadcast(n.db, topic, userID)
		}
	})
	return nil
}

// addressedDraft is a draft for one user.
type addressedDraft struct {
	causedDraft
	userID string
}

// address finds the audiences of the drafts. It returns the drafts with their users, and the users,
// each once, sorted.
func address(tx *gorm.DB, drafts []causedDraft) (addressed []addressedDraft, userIDs []string, err error) {
	for _, d := range drafts {
		audience, err := d.draft.audience(tx)
		if err != nil {
			return nil, nil, err
		}
		for _, userID := range audience {
			addressed = append(addressed, addressedDraft{d, userID})
			userIDs = append(userIDs, userID)
		}
	}
	slices.Sort(userIDs)
	return addressed, slices.Compact(userIDs), nil
}

// write makes the notifications of the drafts, each in its user's language and with its number. It
// leaves out those for a closed inbox.
func (n *notifier) write(tx *gorm.DB, drafts []addressedDraft, userIDs []string) (written []notification, err error) {
	locales, err := localesOf(tx, userIDs)
	if err != nil {
		return nil, err
	}
	wanted := map[string]int64{}
	for _, d := range drafts {
		wanted[d.userID]++
	}
	next, err := nextNumbers(tx, userIDs, wanted)
	if err != nil {
		return nil, err
	}
	for _, d := range drafts {
		number, open := next[d.userID]
		if !open {
			continue
		}
		next[d.userID]++
		made, err := d.notification(number, cmp.Or(locales[d.userID], d.draft.locale), n.clock.Now())
		if err != nil {
			return nil, err
		}
		written = append(written, made)
	}
	return written, nil
}

// notification is the draft in the language, with the number in its user's inbox.
func (d addressedDraft) notification(number int64, locale string, now time.Time) (notification, error) {
	t, err := d.draft.text(locale)
	data := d.draft.data
	if data == nil {
		data = ids{}
	}
	return notification{
		ID: id.New(), UserID: d.userID, Number: number, Kind: d.draft.kind, Title: t.Title, Body: t.Body, Data: data,
		CreatedAt: now, EventID: d.eventID,
	}, err
}
