package media

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/test/kit"
)

// plan is the database's plan for a query.
func (s *setup) plan(t *testing.T, query func(tx *gorm.DB) *gorm.DB) string {
	t.Helper()
	statement := s.DB.ToSQL(query)
	if database.Dialect(s.DB) == database.SQLite {
		var steps []struct{ Detail string }
		if err := s.DB.Raw("EXPLAIN QUERY PLAN " + statement).Scan(&steps).Error; err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(statement, "\n", steps)
	}
	var lines []string
	if err := s.DB.Raw("EXPLAIN " + statement).Scan(&lines).Error; err != nil {
		t.Fatal(err)
	}
	return statement + "\n" + strings.Join(lines, "\n")
}

// Neither the next picture to fetch nor a page of all is found by sorting, however many there are.
func TestFetchesAreNotSorted(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		now := s.Clock.Now()
		var fetches []fetch
		for n := range 3000 {
			f := newFetch(fmt.Sprintf("https://old.example/%d.png", n), newID(), now)
			f.UpdatedAt = now.Add(-time.Duration(n*7919%3001) * time.Second)
			f.DueAt = f.UpdatedAt.Add(time.Hour) // later than the worker looks
			fetches = append(fetches, f)
		}
		if err := errors.Join(s.DB.CreateInBatches(&fetches, 500).Error, s.DB.Exec("ANALYZE media_fetches").Error); err != nil {
			t.Fatal(err)
		}
		for name, query := range map[string]func(tx *gorm.DB) *gorm.DB{
			"due": func(tx *gorm.DB) *gorm.DB {
				var ids []string
				return dueFetch(tx, now.Add(2*time.Hour)).Find(&ids)
			},
			"all": func(tx *gorm.DB) *gorm.DB { return tx.Order(lastChangedFirst).Limit(20).Find(&[]fetch{}) },
		} {
			if plan := s.plan(t, query); strings.Contains(plan, "Sort") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("%s: %s", name, plan)
			}
		}
	})
}

// Processes that take requests for the same addresses in another order do not wait for each other
// in a circle: PostgreSQL ends no transaction of theirs.
func TestRequestsOfTheSameAddresses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for round := range 5 {
			requests := make([]eventbus.Message[catalog.PicturesRequested], 20)
			for n := range requests {
				url := fmt.Sprintf("http://127.0.0.1:1/%d/%d.png", round, n)
				requests[n].Event = catalog.PicturesRequested{ImportID: newID(), ProductID: newID(), URLs: []string{url}}
			}
			backwards := slices.Clone(requests)
			slices.Reverse(backwards)
			runs := kit.AtOnce(2, func(i int) int {
				runs := 0
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					runs++
					return s.lib.onPicturesRequested(t.Context(), tx, [][]eventbus.Message[catalog.PicturesRequested]{requests, backwards}[i])
				})
				if err != nil {
					t.Error(err)
				}
				return runs
			})
			if runs[1] != 2 {
				t.Errorf("runs of the transactions: %v", runs)
			}
		}
	})
}
