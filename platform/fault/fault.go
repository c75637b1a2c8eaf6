// Package fault is the project's error model. A Fault is an error that a client may see: a stable
// code for programs, a message for people, the fields that are wrong, and a cause that is logged
// alone. platform/httpapi turns a code into an HTTP status, and no other package does. An error
// that is no Fault is internal: it is logged and never leaves the service.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Code says what went wrong, for programs. A code never changes its meaning.
//
// The codes below are those of the platform: any operation may answer with one. A module declares
// its own as constants and registers them with their HTTP statuses (module.Module.Problems).
type Code string

// The codes of the platform's problems.
const (
	MalformedJSON        Code = "malformed_json"
	Unauthenticated      Code = "unauthenticated"
	Forbidden            Code = "forbidden"
	SecondFactorRequired Code = "second_factor_required"
	StepUpRequired       Code = "step_up_required"
	NotFound             Code = "not_found"
	MethodNotAllowed     Code = "method_not_allowed"
	Misdirected          Code = "misdirected_request"
	BodyTooLarge         Code = "body_too_large"
	UnsupportedMediaType Code = "unsupported_media_type"
	InvalidTransition    Code = "invalid_transition" // the resource's state does not allow it
	InUse                Code = "in_use"             // something refers to the resource
	PreconditionFailed   Code = "precondition_failed"
	IdempotencyInFlight  Code = "idempotency_in_progress"
	ValidationFailed     Code = "validation_failed"
	UnexpectedField      Code = "unexpected_field"
	IdempotencyReused    Code = "idempotency_key_reused"
	RateLimited          Code = "rate_limited"
	Internal             Code = "internal"
	Unavailable          Code = "unavailable"
)

// The codes of a Field. UnexpectedField is one too.
const (
	Required   Code = "required"
	WrongType  Code = "wrong_type"
	TooShort   Code = "too_short"
	TooLong    Code = "too_long"
	OutOfRange Code = "out_of_range"
	BadFormat  Code = "bad_format"
	NotAllowed Code = "not_allowed"
)

// Text is what people read of a fault, in English. One with values is a format of package fmt, and
// its values stand beside it. It is also the key to its German: the table of its module's
// errors_de.go has every Text. platform/httpapi says it in the caller's language.
type Text string

// English is the text with its values. A value that is a Text is said in the same language.
func (t Text) English(values ...any) string {
	if len(values) == 0 {
		return string(t)
	}
	return fmt.Sprintf(string(t), values...)
}

// Phrase is a Text with its values, as a value of another Text.
type Phrase struct {
	Text Text
	Args []any
}

// Say makes a phrase.
func Say(text Text, values ...any) Phrase { return Phrase{Text: text, Args: values} }

// String is the phrase in English.
func (p Phrase) String() string { return p.Text.English(p.Args...) }

// Translation is a Text, and the same in German, with places for the same values in their order.
type Translation [2]Text

// Field is one thing that is wrong with a request. Pointer is a JSON pointer into the body
// ("/rating"), a query parameter ("?limit") or a header's name ("Idempotency-Key"). Detail is for
// people and never holds what was submitted.
type Field struct {
	Pointer string `json:"pointer" doc:"JSON pointer, ? and a query parameter, or a header's name." example:"/rating"`
	Code    Code   `json:"code" schema:"FieldErrorCode" enum:"required,wrong_type,too_short,too_long,out_of_range,bad_format,not_allowed,unexpected_field" example:"out_of_range"`
	Detail  Text   `json:"detail" example:"must be between 1 and 5"`
	Args    []any  `json:"-"` // the values of Detail
}

// SchemaName is the name in the document.
func (Field) SchemaName() string { return "FieldError" }

// Fault is an error that a client may see.
type Fault struct {
	Code       Code
	Message    Text          // for people; no SQL, no Go names, no submitted values
	Args       []any         // the values of Message
	Fields     []Field       // what is wrong where, for ValidationFailed
	RetryAfter time.Duration // for RateLimited, Unavailable and IdempotencyInFlight
	Members    any           // a struct of further members of the problem: currentTotal, items
	cause      error
}

func (f *Fault) Error() string {
	if f.cause != nil {
		return fmt.Sprintf("%s: %s: %v", f.Code, f.Message.English(f.Args...), f.cause)
	}
	return string(f.Code) + ": " + f.Message.English(f.Args...)
}

// Unwrap gives the cause, which is logged and not shown.
func (f *Fault) Unwrap() error { return f.cause }

// New makes a fault. values are those of the message.
func New(code Code, message Text, values ...any) *Fault {
	return &Fault{Code: code, Message: message, Args: values}
}

// Invalid is a validation fault with everything that is wrong.
func Invalid(fields ...Field) *Fault {
	return &Fault{Code: ValidationFailed, Message: "The request is not valid.", Fields: fields}
}

// Missing is the fault of a resource that does not exist or is not the caller's: the two look the
// same.
func Missing() *Fault { return New(NotFound, "There is no such resource.") }

// Busy is the fault of a service that can't answer now; retryAfter is when to try again.
func Busy(cause error, retryAfter time.Duration) *Fault {
	f := New(Unavailable, "The service is busy or its database is away. Please try again.").WithCause(cause)
	f.RetryAfter = retryAfter
	return f
}

// CurrentVersion is what a problem with PreconditionFailed has beyond the usual members.
type CurrentVersion struct {
	Current int64 `json:"current" doc:"The version that the resource has now." example:"8"`
}

// Stale is the fault of a change that is based on another version of the resource than the current
// one.
func Stale(current int64) *Fault {
	return New(PreconditionFailed, "The resource has been changed since it was read.").WithMembers(CurrentVersion{current})
}

// WithMembers adds further members to the problem, the fields of a struct, and returns the fault.
// The operations that answer with it list them in httpapi.Op.ProblemMembers, so that the document
// has their types.
func (f *Fault) WithMembers(members any) *Fault {
	f.Members = members
	return f
}

// WithCause sets the cause and returns the fault.
func (f *Fault) WithCause(cause error) *Fault {
	f.cause = cause
	return f
}

// Is reports whether err is, or wraps, a fault with this code.
func Is(err error, code Code) bool {
	var f *Fault
	return errors.As(err, &f) && f.Code == code
}
