package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/search"
	"orderd/test/kit"
)

// things is a table with an index.
type things struct {
	*search.Index
	db *gorm.DB
}

type thing struct {
	ID     string `gorm:"primaryKey"`
	Kind   int
	Search string
}

func (thing) TableName() string { return "things" }

func each(t *testing.T, test func(t *testing.T, s *things)) {
	t.Helper()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		s := &things{&search.Index{Name: "things", Table: "things", Column: "search"}, db}
		kind := "uuid"
		if database.Dialect(db) == database.SQLite {
			kind = "TEXT"
		}
		if err := db.Exec("CREATE TABLE things (id " + kind + " PRIMARY KEY, kind integer NOT NULL, search text NOT NULL)").Error; err != nil {
			t.Fatal(err)
		}
		test(t, s)
	}, search.Migrations())
}

// idOf is the id of the n-th thing: ids grow with the number.
func idOf(n int) string { return fmt.Sprintf("00000000-0001-7000-8000-%012x", n) }

// numbers are what the ids stand for.
func numbers(t *testing.T, ids []string) (all []int) {
	t.Helper()
	for _, id := range ids {
		var n int
		if _, err := fmt.Sscanf(id[24:], "%x", &n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// add adds things from one number to another, each with its text.
func (s *things) add(t *testing.T, from, to int, text func(n int) string) {
	t.Helper()
	rows := make([]thing, 0, to-from)
	for n := from; n < to; n++ {
		rows = append(rows, thing{idOf(n), n % 7, text(n)})
	}
	if err := s.db.CreateInBatches(&rows, 2000).Error; err != nil {
		t.Fatal(err)
	}
}

// index runs the job once.
func (s *things) index(t *testing.T) {
	t.Helper()
	if err := s.Job(s.db, clock.System()).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (s *things) requireSegments(t *testing.T, want int) {
	t.Helper()
	var got int64
	if err := s.db.Table("search_segments").Count(&got).Error; err != nil || int(got) != want {
		t.Errorf("%d segments, want %d; %v", got, want, err)
	}
}

// requireFound wants the numbers of the things that are found, the newest first.
func (s *things) requireFound(t *testing.T, typed string, in search.Scope, want ...int) {
	t.Helper()
	found, err := s.Find(s.db.WithContext(t.Context()), typed, in)
	if err != nil {
		t.Fatalf("%q: %v", typed, err)
	}
	if got := numbers(t, found); !slices.Equal(got, want) {
		t.Errorf("%q finds %v, want %v", typed, got, want)
	}
}

// change writes another text, or deletes the thing where there is none, and notes it.
func (s *things) change(t *testing.T, n int, text string) {
	t.Helper()
	err := database.InTx(t.Context(), s.db, func(tx *gorm.DB) error {
		row := tx.Table("things").Where("id = ?", idOf(n))
		done := row.Update("search", text)
		if text == "" {
			done = tx.Delete(&thing{ID: idOf(n)})
		}
		if done.Error != nil {
			return done.Error
		}
		return s.Changed(tx, idOf(n))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ordinary is the text of the n-th thing of many.
func ordinary(n int) string {
	return search.Text(fmt.Sprintf("ORD-%010d", n*7919%10_000_000), fmt.Sprintf("buyer%d@example.com", n), "Moka pot")
}

// people have the texts by which the tests look for them.
var people = map[int]string{
	10:    search.Text("Ayşe Öztürk", "Hafenröstung Köln", search.Phone(new("+49 30 1234567"))),
	5000:  search.Text("Jörg Müller", "Weißstraße 12", search.Phone(new("0221 / 98 76 54"))),
	9000:  search.Text("Jo\u0308rg Mueller", "Travel press"),
	9500:  search.Text("Łukasz O'Neil", "lukasz@example.org"),
	12100: search.Text("Goethe", "ＷＩＤＥ-12"), // not in a segment
}

func personOr(n int) string {
	if text := people[n]; text != "" {
		return text
	}
	return ordinary(n)
}

// finds is what is found of people.
var finds = map[string][]int{
	"Öztürk": {10}, "ozturk": {10}, "oeztuerk": {10}, "OZTUR": {10}, "ztür": {10}, "ayse oztürk": {10}, "hafenroestung": {10},
	"hafenrostung": {10},
	"030 1234567":  {10}, "+49 (0)30 123 45 67": {10}, "0049301234567": {10}, "1234567": {10}, "+49221987654": {5000}, "0221/987654": {5000},
	"müller": {9000, 5000}, "muller": {5000}, "mueller": {9000, 5000}, "jorg": {9000, 5000}, "joerg": {9000, 5000}, "weissstrasse": {5000},
	"weißstr 12": {5000},
	"travl pres": {9000}, "lukas": {9500}, "lukass": {9500}, "łukasz": {9500}, "o'neil": {9500}, "lukasz@EXAMPLE.org": {9500},
	"goethe": {12100}, "goehte": {12100}, "wide-12": {12100}, "wide-13": nil, "wide-12 goethe": {12100}, "müller ozturk": nil, "xqzw": nil,
	"%": nil, "_": nil, "\u0308": nil,
}

// Rows are found by their words, parts of them, in other spellings and with typing errors: the
// same ones without an index, with one, and in a table that has some rows behind its segments.
func TestFind(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *things) {
		s.add(t, 1, 12_200, personOr)
		requireAll := func() {
			t.Helper()
			for typed, want := range finds {
				s.requireFound(t, typed, nil, want...)
			}
			s.requireFound(t, "buyer77@example.com", nil, 77)
			s.requireFound(t, fmt.Sprintf("ord-%010d", 8123*7919%10_000_000), nil, 8123)
			found, err := s.Find(s.db, "moka", nil)
			if err != nil || len(found) != search.MaxFound || found[0] != idOf(12_199) ||
				found[search.MaxFound-1] < idOf(12_199-search.MaxFound-len(people)) {
				t.Errorf("%d are found, %v", len(found), err)
			}
		}
		requireAll()
		s.requireSegments(t, 0)
		s.index(t)
		s.requireSegments(t, 3)
		requireAll()
		s.requireFound(t, "oztuck", nil, 10) // too far behind to be looked at without the index
		s.requireFound(t, "öztrük", nil, 10)
		var postings int64
		if err := s.db.Table("search_postings").Count(&postings).Error; err != nil || postings < 1000 {
			t.Errorf("%d postings, %v", postings, err)
		}
	})
}

// A scope restricts what is found; what is spelt right outside of it is not taken for misspelt.
func TestFindInScope(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *things) {
		s.add(t, 1, 8200, func(n int) string {
			return search.Text([]string{"Meyer", "Meier", "Berger"}[min(2, n%4000)])
		})
		ofKind := func(kind int) search.Scope { return func(q *gorm.DB) *gorm.DB { return q.Where("kind = ?", kind) } }
		for range 2 {
			s.requireFound(t, "meyer", nil, 8000, 4000)
			s.requireFound(t, "meyer", ofKind(4000%7), 4000)
			s.requireFound(t, "meyer", ofKind(4001%7))
			s.requireFound(t, "meyer x", nil)
			ids, total, err := s.Page(s.db, "berger", ofKind(3), "id", 2, 2)
			if got := numbers(t, ids); err != nil || total < 1100 || !slices.Equal(got, []int{17, 24}) {
				t.Errorf("%v of %d, %v", got, total, err)
			}
			s.index(t)
		}
		s.requireSegments(t, 2)
	})
}

// A row whose text has changed is found by its new words at once and not by the old ones, and the
// index keeps nothing of those.
func TestChanged(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *things) {
		s.add(t, 1, 8001, func(n int) string {
			if n == 77 || n == 5000 {
				return "zyxwvut"
			}
			return "pot"
		})
		s.index(t)
		s.requireSegments(t, 2)
		s.requireFound(t, "zyxwvut", nil, 5000, 77)
		s.change(t, 77, "abcdefg")
		s.change(t, 5000, "")
		for range 2 {
			s.requireFound(t, "zyxwvut", nil)
			s.requireFound(t, "abcdefg", nil, 77)
			s.requireFound(t, "abcdfg", nil, 77)
			s.index(t)
		}
		for _, table := range []string{"search_changes", "search_postings"} {
			var left int64
			q := s.db.Table(table)
			if table == "search_postings" {
				q = q.Where("gram = ?", 'z'<<14|'y'<<7|'x')
			}
			if err := q.Count(&left).Error; err != nil || left > 0 {
				t.Errorf("%d rows are left in %s, %v", left, table, err)
			}
		}
	})
}

// Rows that were committed late are found when their segment is counted; with too many of them it
// is made anew.
func TestLateRows(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *things) {
		s.add(t, 10_000, 18_000, ordinary)
		s.index(t)
		s.add(t, 8_000, 8_010, func(int) string { return "latecomer" })
		job := s.Job(s.db, clock.System())
		for range 2 {
			if err := job.Do(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.requireFound(t, "latecomer", func(q *gorm.DB) *gorm.DB { return q.Where("kind = 0") }, 8008, 8001)
		s.add(t, 1, 4500, func(n int) string { return strings.Repeat("x", n%2+1) + "many" })
		for range 3 {
			if err := job.Do(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		found, err := s.Find(s.db, "xxmany", nil)
		if err != nil || len(found) != 2250 {
			t.Errorf("%d found, %v", len(found), err)
		}
		s.requireSegments(t, 3)
	})
}

// Two processes that make segments at once make each once, and young rows are left for later.
func TestSegmentsAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *things) {
		s.add(t, 1, 12_001, ordinary)
		for err := range kit.AtOnce(4, func(int) error { return s.Job(s.db, clock.System()).Do(t.Context()) }) {
			if err != nil {
				t.Error(err)
			}
		}
		s.requireSegments(t, 3)
	})
	each(t, func(t *testing.T, s *things) {
		early := &clock.Shifted{}
		early.Advance(-time.Duration(early.Now().UnixNano())) // the ids of idOf are of 1970
		s.add(t, 1, 4001, func(int) string { return "young" })
		if err := s.Job(s.db, early).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.requireSegments(t, 0)
	})
}
