package catalog

import (
	"testing"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
)

// The weights from before an upgrade are published once, those of each product together.
func TestFormerWeights(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first := s.product(t, cup())
		second := s.product(t, cup(body{"name": "Second", "slug": "second",
			"variants": []body{{"sku": "S", "price": 1, "weightGrams": 5}}, "options": nil}))
		s.product(t, cup(body{"name": "Light", "slug": "light", "variants": []body{{"sku": "L", "price": 1}}, "options": nil}))
		ofFirst := events.VariantsWeighed{ProductID: first.Text("id"),
			Weights: []events.VariantWeight{{VariantID: first.Text("variants.0.id"), Grams: 310}}}
		ofSecond := events.VariantsWeighed{ProductID: second.Text("id"),
			Weights: []events.VariantWeight{{VariantID: second.Text("variants.0.id"), Grams: 5}}}
		log := eventbustest.Record(t, s.DB)
		s.DoOnce(t, formerWeights)
		log.RequireExactly(t, ofFirst, ofSecond)
		// A batch goes on behind the last product of the one before.
		log = eventbustest.Record(t, s.DB)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			next, _, err := formerWeights.Batch(t.Context(), tx, first.Text("id"))
			if next != second.Text("id") {
				t.Errorf("the next batch begins at %s", next)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		log.RequireExactly(t, ofSecond)
	})
}
