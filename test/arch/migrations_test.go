package arch

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// onlyAdds keeps what an old binary uses. It lets a CHECK grow: it may be dropped when the same
// file adds it again, in the same words in both dialects, as a set with the same values and more,
// or as "(what it was) OR more".
var onlyAdds = rule{
	name:   "a migration only adds",
	reason: "an old binary runs beside the new one while a release rolls out: what it uses must stay",
	check: func(t *tree) []string {
		var found []string
		for _, file := range t.paths {
			if module(file) == "" || !strings.HasSuffix(file, ".sql") {
				continue
			}
			for _, s := range statements(t, file) {
				if removes.MatchString(s.text) && !widens(t, file, s) {
					found = append(found, fmt.Sprintf("%s:%d: %s", file, s.line, s.text))
				}
			}
		}
		return found
	},
	breaks: map[string]string{
		"modules/a/migrations/sqlite/00001_x.sql": "-- +goose Up\nCREATE TABLE a_x (y text CONSTRAINT a_x_y_check\n  CHECK (y IN ('p', 'q')), " +
			"z int CONSTRAINT a_x_z_check CHECK (z > 0));\n",
		"modules/a/migrations/sqlite/00002_x.sql": "-- +goose Up\nALTER TABLE a_x ADD y int;\nALTER TABLE a_x\n  DROP COLUMN z; DROP TABLE " +
			"a_y;\n-- +goose Down\nDROP TABLE a_x;\n",
		// Narrower, another column, not a set, not added again, not in the other dialect.
		"modules/a/migrations/sqlite/00003_x.sql": "ALTER TABLE a_x DROP CONSTRAINT a_x_y_check;\nALTER TABLE a_x ADD CONSTRAINT a_x_y_check " +
			"CHECK (y IN ('p', 'r'));\n",
		"modules/a/migrations/postgres/00003_x.sql": "ALTER TABLE a_x DROP CONSTRAINT a_x_y_check;\nALTER TABLE a_x ADD CONSTRAINT a_x_y_check " +
			"CHECK (z IN ('p', 'q', 'r'));\n",
		"modules/a/migrations/sqlite/00004_x.sql": "ALTER TABLE a_x DROP CONSTRAINT a_x_z_check;\nALTER TABLE a_x ADD CONSTRAINT a_x_z_check " +
			"CHECK (z > 1);\nALTER TABLE a_x DROP CONSTRAINT a_x_q_check;\n",
		"modules/a/migrations/postgres/00001_x.sql": "CREATE TABLE a_x (y text CONSTRAINT a_x_y_check CHECK (y IN ('p', 'q')));\n",
		"modules/a/migrations/postgres/00005_x.sql": "ALTER TABLE a_x DROP CONSTRAINT a_x_y_check;\nALTER TABLE a_x ADD CONSTRAINT a_x_y_check " +
			"CHECK (y IN ('p', 'q', 'r'));\n",
		// Grown from the first file: not a fault.
		"modules/b/migrations/sqlite/00001_x.sql":   "CREATE TABLE b_x (y text CONSTRAINT b_x_y_check CHECK (y IN ('p', 'q')));\n",
		"modules/b/migrations/postgres/00001_x.sql": "CREATE TABLE b_x (y text CONSTRAINT b_x_y_check CHECK (y IN ('p', 'q')));\n",
		"modules/b/migrations/sqlite/00002_x.sql": "ALTER TABLE b_x DROP CONSTRAINT b_x_y_check;\nALTER TABLE b_x ADD CONSTRAINT b_x_y_check " +
			"CHECK (y IN ('q', 'p', 'r'));\n",
		"modules/b/migrations/postgres/00002_x.sql": "ALTER TABLE b_x DROP CONSTRAINT b_x_y_check; -- why\nALTER TABLE b_x ADD CONSTRAINT " +
			"b_x_y_check\n  CHECK (y IN ('q', 'p', 'r'));\n",
		// Loosened from the first file, and then replaced by something else.
		"modules/c/migrations/sqlite/00001_x.sql":   "CREATE TABLE c_x (y int CONSTRAINT c_x_y_check CHECK ((y) > 0));\n",
		"modules/c/migrations/postgres/00001_x.sql": "CREATE TABLE c_x (y int CONSTRAINT c_x_y_check CHECK ((y) > 0));\n",
		"modules/c/migrations/sqlite/00002_x.sql": "ALTER TABLE c_x DROP CONSTRAINT c_x_y_check;\nALTER TABLE c_x ADD CONSTRAINT c_x_y_check " +
			"CHECK (((y) > 0) OR (y = -1));\n",
		"modules/c/migrations/postgres/00002_x.sql": "ALTER TABLE c_x DROP CONSTRAINT c_x_y_check;\nALTER TABLE c_x ADD CONSTRAINT " +
			"c_x_y_check\n  CHECK (((y) > 0) OR (y = -1));\n",
		"modules/c/migrations/sqlite/00003_x.sql": "ALTER TABLE c_x DROP CONSTRAINT c_x_y_check;\nALTER TABLE c_x ADD CONSTRAINT c_x_y_check " +
			"CHECK ((y) > 0);\n",
	},
	want: []string{
		"postgres/00003_x.sql:1: ALTER TABLE a_x DROP CONSTRAINT a_x_y_check",
		"postgres/00005_x.sql:1: ALTER TABLE a_x DROP CONSTRAINT a_x_y_check",
		"sqlite/00002_x.sql:3: ALTER TABLE a_x DROP COLUMN z", "sqlite/00002_x.sql:4: DROP TABLE a_y",
		"sqlite/00003_x.sql:1: ALTER TABLE a_x DROP CONSTRAINT a_x_y_check",
		"sqlite/00004_x.sql:1: ALTER TABLE a_x DROP CONSTRAINT a_x_z_check",
		"sqlite/00004_x.sql:3: ALTER TABLE a_x DROP CONSTRAINT a_x_q_check",
		"sqlite/00003_x.sql:1: ALTER TABLE c_x DROP CONSTRAINT c_x_y_check",
	},
}

