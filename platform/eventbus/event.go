package eventbus

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// Event is a fact that a module publishes: a flat struct of JSON fields. Later versions only add
// fields. Personal fields carry the tag `pii:"true"`: the log stores them in a column of their own,
// so that one UPDATE erases them. A user's id is not a personal field.
//
// An event never holds a GORM model, a password, a one-time code or a token.
type Event interface {
	// EventName returns the stable name: module, fact in the past tense, version,
	// as in "shop.item_sold.v1".
	EventName() string
	// EventKey returns the id of the aggregate whose row the publishing transaction has locked.
	// A consumer handles the events of one key in the order of their commits.
	EventKey() string
}

// Subject is implemented by every event with personal fields.
type Subject interface {
	// EventSubject returns the user's id, or pseudonym.Key.OfEmail of an address without an
	// account.
	EventSubject() string
}

// Message is an event as a handler gets it.
type Message[E Event] struct {
	Event      E
	Seq        int64  // sequence number in the log; upserts of read models compare it
	ID         string // UUID; effects that are not upserts store it under a UNIQUE constraint
	Key        string
	Subject    string
	OccurredAt time.Time
	RequestID  string
	Causation  string // id of the event whose handler published this one, or ""
	Actor      string // "user:<id>", "key:<id>", ActorAnonymous, ActorSystem, ActorCLI
	Attempt    int    // 1 for the first

	barrier string
}

// Context returns ctx with m as the cause of what is done in it. A BatchHandler publishes the
// events that m causes with this context. The context of a Handler is one already.
func (m Message[E]) Context(ctx context.Context) context.Context {
	return WithCause(ctx, Cause{RequestID: m.RequestID, Actor: m.Actor, EventID: m.ID, Barrier: m.barrier})
}

// Handler handles one event inside the consumer's transaction. It does local work only: no network
// call. When it returns an error, its work is rolled back and the event is delivered again later.
type Handler[E Event] func(ctx context.Context, tx *gorm.DB, m Message[E]) error

// BatchHandler handles several events of one name inside the consumer's transaction, best by one
// statement for all of them. They are in the order of their sequence numbers, and several may have
// the same key. It returns an error when it can't handle all of them: its work is rolled back, and
// it gets each of them alone. So an error counts against the event that causes it, and no other.
//
// ctx carries no cause: Publish refuses it. Publish with the context that Message.Context returns.
type BatchHandler[E Event] func(ctx context.Context, tx *gorm.DB, messages []Message[E]) error

// Consumer is one queue with a stable name. It may subscribe to several events: one On or OnBatch
// for each.
type Consumer struct {
	// Name is "<module>.<purpose>". It never changes.
	Name string
	// ReadModel consumers only upsert copies of data that other modules own. Requests wait for
	// them (WaitForReadModels) unless they MayLag, and Replay may run them again.
	ReadModel bool
	// Awaited consumers are no read model, and requests wait for them all the same.
	Awaited bool
	// MayLag is for consumers whose effects are not seen at once. At load they wait 50 ms between
	// batches, so that one takes what would be many. No request waits for them, ReadModel or not.
	MayLag bool
}
