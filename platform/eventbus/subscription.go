package eventbus

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"
)

// subscription is what a consumer does with the events of one name.
type subscription struct {
	handle  deliveryHandler
	batched bool                               // handle takes several deliveries
	accepts func(payload []byte) (bool, error) // the filter of Where, nil without one
	// imported is set when only events of other databases are delivered.
	imported bool
}

// deliveryHandler decodes deliveries and calls the handler given to On or OnBatch. On's takes one
// delivery at a time.
type deliveryHandler func(ctx context.Context, tx *gorm.DB, deliveries []*delivery) error

// SubscriptionOption is an option of On and OnBatch.
type SubscriptionOption[E Event] func(*subscription)

// Where restricts a subscription to the events that accept returns true for: the handler gets no
// others. Publish evaluates it and makes no delivery of another event; what an older binary has
// published, and what Replay queues, is deleted without a call of the handler.
//
// accept sees the event without its personal fields, so that an erasure does not change its answer.
// It depends on nothing but the event. When it panics, the delivery is made, and fails.
//
// While two versions of a service run, each treats the events that reach it by its own filter, as
// it does by its own handlers. A consumer whose new filter accepts more does not get what the old
// version has passed over meanwhile.
func Where[E Event](accept func(E) bool) SubscriptionOption[E] {
	return func(s *subscription) {
		s.accepts = func(payload []byte) (bool, error) {
			var event E
			if err := json.Unmarshal(payload, &event); err != nil {
				return false, err
			}
			return accept(event), nil
		}
	}
}

// Imported restricts a subscription to the events of other databases (Import): Publish makes no
// delivery for it. It serves what the publishing transaction does in its own database by itself.
func Imported[E Event]() SubscriptionOption[E] {
	return func(s *subscription) { s.imported = true }
}

// On registers handler for the events of type E at consumer c. It panics when c subscribes to an
// event twice, when two calls describe c differently, when E breaks a rule of Event, and after
// Start.
func On[E Event](b *Bus, c Consumer, handler Handler[E], options ...SubscriptionOption[E]) {
	subscribe(b, c, &subscription{}, options, func(ctx context.Context, tx *gorm.DB, messages []Message[E]) error {
		ctx = messages[0].Context(ctx)
		return handler(ctx, tx.WithContext(ctx), messages[0])
	})
}

// OnBatch is On for a handler that takes several events at once. One consumer may have handlers of
// both kinds.
func OnBatch[E Event](b *Bus, c Consumer, handler BatchHandler[E], options ...SubscriptionOption[E]) {
	subscribe(b, c, &subscription{batched: true}, options,
		func(ctx context.Context, tx *gorm.DB, messages []Message[E]) error {
			ctx = withoutCause(ctx)
			return handler(ctx, tx.WithContext(ctx), messages)
		})
}

func subscribe[E Event](b *Bus, c Consumer, s *subscription, options []SubscriptionOption[E], handler BatchHandler[E]) {
	var event E
	if err := ValidateEvent(event); err != nil {
		panic(err)
	}
	for _, option := range options {
		option(s)
	}
	s.handle = func(ctx context.Context, tx *gorm.DB, deliveries []*delivery) error {
		messages := make([]Message[E], 0, len(deliveries))
		for _, d := range deliveries {
			m, accepted, err := decodeMessage[E](d, s.accepts)
			if err != nil {
				return fmt.Errorf("eventbus: %s is not what this binary expects: %w", d.name, err)
			}
			if accepted {
				messages = append(messages, m)
			}
		}
		if len(messages) == 0 {
			return nil
		}
		return handler(ctx, tx, messages)
	}
	b.consumer(c).subscribe(event.EventName(), s)
	if s.accepts != nil || s.imported {
		b.filters.add(event.EventName(), consumerFilter{consumer: c.Name, accepts: s.accepts, imported: s.imported})
	}
}

// decodeMessage returns the message of a delivery, and false when the filter refuses it.
func decodeMessage[E Event](
	d *delivery, accepts func(payload []byte) (bool, error),
) (m Message[E], accepted bool, err error) {
	if accepts != nil {
		if accepted, err = accepts([]byte(d.payload)); err != nil || !accepted {
			return m, false, err
		}
	}
	m = Message[E]{
		Seq: d.seq, ID: d.id, Key: d.key, Subject: d.subject, OccurredAt: d.occurredAt,
		RequestID: d.requestID, Causation: d.causation, Actor: d.actor, Attempt: d.attempts + 1, barrier: d.barrier,
	}
	err = json.Unmarshal(mergeObjects(d.payload, d.personal), &m.Event)
	return m, true, err
}

// sortBySeq sorts deliveries by their sequence numbers.
func sortBySeq(deliveries []*delivery) {
	slices.SortFunc(deliveries, func(a, b *delivery) int { return cmp.Compare(a.seq, b.seq) })
}
