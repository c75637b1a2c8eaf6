package arch

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var problemRules = []rule{{
	name:   "the examples of errors.md are sent by the service",
	reason: "clients write their messages by the examples: take the detail from the fault.New of that code",
	check: func(t *tree) []string {
		sent := t.details()
		var found []string
		for _, p := range t.paths {
			if path.Base(p) != "errors.md" {
				continue
			}
			text, err := fs.ReadFile(t.texts, p)
			if err != nil {
				return []string{err.Error()}
			}
			for _, m := range problemExample.FindAllStringSubmatch(strings.ReplaceAll(string(text), "\n## ", "\n\x00## "), -1) {
				var example struct{ Detail string }
				if err := json.Unmarshal([]byte(m[2]), &example); err != nil || example.Detail == "" {
					found = append(found, fmt.Sprintf("%s: the example of %s has no detail", p, m[1]))
					continue
				}
				if !slices.ContainsFunc(sent[m[1]], func(r *regexp.Regexp) bool { return r.MatchString(example.Detail) }) {
					found = append(found, fmt.Sprintf("%s: %s is not sent with %q", p, m[1], example.Detail))
				}
			}
		}
		return found
	},
	breaks: map[string]string{
		"platform/fault/fault.go": "package fault\ntype Code string\nconst (\nInUse Code = \"in_use\"\nBad Code = \"bad\"\n)\n" +
			"func New(code Code, message string) *Fault\nfunc Invalid() *Fault { return &Fault{Code: Bad, Message: \"It is bad.\"} }",
		"modules/a/a.go": "package a\nimport \"orderd/platform/fault\"\nconst codeGone fault.Code = \"gone\"\nfunc f(reason string, err error) " +
			"{\n" +
			"f(\"Used.\", nil)\nfault.New(fault.InUse, reason)\nfault.New(codeGone, \"It is \"+err.Error()+\".\")\n}",
		"modules/a/errors.md": "# E\n\n## in_use\n\n```json\n{\"detail\": \"Used.\"}\n```\n\n## gone\n\n```json\n{\"detail\": \"It is " +
			"away.\"}\n```\n\n" +
			"## bad\n\n```json\n{\"detail\": \"It is bad.\"}\n```\n",
		"modules/b/errors.md": "# E\n\n## in_use\n\n```json\n{\"detail\": \"It is bad.\"}\n```\n\n## gone\n\n```json\n{}\n```\n",
	},
	want: []string{"in_use is not sent with \"It is bad.\"", "the example of gone has no detail"},
}}

// problemExample is a section of an errors.md: its code and its example.
var problemExample = regexp.MustCompile("## ([a-z_]+)\n[^\x00]*?```json\n([^`]*)```")

// details are what the service says with each code, as patterns: a part of a message that is no
// literal matches anything. A message that is a variable may be any literal of its package.
func (t *tree) details() map[string][]*regexp.Regexp {
	codes, literals := t.faultCodes()
	sent := map[string][]*regexp.Regexp{}
	add := func(dir string, code, message ast.Expr) {
		patterns := []string{messagePattern(message)}
		if _, isVariable := message.(*ast.Ident); isVariable {
			patterns = literals[dir]
		}
		for _, p := range patterns {
			name := codes[lastName(code)]
			sent[name] = append(sent[name], regexp.MustCompile("^"+p+"$"))
		}
	}
	for _, f := range t.product() {
		ast.Inspect(f.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				inFault := f.dir == "platform/fault" && lastName(n.Fun) == "New"
				if s, ok := n.Fun.(*ast.SelectorExpr); len(n.Args) >= 2 && (inFault || ok && lastName(s.X) == "fault" && s.Sel.Name == "New") {
					add(f.dir, n.Args[0], n.Args[1])
				}
			case *ast.CompositeLit:
				if code, message := keyed(n, "Code"), keyed(n, "Message"); code != nil && message != nil {
					add(f.dir, code, message)
				}
			}
			return true
		})
	}
	// A fault whose fields are all unexpected is sent under the narrower code.
	sent["unexpected_field"] = append(sent["unexpected_field"], sent["validation_failed"]...)
	return sent
}

// faultCodes are the constants of fault.Code by their names, and the quoted literals of each
// package, put together where a message is longer than a line.
func (t *tree) faultCodes() (codes map[string]string, literals map[string][]string) {
	codes, literals = map[string]string{}, map[string][]string{}
	for _, f := range t.product() {
		f.literals(func(text string, _ ast.Node) { literals[f.dir] = append(literals[f.dir], regexp.QuoteMeta(text)) })
		ast.Inspect(f.File, func(n ast.Node) bool {
			if sum, ok := n.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
				if whole := messagePattern(sum); !strings.Contains(whole, anything) {
					literals[f.dir] = append(literals[f.dir], whole)
				}
			}
			if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil && lastName(spec.Type) == "Code" && len(spec.Values) == 1 {
				codes[spec.Names[0].Name] = literal(spec.Values[0])
			}
			return true
		})
	}
	maps.DeleteFunc(codes, func(_, code string) bool { return code == "" })
	return codes, literals
}

// anything is the pattern of what the code says when it runs.
const anything = ".+"

// messagePattern is the pattern of a message that is put together from literals and others.
func messagePattern(e ast.Expr) string {
	if sum, ok := e.(*ast.BinaryExpr); ok {
		return messagePattern(sum.X) + messagePattern(sum.Y)
	}
	if text := literal(e); text != "" {
		return valueOfText.ReplaceAllString(regexp.QuoteMeta(text), anything)
	}
	return anything
}

// valueOfText is the place of a value in a message.
var valueOfText = regexp.MustCompile("%[sdq]")

// literal is the text of a string literal, or "".
func literal(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		if text, err := strconv.Unquote(l.Value); err == nil {
			return text
		}
	}
	return ""
}

// lastName is the name itself, or what a selector selects.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// keyed is the value of a key of a composite literal, or nil.
func keyed(c *ast.CompositeLit, name string) ast.Expr {
	for _, e := range c.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && lastName(kv.Key) == name {
			return kv.Value
		}
	}
	return nil
}
