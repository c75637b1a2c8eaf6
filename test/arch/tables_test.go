package arch

import (
	"fmt"
	"go/ast"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

var tableRules = []rule{
	{
		name:   "a module's migrations make its own tables",
		reason: "a table has one owner, whose name it begins with; two owners would have to change it together",
		check:  ownMigrations,
		breaks: map[string]string{
			"modules/a/migrations/postgres/00001_x.sql": "-- +goose Up\nCREATE TABLE a_things (id uuid);\nCREATE UNIQUE INDEX a_things_id ON " +
				"a_things (id);\nCREATE TABLE IF NOT EXISTS b_things (id uuid);\n",
			"modules/a/migrations/sqlite/00001_x.sql": "CREATE INDEX idx ON a_things (id);\nALTER TABLE b_things ADD x int;\nINSERT INTO events " +
				"VALUES (1);\n",
		},
		want: []string{"postgres/00001_x.sql:4: b_things", "sqlite/00001_x.sql:1: idx", "sqlite/00001_x.sql:2: b_things",
			"sqlite/00001_x.sql:3: events"},
	},
	{
		name:   "no foreign key leaves a module",
		reason: "another module's rows come and go by its own rules; what is needed of them is a read model",
		check: func(t *tree) []string {
			return migrationLines(t, regexp.MustCompile(`(?i)\bREFERENCES\s+"?(\w+)`))
		},
		breaks: map[string]string{
			"modules/a/migrations/postgres/00001_x.sql": "CREATE TABLE a_x (\n  y uuid REFERENCES a_y,\n  u uuid REFERENCES identity_users (id)\n);",
		},
		want: []string{"00001_x.sql:3: identity_users"},
	},
	onlyAdds,
	{
		name:   "a module's code names its own tables",
		reason: "a query into another module's table is a dependency that no compiler sees",
		check:  ownTables,
		breaks: map[string]string{
			"modules/a/migrations/sqlite/00001_x.sql": "CREATE TABLE a_things (id TEXT);",
			"modules/b/migrations/sqlite/00001_x.sql": "CREATE TABLE b_things (id TEXT);",
			"modules/a/store.go": "package a\nvar (\nx = `SELECT 1 FROM a_things`\ny = \"DELETE FROM b_things\"\nz = " +
				"\"update events set x = 1\"\nw = \"read from events\"\n)",
			"modules/a/model.go": "package a\ntype m struct{}\nfunc (m) TableName() string { return \"things\" }\ntype n struct{}\nfunc (n) " +
				"TableName() string { return \"a_things\" }",
		},
		want: []string{"model.go:3: things", "store.go:4: b_things", "store.go:5: events"},
	},
	{
		name:   "no schema is made by gorm",
		reason: "a schema that a library guesses is reviewed by nobody; migrations are files",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.goes {
				ast.Inspect(f.File, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "AutoMigrate" || s.Sel.Name == "Migrator" && !f.test) {
						found = append(found, t.at(s)+": "+s.Sel.Name)
					}
					return true
				})
			}
			return found
		},
		breaks: map[string]string{"platform/x/x.go": "package x\nfunc f() { db.AutoMigrate(1) }"},
		want:   []string{"platform/x/x.go:2: AutoMigrate"},
	},
}

// change matches what a migration makes, changes or fills.
var change = regexp.MustCompile(`(?i)^\s*(?:CREATE\s+TABLE|CREATE\s+(?:UNIQUE\s+)?INDEX|CREATE\s+VIRTUAL\s+TABLE|ALTER\s+TABLE|INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)`)

func ownMigrations(t *tree) []string { return migrationLines(t, change) }

// migrationLines lists the lines of the modules' migrations where the pattern names something that
// is not the module's.
func migrationLines(t *tree, pattern *regexp.Regexp) []string {
	return eachUpLine(t, func(module, line string) string {
		for _, m := range pattern.FindAllStringSubmatch(line, -1) {
			if !strings.HasPrefix(m[1], module+"_") {
				return m[1]
			}
		}
		return ""
	})
}

// eachUpLine collects what check says of the lines of the modules' migrations, up to "-- +goose
// Down".
func eachUpLine(t *tree, check func(module, line string) string) []string {
	var found []string
	for _, p := range t.paths {
		parts := strings.Split(p, "/")
		if parts[0] != "modules" || !strings.HasSuffix(p, ".sql") {
			continue
		}
		text, err := fs.ReadFile(t.texts, p)
		if err != nil {
			return []string{err.Error()}
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for i, line := range strings.Split(up, "\n") {
			line, _, _ = strings.Cut(line, "--")
			if said := check(parts[1], line); said != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s", p, i+1, said))
			}
		}
	}
	return found
}

// platformTables are read and written by platform alone. They are English words, so only a
// statement that uses one counts.
var platformTables = []string{"events", "deliveries", "event_consumers", "event_subscriptions", "event_log", "auth_revocations",
	"http_answers", "http_limits", "pseudonym_keys", "search_segments", "search_postings", "search_changes", "search_indexes",
	"background_tasks", "file_contents"}

var statement = regexp.MustCompile(`(?i)\b(?:insert\s+into|delete\s+from|update|select\s[^;]*?\sfrom|join)\s+"?(\w+)`)

func ownTables(t *tree) []string {
	owner := map[string]string{}
	_ = eachUpLine(t, func(module, line string) string {
		if m := change.FindStringSubmatch(line); m != nil {
			owner[m[1]] = module
		}
		return ""
	})
	word := regexp.MustCompile(`\w+`)
	var found []string
	for _, f := range t.product() {
		if f.module() == "" {
			continue
		}
		f.literals(func(text string, n ast.Node) {
			for _, w := range word.FindAllString(text, -1) {
				if o := owner[w]; o != "" && o != f.module() {
					found = append(found, fmt.Sprintf("%s: %s", t.at(n), w))
				}
			}
			for _, m := range statement.FindAllStringSubmatch(text, -1) {
				if slices.Contains(platformTables, m[1]) {
					found = append(found, fmt.Sprintf("%s: %s", t.at(n), m[1]))
				}
			}
		})
		for _, d := range f.Decls {
			if _, table, ok := constantMethod(d, "TableName"); ok && !strings.HasPrefix(table, f.module()+"_") {
				found = append(found, fmt.Sprintf("%s: %s", t.at(d), table))
			}
		}
	}
	return found
}
