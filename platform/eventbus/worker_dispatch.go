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

// dispatch is what one call of a handler gets: deliveries of one name with their transaction. The
// context of a message carries it.
type dispatch struct {
	deliveries []*delivery
	tx         *gorm.DB
	failure    error // keepError sets it before the Nack
}

type dispatchKey struct{}

func dispatchOf(ctx context.Context) *dispatch { return ctx.Value(dispatchKey{}).(*dispatch) }

// dispatchTimed is dispatch with a span. It returns the time that the handler took.
func (w *worker) dispatchTimed(tx *gorm.DB, step []*delivery) (took time.Duration, err error) {
	began := clock.System().Now()
	ctx, span := w.startSpan(tx.Statement.Context, step)
	if w.bus.tracer != nil {
		tx = tx.WithContext(ctx)
	}
	err = w.dispatch(tx, step)
	span.End(err)
	return clock.System().Now().Sub(began), err
}

// dispatch sends deliveries of one name through Watermill's router to their handler and waits for
// the answer. It returns nil after an Ack, else the handler's error.
func (w *worker) dispatch(tx *gorm.DB, step []*delivery) error {
	ctx, cancel := context.WithTimeout(tx.Statement.Context, w.bus.handlerTimeout)
	defer cancel()
	sent := &dispatch{deliveries: step, tx: tx}
	msg := newMessage(context.WithValue(ctx, dispatchKey{}, sent), step)
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

// newMessage makes the message of a step. That of several deliveries has the id of the first, and
// no payload.
func newMessage(ctx context.Context, step []*delivery) *message.Message {
	d := step[0]
	if len(step) > 1 {
		return message.NewMessageWithContext(ctx, d.id, nil)
	}
	return message.NewMessageWithContext(ctx, d.id, mergeObjects(d.payload, d.personal))
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
