package httpapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/docs"
	"orderd/platform/fault"
)

//go:embed errors.md
var platformProblemTexts string

// mountErrorPages registers the list of the codes, and the codes of the platform.
func (r *Router) mountErrorPages() {
	r.MountPage(errorsPath, r.errorList)
	r.RegisterProblems(platformProblems)
}

// RegisterProblems adds codes, before the operations that answer with them are registered. The type
// of a problem is the address of the page about its code. It panics on a code with two statuses,
// and on a text about a code that is not known or has one.
func (r *Router) RegisterProblems(p Problems) {
	for _, code := range r.problems.add(p) {
		r.MountPage(errorsPath+"/"+string(code), func() docs.Page { return r.errorPage(code) })
	}
}

// ErrorCodes are the codes that are registered, those of lower statuses first.
func (r *Router) ErrorCodes() []fault.Code { return r.problems.codes() }

// errorList is the page with all codes.
func (r *Router) errorList() docs.Page {
	var b strings.Builder
	b.WriteString("# Errors\n\nEvery failure is a problem ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with the " +
		"media type `application/problem+json`. " +
		"Programs go by `code`, which never changes its meaning; `detail` is for people and may change. [How to handle " +
		"errors](/docs/guides/errors) is a guide.\n\n" +
		"| Code | Status | Meaning |\n|---|---|---|\n")
	for _, code := range r.ErrorCodes() {
		meaning, _, _ := strings.Cut(r.problems.texts[code], "\n\n")
		fmt.Fprintf(&b, "| [`%s`](%s/%s) | %d | %s |\n", code, errorsPath, code, r.problems.statuses[code],
			strings.ReplaceAll(meaning, "\n", " "))
	}
	return docs.Page{Title: "Errors", Body: docs.Markdown(b.String())}
}

// errorPage is the page of a code.
func (r *Router) errorPage(code fault.Code) docs.Page {
	text, example, _ := strings.Cut(r.problems.texts[code], "```json")
	example, after, _ := strings.Cut(example, "```")
	status := r.problems.statuses[code]
	var b strings.Builder
	fmt.Fprintf(&b, "# `%s`\n\nStatus **%d** %s\n\n%s\n\n", code, status, http.StatusText(status), strings.TrimSpace(text))
	fmt.Fprintf(&b, "## Example\n\n```json\n%s\n```\n\n%s\n\n## Where it is answered\n\n", r.exampleText(code, example),
		strings.TrimSpace(after))
	r.document() // completes the operations
	for _, group := range []struct {
		name, path string
		admin      bool
	}{{storeGroup, "/docs", false}, {adminGroup, "/docs/admin", true}} {
		r.listOperations(&b, code, group.name, group.path, group.admin)
	}
	if len(r.answering[code]) == 0 {
		b.WriteString("Not by one operation: before a request comes to one.\n")
	}
	b.WriteString("\n[All errors](/docs/errors)\n")
	return docs.Page{Title: string(code), Body: docs.Markdown(b.String())}
}

// manyOperations is the number from which the operations that answer a code are not listed one by
// one.
const manyOperations = 30

func (r *Router) listOperations(b *strings.Builder, code fault.Code, group, path string, admin bool) {
	in := func(op *huma.Operation) bool { return len(op.Tags) > 0 && r.tags.forAdmins[op.Tags[0]] == admin }
	all := slices.DeleteFunc(slices.Clone(r.answering[code]), func(op *huma.Operation) bool { return !in(op) })
	switch {
	case len(all) == 0:
		return
	case len(all) >= manyOperations:
		fmt.Fprintf(b, "%s: %d operations ([all](%s))\n\n", group, len(all), path)
		return
	}
	fmt.Fprintf(b, "%s:\n\n", group)
	for _, op := range all {
		fmt.Fprintf(b, "- [`%s %s`](%s#%s) %s\n", op.Method, op.Path, path, op.OperationID, op.Summary)
	}
	b.WriteString("\n")
}

// exampleText is a whole problem with the code, indented: the usual members, then those of the
// text.
func (r *Router) exampleText(code fault.Code, members string) string {
	p := r.exampleOf(code, nil)
	var own map[string]any
	if err := json.Unmarshal([]byte(cmp.Or(strings.TrimSpace(members), "{}")), &own); err != nil {
		panic(fmt.Sprintf("httpapi: the example of %s: %v", code, err))
	}
	if detail, ok := own["detail"].(string); ok {
		p.Detail = detail
	}
	delete(own, "detail")
	if len(own) > 0 {
		p.members = own
	}
	text, err := p.MarshalJSON()
	if err != nil {
		panic(fmt.Sprintf("httpapi: the example of %s: %v", code, err))
	}
	var b bytes.Buffer
	_ = json.Indent(&b, text, "", "  ") // it was made above
	return b.String()
}
