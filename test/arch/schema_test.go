package arch

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"orderd/platform/auth"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/files"
	"orderd/platform/httpapi"
	"orderd/platform/pseudonym"
	"orderd/platform/search"
	"orderd/test/kit"
)

// TestModelsMatchTheSchema compares the fields of every gorm model with the columns of its table,
// on both databases. There is no AutoMigrate: a field without a column fails at the first query, a
// NULL in a field that can't hold it on some later day.
func TestModelsMatchTheSchema(t *testing.T) {
	t.Parallel()
	project, err := read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	all := models(project)
	if len(all) < 10 {
		t.Fatalf("found %d models", len(all))
	}
	sets := []database.Migrations{database.OwnMigrations(), eventbus.Migrations(), auth.Migrations(), httpapi.Migrations(),
		pseudonym.Migrations(), search.Migrations(), background.Migrations(), files.Migrations()}
	for _, m := range project.modules() {
		if dir := "../../modules/" + m; exists(dir + "/migrations") {
			sets = append(sets, database.Migrations{Name: m, FS: os.DirFS(dir)})
		}
	}
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		for _, m := range all {
			columns, err := columnsOf(db, m.table)
			if err != nil {
				t.Fatal(err)
			}
			for _, said := range m.differ(columns) {
				t.Error(said)
			}
		}
	}, sets...)
}

func TestModelsThatDoNotMatch(t *testing.T) {
	t.Parallel()
	project, err := read(fstest.MapFS{"modules/a/a.go": &fstest.MapFile{Data: []byte("package a\n" +
		"type thing struct {\nID string\nUserID *string\nHTML string `gorm:\"column:html_text\"`\nNote *string\nWhere point " +
		"`gorm:\"embedded\"`\nTo point `gorm:\"embedded;embeddedPrefix:to_\"`\ncache int\nSkip int `gorm:\"-\"`\nParts []point " +
		"`gorm:\"foreignKey:ThingID\"`\n}\n" +
		"type point struct {\nX, Y int64\n}\n" +
		"func (thing) TableName() string { return \"a_things\" }\n")}})
	if err != nil {
		t.Fatal(err)
	}
	said := models(project)[0].differ(map[string]bool{
		"id": false, "html_text": false, "user_id": false, "x": false, "y": true, "to_x": false, "to_y": false, "extra": false,
	})
	want := []string{
		"modules/a/a.go:2: thing: user_id can't be NULL and UserID can",
		"modules/a/a.go:2: thing: a_things has no column note for Note",
		"modules/a/a.go:2: thing: y can be NULL and Y can't",
		"modules/a/a.go:2: thing: has no field for a_things.extra",
	}
	if !slices.Equal(said, want) {
		t.Errorf("it says\n%s", strings.Join(said, "\n"))
	}
}

func exists(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}

// columnsOf reports for each column of a table whether it can be NULL.
func columnsOf(db *gorm.DB, table string) (map[string]bool, error) {
	query := `SELECT name, "notnull" = 0 AND pk = 0 AS nullable FROM pragma_table_info(?)`
	if database.Dialect(db) == database.Postgres {
		query = `SELECT column_name AS name, is_nullable = 'YES' AS nullable FROM information_schema.columns WHERE table_name = ?`
	}
	var rows []struct {
		Name     string
		Nullable bool
	}
	err := db.Raw(query, table).Scan(&rows).Error
	columns := map[string]bool{}
	for _, r := range rows {
		columns[r.Name] = r.Nullable
	}
	return columns, err
}

// model is a type with a TableName.
type model struct {
	typ, table, at string
	fields         []field
}

// field is a model's field that has a column.
type field struct {
	name, column string
	pointer      bool
}

// differ says where the model and the columns (and whether they can be NULL) disagree.
func (m model) differ(columns map[string]bool) []string {
	var said []string
	known := map[string]bool{}
	for _, f := range m.fields {
		known[f.column] = true
		nullable, there := columns[f.column]
		switch {
		case !there:
			said = append(said, fmt.Sprintf("%s: %s: %s has no column %s for %s", m.at, m.typ, m.table, f.column, f.name))
		case nullable && !f.pointer:
			said = append(said, fmt.Sprintf("%s: %s: %s can be NULL and %s can't", m.at, m.typ, f.column, f.name))
		case !nullable && f.pointer:
			said = append(said, fmt.Sprintf("%s: %s: %s can't be NULL and %s can", m.at, m.typ, f.column, f.name))
		}
	}
	var missing []string
	for c := range columns {
		if !known[c] {
			missing = append(missing, fmt.Sprintf("%s: %s: has no field for %s.%s", m.at, m.typ, m.table, c))
		}
	}
	slices.Sort(missing)
	return append(said, missing...)
}

// models finds the types with a TableName, with their fields.
func models(t *tree) []model {
	structs := map[string]*ast.TypeSpec{} // by folder and name
	for _, f := range t.product() {
		ast.Inspect(f.File, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok {
				structs[path.Join(f.dir, s.Name.Name)] = s
			}
			return true
		})
	}
	var all []model
	for _, f := range t.product() {
		for _, d := range f.Decls {
			typ, table, ok := constantMethod(d, "TableName")
			if !ok {
				continue
			}
			spec := structs[path.Join(f.dir, typ)]
			all = append(all, model{typ, table, t.at(spec), fieldsOf(spec, f.dir, structs)})
		}
	}
	return all
}

// fieldsOf lists the fields of a struct that have a column, by gorm's rules of naming.
func fieldsOf(spec *ast.TypeSpec, dir string, structs map[string]*ast.TypeSpec) []field {
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	var all []field
	for _, f := range s.Fields.List {
		tag := ""
		if f.Tag != nil {
			text, _ := strconv.Unquote(f.Tag.Value)
			tag = reflect.StructTag(text).Get("gorm")
		}
		settings := schema.ParseTagSetting(tag, ";")
		_, skipped := settings["-"]
		_, readOnly := settings["->"]
		_, isKey := settings["PRIMARYKEY"]
		if skipped || readOnly && !isKey { // selected by an expression, and never written
			continue
		}
		if _, association := settings["FOREIGNKEY"]; association {
			continue // rows of another table
		}
		_, embedded := settings["EMBEDDED"]
		if inner := structs[path.Join(dir, exprString(f.Type))]; inner != nil && (embedded || len(f.Names) == 0) {
			for _, f := range fieldsOf(inner, dir, structs) {
				f.column = settings["EMBEDDEDPREFIX"] + f.column
				all = append(all, f)
			}
			continue
		}
		_, pointer := f.Type.(*ast.StarExpr)
		for _, name := range f.Names {
			if !name.IsExported() {
				continue
			}
			column := settings["COLUMN"]
			if column == "" {
				column = schema.NamingStrategy{}.ColumnName("", name.Name)
			}
			all = append(all, field{name.Name, column, pointer})
		}
	}
	return all
}
