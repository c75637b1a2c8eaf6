package httpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
)

// The components of the document that operations refer to: said once, they are a tenth of what
// each operation would say again.
const (
	headersPrefix    = "#/components/headers/"
	parametersPrefix = "#/components/parameters/"
	responsesPrefix  = "#/components/responses/"
	examplesPrefix   = "#/components/examples/"
)

const retryAfter = "Seconds to wait before trying again, when that helps."

// sharedHeaders are the headers of answers by name.
func sharedHeaders() map[string]*huma.Header {
	text := func(doc string) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	return map[string]*huma.Header{
		"X-Request-Id":         text("The request's id."),
		"Idempotency-Replayed": text("`true` when this is the stored answer of an earlier request with this Idempotency-Key."),
		"Location":             text("Where the new resource is."),
		"ETag":                 text("Names these bytes. Sent back as If-None-Match, it is answered with 304 as long as nothing has changed."),
		"Cache-Control":        text("public, or private for callers with a bearer token; always to be asked for again."),
		"WWW-Authenticate":     text("Bearer, when the access token is the reason; with `error` when there was one."),
		"Retry-After":          text(retryAfter),
		"RateLimit":            text("What is left (r) of each limit that counted the request, and the seconds (t) until there is more."),
		"RateLimit-Policy":     text("The limits: so many requests (q) in so many seconds (w)."),
	}
}

// headers are references to the shared headers with these names.
func headers(names ...string) map[string]*huma.Param {
	all := make(map[string]*huma.Param, len(names))
	for _, name := range names {
		all[name] = &huma.Param{Ref: headersPrefix + name}
	}
	return all
}

// sharedParameters are the parameters that the service itself adds to operations.
func sharedParameters() map[string]*huma.Param {
	return map[string]*huma.Param{
		"Idempotency-Key": {
			Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: new(1), MaxLength: new(255)},
			Description: "1–255 printable ASCII characters, made anew for every new request. The same key with the same body is answered the same, for 7 days.",
			Example:     "0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f",
		},
		"If-None-Match": {
			Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "The ETag of an earlier answer.", Example: `"Zm9vYmFyYmF6cXV4"`,
		},
	}
}

// shareParameters moves parameters that several operations have alike (page, limit, an id in the
// path) to the components.
func shareParameters(doc *huma.OpenAPI) {
	for _, item := range doc.Paths {
		for _, op := range operationsOf(item) {
			for _, p := range op.Parameters {
				quiet(p)
			}
		}
	}
	uses := map[string]int{}
	each := func(visit func(at **huma.Param, text string)) {
		for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
			for _, op := range operationsOf(doc.Paths[path]) {
				for i, p := range op.Parameters {
					if p.Ref == "" {
						visit(&op.Parameters[i], mustEncode(p))
					}
				}
			}
		}
	}
	each(func(_ **huma.Param, text string) { uses[text]++ })
	shared := doc.Components.Parameters
	named := map[string]string{} // by text
	each(func(at **huma.Param, text string) {
		if uses[text] > 1 && named[text] == "" {
			name := parameterName(shared, *at)
			named[text], shared[name] = name, *at
		}
		if named[text] != "" {
			*at = &huma.Param{Ref: parametersPrefix + named[text]}
		}
	})
}

// parameterName is a name for a component: brandParameter, or the next free
// brandParameter2; of an "Id of the variant." variantIdParameter. Generators make types of parameters
// beside those of the schemas, and some confuse brand with Brand.
func parameterName(taken map[string]*huma.Param, p *huma.Param) string {
	name := p.Name
	if what, ok := strings.CutPrefix(p.Description, "Id of the "); ok && p.In == "path" {
		first, rest, _ := strings.Cut(strings.TrimSuffix(what, "."), " ")
		name = first + capital(rest) + "Id"
	}
	name += "Parameter"
	free := name
	for i := 2; taken[free] != nil; i++ {
		free = fmt.Sprint(name, i)
	}
	return free
}

// quiet takes away what huma says twice, or what is so by itself.
func quiet(p *huma.Param) {
	if p.Schema == nil {
		return
	}
	if p.Schema.Description == p.Description {
		p.Schema.Description = ""
	}
	if p.Schema.Items == nil {
		p.Explode = nil // it is about lists
	}
}

func mustEncode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("httpapi: the OpenAPI document can't be written: %v", err))
	}
	return string(b)
}

// generalFailures are the codes that operations answer for reasons outside of what they do. A status
// that has no other code is not listed by each operation: the default response stands for all of them.
var generalFailures = []string{
	fault.MalformedJSON, fault.IdempotencyInFlight, fault.BodyTooLarge, fault.UnsupportedMediaType,
	fault.RateLimited, fault.Internal, fault.Unavailable,
}

// generalFailure is the name of the default response among the components.
const generalFailure = "OtherFailure"