var (
	removes = regexp.MustCompile(`(?i)^(DROP (TABLE|INDEX)|ALTER TABLE .* (DROP|RENAME)) `)
	dropped = regexp.MustCompile(`(?i)^ALTER TABLE (\w+) DROP CONSTRAINT (\w+)$`)
	// valueSet matches a CHECK of a set of values: its name, its column, its values.
	valueSet = regexp.MustCompile(`(?i)CONSTRAINT (\w+) CHECK \((\w+) IN \(([^()]*)\)\)`)
)

// widens reports whether the statement drops a set of values that a later statement of the file
// adds again with more values, and whether the other dialect has both statements too.
func widens(t *tree, file string, drop migrationStatement) bool {
	names := dropped.FindStringSubmatch(drop.text)
	if names == nil {
		return false
	}
	table, constraint := names[1], names[2]
	for _, s := range statements(t, file) {
		added := valueSet.FindStringSubmatch(s.text)
		if added == nil || s.line <= drop.line || added[1] != constraint ||
			!strings.HasPrefix(s.text, "ALTER TABLE "+table+" ADD CONSTRAINT ") {
			continue
		}
		before := setBefore(t, file, constraint)
		return before != nil && before[2] == added[2] && contains(added[3], before[3]) &&
			inOtherDialect(t, file, drop.text) && inOtherDialect(t, file, s.text)
	}
	return loosens(t, file, table, constraint, drop)
}

// loosens reports whether a later statement of the file adds the dropped CHECK again as
// "(what it was) OR more", and whether the other dialect has both statements too.
func loosens(t *tree, file, table, constraint string, drop migrationStatement) bool {
	before := ""
	for _, earlier := range t.paths {
		if path.Dir(earlier) == path.Dir(file) && earlier < file {
			for _, s := range statements(t, earlier) {
				before = cmp.Or(checkIn(s.text, constraint), before)
			}
		}
	}
	for _, s := range statements(t, file) {
		if s.line > drop.line && strings.HasPrefix(s.text, "ALTER TABLE "+table+" ADD CONSTRAINT "+constraint+" ") {
			return before != "" && strings.HasPrefix(checkIn(s.text, constraint), "("+before+") OR ") &&
				inOtherDialect(t, file, drop.text) && inOtherDialect(t, file, s.text)
		}
	}
	return false
}

// checkIn is the expression of the CHECK of that name in a statement; blank when it has none.
func checkIn(statement, constraint string) string {
	_, rest, found := strings.Cut(statement, "CONSTRAINT "+constraint+" CHECK (")
	if !found {
		return ""
	}
	open := 1
	for i, r := range rest {
		switch r {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return rest[:i]
		}
	}
	return ""
}

// setBefore is the newest set of values of that name in the earlier files of the folder, as
// valueSet matches it.
func setBefore(t *tree, file, constraint string) (set []string) {
	for _, earlier := range t.paths {
		if path.Dir(earlier) != path.Dir(file) || earlier >= file {
			continue
		}
		for _, s := range statements(t, earlier) {
			for _, m := range valueSet.FindAllStringSubmatch(s.text, -1) {
				if m[1] == constraint {
					set = m
				}
			}
		}
	}
	return set
}

func contains(list, part string) bool {
	values := strings.Split(strings.ReplaceAll(list, " ", ""), ",")
	for v := range strings.SplitSeq(strings.ReplaceAll(part, " ", ""), ",") {
		if !slices.Contains(values, v) {
			return false
		}
	}
	return true
}

func inOtherDialect(t *tree, file, statement string) bool {
	other := strings.Replace(file, "/sqlite/", "/postgres/", 1)
	if other == file {
		other = strings.Replace(file, "/postgres/", "/sqlite/", 1)
	}
	return slices.ContainsFunc(statements(t, other), func(s migrationStatement) bool { return s.text == statement })
}

// migrationStatement is a statement without comments, its white space folded, and its first line.
type migrationStatement struct {
	text string
	line int
}

// statements are those of a migration up to "-- +goose Down"; none when there is no such file.
// What stands between semicolons in a function's body counts as a statement: no harm.
func statements(t *tree, file string) (all []migrationStatement) {
	text, err := fs.ReadFile(t.texts, file)
	if err != nil {
		return nil
	}
	up, _, _ := strings.Cut(string(text), "-- +goose Down")
	up = regexp.MustCompile(`--[^\n]*`).ReplaceAllString(up, "")
	line := 1
	for s := range strings.SplitSeq(up, ";") {
		first := line + strings.Count(s[:len(s)-len(strings.TrimLeft(s, " \t\n"))], "\n")
		line += strings.Count(s, "\n")
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			all = append(all, migrationStatement{s, first})
		}
	}
	return all
}

func module(file string) string {
	if parts := strings.Split(file, "/"); parts[0] == "modules" {
		return parts[1]
	}
	return ""
}
