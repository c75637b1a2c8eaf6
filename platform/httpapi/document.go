package httpapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

// The names of the security schemes.
const (
	bearerScheme = "bearer"
	cartScheme   = "cartToken"
)

const description = `The ordering service of a shop: what its storefront and its administration are built on.

Failures are problems (RFC 9457): ` + "`code`" + ` is for programs and never changes, ` + "`detail`" + ` is for people. Every writing request takes an
` + "`Idempotency-Key`" + `: sent again with the same body, it gets the same answer and has no second effect. Money is in EUR, times are RFC 3339 in UTC.
Every answer names its request in ` + "`X-Request-Id`" + `.`

func newConfig(o Options, r *registry) huma.Config {
	json := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: huma.DefaultJSONFormat.Unmarshal}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: "Order Service", Version: cmp.Or(o.Version, "1.0"), Description: description},
			Servers: []*huma.Server{{URL: o.PublicURL}},
			Components: &huma.Components{
				Schemas: r,
				Headers: sharedHeaders(), Parameters: sharedParameters(),
				Responses: map[string]*huma.Response{}, Examples: map[string]*huma.Example{},
				SecuritySchemes: map[string]*huma.SecurityScheme{
					bearerScheme: {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The accessToken of a session."},
					cartScheme:   {Type: "apiKey", In: "header", Name: "X-Cart-Token", Description: "The cartToken of a guest's cart."},
				},
			},
		},
		Formats:       map[string]huma.Format{jsonType: json, "json": json},
		DefaultFormat: jsonType,
	}
}

// described is the operation for huma. What only huma finds out (parameters, body) is completed by describe.
func (o *operation) described(answer reflect.Type) huma.Operation {
	o.router.registry.operation = o.op.ID
	success := &huma.Response{Description: http.StatusText(o.op.Status), Headers: o.successHeaders(answer)}
	switch {
	case o.op.Produces != "":
		success.Content = map[string]*huma.MediaType{o.op.Produces: {Schema: o.produced()}}
	case answer != reflect.TypeFor[None]():
		success.Content = map[string]*huma.MediaType{jsonType: {Schema: o.router.registry.Schema(answer, true, capital(o.op.ID)+"Answer")}}
	}
	responses := map[string]*huma.Response{strconv.Itoa(o.op.Status): success}
	if o.op.Status == http.StatusCreated && answer.Implements(reflect.TypeFor[Repeated]()) {
		again := *success
		again.Description = "It was there already."
		responses[strconv.Itoa(http.StatusOK)] = &again
	}
	op := huma.Operation{
		OperationID: o.op.ID, Method: o.op.Method, Path: o.op.Path, Summary: o.op.Summary, Description: o.op.Detail,
		DefaultStatus: o.op.Status, Security: o.security(),
		Responses:          responses,
		Middlewares:        huma.Middlewares{o.serve},
		SkipValidateParams: true, SkipValidateBody: true, BodyReadTimeout: -1,
	}
	if o.op.Tag != "" {
		op.Tags = []string{o.op.Tag}
		o.router.use(o.op.Tag, o.audience)
	}
	return op
}

// produced is the schema of a stream: text, and of server-sent events what one is.
func (o *operation) produced() *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	if o.op.Event != nil {
		event := o.router.registry.Schema(reflect.TypeOf(o.op.Event), true, "")
		s.Extensions = map[string]any{"contentMediaType": o.op.Produces, "contentSchema": event}
	}
	return s
}

func (o *operation) security() []map[string][]string {
	user, cart, nobody := map[string][]string{bearerScheme: {}}, map[string][]string{cartScheme: {}}, map[string][]string{}
	switch o.audience {
	case OptionalUser:
		return []map[string][]string{nobody, user}
	case UserOrCart:
		return []map[string][]string{user, cart}
	case User:
		return []map[string][]string{user}
	case Admin:
		return []map[string][]string{{bearerScheme: {string(auth.RoleAdmin)}}}
	}
	return []map[string][]string{} // asks for nothing, and says so
}

