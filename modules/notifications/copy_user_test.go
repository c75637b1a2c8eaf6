package notifications

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit/moduletest"
)

func TestAnOlderEventNeverOverwritesANewerOne(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		userID, address := id.New(), id.New()
		facts := []user{
			{AddressID: &address, Role: identity.RoleCustomer, RoleSeq: 1, Locale: "en", LocaleSeq: 1, AccessSeq: 1},
			{Role: identity.RoleAdmin, RoleSeq: 2, Locale: "en"},
			{Role: identity.RoleCustomer, Locale: "de", LocaleSeq: 3},
			{Role: identity.RoleCustomer, Locale: "en", Disabled: true, AccessSeq: 4},
			{Role: identity.RoleCustomer, Locale: "en", LocaleSeq: 5},
			{Role: identity.RoleCustomer, RoleSeq: 6, Locale: "en"},
			{Role: identity.RoleAdmin, RoleSeq: 7, Locale: "en"},
		}
		want := user{UserID: userID, AddressID: &address, Role: identity.RoleAdmin, RoleSeq: 7, Locale: "en", LocaleSeq: 5, Disabled: true, AccessSeq: 4}
		for range 20 {
			rand.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
			var got user
			err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
				for _, fact := range facts {
					fact.UserID = userID
					if err := upsertUser(tx, fact); err != nil {
						return err
					}
				}
				return tx.Take(&got, "user_id = ?", userID).Error
			})
			if err != nil {
				t.Fatal(err)
			}
			if got.AddressID == nil || *got.AddressID != address {
				t.Fatalf("address: %v", got.AddressID)
			}
			got.AddressID = &address
			if got != want {
				t.Fatalf("got %+v, want %+v", got, want)
			}
			if err := r.DB.Where("user_id = ?", userID).Delete(&user{}).Error; err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A replay of the users keeps them meanwhile: here no event has their data any more, as if the
// replay never ended, and the admin is notified all the same.
func TestNotifiedDuringAReplayOfTheUsers(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		admin := join(t, r, identity.RoleAdmin, "en")
		if err := r.DB.Exec(`UPDATE events SET personal = '{}' WHERE name = ?`, identity.AccountCreated{}.EventName()).Error; err != nil {
			t.Fatal(err)
		}
		if _, err := eventbus.Replay(t.Context(), r.DB, "notifications.users", true); err != nil {
			t.Fatal(err)
		}
		r.Publish(t, ordering.StockLow{VariantID: id.New(), ProductID: id.New(), SKU: "MOKA-6", Name: "Moka", Available: 5})
		if got := titles(t, admin); !slices.Equal(got, []string{"Stock is low"}) {
			t.Errorf("the admin got %q", got)
		}
	})
}
