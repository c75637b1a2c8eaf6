package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/locale"
)

// generalFailures are the codes that any operation may answer with, whatever it does. A status with
// no other code is not listed by each operation: the default response stands for all of them.
var generalFailures = []fault.Code{
	fault.MalformedJSON, fault.IdempotencyInFlight, fault.BodyTooLarge, fault.UnsupportedMediaType,
	fault.RateLimited, fault.Internal, fault.Unavailable,
}

// generalFailure is the name of the default response among the components.
const generalFailure = "OtherFailure"

// isGeneral reports whether the default response stands for the codes.
func isGeneral(codes []fault.Code) bool {
	return !slices.ContainsFunc(codes, func(code fault.Code) bool { return !slices.Contains(generalFailures, code) })
}

// defaultFailure is the default response of every operation.
func (r *Router) defaultFailure() *huma.Response {
	res := r.failureOf(0, generalFailures, nil)
	list := make([]string, len(generalFailures))
	for i, code := range generalFailures {
		list[i] = fmt.Sprintf("%d `%s`", r.problems.statuses[code], code)
	}
	res.Description = "What any operation may answer: " + strings.Join(list, ", ") + "."
	res.Headers = headers("X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy")
	return res
}

// commonFailures are the failures that many operations have alike: the name of the component and
// the codes of its status.
var commonFailures = []struct {
	name  string
	codes []fault.Code
}{
	{"Unauthenticated", []fault.Code{fault.Unauthenticated}},
	{"Forbidden", []fault.Code{fault.Forbidden}},
	{"ForbiddenOrSecondFactorRequired", []fault.Code{fault.Forbidden, fault.SecondFactorRequired}},
	{"NotFound", []fault.Code{fault.NotFound}},
	{"Invalid", []fault.Code{fault.ValidationFailed, fault.UnexpectedField}},
	{"InvalidRequest", []fault.Code{fault.ValidationFailed, fault.UnexpectedField, fault.IdempotencyReused}},
}

// failure is the response of a status with the codes: a reference where many operations have it.
func (r *Router) failure(status int, codes []fault.Code, members map[fault.Code]any) *huma.Response {
	for _, common := range commonFailures {
		if !slices.Equal(common.codes, codes) {
			continue
		}
		shared := r.api.OpenAPI().Components.Responses
		if shared[common.name] == nil {
			shared[common.name] = r.failureOf(status, codes, members)
		}
		return &huma.Response{Ref: responsesPrefix + common.name}
	}
	return r.failureOf(status, codes, members)
}

// shareFailures moves the failures that several operations have in common, and that have no name
// among the common ones, to the components: InvalidTransitionOrInProgress.
//
// Where two of them would have one name, because problems with a code carry members at some
// operations alone, the later one by path is named after its members: TaxonomyInUse, and
// InvalidTransitionWithMembers where they have no name of their own.
func shareFailures(doc *huma.OpenAPI) {
	uses, names := map[string]int{}, map[string]string{} // by text
	eachFailure(doc, func(res *huma.Response) *huma.Response {
		uses[mustEncode(res)]++
		return res
	})
	eachFailure(doc, func(res *huma.Response) *huma.Response {
		text := mustEncode(res)
		if uses[text] < 2 {
			return res
		}
		if names[text] == "" {
			names[text] = freeFailureName(doc.Components.Responses, res.Content[problemType].Examples)
			doc.Components.Responses[names[text]] = res
		}
		return &huma.Response{Ref: responsesPrefix + names[text]}
	})
}

// freeFailureName is the name of a failure with the examples, or one of its members.
func freeFailureName(taken map[string]*huma.Response, examples map[string]*huma.Example) string {
	name := failureName(examples)
	if taken[name] == nil {
		return name
	}
	byMembers := map[string]*huma.Example{}
	suffix := "WithoutMembers"
	for code, example := range examples {
		if members, ok := strings.CutSuffix(strings.TrimPrefix(example.Ref, examplesPrefix), "Problem"); ok {
			code, suffix = members, "WithMembers"
		}
		byMembers[code] = example
	}
	if named := failureName(byMembers); named != name {
		return freeName(taken, named)
	}
	return freeName(taken, name+suffix)
}

// freeName is the name, or the next free one: name2.
func freeName[T any](taken map[string]*T, name string) string {
	free := name
	for i := 2; taken[free] != nil; i++ {
		free = fmt.Sprint(name, i)
	}
	return free
}

// eachFailure replaces each failure that is no reference by what replace returns.
func eachFailure(doc *huma.OpenAPI, replace func(*huma.Response) *huma.Response) {
	for _, op := range allOperations(doc) {
		for status, res := range op.Responses {
			if status >= "400" && res.Ref == "" {
				op.Responses[status] = replace(res)
			}
		}
	}
}

// failureName joins the codes, each by the common name of its failure where it has one.
func failureName(examples map[string]*huma.Example) string {
	var names []string
	for _, code := range slices.Sorted(maps.Keys(examples)) {
		name := camelCase(code)
		for _, common := range commonFailures {
			if len(common.codes) == 1 && string(common.codes[0]) == code {
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
func (r *Router) failureOf(status int, codes []fault.Code, members map[fault.Code]any) *huma.Response {
	examples, shared := map[string]*huma.Example{}, r.api.OpenAPI().Components.Examples
	for _, code := range codes {
		name := string(code)
		if members[code] != nil {
			name = problemName(code, members[code])
		}
		shared[name] = &huma.Example{Value: r.exampleOf(code, members[code])}
		examples[string(code)] = &huma.Example{Ref: examplesPrefix + name}
	}
	res := &huma.Response{
		Description: http.StatusText(status) + ": `" + joinCodes(codes, "`, `") + "`.",
		Headers:     headers("X-Request-Id"),
		Content:     map[string]*huma.MediaType{problemType: {Schema: r.problemSchema(codes, members), Examples: examples}},
	}
	switch status {
	case http.StatusUnauthorized:
		res.Headers = headers("X-Request-Id", "WWW-Authenticate")
	case http.StatusConflict:
		res.Headers = headers("X-Request-Id", "Retry-After")
	}
	return res
}

// joinCodes is strings.Join of codes.
func joinCodes(codes []fault.Code, separator string) string {
	all := make([]string, len(codes))
	for i, code := range codes {
		all[i] = string(code)
	}
	return strings.Join(all, separator)
}

// exampleOf is an example of a problem with the code.
func (r *Router) exampleOf(code fault.Code, members any) *Problem {
	f := fault.New(code, "What went wrong, for people.").WithMembers(members)
	switch code {
	case fault.ValidationFailed:
		f.Fields = []fault.Field{{Pointer: "/email", Code: fault.Required, Detail: "is required"}}
	case fault.UnexpectedField:
		f.Fields = []fault.Field{{Pointer: "/nickname", Code: fault.UnexpectedField,
			Detail: "is not a field of this request"}}
	}
	p := r.problems.problemOf(f, locale.English)
	p.RequestID = "0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f"
	return p
}
