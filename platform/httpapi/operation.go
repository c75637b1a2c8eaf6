package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

// Op describes an operation.
type Op struct {
	ID      string // operationId: "register", "listAddresses"
	Method  string
	Path    string // OpenAPI form: "/v1/users/me/addresses/{id}"
	Tag     string // the tag in the document: "Accounts"
	Summary string // one line
	Detail  string // Markdown: what a repetition does, what a conflict means; every operation has one
	Status  int    // of success; 0 means 200
	// Scope is what an operation for Admin requires of its caller. Each such operation has one, and
	// no other operation has: "mails:read". In the document it is x-scope.
	Scope auth.Scope
	// StepUp is when an operation for Admin requires a recent proof of its caller. In the document
	// it is x-step-up.
	StepUp StepUp
	// Errors are the codes that the operation may answer with, beyond those that every operation of
	// its shape can.
	Errors []fault.Code
	// ProblemMembers are, by code, an example of the members that problems with the code have
	// beyond the usual ones: a value of the struct that is given to fault.Fault.WithMembers.
	ProblemMembers map[fault.Code]any
	// Headers are headers that the response of success may have, with what they mean.
	Headers map[string]string
	// DeriveHeaders makes headers of the body of a success, on a replay too: for what must not be
	// stored with the response.
	DeriveHeaders func(ctx context.Context, body []byte) map[string]string
	// Guest is the token that a UserOrGuest operation takes, if it is another than the router's.
	Guest GuestToken
	// NewGuest lets a caller with neither token call a UserOrGuest operation, which makes what the
	// guest token opens.
	NewGuest bool
	// Ticket stands in for the access token of a User operation; nil for most.
	Ticket *Ticket
	// Limits are the rate limits (keys of the configuration, "login") that count calls of this
	// operation by client address or, for User and Admin operations, by caller. The general limits
	// of reads, writes and admins apply without being named.
	Limits []string
	// GuestLimits count the calls with nothing but a guest token, by address, in place of Limits.
	GuestLimits []string
	// Secret marks a response that holds a session, a guest token or another secret:
	// Idempotency-Key is ignored.
	Secret bool
	// KeepResponse is how long the response under an Idempotency-Key is kept; 0 means 7 days.
	KeepResponse time.Duration
	// Cached marks a response that is made with the function Cached: it has an ETag, and
	// If-None-Match may be answered with 304.
	Cached bool
	// Consumes is the media type of an upload: "text/csv". HandleFileUpload sets it.
	Consumes string
	// AlsoConsumes is another media type that an upload may have.
	AlsoConsumes string
	// MaxBody is the largest JSON body in bytes; 0 means 256 KiB.
	MaxBody int64
	// Produces is the media type of a streamed response: "text/event-stream", "text/csv".
	Produces string
	// AlsoProduces is another media type that the stream may have: Stream.Produce chooses it.
	AlsoProduces string
	// Body is a value of the struct that a stream of JSON is, as it is documented.
	Body any
	// Event is a value of the struct that describes one event of a stream of server-sent events.
	Event any
	// Filename is the name under which a browser saves a streamed response.
	Filename string

	streaming bool  // HandleStream and HandleUpload lift the limit of 10 s
	maxFile   int64 // of HandleFileUpload: the largest file in bytes
}

// Checker is implemented by an input (the pointer to it) that has rules beyond those of its fields'
// tags: two fields that must agree, say. The faults that it returns are answered together with
// everything else that is wrong; a field that has a fault already gets no second one. Check may be
// called with values that break the rules of the tags.
type Checker interface{ Check() []fault.Field }

// LateChecker is a Checker whose use case makes the checks itself, beside those that need the
// database, and answers the faults of both at once. CheckLate is called only where the request has
// other faults, with which its own are answered.
type LateChecker interface{ CheckLate() []fault.Field }

// answerTime is how long an operation may take. After it the response is a 503: every request is
// answered within 10 s.
const answerTime = 9 * time.Second

// operation is a registered Op.
type operation struct {
	router       *Router
	owner        registration
	audience     Audience
	op           Op
	keyed        bool // it takes an Idempotency-Key
	conditional  bool // it takes an If-Match
	versioned    bool // its answer is Versioned
	params       []param
	body         *rule // of a body that the operation takes; else an object without fields
	bodyRequired bool
}

// output is what huma gets of a handler: a function that writes the response.
type output struct{ Body func(huma.Context) }

