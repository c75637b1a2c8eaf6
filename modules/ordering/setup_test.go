package ordering

import (
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/module"
	"orderd/platform/money"
	"orderd/test/kit"
	"orderd/test/kit/room"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

var testConfig = Config{
	Country:         "DE",
	TaxRates:        map[string]map[string]money.Rate{"DE": {"standard": 1900, "reduced": 700}, "AT": {"standard": 2000, "reduced": 1000}},
	LowStock:        5,
	PaymentDeadline: 72 * time.Hour,
	ShopName:        "Orderd",
	BankAccount:     "DE02 1203 0000 0000 2020 51",
}

func build(p room.Parts) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Config: testConfig})
}

// setup is a room with an admin in it.
type setup struct {
	*room.Room
	admin   *kit.API
	adminID string
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	room.Each(t, build, func(t *testing.T, r *room.Room) {
		s := &setup{Room: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

// inTx runs fn in a transaction and fails the test when it fails.
func (s *setup) inTx(t *testing.T, fn func(tx *gorm.DB) error) {
	t.Helper()
	if err := database.InTx(t.Context(), s.DB, fn); err != nil {
		t.Fatal(err)
	}
}
