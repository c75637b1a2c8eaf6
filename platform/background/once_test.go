package background_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/test/kit"
)

var errKilled = errors.New("the process is gone")

// count writes 0 to 8 into a table, three numbers a batch. It fails where failing says so.
func count(failing func(place string) error) background.Once {
	return background.Once{Name: "shop: count", Batch: func(_ context.Context, tx *gorm.DB, place string) (string, bool, error) {
		from, _ := strconv.Atoi(place)
		for n := from; n < from+3; n++ {
			if err := tx.Exec("INSERT INTO shop_numbers (n) VALUES (?)", n).Error; err != nil {
				return "", false, err
			}
		}
		if err := failing(place); err != nil {
			return "", false, err
		}
		return strconv.Itoa(from + 3), from == 6, nil
	}}
}

// Each batch is done once: where a process ends in the middle of one, where several do the same,
// and after the last.
func TestOnce(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Exec("CREATE TABLE shop_numbers (n integer NOT NULL)").Error; err != nil {
			t.Fatal(err)
		}
		requireCounted := func(want int) {
			t.Helper()
			var numbers []int
			if err := db.Raw("SELECT n FROM shop_numbers ORDER BY n").Scan(&numbers).Error; err != nil {
				t.Fatal(err)
			}
			for n := range want {
				if len(numbers) != want || numbers[n] != n {
					t.Fatalf("%v", numbers)
				}
			}
		}
		killed := count(func(place string) error {
			if place == "3" {
				return errKilled
			}
			return nil
		}).Job(db)
		for range 2 {
			if err := killed.Do(t.Context()); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			requireCounted(3)
		}
		results := kit.AtOnce(5, func(int) error {
			return count(func(string) error { return nil }).Job(db).Do(t.Context())
		})
		if results[nil] != 5 {
			t.Errorf("%v", results)
		}
		requireCounted(9)
		job := count(func(string) error { return errKilled }).Job(db)
		for range 2 {
			if err := job.Do(t.Context()); err != nil {
				t.Error(err)
			}
		}
		requireCounted(9)
	}, background.Migrations())
}

// Two processes that have begun the same batch: the second is rolled back.
func TestOnceInTwoProcesses(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, background.Migrations(), database.OwnMigrations())
	if err := db.Exec("CREATE TABLE shop_numbers (n integer NOT NULL)").Error; err != nil {
		t.Fatal(err)
	}
	var other error
	slow := count(func(place string) error {
		if place == "" { // the other one is faster
			other = count(func(string) error { return nil }).Job(db).Do(t.Context())
		}
		return nil
	})
	if err := errors.Join(slow.Job(db).Do(t.Context()), other); err != nil {
		t.Fatal(err)
	}
	var numbers []int
	if err := db.Raw("SELECT n FROM shop_numbers ORDER BY n").Scan(&numbers).Error; err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(numbers, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("%v", numbers)
	}
}
