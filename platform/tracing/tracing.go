// Package tracing makes OpenTelemetry spans: what a request, a transaction, a statement, a delivery and a mail took, and what caused
// what. The spans go to a collector by OTLP over HTTP. Without a collector nothing is made, and Start costs a look at a flag.
//
// A span holds no personal data and no secret: names of routes, consumers and events, statements without their values, ids, statuses,
// and of an error its kind alone.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"

	"orderd/platform/fault"
)

const scope = "orderd"

// enabled is true as soon as the process has a Tracer: before, no context carries a span.
var enabled atomic.Bool

// Tracer begins traces. A nil one begins none.
type Tracer struct {
	tracer   trace.Tracer
	provider *sdk.TracerProvider
}

// Open makes a Tracer that sends what it records to the collector at url ("http://collector:4318", with the path /v1/traces unless it
// names another; user and password go as HTTP Basic). No connection is made yet, and spans that can't be sent are dropped: a collector
// that is away disturbs nothing. The sampler follows the variables OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. An empty url gives nil.
func Open(ctx context.Context, url, version string, log *zap.Logger) (*Tracer, error) {
	if url == "" {
		return nil, nil
	}
	c, err := newClient(url)
	if err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	exporter, err := otlptrace.New(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	about := resource.NewSchemaless(attribute.String("service.name", "orderd"), attribute.String("service.version", version))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(&reporter{SpanExporter: exporter, log: log}, sdk.WithBatchTimeout(sendEvery)), sdk.WithResource(about))
	enabled.Store(true)
	return &Tracer{tracer: provider.Tracer(scope), provider: provider}, nil
}

// Close sends what is left and ends the tracer. Of a nil one it does nothing.
func (t *Tracer) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Kind says on which side of a call a span stands.
type Kind = trace.SpanKind

// The kinds.
const (
	Internal = trace.SpanKindInternal
	Server   = trace.SpanKindServer
	Client   = trace.SpanKindClient
	Consumer = trace.SpanKindConsumer
)

// StartWithParent begins a span below the one that a traceparent names (W3C Trace Context): another process's, or an earlier one's of this. What
// is no traceparent begins a new trace.
func (t *Tracer) StartWithParent(ctx context.Context, kind Kind, name, traceparent string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	if traceparent != "" {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{span}
}

// Start begins a span below that of ctx. There is none below none.
func Start(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	if !enabled.Load() {
		return ctx, Span{}
	}
	above := trace.SpanFromContext(ctx)
	if !above.IsRecording() {
		return ctx, Span{}
	}
	ctx, span := above.TracerProvider().Tracer(scope).Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{span}
}

// Traceparent is what makes another's span one below that of ctx: what StartWithParent takes, "" outside of a trace.
func Traceparent(ctx context.Context) string {
	if !enabled.Load() || !trace.SpanContextFromContext(ctx).IsValid() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// TraceID is the id of the trace that ctx belongs to, "" outside of one.
func TraceID(ctx context.Context) string {
	if !enabled.Load() {
		return ""
	}
	if c := trace.SpanContextFromContext(ctx); c.IsValid() {
		return c.TraceID().String()
	}
	return ""
}

// Span is a piece of work under way. The zero value records nothing.
type Span struct{ span trace.Span }

// IsRecording tells whether the span is recorded: whether it is worth making values for it.
func (s Span) IsRecording() bool { return s.span != nil && s.span.IsRecording() }

// Rename gives the span a name that was not known when it began.
func (s Span) Rename(name string) {
	if s.IsRecording() {
		s.span.SetName(name)
	}
}

// Set notes a text.
func (s Span) Set(key, value string) {
	if s.IsRecording() {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// SetInt notes a number.
func (s Span) SetInt(key string, value int) {
	if s.IsRecording() {
		s.span.SetAttributes(attribute.Int(key, value))
	}
}

// Fail marks the span as failed for a reason that is neither personal nor secret.
func (s Span) Fail(reason string) {
	if s.IsRecording() {
		s.span.SetAttributes(attribute.String("error.type", reason))
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the span. Of an error it notes the kind: its text may name a person.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.Fail(kindOf(err))
	}
	s.span.End()
}

// kindOf is the code of a fault, the SQLSTATE of an error of PostgreSQL, the code of one of SQLite, or else the type of its cause.
func kindOf(err error) string {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return f.Code
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	if e, ok := errors.AsType[interface {
		error
		Code() int
	}](err); ok {
		return strconv.Itoa(e.Code())
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, context.DeadlineExceeded):
		return "deadline_exceeded"
	}
	for {
		cause := errors.Unwrap(err)
		if cause == nil {
			return fmt.Sprintf("%T", err)
		}
		err = cause
	}
}
