package mailer

import (
	"context"
	"encoding/json"
	"slices"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// A preview of an order's mail reads the events of the order in the log: the module keeps no copy
// of orders, and its emails are deleted after a while. An order of which the log has nothing any
// more (events.keep) is unknown.

// loggedDraft makes the draft of an event from its payload in the log.
type loggedDraft struct {
	event string
	of    func(payload json.RawMessage) (draft, error)
}

func logged[E eventbus.Event](draftOf func(E) draft) loggedDraft {
	var e E
	return loggedDraft{e.EventName(), func(payload json.RawMessage) (draft, error) {
		var e E
		if err := json.Unmarshal(payload, &e); err != nil {
			return draft{}, err
		}
		return draftOf(e), nil
	}}
}

// orderDrafts are those of the events that are logged below their order.
var orderDrafts = []loggedDraft{
	logged(orderPlaced), logged(orderPaid), logged(orderShipped), logged(orderDelivered), logged(orderCancelled),
	logged(itemsCancelled), logged(orderRefunded), logged(returnRequested), logged(returnDecided), logged(returnReceived),
	logged(documentIssued),
}

// knownOrder is what the log has of an order.
type knownOrder struct {
	drafts []draft // of its events, the newest first
}

// readOrder reads the events of an order. It returns a validation fault for an unknown one.
func readOrder(ctx context.Context, db *gorm.DB, orderID string) (o knownOrder, err error) {
	const most = 100 // of the newest; few orders have more than ten
	names := convert.All(orderDrafts, func(l loggedDraft) string { return l.event })
	entries, err := eventbus.ReadLog(ctx, db, eventbus.LogFilter{Key: orderID, Names: names}, most, 0)
	if err != nil {
		return o, err
	}
	for _, e := range entries {
		d, err := orderDrafts[slices.Index(names, e.Name)].of(e.Payload)
		if err != nil {
			return o, err
		}
		if d.Kind != "" {
			o.drafts = append(o.drafts, d)
		}
	}
	if len(o.drafts) == 0 {
		return o, fault.Invalid(fault.Field{
			Pointer: "/orderId", Code: fault.NotAllowed, Detail: "must be an order that is known",
		})
	}
	return o, nil
}

// first is the draft of the order's first event: that it was placed.
func (o knownOrder) first() draft { return o.drafts[len(o.drafts)-1] }

// newest is the draft of the last mail of the kind about the order.
func (o knownOrder) newest(kind events.MailKind) (d draft, found bool) {
	i := slices.IndexFunc(o.drafts, func(d draft) bool { return d.Kind == kind })
	if i < 0 {
		return draft{}, false
	}
	return o.drafts[i], true
}
