package database

import (
	"slices"
	"testing"
	"time"
)

type boxLabel struct {
	Text string
	Size int
}

type box struct {
	ID      string   `gorm:"primaryKey"`
	Label   boxLabel `gorm:"embedded;embeddedPrefix:label_"`
	Cents   int64    `gorm:"column:price_cents"`
	Tags    []string `gorm:"serializer:json"`
	Note    *string
	Open    bool
	MadeAt  time.Time
	Books   []box  `gorm:"foreignKey:ID"`
	Ignored string `gorm:"-"`
}

func (box) TableName() string { return "boxes" }

// The names and the targets of a model's columns are in one order.
func TestColumns(t *testing.T) {
	t.Parallel()
	columns := ColumnsOf[box]("note")
	if got, want := columns.Select("s"), "s.id, s.label_text, s.label_size, s.price_cents, s.tags, s.open, s.made_at"; got != want {
		t.Errorf("selects %s, want %s", got, want)
	}
	if got, want := ColumnsOf[box]("id", "label_size", "price_cents", "tags", "note", "open", "made_at").SelectAs("s", "box_"),
		"s.label_text AS box_label_text"; got != want {
		t.Errorf("selects %s, want %s", got, want)
	}
	var s box
	targets := columns.Into([]any{"before"}, &s)
	if len(targets) != 8 || targets[0] != "before" {
		t.Fatalf("targets %v", targets)
	}
	*targets[2].(*string), *targets[3].(*int), *targets[4].(*int64), *targets[6].(*bool) = "Tea", 3, 250, true
	if err := targets[5].(jsonColumn).Scan(`["a","b"]`); err != nil {
		t.Fatal(err)
	}
	if s.Label != (boxLabel{"Tea", 3}) || s.Cents != 250 || !s.Open || !slices.Equal(s.Tags, []string{"a", "b"}) {
		t.Errorf("scanned %+v", s)
	}
	defer func() {
		if recover() == nil {
			t.Error("a name that is not the model's is taken")
		}
	}()
	ColumnsOf[box]("size")
}

// What an outer join does not find leaves the model as it is.
func TestColumnsOfOuterJoin(t *testing.T) {
	t.Parallel()
	var s box
	targets := ColumnsOf[box]().IntoFound(nil, &s)
	madeAt := time.Now()
	for i, row := range [][]any{
		{nil, nil, nil, nil, nil, nil, nil, nil},
		{"1", "Tea", int64(3), int64(250), `["a"]`, nil, int64(1), madeAt},
	} {
		for n, column := range row {
			if scanner, ok := targets[n].(interface{ Scan(any) error }); ok {
				if err := scanner.Scan(column); err != nil {
					t.Errorf("row %d, column %d: %v", i, n, err)
				}
			}
		}
		if i == 0 && (s.ID != "" || s.Tags != nil || s.Open) {
			t.Errorf("a row of NULL makes %+v", s)
		}
	}
	if s.ID != "1" || s.Label != (boxLabel{"Tea", 3}) || s.Cents != 250 || !s.Open || !s.MadeAt.Equal(madeAt) {
		t.Errorf("scanned %+v", s)
	}
	if err := targets[0].(foundColumn).Scan(int64(1)); err == nil {
		t.Error("a number is taken for a text")
	}
}