// general tells whether the default response stands for the codes.
func general(codes []string) bool {
	return !slices.ContainsFunc(codes, func(code string) bool { return !slices.Contains(generalFailures, code) })
}

// defaultFailure is the default response of every operation.
func (r *Router) defaultFailure() *huma.Response {
	res := r.failureOf(0, generalFailures, nil)
	list := make([]string, len(generalFailures))
	for i, code := range generalFailures {
		list[i] = fmt.Sprintf("%d `%s`", statuses[code], code)
	}
	res.Description = "What any operation may answer: " + strings.Join(list, ", ") + "."
	res.Headers = headers("X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy")
	return res
}

// commonFailures are the failures that many operations have alike: the name of the component and
// the codes of its status.
var commonFailures = []struct {
	name  string
	codes []string
}{
	{"Unauthenticated", []string{fault.Unauthenticated}},
	{"Forbidden", []string{fault.Forbidden}},
	{"NotFound", []string{fault.NotFound}},
	{"Invalid", []string{fault.ValidationFailed, fault.UnexpectedField}},
	{"InvalidRequest", []string{fault.ValidationFailed, fault.UnexpectedField, fault.IdempotencyReused}},
}

// failure is the response of a status with the codes: a reference where many operations have it.
func (r *Router) failure(status int, codes []string, carried map[string]any) *huma.Response {
	for _, common := range commonFailures {
		if !slices.Equal(common.codes, codes) {
			continue
		}
		shared := r.api.OpenAPI().Components.Responses
		if shared[common.name] == nil {
			shared[common.name] = r.failureOf(status, codes, carried)
		}
		return &huma.Response{Ref: responsesPrefix + common.name}
	}
	return r.failureOf(status, codes, carried)
}

// shareFailures moves the failures that several operations have alike, and that have no name among
// the common ones, to the components: InvalidTransitionOrInProgress.
func shareFailures(doc *huma.OpenAPI) {
	uses := map[string]int{}
	each := func(visit func(at **huma.Response)) {
		for _, item := range doc.Paths {
			for _, op := range operationsOf(item) {
				for status, res := range op.Responses {
					if status >= "400" && res.Ref == "" {
						visit(&res)
						op.Responses[status] = res
					}
				}
			}
		}
	}
	each(func(at **huma.Response) { uses[mustEncode(*at)]++ })
	each(func(at **huma.Response) {
		if uses[mustEncode(*at)] < 2 {
			return
		}
		name := failureName((*at).Content[problemType].Examples)
		doc.Components.Responses[name] = *at
		*at = &huma.Response{Ref: responsesPrefix + name}
	})
}

// failureName joins the codes, each by the common name of its failure where it has one.
func failureName(examples map[string]*huma.Example) string {
	var names []string
	for _, code := range slices.Sorted(maps.Keys(examples)) {
		name := camelCase(code)
		for _, common := range commonFailures {
			if len(common.codes) == 1 && common.codes[0] == code {
				name = common.name
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, "Or")
}

// camelCase is TotalChanged for total_changed.
func camelCase(code string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(code, "_") {
		name.WriteString(capital(word))
	}
	return name.String()
}

// failureOf is the response of a status with an example of each code.
func (r *Router) failureOf(status int, codes []string, carried map[string]any) *huma.Response {
	examples, shared := map[string]*huma.Example{}, r.api.OpenAPI().Components.Examples
	for _, code := range codes {
		name := code
		if carried[code] != nil {
			name = problemName(code)
		}
		shared[name] = &huma.Example{Value: r.exampleOf(code, carried[code])}
		examples[code] = &huma.Example{Ref: examplesPrefix + name}
	}
	res := &huma.Response{
		Description: http.StatusText(status) + ": `" + strings.Join(codes, "`, `") + "`.",
		Headers:     headers("X-Request-Id"),
		Content:     map[string]*huma.MediaType{problemType: {Schema: r.problemSchema(codes, carried), Examples: examples}},
	}
	switch status {
	case http.StatusUnauthorized:
		res.Headers = headers("X-Request-Id", "WWW-Authenticate")
	case http.StatusConflict:
		res.Headers = headers("X-Request-Id", "Retry-After")
	}
	return res
}

func (r *Router) exampleOf(code string, carried any) *Problem {
	f := fault.New(code, "What went wrong, for people.").Carrying(carried)
	switch code {
	case fault.ValidationFailed:
		f.Fields = []fault.Field{{Pointer: "/email", Code: fault.Required, Detail: "is required"}}
	case fault.UnexpectedField:
		f.Fields = []fault.Field{{Pointer: "/nickname", Code: fault.UnexpectedField, Detail: "is not a field of this request"}}
	}
	p := r.problemTypes.problemOf(f)
	p.RequestID = "0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f"
	return p
}
