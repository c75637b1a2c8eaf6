// Package tracing makes OpenTelemetry spans: how long a request, a transaction, a statement or a
// delivery took, and which of them caused which. It sends the spans to a collector by OTLP over
// HTTP. Without a collector it makes none, and Start costs the read of a flag. Enter by Open and
// Start.
//
// A span holds no personal data and no secret: only names of routes, consumers and events,
// statements without their values, ids, statuses, and the type of an error without its text.
package tracing

import (
	"context"
	"fmt"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"
)

// scope is the name of the instrumentation scope.
const scope = "orderd"

// enabled is true once the process has a Tracer. Before that no context carries a span.
var enabled atomic.Bool

// Tracer starts traces. A nil Tracer starts none.
type Tracer struct {
	tracer   trace.Tracer
	provider *sdk.TracerProvider
}

// Open makes a Tracer that sends its spans to the collector at url, such as
// "http://collector:4318". The path is /v1/traces unless url has one; user and password become HTTP
// Basic. An empty url returns a nil Tracer.
//
// Open makes no connection yet. The Tracer drops spans that it can't send, so that a collector that
// is away disturbs nothing. The variables OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG set the
// sampler.
func Open(ctx context.Context, url, version string, log *zap.Logger) (*Tracer, error) {
	if url == "" {
		return nil, nil
	}
	c, err := newOTLPClient(url)
	if err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	exporter, err := otlptrace.New(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	service := resource.NewSchemaless(attribute.String("service.name", "orderd"),
		attribute.String("service.version", version))
	logged := &lossLogger{SpanExporter: exporter, log: log}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(logged, sdk.WithBatchTimeout(sendInterval)),
		sdk.WithResource(service))
	enabled.Store(true)
	return &Tracer{tracer: provider.Tracer(scope), provider: provider}, nil
}

// Close sends the remaining spans and ends the tracer. On a nil Tracer it does nothing.
func (t *Tracer) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Kind is the side of a call that a span describes.
type Kind = trace.SpanKind

// The kinds.
const (
	Internal = trace.SpanKindInternal
	Server   = trace.SpanKindServer
	Client   = trace.SpanKindClient
	Consumer = trace.SpanKindConsumer
)

// StartWithParent starts a span whose parent is the span that a traceparent names (W3C Trace
// Context): one of another process, or an earlier one of this process. A text that is no
// traceparent starts a new trace.
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

// Start starts a span whose parent is the span of ctx. Without a parent it starts none.
func Start(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	if !enabled.Load() {
		return ctx, Span{}
	}
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	ctx, span := parent.TracerProvider().Tracer(scope).Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{span}
}

// Traceparent returns the traceparent of the span of ctx, for StartWithParent; "" outside of a
// trace.
func Traceparent(ctx context.Context) string {
	if !enabled.Load() || !trace.SpanContextFromContext(ctx).IsValid() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// TraceID returns the id of the trace that ctx belongs to; "" outside of a trace.
func TraceID(ctx context.Context) string {
	if !enabled.Load() {
		return ""
	}
	if c := trace.SpanContextFromContext(ctx); c.IsValid() {
		return c.TraceID().String()
	}
	return ""
}
