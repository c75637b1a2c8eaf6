package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var valueRules = []rule{
	{
		name:   "Values has every constant of its type",
		reason: "the document, the checks of requests and the back office know what Values returns",
		check: func(t *tree) (found []string) {
			for _, s := range valueSets(t) {
				for name := range s.constants {
					if s.at != "" && !s.returned[name] {
						found = append(found, fmt.Sprintf("%s: %s.Values lacks %s", s.at, s.name, name))
					}
				}
			}
			slices.Sort(found)
			return found
		},
		breaks: map[string]string{
			"modules/a/a.go": "package a\ntype s string\nconst (\np s = \"p\"\nq s = \"q\"\n)\nfunc (s) Values() []string { return " +
				"convert.Strings(p) }\n" +
				"type u string\nconst w u = \"w\"\nvar all = []u{w}\nfunc (u) Values() []string { return convert.Strings(all...) }",
		},
		want: []string{"a.go:7: s.Values lacks q"},
	},
	{
		name:   "a column takes the values of its field's type, and no others",
		reason: "a value that the CHECK does not take is found out by the first customer who needs it",
		check:  checkedValues,
		breaks: map[string]string{
			"modules/a/migrations/sqlite/00001_x.sql": "-- +goose Up\nCREATE TABLE a_x (kind text CHECK (kind IN ('p')), other text CHECK (other " +
				"IN ('p')));\n",
			"modules/a/migrations/sqlite/00002_x.sql": "-- +goose Up\nALTER TABLE a_x DROP CONSTRAINT a_x_kind_check;\nALTER TABLE a_x ADD " +
				"CONSTRAINT a_x_kind_check CHECK (kind IN ('p', 'r'));\n",
			"modules/a/events/e.go": "package events\ntype S string\nconst (\nP S = \"p\"\nQ S = \"q\"\n)\nfunc (S) Values() []string { return " +
				"convert.Strings(P, Q) }",
			"modules/a/a.go": "package a\nimport \"orderd/modules/a/events\"\ntype s = events.S\ntype x struct {\nKind *s\nWhat string " +
				"`gorm:\"column:other\"`\n}\nfunc (x) TableName() string { return \"a_x\" }",
		},
		want: []string{"a.go:5: a_x.kind takes [p r], S is [p q]", "a.go:6: a_x.other takes [p], string is no set of values"},
	},
	{
		name:   "no tag repeats a set of values",
		reason: "a set that stands twice is changed once; it is a type with the method Values",
		check:  repeatedEnums,
		breaks: map[string]string{
			"modules/a/a.go": "package a\ntype x struct {\nA string `json:\"a\" enum:\"p,q\"`\nB string `json:\"b\" enum:\"1\"`\n}",
			"modules/b/b.go": "package b\ntype x struct {\nA string `json:\"a\" enum:\"q,p\"`\nB string `json:\"b\" enum:\"1\"`\n}",
		},
		want: []string{"modules/b/b.go:3: p,q"},
	},
}

// valueSetType is a string type with constants.
type valueSetType struct {
	name      string
	constants map[string]string // of the type, by name
	at        string            // where its method Values stands; blank for a type that has none
	returned  map[string]bool   // the names that Values mentions, itself or by a variable
}

// valueSets are the string types with constants, by folder and name: "modules/a/events.S".
func valueSets(t *tree) map[string]valueSetType {
	sets := map[string]valueSetType{}
	eachSpec(t, func(f goFile, spec *ast.ValueSpec) {
		typ, isNamed := spec.Type.(*ast.Ident)
		if !isNamed || len(spec.Values) != 1 {
			return
		}
		value, isText := spec.Values[0].(*ast.BasicLit)
		if !isText {
			return
		}
		key := f.dir + "." + typ.Name
		if sets[key].constants == nil {
			sets[key] = valueSetType{name: typ.Name, constants: map[string]string{}}
		}
		sets[key].constants[spec.Names[0].Name], _ = strconv.Unquote(value.Value)
	})
	for _, f := range t.product() {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "Values" && fn.Recv != nil {
				key := f.dir + "." + fmt.Sprint(fn.Recv.List[0].Type)
				if set, known := sets[key]; known {
					set.at, set.returned = t.at(fn), mentioned(fn.Body)
					sets[key] = set
				}
			}
		}
	}
	eachSpec(t, func(f goFile, spec *ast.ValueSpec) {
		for key, set := range sets {
			if strings.HasPrefix(key, f.dir+".") && set.returned[spec.Names[0].Name] && len(spec.Values) == 1 {
				maps.Copy(set.returned, mentioned(spec.Values[0]))
			}
		}
	})
	return sets
}

