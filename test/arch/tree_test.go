// Package arch holds the rules of the architecture as plain tests. The rules are read off the
// project's own files, each has its reason, and each is proved to bite on a small project that
// breaks it.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tree is a project's files: the Go ones parsed, all of them by path.
type tree struct {
	fset  *token.FileSet
	goes  []goFile // in the order of their paths
	paths []string // of all files, Go or not
	texts fs.FS
}

// goFile is a parsed Go file.
type goFile struct {
	*ast.File
	path string // "modules/identity/login.go"
	dir  string // "modules/identity"
	test bool
}

// read parses a project. Folders with a dot, of data, of built things, of npm packages and of test
// data are not part of it, nor is a module with a go.mod of its own.
func read(fsys fs.FS) (*tree, error) {
	t := &tree{fset: token.NewFileSet(), texts: fsys}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && foreign(fsys, name):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		t.paths = append(t.paths, name)
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		t.goes = append(t.goes, goFile{File: file, path: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go")})
		return nil
	})
	return t, err
}

func foreign(fsys fs.FS, dir string) bool {
	if _, err := fs.Stat(fsys, path.Join(dir, "go.mod")); err == nil {
		return true
	}
	name := path.Base(dir)
	return strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" ||
		dir == "data" || dir == "bin" || dir == "test/clients/generated" ||
		dir == "modules/backoffice/ui/dist" || dir == "modules/backoffice/ui/generated" || dir == "modules/backoffice/ui/e2e-results"
}

// product are the files of the service itself: neither tests nor the folder test.
func (t *tree) product() []goFile {
	return slices.DeleteFunc(slices.Clone(t.goes), func(f goFile) bool { return f.test || strings.HasPrefix(f.path, "test/") })
}

// at says where a node stands: "modules/x/a.go:12".
func (t *tree) at(n ast.Node) string {
	p := t.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// modules are the names of the folders in modules, in order.
func (t *tree) modules() []string {
	var names []string
	for _, p := range t.paths {
		if parts := strings.Split(p, "/"); parts[0] == "modules" && len(parts) > 2 {
			names = append(names, parts[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// edges are the modules that are no domains: they have no data of their own, and see of the others
// what every client sees.
var edges = []string{"storefront"}

// domains are the modules but the edges.
func (t *tree) domains() []string {
	return slices.DeleteFunc(t.modules(), func(m string) bool { return slices.Contains(edges, m) })
}

// module is the module that the file belongs to, or "".
func (f goFile) module() string {
	if parts := strings.Split(f.dir, "/"); parts[0] == "modules" && len(parts) > 1 {
		return parts[1]
	}
	return ""
}

// imported are the paths of the file's imports.
func (f goFile) imported() map[string]*ast.ImportSpec {
	all := map[string]*ast.ImportSpec{}
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			all[p] = spec
		}
	}
	return all
}

// version is the last element of the path of a module from v2 on.
var version = regexp.MustCompile(`^v[0-9]+$`)

// selects finds uses of pkg.name, where pkg is imported from importPath under whatever name, and
// calls found with each.
func (f goFile) selects(importPath string, found func(name string, n ast.Node)) {
	spec, ok := f.imported()[importPath]
	if !ok {
		return
	}
	local := path.Base(importPath)
	if version.MatchString(local) {
		local = path.Base(path.Dir(importPath))
	}
	if spec.Name != nil {
		local = spec.Name.Name
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == local {
				found(s.Sel.Name, s)
			}
		}
		return true
	})
}

// literals calls found with every string of the file.
func (f goFile) literals(found func(text string, n ast.Node)) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, err := strconv.Unquote(l.Value); err == nil {
				found(text, l)
			}
		}
		_, isImport := n.(*ast.ImportSpec)
		return !isImport
	})
}

// constantMethod is the receiver's type and the text that the method returns, for methods of the
// form `func (T) Name() string { return "…" }`.
func constantMethod(d ast.Decl, name string) (receiver, text string, ok bool) {
	fn, isFunc := d.(*ast.FuncDecl)
	if !isFunc || fn.Recv == nil || fn.Name.Name != name || fn.Body == nil || len(fn.Body.List) != 1 {
		return "", "", false
	}
	ret, isReturn := fn.Body.List[0].(*ast.ReturnStmt)
	if !isReturn || len(ret.Results) != 1 {
		return "", "", false
	}
	lit, isLit := ret.Results[0].(*ast.BasicLit)
	if !isLit {
		return "", "", false
	}
	text, err := strconv.Unquote(lit.Value)
	typ := fn.Recv.List[0].Type
	if star, isStar := typ.(*ast.StarExpr); isStar {
		typ = star.X
	}
	ident, isIdent := typ.(*ast.Ident)
	return fmt.Sprint(ident), text, err == nil && isIdent
}
