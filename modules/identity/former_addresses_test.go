package identity

import (
	"testing"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
)

// The addresses from before an upgrade are published once more, in batches, and each once.
func TestFormerAddresses(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var ids []string
		for _, email := range []string{"ada@example.com", "grace@example.com", "alan@example.com"} {
			ids = append(ids, h.customer(t, email).Do(t, "POST", addresses, someAddress()).Require(t, 201).Text("id"))
		}
		if err := h.DB.Exec("UPDATE identity_former_addresses SET done = FALSE").Error; err != nil {
			t.Fatal(err)
		}
		log := eventbustest.Record(t, h.DB)
		for range 4 {
			err := database.InTx(t.Context(), h.DB, func(tx *gorm.DB) error {
				_, err := publishAddressesBatch(t.Context(), tx, 2)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		published := eventbustest.Of[events.AddressSaved](log)
		for i, e := range published {
			if len(published) != len(ids) || e.AddressID != ids[i] || e.PostalCode == "" {
				t.Errorf("published %+v, want %v", published, ids)
			}
		}
		if len(published) == 0 {
			t.Error("nothing is published")
		}
	})
}
