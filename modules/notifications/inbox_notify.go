package notifications

import (
	"cmp"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/copies"
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
	settings   *copies.Copy[settings]
	mailQueued background.Signal // wakes the job that publishes the mails of notices
}

// causedDraft is a draft and the event that it is of.
type causedDraft struct {
	draft   draft
	eventID string
}

// notify puts the notifications of the drafts into the inboxes of the users of their audiences, in
// the order of the drafts, and queues the mails of notices.
func (n *notifier) notify(tx *gorm.DB, drafts ...causedDraft) error {
	addressed, userIDs, err := address(tx, drafts)
	if err != nil || len(addressed) == 0 {
		return err
	}
	locales, err := localesOf(tx, userIDs)
	if err != nil {
		return err
	}
	if err := n.queueMails(tx, addressed, locales); err != nil {
		return err
	}
	if err := lockInboxes(tx); err != nil {
		return err
	}
	notifications, err := n.write(tx, addressed, userIDs, locales)
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

// addressedDraft is a draft for one user: for the inbox, and as a line of the next mail.
type addressedDraft struct {
	causedDraft
	userID      string
	inbox, mail bool
}

// address finds the audiences of the drafts. It returns the drafts with their users, and the users,
// each once, sorted.
func address(tx *gorm.DB, drafts []causedDraft) (addressed []addressedDraft, userIDs []string, err error) {
	staff := staffDirectory{tx, map[noticeKind][]switches{}}
	for _, d := range drafts {
		users, err := staff.address(d)
		if err != nil {
			return nil, nil, err
		}
		for _, u := range users {
			addressed = append(addressed, u)
			userIDs = append(userIDs, u.userID)
		}
	}
	slices.Sort(userIDs)
	return addressed, slices.Compact(userIDs), nil
}

// address is the draft for each of its users: those of its audience, or the staff who get a notice.
func (d *staffDirectory) address(c causedDraft) (addressed []addressedDraft, err error) {
	n, isNotice := noticeOf(c.draft.notice)
	if !isNotice {
		users, err := c.draft.audience(d.tx)
		return convert.All(users, func(userID string) addressedDraft { return addressedDraft{c, userID, true, false} }), err
	}
	members, err := d.members(n)
	return convert.All(members, func(m switches) addressedDraft {
		return addressedDraft{c, m.UserID, m.Inbox, m.Mail && !n.own}
	}), err
}

// localeOf is the language of the draft's user, if the shop speaks it.
func (n *notifier) localeOf(d addressedDraft, locales map[string]string) string {
	return n.settings.Current().LocaleFor(cmp.Or(locales[d.userID], d.draft.locale))
}

// write makes the notifications of the drafts, each in its user's language and with its number. It
// leaves out those for a closed inbox.
func (n *notifier) write(
	tx *gorm.DB, drafts []addressedDraft, userIDs []string, locales map[string]string,
) (written []notification, err error) {
	drafts = slices.DeleteFunc(slices.Clone(drafts), func(d addressedDraft) bool { return !d.inbox })
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
		made, err := d.notification(number, n.localeOf(d, locales), n.clock.Now())
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