// eachSpec visits the constants and variables of the product's packages.
func eachSpec(t *tree, visit func(f goFile, spec *ast.ValueSpec)) {
	for _, f := range t.product() {
		for _, d := range f.Decls {
			if general, ok := d.(*ast.GenDecl); ok {
				for _, s := range general.Specs {
					if spec, ok := s.(*ast.ValueSpec); ok {
						visit(f, spec)
					}
				}
			}
		}
	}
}

func mentioned(n ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if i, ok := n.(*ast.Ident); ok {
			names[i.Name] = true
		}
		return true
	})
	return names
}

// setOfColumn matches a CHECK of a set of values: its column and its values.
var (
	setOfColumn = regexp.MustCompile(`(?i)CHECK \((\w+) IN \(([^()]*)\)\)`)
	changed     = regexp.MustCompile(`(?i)^(?:CREATE|ALTER) TABLE (\w+)`)
)

// columnSets are the sets of values that columns take, by "table.column", as the last migration of
// SQLite has left them. PostgreSQL's are the same, by the rule of migrations.
func columnSets(t *tree) map[string][]string {
	sets := map[string][]string{}
	for _, p := range t.paths {
		if !strings.HasPrefix(p, "modules/") || path.Base(path.Dir(p)) != "sqlite" || !strings.HasSuffix(p, ".sql") {
			continue
		}
		for _, s := range statements(t, p) {
			table := changed.FindStringSubmatch(s.text)
			if table == nil {
				continue
			}
			for _, check := range setOfColumn.FindAllStringSubmatch(s.text, -1) {
				var values []string
				for value := range strings.SplitSeq(check[2], ",") {
					values = append(values, strings.Trim(value, " '"))
				}
				slices.Sort(values)
				sets[table[1]+"."+check[1]] = values
			}
		}
	}
	return sets
}

// notStored are values of a field's type that its column never has.
var notStored = map[string][]string{
	"identity_invitations.status": {"expired"}, // a pending one whose time is over
	"identity_users.role":         {"key"},     // no account has it
	// processing, and columns of their own
	"ordering_timeline.status": {"address_changed", "billing_address_changed"},
	"payments_readings.status": {"wanted"}, // the provider knows no such intent
}

// checkedValues compares the CHECKs of columns with the types of the models' fields.
func checkedValues(t *tree) (found []string) {
	columns, sets := columnSets(t), valueSets(t)
	for _, f := range t.product() {
		for _, d := range f.Decls {
			receiver, table, ok := constantMethod(d, "TableName")
			if !ok {
				continue
			}
			for _, field := range columnsOfModel(t, f.dir, receiver) {
				key := table + "." + columnOf(field)
				values, checked := columns[key]
				if !checked {
					continue
				}
				name, of, isSet := setOfType(t, sets, f, field.Type)
				of = slices.DeleteFunc(of, func(v string) bool { return slices.Contains(notStored[key], v) })
				switch {
				case strings.HasSuffix(key, ".locale"): // a string in events and models: platform/locale
				case !isSet:
					found = append(found, fmt.Sprintf("%s: %s takes %v, %s is no set of values", t.at(field), key, values, name))
				case !slices.Equal(values, of):
					found = append(found, fmt.Sprintf("%s: %s takes %v, %s is %v", t.at(field), key, values, name, of))
				}
			}
		}
	}
	return found
}

