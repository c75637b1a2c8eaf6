package database_test

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// reader is a row of a read model.
type reader struct {
	ID     string `gorm:"primaryKey"`
	Name   string
	Visits int64
	Erased bool
	Seq    int64
}

func (reader) TableName() string { return "shop_readers" }

const createReaders = `CREATE TABLE shop_readers (
	id text NOT NULL PRIMARY KEY, name text NOT NULL, visits bigint NOT NULL, erased boolean NOT NULL, seq bigint NOT NULL)`

func TestReadModelRows(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Exec(createReaders).Error; err != nil {
			t.Fatal(err)
		}
		one, other := id.New(), id.New()
		for _, step := range []struct {
			row     reader
			columns []string
			want    reader
		}{
			{reader{one, "Ada", 1, false, 5}, nil, reader{one, "Ada", 1, false, 5}},
			{reader{one, "Late", 2, false, 4}, nil, reader{one, "Ada", 1, false, 5}},
			{reader{one, "Twice", 2, false, 5}, nil, reader{one, "Ada", 1, false, 5}},
			{reader{one, "Grace", 2, false, 6}, []string{"name"}, reader{one, "Grace", 1, false, 6}},
			{reader{one, "", 3, true, 7}, nil, reader{one, "", 3, true, 7}},
			{reader{one, "Back", 4, false, 8}, nil, reader{one, "", 3, true, 7}},
		} {
			if err := database.UpsertNewer(db, &[]reader{step.row, {ID: other, Name: "Mary", Seq: 1}}, step.columns...); err != nil {
				t.Fatal(err)
			}
			if got, err := database.ByID[reader](db, one); err != nil || got != step.want {
				t.Errorf("%+v, %v, want %+v", got, err, step.want)
			}
		}
		for _, unknown := range []string{id.New(), "", "no-id"} {
			if _, err := database.ByID[reader](db, unknown); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", unknown, err)
			}
		}
		if _, err := database.Take[reader](db.Where("name = ?", "unknown")); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown name: %v", err)
		}
	})
}
