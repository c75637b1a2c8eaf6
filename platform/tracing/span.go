package tracing

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"orderd/platform/fault"
)

// Span is an operation under way. The zero value records nothing.
type Span struct{ span trace.Span }

// IsRecording reports whether the span is recorded. If not, spare the work of making values for it.
func (s Span) IsRecording() bool { return s.span != nil && s.span.IsRecording() }

// Rename sets a name that was not known when the span started.
func (s Span) Rename(name string) {
	if s.IsRecording() {
		s.span.SetName(name)
	}
}

// Set sets an attribute to a text.
func (s Span) Set(key, value string) {
	if s.IsRecording() {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// SetInt sets an attribute to a number.
func (s Span) SetInt(key string, value int) {
	if s.IsRecording() {
		s.span.SetAttributes(attribute.Int(key, value))
	}
}

// Fail marks the span as failed. reason must be neither personal nor secret.
func (s Span) Fail(reason string) {
	if s.IsRecording() {
		s.span.SetAttributes(attribute.String("error.type", reason))
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the span. It records the type of an error only, because its text may name a person.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.Fail(errorType(err))
	}
	s.span.End()
}

// errorType returns the code of a fault, PostgreSQL's SQLSTATE, SQLite's code, or else the Go type
// of the error's cause.
func errorType(err error) string {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return string(f.Code)
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
