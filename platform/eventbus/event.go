package eventbus

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/log"
)

// Event is a fact that a module announces: a flat struct of JSON fields, additive only. Personal fields carry the tag
// `pii:"true"`; they are stored apart from the rest, so that erasing a subject blanks them with one UPDATE.
// Never in an event: a GORM model, a password, a one-time code, a token.
type Event interface {
	// EventName is the stable name, "identity.user_verified.v1".
	EventName() string
	// EventKey is the id of the aggregate whose row the publishing transaction has locked. Events of one key are
	// handled in the order of their commits.
	EventKey() string
}

// Subject is implemented by every event with personal fields.
type Subject interface {
	// EventSubject is the user's id, or pseudonym.Key.OfEmail of an address that has no account (yet).
	EventSubject() string
}

// Message is an event as a handler gets it.
type Message[E Event] struct {
	Event      E
	Seq        int64  // its place in the log: larger is later; what an upsert of a read model compares
	ID         string // UUID; what an effect that is not an upsert stores under UNIQUE
	Key        string
	Subject    string
	OccurredAt time.Time
	RequestID  string
	Causation  string // id of the event whose handler published this one, or ""
	Actor      string // "user:<id>", "anonymous", "system", "cli"
	Attempt    int    // 1 for the first
}

// Handler handles one event inside the consumer's transaction. It does local work only. An error rolls its own work back
// and brings the event again later.
type Handler[E Event] func(ctx context.Context, tx *gorm.DB, m Message[E]) error

// Consumer is one queue with a stable name. It may hear several events: one On for each.
type Consumer struct {
	// Name is "<module>.<what>", "loyalty.orders". It never changes.
	Name string
	// ReadModel consumers only upsert what others own. They take part in read-your-writes and may be replayed.
	ReadModel bool
	// Awaited consumers take part in read-your-writes without being a read model (notifications).
	Awaited bool
}

// Cause is what made something happen. It goes from the request into every event, and from there to the events of handlers.
type Cause struct {
	RequestID string // may be the client's own, who may give one to many requests
	Actor     string
	EventID   string // the event being handled, or ""
	// Barrier is what WaitForReadModels waits by: an id that the server made for this request alone. Without one nothing waits for what is published.
	Barrier string
}

type causeKey struct{}

// WithCause gives ctx the cause of what is done with it. Log lines about ctx carry the request's id.
func WithCause(ctx context.Context, c Cause) context.Context {
	return context.WithValue(log.WithRequestID(ctx, c.RequestID), causeKey{}, c)
}

// CauseOf is the cause that ctx carries; Actor is "system" when it carries none.
func CauseOf(ctx context.Context) Cause {
	c, _ := ctx.Value(causeKey{}).(Cause)
	if c.Actor == "" {
		c.Actor = "system"
	}
	return c
}

// WithActor gives ctx another actor: login and verification know the user only after they began.
func WithActor(ctx context.Context, actor string) context.Context {
	c := CauseOf(ctx)
	c.Actor = actor
	return WithCause(ctx, c)
}
