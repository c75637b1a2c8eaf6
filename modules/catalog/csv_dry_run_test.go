package catalog

import (
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// A dry run reports what an import would do, and nothing is saved: neither rows nor events nor a
// response under the key, nor a new version of the catalogue.
func TestDryRunOfAnImport(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Kept", 1))
		version := func() (state catalogState) {
			if err := s.DB.Take(&state).Error; err != nil {
				t.Fatal(err)
			}
			return state
		}
		before, file, log := version(), s.exportFile(t), eventbustest.Record(t, s.DB)
		csv := s.admin.With("Content-Type", "text/csv").With("Idempotency-Key", "one")
		const changes = "name,sku,price\nKept,SKU Kept,2\nNew,N-1,3\nNew,N-2,x\n"
		csv.Do(t, "POST", importPath+"?dryRun=true", changes).Require(t, 200).RequireFields(t, kit.Fields{
			"rows": 3, "saved": 2, "failed": 1, "created": 1, "updated": 1, "unchanged": 0, "errors.0.line": 4,
		})
		if after := version(); after != before || s.exportFile(t) != file || len(log.Names()) > 0 {
			t.Errorf("a dry run: state %+v, was %+v; events %v; catalogue\n%s", after, before, log.Names(), s.exportFile(t))
		}
		csv.Do(t, "POST", importPath, changes).Require(t, 200).RequireFields(t, kit.Fields{"created": 1, "updated": 1, "unchanged": 0})
		if n := len(eventbustest.Of[events.ProductSaved](log)); n != 2 {
			t.Errorf("%d products saved by the import", n)
		}
		again := s.importFile(t, changes, 2, 1)
		again.RequireFields(t, kit.Fields{"created": 0, "updated": 0, "unchanged": 2})
		s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath+"?dryRun=perhaps", changes).Require(t, 422, "validation_failed")
	})
}
