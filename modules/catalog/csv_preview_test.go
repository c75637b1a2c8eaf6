package catalog

import (
	"fmt"
	"slices"
	"strings"
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

// Lines about one product, or with one SKU, may stand in different batches of a file: the dry run
// heeds what it has rolled back.
func TestDryRunHeedsEarlierBatches(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var file strings.Builder
		file.WriteString("name,sku,option1,option1Value,price\nFirst,F-S,Size,S,1\n")
		for i := range 3 * importBatch {
			fmt.Fprintf(&file, "Filler %d,X-%d,,,1\n", i, i)
		}
		file.WriteString("First,F-M,Size,M,2\nFirst,F-S,Size,S,1\nThief,F-S,,,3\nTwin,,,,\nFirst,F-L,Size,S,3\n")
		got := s.importFile(t, file.String(), 3*importBatch+4, 2)
		got.RequireFields(t, kit.Fields{"created": 3*importBatch + 2, "updated": 1})
		requireImportErrors(t, got, fmt.Sprint(3*importBatch+5, " sku sku_taken"), fmt.Sprint(3*importBatch+7, " - not_allowed"))
		again := s.importFile(t, file.String(), 3*importBatch+4, 2)
		again.RequireFields(t, kit.Fields{"created": 0, "updated": 0, "unchanged": 3*importBatch + 3})
	})
}

// A file in another encoding is refused with a word about it.
func TestImportOfAnotherEncoding(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		for _, mark := range []string{"\xFF\xFEn\x00", "\xFE\xFF\x00n"} {
			got := csv.Do(t, "POST", importPath, mark).Require(t, 422, "validation_failed")
			if !strings.Contains(got.Text("errors.0.detail"), "UTF-16") {
				t.Errorf("%q: %s", mark, got.Body)
			}
		}
		got := s.importFile(t, "name,description\nCup,f\xFCr\n", 0, 1) // Windows-1252
		var v importView
		if got.Decode(t, &v); !slices.ContainsFunc(v.Errors, func(e lineError) bool { return strings.Contains(e.Detail, "UTF-8") }) {
			t.Errorf("%s", got.Body)
		}
	})
}
