package httpapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/docs"
)

//go:embed errors.md
var commonProblemTexts string

// mountErrorPages registers the list of the codes and a page for each: the type of a problem leads to it.
func (r *Router) mountErrorPages() {
	r.DescribeErrors(commonProblemTexts)
	r.MountPage(errorsPath, r.errorList)
	for code := range statuses {
		r.MountPage(errorsPath+"/"+code, func() docs.Page { return r.errorPage(code) })
	}
}

// DescribeErrors takes the Markdown about error codes: for each a heading "## code", a paragraph with its meaning, its cause, what to do, and in a block
// of JSON the detail of an example with the members that the problem carries beyond the usual ones. It panics on a code that is not
// known or was described before.
func (r *Router) DescribeErrors(markdown string) {
	for _, section := range strings.Split("\n"+markdown, "\n## ")[1:] {
		code, text, _ := strings.Cut(section, "\n")
		if code = strings.TrimSpace(code); statuses[code] == 0 || r.problemTexts[code] != "" {
			panic(fmt.Sprintf("httpapi: a text about %q, which is no error code or has one", code))
		}
		r.problemTexts[code] = strings.TrimSpace(text)
	}
}

// ErrorCodes are the codes that the service knows, those of lower statuses first.
func ErrorCodes() []string {
	return slices.SortedFunc(maps.Keys(statuses), func(a, b string) int { return cmp.Or(statuses[a]-statuses[b], strings.Compare(a, b)) })
}

// errorList is the page with all codes.
func (r *Router) errorList() docs.Page {
	var b strings.Builder
	b.WriteString("# Errors\n\nEvery failure is a problem ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with the media type `application/problem+json`. " +
		"Programs go by `code`, which never changes its meaning; `detail` is for people and may change. [How to handle errors](/docs/guides/errors) is a guide.\n\n" +
		"| Code | Status | Meaning |\n|---|---|---|\n")
	for _, code := range ErrorCodes() {
		meaning, _, _ := strings.Cut(r.problemTexts[code], "\n\n")
		fmt.Fprintf(&b, "| [`%s`](%s/%s) | %d | %s |\n", code, errorsPath, code, statuses[code], strings.ReplaceAll(meaning, "\n", " "))
	}
	return docs.Page{Title: "Errors", Body: docs.Markdown(b.String())}
}

// errorPage is the page of a code.
func (r *Router) errorPage(code string) docs.Page {
	text, example, _ := strings.Cut(r.problemTexts[code], "```json")
	example, after, _ := strings.Cut(example, "```")
	status := statuses[code]
	var b strings.Builder
	fmt.Fprintf(&b, "# `%s`\n\nStatus **%d** %s\n\n%s\n\n", code, status, http.StatusText(status), strings.TrimSpace(text))
	fmt.Fprintf(&b, "## Example\n\n```json\n%s\n```\n\n%s\n\n## Where it is answered\n\n", r.exampleText(code, example), strings.TrimSpace(after))
	r.document() // completes the operations
	for _, group := range []struct {
		name, path string
		admin      bool
	}{{"Store", "/docs", false}, {"Administration", "/docs/admin", true}} {
		r.listOperations(&b, code, group.name, group.path, group.admin)
	}
	if len(r.answering[code]) == 0 {
		b.WriteString("Not by one operation: before a request comes to one.\n")
	}
	b.WriteString("\n[All errors](/docs/errors)\n")
	return docs.Page{Title: code, Body: docs.Markdown(b.String())}
}

// manyOperations is the number from which the operations that answer a code are not listed one by one.
const manyOperations = 30

func (r *Router) listOperations(b *strings.Builder, code, group, path string, admin bool) {
	in := func(op *huma.Operation) bool { return len(op.Tags) > 0 && r.headings[op.Tags[0]] == admin }
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

// exampleText is a whole problem with the code, indented: the text's own members behind the usual ones.
func (r *Router) exampleText(code, members string) string {
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
