package database_test

import (
	"reflect"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// loan is a row with columns of the types that models have.
type loan struct {
	ID     string `gorm:"primaryKey"`
	Book   string `gorm:"primaryKey"`
	Note   *string
	Pages  int
	Late   bool
	DueAt  *time.Time
	Labels []string `gorm:"serializer:json"`
	Seq    int64
}

func (loan) TableName() string { return "shop_loans" }

func createLoans(db *gorm.DB) error {
	key, date := "uuid", "timestamptz"
	if database.Dialect(db) == database.SQLite {
		key, date = "text", "datetime"
	}
	return db.Exec(`CREATE TABLE shop_loans (id ` + key +
		` NOT NULL, book text NOT NULL, note text, pages integer NOT NULL, late boolean NOT NULL,
		due_at ` + date + `, labels text NOT NULL, seq bigint NOT NULL, PRIMARY KEY (id, book))`).Error
}

func TestUpdateRows(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := createLoans(db); err != nil {
			t.Fatal(err)
		}
		note, due := "kept", time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC)
		stored := []loan{
			{ID: id.New(), Book: "Emma", Note: &note, Pages: 1, Labels: []string{"a"}, Seq: 5},
			{ID: id.New(), Book: "Emma", Note: &note, Pages: 2, Labels: []string{"b"}, Seq: 5},
			{ID: id.New(), Book: "Ulysses", Note: &note, Pages: 3, Labels: []string{"c"}, Seq: 5},
		}
		if err := db.Create(&stored).Error; err != nil {
			t.Fatal(err)
		}
		newer := loan{ID: stored[0].ID, Book: "Emma", Pages: 9, Late: true, DueAt: &due, Labels: []string{"x", "y"}, Seq: 6}
		late, otherBook, unknown := newer, newer, newer
		late.ID, late.Seq = stored[1].ID, 5
		otherBook.ID, unknown.ID = stored[2].ID, id.New()
		columns := []string{"note", "pages", "late", "due_at", "labels", "seq"}
		const set = "note = given.note, pages = given.pages, late = given.late, due_at = given.due_at, labels = given.labels, seq = given.seq"
		for _, want := range [][]loan{{newer}, nil} { // the second time nothing is newer
			updated, err := database.UpdateRows(db, []loan{late, newer, otherBook, unknown}, columns, set, "stored.seq < given.seq")
			if err != nil || !reflect.DeepEqual(updated, want) {
				t.Errorf("updated %+v, %v, want %+v", updated, err, want)
			}
		}
		stored[0] = newer
		for _, want := range stored {
			if got, err := database.Take[loan](db.Where("id = ?", want.ID)); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("stored %+v, %v, want %+v", got, err, want)
			}
		}
		if updated, err := database.UpdateRows(db, []loan(nil), columns, set, "TRUE"); err != nil || updated != nil {
			t.Errorf("no rows: %v, %v", updated, err)
		}
	}, database.OwnMigrations())
}

// A plan that was made when the table was small looks the rows up by their keys when it is large.
func TestUpdateRowsReadsNoWholeTable(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, database.OwnMigrations())
	if err := createLoans(db); err != nil {
		t.Fatal(err)
	}
	given := loan{ID: id.New(), Book: "Emma", Labels: []string{}}
	// One connection, which keeps the plan.
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		for _, rows := range []int{50, 5000} {
			err := tx.Exec(`INSERT INTO shop_loans (id, book, pages, late, labels, seq)
				SELECT gen_random_uuid(), 'Emma', 1, false, repeat('x', 300), 1 FROM generate_series(1, ?)`, rows).Error
			if err != nil {
				return err
			}
			for range 10 { // the plan is kept after 5
				if _, err := database.UpdateRows(tx, []loan{given}, []string{"pages"}, "pages = given.pages", "TRUE"); err != nil {
					return err
				}
			}
		}
		var read int
		err := tx.Raw(`SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'shop_loans'`).Scan(&read).Error
		if read != 0 {
			t.Errorf("%d rows were read that are not given", read)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
