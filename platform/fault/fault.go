// Package fault is the project's error model: a fault has a stable code for programs and a message for people.
// platform/httpapi alone turns a code into an HTTP status. An error that is no Fault is internal: it is logged and
// never leaves the service.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// The codes of problems. Clients tell them apart: one that is answered anywhere keeps its meaning.
const (
	MalformedJSON        = "malformed_json"
	InvalidCode          = "invalid_code"
	Unauthenticated      = "unauthenticated"
	InvalidCredentials   = "invalid_credentials"
	InvalidRefreshToken  = "invalid_refresh_token"
	Forbidden            = "forbidden"
	EmailNotVerified     = "email_not_verified"
	NotFound             = "not_found"
	ProductNotFound      = "product_not_found"
	MethodNotAllowed     = "method_not_allowed"
	Misdirected          = "misdirected_request"
	BodyTooLarge         = "body_too_large"
	UnsupportedMediaType = "unsupported_media_type"
	ReviewAlreadyExists  = "review_already_exists"
	SlugTaken            = "slug_taken"
	SKUTaken             = "sku_taken"
	InsufficientPoints   = "insufficient_points"
	InsufficientStock    = "insufficient_stock"
	CartEmpty            = "cart_empty"
	CartChanged          = "cart_changed"
	TotalChanged         = "total_changed"
	InvalidTransition    = "invalid_transition"
	AlreadyDecided       = "already_decided"
	IdempotencyInFlight  = "idempotency_in_progress"
	CodeNotApplicable    = "code_not_applicable"
	InUse                = "in_use"
	LastAdmin            = "last_admin"
	TooManyOpenOrders    = "too_many_open_orders"
	ValidationFailed     = "validation_failed"
	UnexpectedField      = "unexpected_field"
	IdempotencyReused    = "idempotency_key_reused"
	RateLimited          = "rate_limited"
	Internal             = "internal"
	Unavailable          = "unavailable"
)

// The codes of a Field. UnexpectedField is one too.
const (
	Required   = "required"
	WrongType  = "wrong_type"
	TooShort   = "too_short"
	TooLong    = "too_long"
	OutOfRange = "out_of_range"
	BadFormat  = "bad_format"
	NotAllowed = "not_allowed"
)

// Field is one thing that is wrong with a request. Pointer is a JSON pointer into the body ("/rating"),
// a query parameter ("?limit") or a header's name ("Idempotency-Key"). Detail is for people and never holds the value.
type Field struct {
	Pointer string `json:"pointer" doc:"JSON pointer, ? and a query parameter, or a header's name." example:"/rating"`
	Code    string `json:"code" schema:"FieldErrorCode" enum:"required,wrong_type,too_short,too_long,out_of_range,bad_format,not_allowed,unexpected_field" example:"out_of_range"`
	Detail  string `json:"detail" example:"must be between 1 and 5"`
}

// SchemaName is the name in the document.
func (Field) SchemaName() string { return "FieldError" }

// Fault is an error that a client may see.
type Fault struct {
	Code       string        // stable, from the list above
	Message    string        // for people; no SQL, no Go names, no submitted values
	Fields     []Field       // what is wrong where, for ValidationFailed
	RetryAfter time.Duration // for RateLimited, Unavailable and IdempotencyInFlight
	Members    any           // a struct of further members of the problem: currentTotal, items
	cause      error
}

func (f *Fault) Error() string {
	if f.cause != nil {
		return fmt.Sprintf("%s: %s: %v", f.Code, f.Message, f.cause)
	}
	return f.Code + ": " + f.Message
}

// Unwrap gives the cause, which is logged and not shown.
func (f *Fault) Unwrap() error { return f.cause }

// New makes a fault.
func New(code, message string) *Fault { return &Fault{Code: code, Message: message} }

// Invalid is a validation fault with everything that is wrong.
func Invalid(fields ...Field) *Fault {
	return &Fault{Code: ValidationFailed, Message: "The request is not valid.", Fields: fields}
}

// Missing is the fault of a resource that does not exist or is not the caller's: the two look the same.
func Missing() *Fault { return New(NotFound, "There is no such resource.") }

// Busy says that the service can't answer now and when to try again.
func Busy(cause error, retryAfter time.Duration) *Fault {
	return &Fault{Code: Unavailable, Message: "The service is busy or its database is away. Please try again.", RetryAfter: retryAfter, cause: cause}
}

// Carrying adds further members to the problem, the fields of a struct, and returns the fault. The
// operations that answer it name them in httpapi.Op.Carries, so that the document has their types.
func (f *Fault) Carrying(members any) *Fault {
	f.Members = members
	return f
}

// Because sets the cause and returns the fault.
func (f *Fault) Because(cause error) *Fault {
	f.cause = cause
	return f
}

// Is tells whether err is, or wraps, a fault with this code.
func Is(err error, code string) bool {
	var f *Fault
	return errors.As(err, &f) && f.Code == code
}
