package notifications

import (
	"slices"
	"testing"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestAnOlderEventNeverOverwritesANewerOne(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		userID, address, former := id.New(), id.New(), id.New()
		facts := []user{
			{AddressID: &former, AddressSeq: 1, Role: identity.RoleCustomer, RoleSeq: 1, Locale: "en", LocaleSeq: 1, AccessSeq: 1},
			{Role: identity.RoleAdmin, RoleSeq: 2, Locale: "en"},
			{AddressID: &address, AddressSeq: 8, Role: identity.RoleCustomer, Locale: "en"},
			{Role: identity.RoleCustomer, Locale: "de", LocaleSeq: 3},
			{Role: identity.RoleCustomer, Locale: "en", Disabled: true, AccessSeq: 4},
			{Role: identity.RoleCustomer, Locale: "en", LocaleSeq: 5},
			{Role: identity.RoleCustomer, RoleSeq: 6, Locale: "en"},
			{Role: identity.RoleAdmin, RoleSeq: 7, Locale: "en"},
		}
		want := user{
			UserID: userID, AddressID: &address, AddressSeq: 8, Role: identity.RoleAdmin, RoleSeq: 7, Locale: "en", LocaleSeq: 5,
			Disabled: true, AccessSeq: 4,
		}
		random := kit.Rand(t)
		for range 20 {
			random.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
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

// What concerns an address notifies the account that has it now, and not the one that had it.
func TestNotifiedByTheAddressOfNow(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		ada, asked := join(t, r, identity.RoleCustomer, "de"), func(address string) wholesale.InfoRequested {
			return wholesale.InfoRequested{
				ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", AskedBy: id.New(), Question: "?",
				ContactEmail: address, AddressID: kit.AddressID(address),
			}
		}
		r.Publish(t, identity.EmailChanged{
			UserID: ada.id, ChangeID: id.New(), Locale: "en", ChangedAt: clock.System().Now(),
			Email: "ada@example.org", FormerEmail: ada.email, FullName: "Ada Lovelace",
		})
		r.Publish(t, asked(ada.email))
		requireTitles(t, "by the former address", ada)
		r.Publish(t, asked("ada@example.org"))
		if got := titles(t, ada); len(got) != 1 {
			t.Errorf("by the address of now: %q", got)
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

// Staff are notified of what their role is about; a change of the role counts from then on.
func TestStaffAreNotifiedByScope(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		admin, packer, other := join(t, r, identity.RoleAdmin, "en"), join(t, r, identity.RoleCustomer, "en"),
			join(t, r, identity.RoleCustomer, "en")
		roleID, otherID := id.New(), id.New()
		r.Publish(t,
			identity.RoleSaved{RoleID: roleID, Name: "Packer", Scopes: []string{"stock:write"}},
			identity.RoleSaved{RoleID: otherID, Name: "Other", Scopes: []string{"orders:read", "refunds:write"}},
			identity.RoleChanged{UserID: packer.id, Role: identity.RoleStaff, RoleID: roleID},
			identity.RoleChanged{UserID: other.id, Role: identity.RoleStaff, RoleID: otherID},
		)
		low := func() ordering.StockLow {
			return ordering.StockLow{VariantID: id.New(), ProductID: id.New(), SKU: "MOKA-6", Name: "Moka", Available: 5}
		}
		r.Publish(t, low())
		for i, want := range []int{1, 1, 0} {
			if got := titles(t, []account{admin, packer, other}[i]); len(got) != want {
				t.Errorf("%d got %q, want %d", i, got, want)
			}
		}
		r.Publish(t, identity.RoleSaved{RoleID: roleID, Name: "Packer", Scopes: []string{"orders:read"}})
		r.Publish(t, low())
		r.Publish(t, identity.RoleChanged{UserID: packer.id, Role: identity.RoleCustomer})
		if got := titles(t, packer); len(got) != 1 {
			t.Errorf("got %q", got)
		}
	})
}
