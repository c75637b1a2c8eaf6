package backoffice

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What an import finds wrong with a line has a German text in the back office: it comes in English.
func TestFaultsOfImportsInGerman(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("ui/src/ui/details.de.ts")
	if err != nil {
		t.Fatal(err)
	}
	known := germanDetails(t, string(page))
	details := []string{
		"must be an amount like 12.90 or 12,90", "may be 1299 or 1.299: write it without separating the thousands",
		"must be a number like 12.5, of at most 12 digits with at most 3 decimals", "must be a date like 2026-11-20",
		"must be a GTIN of 8, 12, 13 or 14 digits, of which the last one checks the others",
		"must be an email address, or a URL like https://example.com/page", "must be a choice of the attribute",
		"/attributes must have at most 50 entries", "/metadata must have at most 50 keys",
	}
	files := []string{"../../platform/tablefile/reader.go"}
	for _, of := range []string{"../catalog/csv_*.go", "../identity/customer_*.go"} {
		found, err := filepath.Glob(of)
		if err != nil || len(found) == 0 {
			t.Fatal("no files of the import", err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			details = append(details, detailsIn(t, file)...)
		}
	}
	if len(details) < 60 {
		t.Errorf("only %d details were found", len(details))
	}
	for _, detail := range details {
		if !slices.ContainsFunc(known, func(text *regexp.Regexp) bool { return text.MatchString(detail) }) {
			t.Errorf("%q has no German text in details.de.ts", detail)
		}
	}
}

var (
	textInGerman    = regexp.MustCompile(`(?m)^  '((?:[^'\\]|\\.)*)': '`)
	patternInGerman = regexp.MustCompile(`(?m)^  \[/(.*?)/u?, \(`)
)

// germanDetails are the details that a page has texts for.
func germanDetails(t *testing.T, page string) (known []*regexp.Regexp) {
	t.Helper()
	for _, m := range textInGerman.FindAllStringSubmatch(page, -1) {
		known = append(known, regexp.MustCompile("^"+regexp.QuoteMeta(strings.ReplaceAll(m[1], `\'`, `'`))+"$"))
	}
	for _, m := range patternInGerman.FindAllStringSubmatch(page, -1) {
		pattern, err := regexp.Compile(strings.ReplaceAll(m[1], `\/`, `/`))
		if err != nil {
			t.Fatal(err)
		}
		known = append(known, pattern)
	}
	return known
}

// detailsIn are the details that a file of the import gives, each with a number in the place of
// what it is made of. One that is another function's as a whole is not among them.
func detailsIn(t *testing.T, file string) (details []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]int{"addError": 2, "warn": 2, "warnFile": 1, "reject": 3, "Reject": 2, "refuse": 0, "addUnknownName": 1}
	ast.Inspect(parsed, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if !isCall {
			return true
		}
		of, isMethod := call.Fun.(*ast.SelectorExpr)
		if !isMethod {
			return true
		}
		place, gives := places[of.Sel.Name]
		if of.Sel.Name == "reject" && len(call.Args) == 3 { // the importer's, of a line alone
			place = 2
		}
		if of.Sel.Name == "warn" && len(call.Args) == 2 { // of a line or a customer
			place = 1
		}
		if of.Sel.Name == "Say" {
			place, gives = 0, true
		}
		if !gives || place >= len(call.Args) {
			return true
		}
		if detail, isText := textOf(call.Args[place]); isText {
			details = append(details, verbs.ReplaceAllString(detail, "7"))
		}
		return true
	})
	return details
}

var verbs = regexp.MustCompile(`%[sdq]`)

// textOf is the text of an expression as far as it is written there.
func textOf(e ast.Expr) (text string, isText bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, hasLeft := textOf(e.X)
		right, hasRight := textOf(e.Y)
		if !hasLeft {
			left = "7"
		}
		if !hasRight {
			right = "7"
		}
		return left + right, strings.Trim(left+right, "7 ") != ""
	case *ast.CallExpr:
		if of, isMethod := e.Fun.(*ast.SelectorExpr); isMethod && of.Sel.Name == "Sprintf" {
			return textOf(e.Args[0])
		}
	}
	return "", false
}
