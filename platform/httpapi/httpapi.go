// Package httpapi is the service's one way to HTTP: a gin engine with huma on it (OpenAPI 3.1 from the Go types),
// operations with a required audience, answers that are stored under their idempotency key, RFC 9457 problems,
// paging and limits. API.md, section 1, is what it implements.
package httpapi

import (
	"context"
	"net/http"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
)

// Audience is who may call an operation. It is checked before the body is read.
type Audience int

// The audiences.
const (
	Public       Audience = iota + 1 // nobody needs to be logged in; a bearer token is ignored
	OptionalUser                     // a bearer token counts when there is one; a bad one is 401
	User                             // a valid bearer token
	UserOrCart                       // a valid bearer token, an X-Cart-Token, or both
	Admin                            // a valid bearer token with the role admin; a customer gets 403
)

// Op describes an operation.
type Op struct {
	ID      string // operationId: "register", "listAddresses"
	Method  string
	Path    string // OpenAPI form: "/v1/users/me/addresses/{id}"
	Tag     string // the heading in the document: "Accounts"
	Summary string // one line
	Detail  string // Markdown, when one line is not enough
	Status  int    // of success; 0 means 200
	// Errors are the fault codes that the operation may answer beyond those that every operation of its shape can.
	Errors []string
	// Limits names the rate limits (keys of the configuration, "login") that count calls of this operation by client address
	// or, for User and Admin operations, by caller. The general read and admin limits apply without being named.
	Limits []string
	// Secret says that the answer holds a session, a cart token or another secret: Idempotency-Key is ignored.
	Secret bool
	// Streaming lifts the limit of 10 s and of 256 KiB; idle limits of 15 s stand instead.
	Streaming bool
}

// Options of an API.
type Options struct {
	DB             *gorm.DB
	Authority      *auth.Authority
	Clock          clock.Clock
	Log            *zap.Logger
	PublicURL      string
	TrustedProxies []string
	CORSOrigins    []string
	Limits         Limits
	Version        string
	// Ready is asked by /readyz; nil means ready.
	Ready func(ctx context.Context) error
}

// Limits are the rate limits by name; PROMISES.md has the defaults.
type Limits struct {
	Enabled bool
	Rates   map[string]string // "login": "30/1m"; several windows with commas: "10/1m,60/1h"
}

// Router takes the operations of the modules.
type Router struct{}

// New makes the engine with everything that is not a module's: conventions, health, documents.
func New(o Options) (*Router, error) { panic("stub") }

// Handler is the whole API.
func (r *Router) Handler() http.Handler { panic("stub") }

// OpenAPI is the document, as JSON or YAML.
func (r *Router) OpenAPI(yaml bool) []byte { panic("stub") }

// Mount registers a handler outside the contract (the dev mailbox): no audience, not in the document.
func (r *Router) Mount(method, path string, h http.Handler) { panic("stub") }

// Migrations are the tables of stored answers and of shared rate limits.
func Migrations() database.Migrations { panic("stub") }

// Reply is the answer of an operation, already encoded: what is sent is what was stored under the idempotency key.
type Reply[T any] struct {
	Status   int
	Location string `header:"Location"`
	Body     Raw[T]
}

// Raw is an encoded T that keeps T's schema in the document.
type Raw[T any] struct{ bytes []byte }

// None is the answer of an operation without a body (204).
type None struct{}

// Located is implemented by resources whose creation answers with a Location header.
type Located interface{ Location() string }

// Personal is implemented by answers that hold personal data of somebody who need not be the caller: the user's id, or
// id.OfEmail of an address without account. Erasing that subject erases the stored answer.
type Personal interface{ DataSubject() string }

// OK answers a read with 200.
func OK[T any](v T) (*Reply[T], error) { panic("stub") }

// Handle registers an operation. I is huma's input struct: path, query and header parameters and a Body; parameters of
// type string for ids (a path id that is no UUID is a 404, which the operation's query finds out with id.Valid).
func Handle[I, T any](r *Router, aud Audience, op Op, h func(ctx context.Context, in *I) (*Reply[T], error)) {
	panic("stub")
}

// Commit is the one way to answer a write: it opens the transaction, runs the use case, encodes its result, stores it under the request's
// idempotency key, commits, waits for the read-your-writes barrier (at most 250 ms) and answers those bytes.
// status is that of success; a T that is Located sets the Location header of a 201. When the key's answer exists already, the use case does not run.
func Commit[T any](ctx context.Context, db *gorm.DB, status int, fn func(tx *gorm.DB) (T, error)) (*Reply[T], error) {
	panic("stub")
}

// EraseAnswers deletes the stored answers of the subjects (callers or data subjects) and those in which one of the texts (an email) occurs.
func EraseAnswers(tx *gorm.DB, subjects []string, texts ...string) error { panic("stub") }

// Take counts one call against the shared limit name for key (an email, a user id): it holds across replicas. Over the limit it returns
// a fault.RateLimited. It uses its own transaction.
func (r *Router) Take(ctx context.Context, name, key string) error { panic("stub") }

// ClientIP is the caller's address: the peer's, unless the peer is a trusted proxy.
func ClientIP(ctx context.Context) string { panic("stub") }

// UserAgent is the caller's User-Agent, cut to 256 characters.
func UserAgent(ctx context.Context) string { panic("stub") }

// AcceptLanguage is the first of "en" and "de" that the caller accepts, or "".
func AcceptLanguage(ctx context.Context) string { panic("stub") }

// RequestID is the request's id.
func RequestID(ctx context.Context) string { panic("stub") }

// Page is embedded in the input of a list operation: ?page (from 1) and ?limit (1–100, default 20).
type Page struct {
	Page  int `query:"page" default:"1" minimum:"1" doc:"Number of the page, from 1."`
	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Rows on a page."`
}

// Offset is the number of rows before the page.
func (p Page) Offset() int { return (p.Page - 1) * p.Limit }

// Meta describes a page.
type Meta struct {
	Total      int64 `json:"total"`
	Page       int   `json:"page"`
	Limit      int   `json:"limit"`
	TotalPages int   `json:"totalPages"`
}

// List is a page of a list.
type List[T any] struct {
	Data []T  `json:"data"`
	Meta Meta `json:"meta"`
}

// Listed makes the answer of a list operation; a nil slice becomes an empty array.
func Listed[T any](rows []T, total int64, p Page) List[T] { panic("stub") }

// Find runs a list query: q counted, ordered, offset and limited. The rows are Ms.
func Find[M any](q *gorm.DB, p Page, order string) (rows []M, total int64, err error) { panic("stub") }

// Time is a moment in an answer: RFC 3339, UTC, milliseconds.
type Time time.Time

// TimeOf converts; TimePtr keeps nil.
func TimeOf(t time.Time) Time { return Time(t) }

// TimePtr is nil for nil.
func TimePtr(t *time.Time) *Time { panic("stub") }

// Text is a text of a request body, trimmed of white space on both sides; the limits of its tags (minLength, maxLength, in characters) count after trimming.
type Text string

// Optional is a field of a PATCH body: absent leaves the resource unchanged, null clears, else it sets. T's constraints are the field's tags.
type Optional[T any] struct {
	Set   bool // the field was in the body
	Null  bool // it was null
	Value T
}
