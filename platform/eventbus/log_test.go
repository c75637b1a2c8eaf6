package eventbus

import (
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"
)

func TestListLog(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.publishAs(Cause{RequestID: "req-1", Actor: "user:1"}, placed{Order: "a", Number: 1}, shipped{Order: "a"})
		f.publishAs(Cause{RequestID: "req-2", Actor: "user:2"}, placed{Order: "b", Number: 2})
		f.publishAs(Cause{}, signed{User: "ann", Plan: "gold", Email: "ann@example.org"})
		all, total, err := ListLog(t.Context(), db, LogFilter{}, 10, 0)
		if err != nil || total != 4 || len(all) != 4 || all[0].Name != "club.signed.v1" ||
			string(all[0].Payload) != `{"user":"ann","plan":"gold","email":"ann@example.org","phone":null}` || all[0].Actor != "system" {
			t.Fatalf("%+v %d %v", all, total, err)
		}
		second := all[2].OccurredAt
		for name, row := range map[string]struct {
			filter        LogFilter
			limit, offset int
			want          string // sequences
			total         int64
		}{
			"a page":    {LogFilter{}, 2, 1, "[3 2]", 4},
			"past it":   {LogFilter{}, 2, 4, "[]", 4},
			"name":      {LogFilter{Name: "shop.placed.v1"}, 9, 0, "[3 1]", 2},
			"names":     {LogFilter{Names: []string{"shop.placed.v1", "shop.shipped.v1"}}, 9, 0, "[3 2 1]", 3},
			"key":       {LogFilter{Key: "a"}, 9, 0, "[2 1]", 2},
			"request":   {LogFilter{RequestID: "req-2"}, 9, 0, "[3]", 1},
			"actor":     {LogFilter{Actor: "user:1"}, 9, 0, "[2 1]", 2},
			"several":   {LogFilter{Actor: "user:1", Name: "shop.placed.v1"}, 9, 0, "[1]", 1},
			"no actor":  {LogFilter{Actor: "' OR 1=1 --"}, 9, 0, "[]", 0},
			"from":      {LogFilter{From: second.Add(time.Hour)}, 9, 0, "[]", 0},
			"to":        {LogFilter{To: all[3].OccurredAt}, 9, 0, "[]", 0},
			"from, to":  {LogFilter{From: all[3].OccurredAt, To: all[0].OccurredAt.Add(time.Second)}, 9, 0, "[4 3 2 1]", 4},
			"after seq": {LogFilter{After: 2}, 9, 0, "[4 3]", 2},
		} {
			entries, total, err := ListLog(t.Context(), db, row.filter, row.limit, row.offset)
			seqs := []int64{}
			for _, e := range entries {
				seqs = append(seqs, e.Seq)
			}
			if err != nil || fmt.Sprint(seqs) != row.want || total != row.total {
				t.Errorf("%s: %v of %d, %v", name, seqs, total, err)
			}
		}
	})
}