// Handle registers an operation. I is huma's input struct: path, query and header parameters and a
// Body. Ids are parameters of type string: a path id that is no UUID is a 404, which the
// operation's query finds out with id.Valid. checks are rules of the input's values that need more
// than the input (a clock, the configuration); they are as Checker.Check.
func Handle[I, T any](
	r *Router, audience Audience, op Op, h func(ctx context.Context, in *I) (*Reply[T], error),
	checks ...func(in *I) []fault.Field,
) {
	o := r.newOperation(audience, op, reflect.TypeFor[T]())
	huma.Register(r.api, o.humaOperation(reflect.TypeFor[T]()), func(ctx context.Context, in *I) (*output, error) {
		var found []fault.Field
		for _, check := range checks {
			found = append(found, check(in)...)
		}
		if err := o.validate(ctx, in, found...); err != nil {
			return o.failure(err), nil
		}
		reply, err := h(ctx, in)
		if err != nil {
			return o.failure(err), nil
		}
		return &output{func(hc huma.Context) { o.send(humagin.Unwrap(hc), &reply.response) }}, nil
	})
	o.compile(reflect.TypeFor[I]())
}

func (r *Router) newOperation(audience Audience, op Op, answer reflect.Type) *operation {
	if op.Status == 0 {
		op.Status = http.StatusOK
		if answer == reflect.TypeFor[None]() {
			op.Status = http.StatusNoContent
		}
	}
	if (audience == Admin) != (op.Scope != "") {
		panic("httpapi: " + op.ID + ": an operation for Admin has a scope, and no other has")
	}
	if op.StepUp != "" && audience != Admin {
		panic("httpapi: " + op.ID + ": only an operation for Admin requires a step-up")
	}
	o := &operation{router: r, owner: r.registering, audience: audience, op: op, keyed: isWrite(op.Method) && !op.Secret}
	o.versioned = answer.Implements(reflect.TypeFor[Versioned]())
	r.operations = append(r.operations, o)
	if op.Scope != "" && r.authority != nil {
		r.authority.AddScopes(op.Scope)
	}
	return o
}

func isWrite(method string) bool {
	return slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, method)
}

// validate is everything that is wrong with the request's content, or nil. found is what the
// operation's checks have found.
func (o *operation) validate(ctx context.Context, in any, found ...fault.Field) error {
	faults := requestOf(ctx).faults
	if c, ok := in.(Checker); ok {
		found = append(c.Check(), found...)
	}
	if c, ok := in.(LateChecker); ok && len(faults)+len(found) > 0 {
		found = append(c.CheckLate(), found...)
	}
	known := len(faults)
	for _, f := range found {
		same := func(k fault.Field) bool { return k.Pointer == f.Pointer }
		follows := func(k fault.Field) bool { return inOneElement(k.Pointer, f.Pointer) }
		if !slices.ContainsFunc(faults, same) && !slices.ContainsFunc(faults[:known], follows) {
			faults = append(faults, f)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fault.Invalid(faults...)
}

// listElement matches a pointer into an element of a list, up to the element.
var listElement = regexp.MustCompile(`^.*/\d+/`)

// inOneElement reports whether two pointers lead into the same element of a list: what a check
// finds there may only follow from the value that is missing, because it has a fault itself.
func inOneElement(a, b string) bool {
	at := listElement.FindString(a)
	return at != "" && strings.HasPrefix(b, at)
}

// send answers with a response, made now or stored before.
func (o *operation) send(c *gin.Context, r *response) {
	if o.op.DeriveHeaders != nil && r.status < http.StatusMultipleChoices {
		for name, value := range o.op.DeriveHeaders(c.Request.Context(), r.body) {
			c.Writer.Header().Set(name, value)
		}
	}
	if o.versioned && !o.op.Cached && r.status < http.StatusMultipleChoices {
		setVersionETag(c.Writer.Header(), r.body)
	}
	requestFrom(c).takeBack(r.status)
	r.send(c)
}

// takeBack takes back what the general limit has counted when the answer has the status 304.
func (q *request) takeBack(status int) {
	if q.uncount != nil && status == http.StatusNotModified {
		q.uncount()
	}
}

func (o *operation) failure(err error) *output {
	return &output{func(hc huma.Context) {
		c := humagin.Unwrap(hc)
		o.fail(c, requestFrom(c), err)
	}}
}