func (o *operation) successHeaders(answer reflect.Type) map[string]*huma.Param {
	var names []string // X-Request-Id is on every answer: the description of the document says so
	if o.keyed {
		names = append(names, "Idempotency-Replayed")
	}
	if o.op.Status == http.StatusCreated && answer.Implements(reflect.TypeFor[Located]()) {
		names = append(names, "Location")
	}
	if o.op.Cached {
		names = append(names, "ETag", "Cache-Control")
	}
	return headers(names...)
}

// describe adds the key's header and every failure that the operation can answer.
func (o *operation) describe(doc *huma.Operation) {
	if o.keyed {
		doc.Parameters = append(doc.Parameters, &huma.Param{Ref: parametersPrefix + "Idempotency-Key"})
	}
	if o.op.Cached {
		doc.Parameters = append(doc.Parameters, &huma.Param{Ref: parametersPrefix + "If-None-Match"})
		doc.Responses[strconv.Itoa(http.StatusNotModified)] = &huma.Response{
			Description: "Nothing has changed since the answer that If-None-Match names.", Headers: headers("X-Request-Id", "ETag"),
		}
	}
	byStatus := map[int][]string{}
	for _, code := range o.errors() {
		status := statuses[code]
		if status == 0 {
			panic(fmt.Sprintf("httpapi: %s: there is no error code %q", o.op.ID, code))
		}
		if !slices.Contains(byStatus[status], code) {
			byStatus[status] = append(byStatus[status], code)
			o.router.answering[code] = append(o.router.answering[code], doc)
		}
	}
	for status, codes := range byStatus {
		if !general(codes) {
			doc.Responses[strconv.Itoa(status)] = o.router.failure(status, codes, o.op.Carries)
		}
	}
	doc.Responses["default"] = &huma.Response{Ref: responsesPrefix + generalFailure}
}

// errors are the codes of the operation: its own, and those that every operation of its shape has.
func (o *operation) errors() []string {
	codes := slices.Clone(o.op.Errors)
	add := func(when bool, more ...string) {
		if when {
			codes = append(codes, more...)
		}
	}
	add(o.audience != Public, fault.Unauthenticated)
	add(o.audience == Admin, fault.Forbidden)
	add(strings.Contains(o.op.Path, "{"), fault.NotFound)
	add(mutating(o.op.Method), fault.MalformedJSON, fault.BodyTooLarge, fault.UnsupportedMediaType)
	add(true, fault.ValidationFailed, fault.UnexpectedField) // of the body, or of the query
	add(o.keyed, fault.IdempotencyInFlight, fault.IdempotencyReused)
	add(true, fault.RateLimited, fault.Internal, fault.Unavailable)
	return codes
}

func operationAt(doc *huma.OpenAPI, path, method string) *huma.Operation {
	item := doc.Paths[path]
	return map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
	}[method]
}

// document is the OpenAPI document in both forms.
type document struct{ json, yaml *content }

// OpenAPI is the document, as JSON or YAML. It is written once: operations are registered before.
func (r *Router) OpenAPI(yaml bool) []byte {
	if yaml {
		return r.document().yaml.body
	}
	return r.document().json.body
}

func (r *Router) writeDocument() document {
	doc := r.api.OpenAPI()
	doc.Components.Responses[generalFailure] = r.defaultFailure()
	r.finishSchemas(doc)
	shareParameters(doc)
	shareFailures(doc)
	r.addExamples(doc)
	r.writeHeadings(doc)
	js, err := json.Marshal(doc)
	if err != nil {
		panic(fmt.Sprintf("httpapi: the OpenAPI document can't be written: %v", err))
	}
	ym, err := doc.YAML()
	if err != nil {
		panic(fmt.Sprintf("httpapi: the OpenAPI document can't be written: %v", err))
	}
	return document{newContent(append(js, '\n')), newContent(ym)}
}
