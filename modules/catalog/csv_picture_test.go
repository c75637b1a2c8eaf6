package catalog

import (
	"testing"

	"orderd/test/kit"
)

// WooCommerce says nothing of the picture of a product's only variant: it stays as an admin has
// chosen it, with the same file again and again.
func TestImportLeavesPicturesOfVariants(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		e := s.uploaded(t)
		file := "Type,SKU,Parent,Name,Published,Regular price,Images,Attribute 1 name,Attribute 1 value(s)\n" +
			"simple,S,,Cup,1,4," + e.URL + ",,\n" +
			"variable,W,,Jug,1,," + e.URL + ",Color,\"Blue, Red\"\nvariation,W-1,W,Jug,1,5,,Color,Blue\n"
		s.importFile(t, file, 3, 0)
		for sku, options := range map[string]body{"S": {}, "W-1": {"Color": "Blue"}} {
			p := s.bySKU(t, sku).RequireFields(t, kit.Fields{"variants.0.mediaId": nil})
			s.admin.Do(t, "PATCH", productPath(p.Text("id")), body{"variants": []body{
				{"id": p.Text("variants.0.id"), "sku": sku, "options": options, "price": p.Number("variants.0.price"), "mediaId": e.MediaID},
			}}).Require(t, 200)
		}
		s.importFile(t, file, 3, 0).RequireFields(t, kit.Fields{"unchanged": 2, "updated": 0})
		s.bySKU(t, "S").RequireFields(t, kit.Fields{"variants.0.mediaId": e.MediaID})
		s.bySKU(t, "W-1").RequireFields(t, kit.Fields{"variants.0.mediaId": e.MediaID})
	})
}
