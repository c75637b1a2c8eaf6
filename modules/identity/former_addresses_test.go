package identity

import (
	"testing"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
)

// The addresses from before an upgrade are published once more, each once.
func TestFormerAddresses(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var ids []string
		for _, email := range []string{"ada@example.com", "grace@example.com", "alan@example.com"} {
			ids = append(ids, h.customer(t, email).Do(t, "POST", addresses, someAddress()).Require(t, 201).Text("id"))
		}
		log := eventbustest.Record(t, h.DB)
		requirePublished := func(want []string) {
			t.Helper()
			published := eventbustest.Of[events.AddressSaved](log)
			if len(published) != len(want) {
				t.Fatalf("published %+v, want %v", published, want)
			}
			for i, e := range published {
				if e.AddressID != want[i] || e.PostalCode == "" {
					t.Errorf("published %+v, want %v", published, want)
				}
			}
		}
		h.DoOnce(t, formerAddresses)
		requirePublished(ids)
		// A batch goes on behind the last address of the one before.
		log = eventbustest.Record(t, h.DB)
		err := database.InTx(t.Context(), h.DB, func(tx *gorm.DB) error {
			next, _, err := formerAddresses.Batch(t.Context(), tx, ids[0])
			if next != ids[2] {
				t.Errorf("the next batch begins at %s", next)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		requirePublished(ids[1:])
	})
}
