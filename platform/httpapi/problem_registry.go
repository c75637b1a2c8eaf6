package httpapi

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/locale"
)

// Problems are the problem codes that a module adds to those of the platform.
type Problems struct {
	// Statuses are the HTTP statuses of the codes. Several modules may register one code, with one
	// status: product_not_found means the same wherever a product is named.
	Statuses map[fault.Code]int
	// Texts is the Markdown of the pages about codes, whoever registered them. For each code it has
	// a heading "## code", a paragraph with the meaning, the cause, what to do, and a block of JSON
	// with the detail of an example and the members that the problem has beyond the usual ones.
	Texts string
	// German has the German of each fault.Text of the module but those of the platform. Two modules
	// with one text say the same.
	German []fault.Translation
}

// platformProblems are the codes that any operation may answer with.
var platformProblems = Problems{
	Statuses: map[fault.Code]int{
		fault.MalformedJSON:        http.StatusBadRequest,
		fault.Unauthenticated:      http.StatusUnauthorized,
		fault.Forbidden:            http.StatusForbidden,
		fault.SecondFactorRequired: http.StatusForbidden,
		fault.StepUpRequired:       http.StatusForbidden,
		fault.NotFound:             http.StatusNotFound,
		fault.MethodNotAllowed:     http.StatusMethodNotAllowed,
		fault.Misdirected:          http.StatusMisdirectedRequest,
		fault.BodyTooLarge:         http.StatusRequestEntityTooLarge,
		fault.UnsupportedMediaType: http.StatusUnsupportedMediaType,
		fault.InvalidTransition:    http.StatusConflict,
		fault.InUse:                http.StatusConflict,
		fault.PreconditionFailed:   http.StatusPreconditionFailed,
		fault.IdempotencyInFlight:  http.StatusConflict,
		fault.ValidationFailed:     http.StatusUnprocessableEntity,
		fault.UnexpectedField:      http.StatusUnprocessableEntity,
		fault.IdempotencyReused:    http.StatusUnprocessableEntity,
		fault.RateLimited:          http.StatusTooManyRequests,
		fault.Internal:             http.StatusInternalServerError,
		fault.Unavailable:          http.StatusServiceUnavailable,
	},
	Texts:  platformProblemTexts,
	German: german,
}

// errorsPath is where the pages about the codes are.
const errorsPath = "/docs/errors"

// problemRegistry knows every code with its status: the only place that turns a fault into a
// status.
type problemRegistry struct {
	publicURL string // of the service; without one the types of problems are relative references
	statuses  map[fault.Code]int
	texts     map[fault.Code]string
	german    map[fault.Text]string
}

func newProblemRegistry(publicURL string) *problemRegistry {
	return &problemRegistry{
		publicURL: strings.TrimRight(publicURL, "/"), statuses: map[fault.Code]int{}, texts: map[fault.Code]string{},
		german: map[fault.Text]string{},
	}
}

// add registers the codes and texts and returns the codes that are new.
func (p *problemRegistry) add(more Problems) (added []fault.Code) {
	for _, code := range slices.Sorted(maps.Keys(more.Statuses)) {
		status := more.Statuses[code]
		switch known := p.statuses[code]; {
		case http.StatusText(status) == "":
			panic(fmt.Sprintf("httpapi: %s: %d is no HTTP status", code, status))
		case known == 0:
			p.statuses[code] = status
			added = append(added, code)
		case known != status:
			panic(fmt.Sprintf("httpapi: %s is registered with the statuses %d and %d", code, known, status))
		}
	}
	for _, section := range strings.Split("\n"+more.Texts, "\n## ")[1:] {
		heading, text, _ := strings.Cut(section, "\n")
		code := fault.Code(strings.TrimSpace(heading))
		if !p.knows(code) || p.texts[code] != "" {
			panic(fmt.Sprintf("httpapi: a text about %q, which is no error code or has one", code))
		}
		p.texts[code] = strings.TrimSpace(text)
	}
	for _, t := range more.German {
		if known := p.german[t[0]]; known != "" && known != string(t[1]) {
			panic(fmt.Sprintf("httpapi: %q is said in German in two ways", t[0]))
		}
		p.german[t[0]] = string(t[1])
	}
	return added
}

func (p *problemRegistry) knows(code fault.Code) bool { return p.statuses[code] != 0 }

// codes are all codes, those of lower statuses first.
func (p *problemRegistry) codes() []fault.Code {
	return slices.SortedFunc(maps.Keys(p.statuses), func(a, b fault.Code) int {
		return cmp.Or(p.statuses[a]-p.statuses[b], cmp.Compare(a, b))
	})
}

// problemOf is the problem of a fault in the language, or in English when a text is missing in it,
// without its request.
func (p *problemRegistry) problemOf(f *fault.Fault, in locale.Code) *Problem {
	message, fields, ok := p.sayFault(f, in)
	if !ok {
		in = locale.English
		message, fields, _ = p.sayFault(f, in)
	}
	code, status := f.Code, p.statuses[f.Code]
	if code == fault.ValidationFailed && onlyUnexpected(f.Fields) {
		code = fault.UnexpectedField
	}
	problem := &Problem{
		Type: p.publicURL + errorsPath + "/" + string(code), Title: http.StatusText(status), Status: status, Code: code,
		Detail: message, language: in, members: f.Members, retryAfter: f.RetryAfter,
	}
	if status == http.StatusUnprocessableEntity {
		problem.Errors = fields
	}
	if status == http.StatusServiceUnavailable && problem.retryAfter == 0 {
		problem.retryAfter = database.RetryAfter
	}
	return problem
}
