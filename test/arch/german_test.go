package arch

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// builtPackage is what go list says of a package.
type builtPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// textUse is a place where the product says a fault.Text.
type textUse struct {
	text, place string
	values      int // that it is given beside it; -1: not known here
}

// texts are the fault.Texts of packages, found by their types.
type texts struct {
	fset   *token.FileSet
	used   []textUse
	german map[string][]string // by text: the German, NUL, and its table's package
	wrong  []string            // what can't be looked up
}

const (
	textType        = "orderd/platform/fault.Text"
	translationType = "orderd/platform/fault.Translation"
	textsOwner      = "orderd/platform/httpapi" // which has those of the platform and the common ones
)

// TestEveryTextHasGerman: whatever people read of a fault stands in a table of its German, with the
// same values. A text is a constant of the type fault.Text, so that none can be left out.
func TestEveryTextHasGerman(t *testing.T) {
	t.Parallel()
	found := textsOf(t, "../..", "./platform/...", "./modules/...", "./cmd/...")
	if len(found.used) < 200 {
		t.Fatalf("only %d texts were found", len(found.used))
	}
	for _, wrong := range found.check() {
		t.Error(wrong)
	}
}

// check is everything that is wrong with the texts.
func (x *texts) check() []string {
	wrong := slices.Clone(x.wrong)
	isUsed := map[string]bool{}
	for _, u := range x.used {
		isUsed[u.text] = true
		switch tables := x.german[u.text]; {
		case u.text == "":
		case len(tables) == 0:
			wrong = append(wrong, fmt.Sprintf("%s: %q has no German in an errors_de.go", u.place, u.text))
		case u.values >= 0 && u.values != len(verbsOf(u.text)):
			wrong = append(wrong, fmt.Sprintf("%s: %q is given %d values", u.place, u.text, u.values))
		}
	}
	for text, tables := range x.german {
		german, place, _ := strings.Cut(tables[0], "\x00")
		switch {
		case differ(tables):
			wrong = append(wrong, fmt.Sprintf("%q is said in German in two ways, or has its German twice", text))
		case !isUsed[text] && place != textsOwner: // httpapi has what stands in tags of structs
			wrong = append(wrong, fmt.Sprintf("%s: %q is not said any more", place, text))
		case german == "" || strings.Join(verbsOf(text), " ") != strings.Join(verbsOf(german), " "):
			wrong = append(wrong, fmt.Sprintf("%s: %q and %q have different values", place, text, german))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// differ reports whether tables have different German of a text, or one stands beside the
// platform's.
func differ(tables []string) bool {
	for _, other := range tables[1:] {
		german, place, _ := strings.Cut(other, "\x00")
		first, firstPlace, _ := strings.Cut(tables[0], "\x00")
		if german != first || place == firstPlace || place == textsOwner || firstPlace == textsOwner {
			return true
		}
	}
	return false
}

var verb = regexp.MustCompile(`%(?:\[\d+\])?[a-z]`)

// verbsOf are the places for values of a format, in the order of the values.
func verbsOf(format string) []string {
	return verb.FindAllString(strings.ReplaceAll(format, "%%", ""), -1)
}

// textsOf finds the texts of the packages below a folder.
func textsOf(t *testing.T, dir string, patterns ...string) *texts {
	t.Helper()
	packages, exports := builtPackages(t, dir, patterns)
	x := &texts{fset: token.NewFileSet(), german: map[string][]string{}}
	imports := importer.ForCompiler(x.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range packages {
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(x.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := (&types.Config{Importer: imports}).Check(p.ImportPath, x.fset, files, info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			x.read(p.ImportPath, f, info)
		}
	}
	return x
}

// builtPackages are the project's packages of the patterns, and the export data of all that they
// import.
func builtPackages(t *testing.T, dir string, patterns []string) (own []builtPackage, exports map[string]string) {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles"}, patterns...)...)
	list.Dir, list.Stderr = dir, os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports = map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p builtPackage
		if err := d.Decode(&p); err == io.EOF {
			return own, exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, "orderd/") {
			own = append(own, p)
		}
	}
}

// read notes the texts of a file: constants, and what is no constant although it is made here.
func (x *texts) read(pkg string, f *ast.File, info *types.Info) {
	isText := func(e ast.Expr) bool {
		return e != nil && info.Types[e].Type != nil && info.Types[e].Type.String() == textType
	}
	textOf := func(e ast.Expr) (string, bool) {
		v := info.Types[e].Value
		if !isText(e) || v == nil || v.Kind() != constant.String {
			return "", false
		}
		return constant.StringVal(v), true
	}
	values := map[ast.Expr]int{}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // what a pattern means is said of a field, too
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				if text := reflect.StructTag(tag).Get("patternDescription"); text != "" {
					x.used = append(x.used, textUse{text, x.fset.Position(n.Pos()).String(), -1})
				}
			}
		case *ast.CompositeLit:
			if info.Types[n].Type.String() == translationType {
				text, _ := textOf(n.Elts[0])
				x.german[text] = append(x.german[text], constant.StringVal(info.Types[n.Elts[1]].Value)+"\x00"+pkg)
				return false
			}
			noteValues(n, values)
			if form := keyed(n, "PatternDescription"); form != nil && info.Types[form].Value != nil {
				text := constant.StringVal(info.Types[form].Value)
				x.used = append(x.used, textUse{text, x.fset.Position(form.Pos()).String(), -1})
			}
		case *ast.CallExpr:
			if info.Types[n.Fun].IsType() {
				break
			}
			signature, ok := info.Types[n.Fun].Type.(*types.Signature)
			if !ok || !signature.Variadic() || n.Ellipsis.IsValid() {
				break
			}
			for i, arg := range n.Args {
				if last := signature.Params().Len() - 1; isText(arg) && i == last-1 {
					values[arg] = len(n.Args) - last
				}
			}
		}
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		place := x.fset.Position(n.Pos()).String()
		if text, ok := textOf(e); ok {
			given, known := values[e]
			if !known {
				given = -1
			}
			x.used = append(x.used, textUse{text, place, given})
			return false
		}
		if madeHere(e, isText, info) && pkg != textsOwner {
			x.wrong = append(x.wrong, place+": is no constant: write a format, and its values beside it")
		}
		return true
	}
	ast.Inspect(f, visit)
}

// noteValues notes how many values a Detail or a Message has beside it.
func noteValues(n *ast.CompositeLit, values map[ast.Expr]int) {
	var text ast.Expr
	given := 0
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch key, _ := kv.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "Detail" || key.Name == "Message":
			text = kv.Value
		case key.Name == "Args":
			if list, ok := kv.Value.(*ast.CompositeLit); ok {
				given = len(list.Elts)
			} else {
				given = -1
			}
		}
	}
	if text != nil {
		values[text] = given
	}
}

// madeHere reports whether a text that is no constant is put together, or is made of a string.
func madeHere(e ast.Expr, isText func(ast.Expr) bool, info *types.Info) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return isText(e)
	case *ast.CallExpr:
		return info.Types[e.Fun].IsType() && isText(e)
	}
	return false
}
