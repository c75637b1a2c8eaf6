package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
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
	// Carries has, by code, an example of what the problems with that code carry beyond the common
	// members: a value of the struct that their faults carry (fault.Carrying).
	Carries map[string]any
	// Limits names the rate limits (keys of the configuration, "login") that count calls of this operation by client address
	// or, for User and Admin operations, by caller. The general limits of reads, writes and admins apply without being named.
	Limits []string
	// Secret says that the answer holds a session, a cart token or another secret: Idempotency-Key is ignored.
	Secret bool
	// KeepAnswer is how long the answer under an Idempotency-Key is kept; 0 means 7 days.
	KeepAnswer time.Duration
	// Cached says that the answer is made with the function Cached: it has an ETag, and If-None-Match may be answered with 304.
	Cached bool
	// Consumes is the media type of an upload: "text/csv".
	Consumes string
	// Produces is the media type of a streamed answer: "text/event-stream", "text/csv".
	Produces string
	// Event is a value of the struct that describes one event of a stream of server-sent events.
	Event any
	// Filename is what a browser saves a streamed answer as.
	Filename string

	streaming bool // HandleStream and HandleUpload lift the limit of 10 s
}

// Checker is implemented by an input (the pointer to it) that has rules beyond those of its fields' tags: two fields that must agree, say.
// What it returns is answered together with everything else that is wrong; a field that is blamed already is not blamed again. It
// may be called with values that break the rules of the tags.
type Checker interface{ Check() []fault.Field }

// answerTime is how long an operation may take. What is late gets a 503: every request is answered within 10 s.
const answerTime = 9 * time.Second

// operation is a registered Op.
type operation struct {
	router   *Router
	audience Audience
	op       Op
	keyed    bool // it takes an Idempotency-Key
	params   []param
	body     *rule // of a body that the operation takes; else an object without fields
	needed   bool  // the body must be there
}

// output lets the answer write itself, through huma.
type output struct{ Body func(huma.Context) }

// Handle registers an operation. I is huma's input struct: path, query and header parameters and a Body; parameters of
// type string for ids (a path id that is no UUID is a 404, which the operation's query finds out with id.Valid).
func Handle[I, T any](r *Router, aud Audience, op Op, h func(ctx context.Context, in *I) (*Reply[T], error)) {
	o := r.newOperation(aud, op, reflect.TypeFor[T]())
	huma.Register(r.api, o.described(reflect.TypeFor[T]()), func(ctx context.Context, in *I) (*output, error) {
		if err := o.invalid(ctx, in); err != nil {
			return o.failed(err), nil
		}
		reply, err := h(ctx, in)
		if err != nil {
			return o.failed(err), nil
		}
		return &output{func(hc huma.Context) { reply.send(humagin.Unwrap(hc)) }}, nil
	})
	o.learn(reflect.TypeFor[I]())
}

func (r *Router) newOperation(aud Audience, op Op, answer reflect.Type) *operation {
	if op.Status == 0 {
		op.Status = http.StatusOK
		if answer == reflect.TypeFor[None]() {
			op.Status = http.StatusNoContent
		}
	}
	o := &operation{router: r, audience: aud, op: op, keyed: mutating(op.Method) && !op.Secret}
	r.operations = append(r.operations, o)
	return o
}

func mutating(method string) bool {
	return slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, method)
}

// learn makes the checks of what huma has found out about the input, and completes the document with their answers.
func (o *operation) learn(input reflect.Type) {
	doc := operationAt(o.router.api.OpenAPI(), o.op.Path, o.op.Method)
	for _, p := range doc.Parameters {
		if p.In != "path" {
			pointer := p.Name
			if p.In == "query" {
				pointer = "?" + p.Name
			}
			o.params = append(o.params, param{p.Name, pointer, p.In == "header", p.Required, o.router.rules.compile(p.Schema)})
		}
	}
	markParams(doc.Parameters, input)
	o.body = &rule{schema: huma.TypeObject}
	if doc.RequestBody != nil {
		mustBeExact(o.op.ID, input)
		delete(doc.RequestBody.Content, "application/octet-stream") // huma's, of a RawBody: it is refused with 415
		o.body = o.router.rules.compile(doc.RequestBody.Content["application/json"].Schema)
		o.needed = len(o.body.required) > 0
		doc.RequestBody.Required = o.needed
	}
	o.describe(doc)
}

// serve is the order of checks, from where a path is known to where huma decodes.
func (o *operation) serve(hc huma.Context, next func(huma.Context)) {
	c := humagin.Unwrap(hc)
	q := of(c)
	q.secret, q.consumes = o.op.Secret, cmp.Or(o.op.Consumes, jsonType)
	replayed, err := o.admit(c, q)
	defer q.upload.close()
	switch {
	case err != nil:
		o.fail(c, q, err)
	case replayed != nil:
		replayed.send(c)
	default:
		ctx, cancel := o.lifetime(c.Request.Context())
		defer cancel()
		c.Request = c.Request.WithContext(o.callerContext(ctx, q))
		next(hc)
	}
}

