package catalog

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// What a transaction has seen of brands and categories is not kept: when it is rolled back, another
// one makes the same version.
func TestTaxonomyOfARolledBackTransaction(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brandID := s.brand(t, moka)
		cup := s.product(t, simple("Cup", 1, body{"brandId": brandID})).Text("id")
		s.collection(t, body{"name": "Gifts", "productIds": []string{cup}})
		s.requireShown(t, "cup", kit.Fields{"brand.name": "Moka & Söhne"})
		cache, undone := taxonomyCache{}, errors.New("undone")
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			if err := leaveCollections(tx, cup, s.Clock.Now()); err != nil {
				return err
			}
			if _, err := cache.within(tx); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"name": "Moka"}).Require(t, 200)
		tree, _, err := cache.current(s.DB)
		if err != nil || tree.brands[brandID].Name != "Moka" {
			t.Errorf("the brand is %s, %v", tree.brands[brandID].Name, err)
		}
	})
}
