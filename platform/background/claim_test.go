package background_test

import (
	"reflect"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// errand is a row of a queue.
type errand struct {
	ID       string `gorm:"primaryKey"`
	Status   string
	Attempts int
	DueAt    time.Time
	Claim    *string
	Reason   *string
	Reply    string
	Erased   bool
}

func (errand) TableName() string { return "shop_errands" }

func newErrand() *errand { return &errand{ID: id.New(), Status: "queued", DueAt: time.Now().UTC()} }

func createErrands(db *gorm.DB) error {
	key, date := "uuid", "timestamptz"
	if database.Dialect(db) == database.SQLite {
		key, date = "text", "datetime"
	}
	return db.Exec(`CREATE TABLE shop_errands (
		id ` + key + ` NOT NULL PRIMARY KEY, status text NOT NULL, attempts integer NOT NULL,
		due_at ` + date + ` NOT NULL, claim ` + key + `, reason text, reply text NOT NULL, erased boolean NOT NULL)`).Error
}

// The outcome of an attempt is saved under its claim, and only while that one lasts: not when
// another worker has claimed the row since.
func TestClaims(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := createErrands(db); err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		end, reason := now.Add(time.Minute), "busy"
		stored := []*errand{newErrand(), newErrand()}
		stored[1].Erased = true
		if err := db.Create(&stored).Error; err != nil {
			t.Fatal(err)
		}
		late := claimErrands(t, db, end)
		claimed := claimErrands(t, db, end)
		c := claimed[0]
		if c.Attempts != 2 || !c.DueAt.Equal(end) || *c.Claim == *late[0].Claim || *c.Claim != *claimed[1].Claim {
			t.Errorf("claimed: %+v, %+v", claimed, late)
		}
		for _, errands := range [][]errand{late, claimed, claimed} {
			for i := range errands {
				errands[i].Status, errands[i].DueAt, errands[i].Reason, errands[i].Reply = "done", now, &reason, "Thanks, Maria."
			}
		}
		save := func(rows []errand, want int) {
			t.Helper()
			saved, err := background.SaveClaimed(db, rows,
				"reason", "reply = CASE WHEN stored.erased THEN '' ELSE given.reply END")
			if err != nil || len(saved) != want {
				t.Errorf("%d were saved, %v, want %d", len(saved), err, want)
			}
		}
		save(late, 0)
		save(claimed, 2)
		save(claimed, 0) // a second time
		for i, reply := range []string{"Thanks, Maria.", ""} {
			got, err := database.ByID[errand](db, stored[i].ID)
			want := errand{
				ID: stored[i].ID, Status: "done", Attempts: 2, DueAt: now, Reason: &reason, Reply: reply, Erased: stored[i].Erased,
			}
			if got.DueAt = got.DueAt.UTC(); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("stored %+v, %v, want %+v", got, err, want)
			}
		}
	}, database.OwnMigrations())
}

// claimErrands claims all errands until end.
func claimErrands(t *testing.T, db *gorm.DB, end time.Time) []errand {
	t.Helper()
	if err := db.Model(&errand{}).Where("TRUE").Updates(background.Claim(end)).Error; err != nil {
		t.Fatal(err)
	}
	var claimed []errand
	if err := db.Order("id").Find(&claimed).Error; err != nil {
		t.Fatal(err)
	}
	return claimed
}
