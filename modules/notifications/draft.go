package notifications

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/platform/pseudonym"
)

// inboxes is the one queue that everything reaches the inboxes by, so that what happens to a user arrives in its order.
// Who causes a notification finds it in the next request.
var inboxes = eventbus.Consumer{Name: "notifications.inboxes", Awaited: true}

// signal is the topic under which a commit wakes the streams of a user: the payload is the user's id.
const signal = "notifications"

type (
	// ids are what a client needs to lead from a notification to what it is about.
	ids map[string]any
	// words fill the {gaps} of a text, beside the ids. Money is written as the recipient's language does.
	words map[string]any
)

// notice is what an event is worth telling somebody.
type notice struct {
	kind   string
	to     recipients
	locale string // of a recipient whom the read model does not know yet
	data   ids
	words  words
}

// notifier writes notices into inboxes.
type notifier struct {
	db         *gorm.DB
	clock      clock.Clock
	pseudonyms *pseudonym.Key
}

// on makes an event tell something, to one audience or to several.
func on[E eventbus.Event](n *notifier, bus *eventbus.Bus, tell ...func(E) notice) {
	eventbus.On(bus, inboxes, func(_ context.Context, tx *gorm.DB, m eventbus.Message[E]) error {
		for _, what := range tell {
			if err := n.notify(tx, m.ID, what(m.Event)); err != nil {
				return err
			}
		}
		return nil
	})
}

// notify puts the notice into the inbox of each recipient, in the recipient's language.
func (n *notifier) notify(tx *gorm.DB, eventID string, what notice) error {
	userIDs, err := what.to(tx)
	if err != nil || len(userIDs) == 0 {
		return err
	}
	if err := takePen(tx); err != nil {
		return err
	}
	for _, userID := range userIDs {
		if err := n.put(tx, userID, eventID, what); err != nil {
			return err
		}
	}
	return nil
}

func (n *notifier) put(tx *gorm.DB, userID, eventID string, what notice) error {
	locale, err := localeOf(tx, userID, what.locale)
	if err != nil {
		return err
	}
	t, err := what.text(locale)
	if err != nil {
		return err
	}
	number, err := nextNumber(tx, userID)
	if err != nil || number == 0 {
		return err
	}
	data := what.data
	if data == nil {
		data = ids{}
	}
	err = insert(tx, item{
		ID: id.New(), UserID: userID, Number: number, Kind: what.kind, Title: t.Title, Body: t.Body, Data: data,
		CreatedAt: n.clock.Now(), EventID: eventID,
	})
	if err == nil {
		database.AfterCommit(tx, func() { database.Broadcast(n.db, signal, userID) })
	}
	return err
}

// erase empties the inbox of an erased user and closes it for good: what is still under way to it is dropped.
func erase(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	if err := takePen(tx); err != nil {
		return err
	}
	if err := closeInbox(tx, m.Event.UserID); err != nil {
		return err
	}
	return tx.Where("user_id = ?", m.Event.UserID).Delete(&item{}).Error
}

// text is the notice in words: the ids fill gaps too.
func (what notice) text(locale string) (text, error) {
	fill := map[string]string{}
	for _, gaps := range []map[string]any{what.data, what.words} {
		for name, value := range gaps {
			if amount, ok := value.(money.Cents); ok {
				value = amount.Format(locale)
			}
			fill[name] = fmt.Sprint(value)
		}
	}
	return textOf(what.kind, locale, fill)
}
