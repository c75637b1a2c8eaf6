package eventbus

import (
	"context"

	"orderd/platform/log"
)

// Cause is the reason why something happens. It passes from a request to the events that the
// request publishes, and from an event to the events that its handlers publish.
type Cause struct {
	RequestID string // a client may choose it, and use it for several requests
	Actor     string
	EventID   string // the event being handled, or ""
	// Barrier is the key by which WaitForReadModels finds the deliveries of a request: an id that
	// the server made for this request alone. Nothing waits for events published without one.
	Barrier string
}

// The actors that are neither a user nor an API key, whose names are those of auth.Principal.Actor:
// "user:<id>" and "key:<id>".
const (
	ActorAnonymous = "anonymous" // a request without a user
	ActorSystem    = "system"    // a job, or a message from outside
	ActorCLI       = "cli"       // an operator at the command line
)

type causeKey struct{}

// WithCause returns ctx with the cause of the work done in it. Log lines of ctx carry the
// request's id.
func WithCause(ctx context.Context, c Cause) context.Context {
	return context.WithValue(log.WithRequestID(ctx, c.RequestID), causeKey{}, c)
}

// CauseOf returns the cause that ctx carries. Its Actor is ActorSystem when ctx names none.
func CauseOf(ctx context.Context) Cause {
	c, _ := ctx.Value(causeKey{}).(Cause)
	if c.Actor == "" {
		c.Actor = ActorSystem
	}
	return c
}

// withoutCause returns the context of a batch, whose events have different causes.
func withoutCause(ctx context.Context) context.Context {
	return context.WithValue(ctx, causeKey{}, noCause{})
}

// noCause stands in a context that Publish refuses.
type noCause struct{}

func lacksCause(ctx context.Context) bool {
	_, lacks := ctx.Value(causeKey{}).(noCause)
	return lacks
}

// WithActor returns ctx with another actor, for use cases that find out who acts.
func WithActor(ctx context.Context, actor string) context.Context {
	c := CauseOf(ctx)
	c.Actor = actor
	return WithCause(ctx, c)
}