// admit is the checks of a request that come before its operation. What is wrong with its content is left in q, to be told
// with what the operation's own check finds. Whether the request was answered before is asked by Commit, or else by fail.
func (o *operation) admit(c *gin.Context, q *request) (replayed *answer, err error) {
	if err := o.limitAddress(c, q); err != nil {
		return nil, err
	}
	if err := o.authenticate(c.Request, q); err != nil {
		return nil, err
	}
	if err := o.limitCaller(c, q); err != nil {
		return nil, err
	}
	if err := checkPath(c); err != nil {
		return nil, err
	}
	var faults checker
	if !mutating(o.op.Method) {
		o.checkParams(c.Request, &faults)
		q.faults = faults.faults
		return nil, nil
	}
	if o.op.Consumes != "" {
		return o.admitUpload(c, q)
	}
	b := readBody(c.Writer, c.Request)
	v, given, err := b.check(c.Request, o.needed)
	q.key = o.readKey(c.Request, q, string(b.bytes), o.about(v), &faults)
	if err != nil {
		return nil, err
	}
	o.checkParams(c.Request, &faults)
	if given {
		faults.value(o.body, v, "")
	}
	q.faults = faults.faults
	return nil, nil
}

// admitUpload is the rest of admit for an operation that takes an upload.
func (o *operation) admitUpload(c *gin.Context, q *request) (replayed *answer, err error) {
	if q.upload, err = receive(c.Writer, c.Request); err != nil {
		return nil, err
	}
	var faults checker
	if q.key = o.readKey(c.Request, q, string(q.upload.sum[:]), "", &faults); q.key != nil {
		if replayed, err = o.replay(c, q.key); replayed != nil || err != nil {
			return replayed, err
		}
	}
	if err := q.upload.check(c, o.op.Consumes); err != nil {
		return nil, err
	}
	o.checkParams(c.Request, &faults)
	q.faults = faults.faults
	return nil, nil
}

func (o *operation) replay(c *gin.Context, key *idempotencyKey) (*answer, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), o.router.answerTime)
	defer cancel()
	return key.replay(o.router.db.WithContext(ctx), o.router.clock.Now())
}

// lifetime is how long the operation may take: answerTime, or for a stream until the service shuts down.
func (o *operation) lifetime(ctx context.Context) (context.Context, context.CancelFunc) {
	if !o.op.streaming {
		return context.WithTimeout(ctx, o.router.answerTime)
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(o.router.draining, cancel)
	return ctx, func() { stop(); cancel() }
}

// callerContext is ctx with what a handler and the events that it causes know of the caller.
func (o *operation) callerContext(ctx context.Context, q *request) context.Context {
	cause := eventbus.Cause{RequestID: q.id, Actor: eventbus.ActorAnonymous, Barrier: id.New()}
	if q.caller != nil {
		ctx = auth.With(ctx, *q.caller)
		cause.Actor = q.caller.Actor()
	}
	return eventbus.WithCause(ctx, cause)
}

// invalid is everything that is wrong with the request's content, or nil.
func (o *operation) invalid(ctx context.Context, in any) error {
	faults := requestOf(ctx).faults
	if c, ok := in.(Checker); ok {
		for _, f := range c.Check() {
			if !slices.ContainsFunc(faults, func(known fault.Field) bool { return known.Pointer == f.Pointer }) {
				faults = append(faults, f)
			}
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fault.Invalid(faults...)
}

func (o *operation) failed(err error) *output {
	return &output{func(hc huma.Context) {
		c := humagin.Unwrap(hc)
		o.fail(c, of(c), err)
	}}
}

// fail answers with a fault, unless the request was answered before under its Idempotency-Key: that comes before what is wrong with
// its content, and before what the operation finds wrong now that its effect is there.
func (o *operation) fail(c *gin.Context, q *request, err error) {
	if q.key != nil {
		replayed, unknown := o.replay(c, q.key)
		if replayed != nil {
			replayed.send(c)
			return
		}
		if unknown != nil {
			err = unknown
		}
	}
	o.router.fail(c, err)
}

// mustBeExact panics when a body has a number that encoding/json would round, or refuse with Go's words.
func mustBeExact(operation string, input reflect.Type) {
	body, _ := input.FieldByName("Body")
	walkFields(body.Type, map[reflect.Type]bool{}, func(f reflect.StructField) {
		t := f.Type
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if k := t.Kind(); k >= reflect.Int && k <= reflect.Float64 && !provides(t) {
			panic("httpapi: " + operation + ": " + f.Name + " must be an httpapi.Whole or a type of its own with an exact UnmarshalJSON")
		}
	})
}

func walkFields(t reflect.Type, seen map[reflect.Type]bool, visit func(reflect.StructField)) {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() && !strings.HasPrefix(f.Tag.Get("json"), "-") {
			visit(f)
			walkFields(f.Type, seen, visit)
		}
	}
}
