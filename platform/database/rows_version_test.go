package database_test

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// book is a row with a version.
type book struct {
	ID      string `gorm:"primaryKey"`
	Title   string
	Version int64 `gorm:"default:1"`
}

func (book) TableName() string { return "shop_books" }

// The guard stands in the UPDATE and in the DELETE: both refuse a row that was read before another
// change, without a read of their own.
func TestSaveVersion(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Exec(`CREATE TABLE shop_books (id text NOT NULL PRIMARY KEY, title text NOT NULL, version bigint NOT NULL)`).Error; err != nil {
			t.Fatal(err)
		}
		made := book{ID: id.New(), Title: "Emma"}
		if err := db.Create(&made).Error; err != nil || made.Version != 1 {
			t.Fatalf("version %d, %v", made.Version, err)
		}
		requireCurrent := func(err error, want int64) {
			t.Helper()
			f, ok := err.(*fault.Fault)
			if !ok || f.Code != fault.PreconditionFailed || f.Members != (fault.CurrentVersion{Current: want}) {
				t.Errorf("%v, want the current version %d", err, want)
			}
		}
		first, second, third := made, made, made
		first.Title, second.Title = "Persuasion", "Sanditon"
		if err := database.SaveVersion(db, &first, &first.Version); err != nil || first.Version != 2 {
			t.Fatalf("version %d, %v", first.Version, err)
		}
		requireCurrent(database.SaveVersion(db, &second, &second.Version), 2)
		requireCurrent(database.DeleteVersion(db, &third, &third.Version), 2)
		if got, err := database.ByID[book](db, made.ID); err != nil || got != first {
			t.Errorf("%+v, %v, want %+v", got, err, first)
		}
		if err := database.DeleteVersion(db, &first, &first.Version); err != nil {
			t.Error(err)
		}
		if err := database.SaveVersion(db, &first, &first.Version); !fault.Is(err, fault.NotFound) {
			t.Errorf("a row that was deleted: %v", err)
		}
	})
}
