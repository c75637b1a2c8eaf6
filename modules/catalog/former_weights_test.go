package catalog

import (
	"testing"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
)

// The weights from before an upgrade are published once, in batches, whichever replicas do it.
func TestFormerWeights(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first := s.product(t, cup())
		second := s.product(t, cup(body{"name": "Second", "slug": "second",
			"variants": []body{{"sku": "S", "price": 1, "weightGrams": 5}}, "options": nil}))
		s.product(t, cup(body{"name": "Light", "slug": "light", "variants": []body{{"sku": "L", "price": 1}}, "options": nil}))
		if err := s.DB.Exec("UPDATE catalog_former_weights SET done = FALSE").Error; err != nil {
			t.Fatal(err)
		}
		log := eventbustest.Record(t, s.DB)
		for range 4 {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				_, err := publishWeightsBatch(t.Context(), tx, 1)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		log.RequireExactly(t,
			events.VariantsWeighed{ProductID: first.Text("id"),
				Weights: []events.VariantWeight{{VariantID: first.Text("variants.0.id"), Grams: 310}}},
			events.VariantsWeighed{ProductID: second.Text("id"),
				Weights: []events.VariantWeight{{VariantID: second.Text("variants.0.id"), Grams: 5}}})
	})
}