// columnsOfModel are the fields of a struct of the package.
func columnsOfModel(t *tree, dir, name string) (fields []*ast.Field) {
	eachType(t, dir, func(_ goFile, spec *ast.TypeSpec) {
		if s, ok := spec.Type.(*ast.StructType); ok && spec.Name.Name == name {
			fields = s.Fields.List
		}
	})
	return slices.DeleteFunc(slices.Clone(fields), func(f *ast.Field) bool { return len(f.Names) == 0 })
}

func eachType(t *tree, dir string, visit func(goFile, *ast.TypeSpec)) {
	for _, f := range t.product() {
		if f.dir != dir {
			continue
		}
		for _, d := range f.Decls {
			if general, ok := d.(*ast.GenDecl); ok {
				for _, s := range general.Specs {
					if spec, ok := s.(*ast.TypeSpec); ok {
						visit(f, spec)
					}
				}
			}
		}
	}
}

var (
	columnTag = regexp.MustCompile(`column:(\w+)`)
	capitals  = regexp.MustCompile(`([a-z0-9])([A-Z])`)
)

// columnOf is the column of a model's field.
func columnOf(f *ast.Field) string {
	if f.Tag != nil {
		tag, _ := strconv.Unquote(f.Tag.Value)
		if m := columnTag.FindStringSubmatch(reflect.StructTag(tag).Get("gorm")); m != nil {
			return m[1]
		}
	}
	return strings.ToLower(capitals.ReplaceAllString(f.Names[0].Name, "${1}_$2"))
}

// setOfType are the values of a type, sorted, through a pointer and an alias, with those of another
// set that its Values mentions.
func setOfType(t *tree, sets map[string]valueSetType, f goFile, typ ast.Expr) (name string, values []string, ok bool) {
	switch typ := typ.(type) {
	case *ast.StarExpr:
		return setOfType(t, sets, f, typ.X)
	case *ast.SelectorExpr:
		values, ok = valuesOf(sets, f.importNamed(fmt.Sprint(typ.X)), typ.Sel.Name)
		return typ.Sel.Name, values, ok
	case *ast.Ident:
		if values, ok = valuesOf(sets, f.dir, typ.Name); ok {
			for other := range sets[f.dir+"."+typ.Name].returned {
				if alias, of := aliasOf(t, f.dir, other); alias != nil {
					_, more, _ := setOfType(t, sets, of, alias)
					values = append(values, more...)
				}
			}
			slices.Sort(values)
			return typ.Name, slices.Compact(values), true
		}
		if alias, of := aliasOf(t, f.dir, typ.Name); alias != nil {
			return setOfType(t, sets, of, alias)
		}
		return typ.Name, nil, false
	}
	return fmt.Sprint(typ), nil, false
}

func valuesOf(sets map[string]valueSetType, dir, name string) ([]string, bool) {
	set, ok := sets[dir+"."+name]
	return slices.Sorted(maps.Values(set.constants)), ok
}

// aliasOf is what the alias stands for, and the file in which it stands.
func aliasOf(t *tree, dir, name string) (alias ast.Expr, of goFile) {
	eachType(t, dir, func(f goFile, spec *ast.TypeSpec) {
		if spec.Name.Name == name && spec.Assign.IsValid() {
			alias, of = spec.Type, f
		}
	})
	return alias, of
}

// importNamed is the folder of the package that the file knows by the name.
func (f goFile) importNamed(name string) string {
	for importPath, spec := range f.imported() {
		if local := path.Base(importPath); spec.Name != nil && spec.Name.Name == name || spec.Name == nil && local == name {
			return strings.TrimPrefix(importPath, "orderd/")
		}
	}
	return ""
}

// repeatedEnums lists the tags whose enum of several values stands in an earlier tag.
func repeatedEnums(t *tree) (found []string) {
	known := map[string]bool{}
	for _, f := range t.product() {
		ast.Inspect(f.File, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			tag, _ := strconv.Unquote(field.Tag.Value)
			values := strings.Split(reflect.StructTag(tag).Get("enum"), ",")
			slices.Sort(values)
			if all := strings.Join(values, ","); len(values) > 1 {
				if known[all] {
					found = append(found, t.at(field)+": "+all)
				}
				known[all] = true
			}
			return true
		})
	}
	return found
}
