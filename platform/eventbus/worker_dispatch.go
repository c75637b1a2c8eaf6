package eventbus

import (
	"context"
	"errors"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
)

// handlerGrace is how long a handler has to return after its context has ended.
const handlerGrace = 250 * time.Millisecond

var (
	// errNotDispatched: the worker stops, or the router does not read the channel. It does not
	// count as a failed attempt.
	errNotDispatched = errors.New("eventbus: the router did not take the message")
	// errStuck: the handler did not return. What it may still do with the transaction must not be
	// committed.
	errStuck = errors.New("eventbus: the handler ran past its limit and did not return")
	// errNacked is the failure of a message that came back as a Nack without an error.
	errNacked = errors.New("eventbus: refused")
)

// dispatch is a delivery with its transaction. The context of its message carries it.
type dispatch struct {
	*delivery
	tx      *gorm.DB
	failure error // keepError sets it before the Nack
}

type dispatchKey struct{}

func dispatchOf(ctx context.Context) *dispatch { return ctx.Value(dispatchKey{}).(*dispatch) }

// dispatchObserved is dispatch with metrics and a span.
func (w *worker) dispatchObserved(tx *gorm.DB, d *delivery) error {
	began := clock.System().Now()
	ctx, span := w.startSpan(tx.Statement.Context, d)
	if w.bus.tracer != nil {
		tx = tx.WithContext(ctx)
	}
	err := w.dispatch(tx, d)
	span.End(err)
	if !errors.Is(err, errNotDispatched) {
		took := clock.System().Now().Sub(began)
		w.bus.observer.ObserveHandler(w.consumer.Name, took, d.attempts+1, err != nil)
	}
	return err
}

// dispatch sends the delivery through Watermill's router to its handler and waits for the answer.
// It returns nil after an Ack, else the handler's error.
func (w *worker) dispatch(tx *gorm.DB, d *delivery) error {
	ctx, cancel := context.WithTimeout(tx.Statement.Context, w.bus.handlerTimeout)
	defer cancel()
	sent := &dispatch{delivery: d, tx: tx}
	msg := newMessage(context.WithValue(ctx, dispatchKey{}, sent), d)
	select {
	case w.out <- msg:
	case <-w.stopCtx.Done():
		return errNotDispatched
	case <-ctx.Done():
		return errNotDispatched
	}
	stuck := time.NewTimer(w.bus.handlerTimeout + handlerGrace)
	defer stuck.Stop()
	select {
	case <-msg.Acked():
		return nil
	case <-msg.Nacked():
		if sent.failure == nil {
			return errNacked
		}
		return sent.failure
	case <-stuck.C:
		database.Abandon(tx) // the handler may still be using it
		return errStuck
	}
}

func newMessage(ctx context.Context, d *delivery) *message.Message {
	msg := message.NewMessageWithContext(ctx, d.id, mergeObjects(d.payload, d.personal))
	msg.Metadata = message.Metadata{
		"name": d.name, "key": d.key, "subject": d.subject,
		"request_id": d.requestID, "causation": d.causation, "actor": d.actor,
	}
	return msg
}

// keepError is a middleware that keeps the handler's error for the worker: Watermill's Nack does
// not carry it.
func keepError(next message.HandlerFunc) message.HandlerFunc {
	return func(msg *message.Message) ([]*message.Message, error) {
		if _, err := next(msg); err != nil {
			dispatchOf(msg.Context()).failure = err
			msg.Nack()
		}
		return nil, nil
	}
}
