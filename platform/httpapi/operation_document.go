package httpapi

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

// humaOperation is the operation as it is registered with huma. What only huma finds out
// (parameters, body) is completed by describe.
func (o *operation) humaOperation(answer reflect.Type) huma.Operation {
	o.router.registry.operation = o.op.ID
	ok := &huma.Response{Description: http.StatusText(o.op.Status), Headers: o.successHeaders(answer)}
	switch {
	case o.op.Produces != "":
		ok.Content = map[string]*huma.MediaType{o.op.Produces: o.streamType()}
		if o.op.AlsoProduces != "" {
			ok.Content[o.op.AlsoProduces] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		}
	case answer != reflect.TypeFor[None]():
		ok.Content = map[string]*huma.MediaType{jsonType: {Schema: o.router.registry.Schema(answer, true,
			capital(o.op.ID)+"Answer")}}
	}
	responses := map[string]*huma.Response{strconv.Itoa(o.op.Status): ok}
	if o.op.Status == http.StatusCreated && answer.Implements(reflect.TypeFor[Repeated]()) {
		again := *ok
		again.Description = "Nothing was created."
		responses[strconv.Itoa(http.StatusOK)] = &again
	}
	op := huma.Operation{
		OperationID: o.op.ID, Method: o.op.Method, Path: o.op.Path, Summary: o.op.Summary, Description: o.op.Detail,
		DefaultStatus: o.op.Status, Security: o.security(),
		Responses:          responses,
		Middlewares:        huma.Middlewares{o.serve},
		SkipValidateParams: true, SkipValidateBody: true, BodyReadTimeout: -1, MaxBodyBytes: o.op.MaxBody,
	}
	if o.op.Scope != "" {
		op.Extensions = map[string]any{"x-scope": o.op.Scope}
	}
	if o.op.StepUp != "" {
		op.Extensions["x-step-up"] = o.op.StepUp
	}
	if o.op.Tag != "" {
		op.Tags = []string{o.op.Tag}
		o.router.tags.use(o.op.Tag, o.audience)
	}
	return op
}

// streamType describes a stream: text, or for server-sent events the data of an event, as
// generators of clients take it, with the whole event in x-event.
func (o *operation) streamType() *huma.MediaType {
	if o.op.Body != nil {
		return &huma.MediaType{Schema: o.router.registry.Schema(reflect.TypeOf(o.op.Body), true, "")}
	}
	if o.op.Event == nil {
		return &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	event := reflect.TypeOf(o.op.Event)
	data, ok := event.FieldByName("Data")
	if !ok {
		panic("httpapi: " + o.op.ID + ": an event has Data")
	}
	return &huma.MediaType{
		Schema:     o.router.registry.Schema(data.Type, true, ""),
		Extensions: map[string]any{"x-event": o.router.registry.Schema(event, true, "")},
	}
}

func (o *operation) security() []map[string][]string {
	user, anonymous := map[string][]string{bearerScheme: {}}, map[string][]string{}
	switch o.audience {
	case OptionalUser:
		return []map[string][]string{anonymous, user}
	case UserOrGuest:
		t := o.guestToken()
		if t.Header == "" {
			panic("httpapi: " + o.op.ID + " is for guests, and no guest token is registered")
		}
		o.router.allowGuestToken(t)
		if o.op.NewGuest {
			return []map[string][]string{user, {t.scheme(): {}}, anonymous}
		}
		return []map[string][]string{user, {t.scheme(): {}}}
	case User:
		if o.op.Ticket != nil {
			o.router.allowTicket(o.op.Ticket)
			return []map[string][]string{user, {o.op.Ticket.scheme(): {}}}
		}
		return []map[string][]string{user}
	case Admin:
		return []map[string][]string{{bearerScheme: {string(auth.RoleAdmin)}}}
	}
	return []map[string][]string{} // explicitly none
}

func (o *operation) successHeaders(answer reflect.Type) map[string]*huma.Param {
	var names []string // X-Request-Id is on every response: the description of the document says so
	if o.keyed {
		names = append(names, "Idempotency-Replayed")
	}
	if o.op.Status == http.StatusCreated && answer.Implements(reflect.TypeFor[Located]()) {
		names = append(names, "Location")
	}
	if o.op.Cached {
		names = append(names, "ETag", "Cache-Control")
	}
	all := headers(names...)
	if answer.Implements(reflect.TypeFor[Versioned]()) && !o.op.Cached {
		all["ETag"] = &huma.Param{Ref: headersPrefix + "VersionETag"}
	}
	for name, text := range o.op.Headers {
		all[name] = &huma.Param{Description: text, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	return all
}

// describe adds the header of the idempotency key and every problem that the operation can answer
// with.
func (o *operation) describe(doc *huma.Operation) {
	if o.keyed {
		doc.Parameters = append(doc.Parameters, &huma.Param{Ref: parametersPrefix + "Idempotency-Key"})
	}
	if o.op.Cached {
		doc.Parameters = append(doc.Parameters, &huma.Param{Ref: parametersPrefix + "If-None-Match"})
		doc.Responses[strconv.Itoa(http.StatusNotModified)] = &huma.Response{
			Description: "Nothing has changed since the answer that If-None-Match names.",
			Headers:     headers("X-Request-Id", "ETag"),
		}
	}
	byStatus := map[int][]fault.Code{}
	for _, code := range o.codes() {
		status := o.router.problems.statuses[code]
		if status == 0 {
			panic(fmt.Sprintf("httpapi: %s: there is no error code %q", o.op.ID, code))
		}
		if !slices.Contains(byStatus[status], code) {
			byStatus[status] = append(byStatus[status], code)
			o.router.answering[code] = append(o.router.answering[code], doc)
		}
	}
	for status, codes := range byStatus {
		if !isGeneral(codes) {
			doc.Responses[strconv.Itoa(status)] = o.router.failure(status, codes, o.problemMembers())
		}
	}
	doc.Responses["default"] = &huma.Response{Ref: responsesPrefix + generalFailure}
}

// codes are the codes of the operation: its own, and those that every operation of its shape has.
func (o *operation) codes() []fault.Code {
	codes := slices.Clone(o.op.Errors)
	add := func(when bool, more ...fault.Code) {
		if when {
			codes = append(codes, more...)
		}
	}
	add(true, fault.Unauthenticated, fault.Forbidden) // of a storefront's key, if of nothing else
	add(o.audience == Admin && o.op.Scope != auth.ScopeSelf, fault.SecondFactorRequired)
	add(o.op.StepUp != "", fault.StepUpRequired)
	add(strings.Contains(o.op.Path, "{"), fault.NotFound)
	add(isWrite(o.op.Method), fault.MalformedJSON, fault.BodyTooLarge, fault.UnsupportedMediaType)
	add(true, fault.ValidationFailed, fault.UnexpectedField) // of the body, or of the query
	add(o.conditional, fault.PreconditionFailed)
	add(o.keyed, fault.IdempotencyInFlight, fault.IdempotencyReused)
	add(true, fault.RateLimited, fault.Internal, fault.Unavailable)
	return codes
}

// problemMembers are those of the operation's own codes, and those of forbidden,
// second_factor_required and precondition_failed, which are the same wherever they are answered.
func (o *operation) problemMembers() map[fault.Code]any {
	members := map[fault.Code]any{
		fault.Forbidden:            forbiddenMembers{cmp.Or(o.op.Scope, auth.ScopeRender)},
		fault.SecondFactorRequired: exampleOfSecondFactor,
		fault.PreconditionFailed:   fault.CurrentVersion{Current: 8},
	}
	maps.Copy(members, o.op.ProblemMembers)
	return members
}

// operationAt is the operation of the document at the path.
func operationAt(doc *huma.OpenAPI, path, method string) *huma.Operation {
	item := doc.Paths[path]
	return map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch,
		http.MethodDelete: item.Delete,
	}[method]
}
