package catalog

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/platform/metadata"
	"orderd/platform/tablefile"
	"orderd/test/kit"
)

// Files say what metadata products have: meta: of the product, variant_meta: of the variant of the
// row. One's own export says nothing new.
func TestMetadataInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := productPath(s.product(t, body{"name": "Cup", "metadata": body{"erp.id": "4711", "note": "=1+1\r\nsecond, \"x\""},
			"variants": []body{
				{"sku": "CUP-1", "price": 1, "options": body{"a": "1"}, "metadata": body{"erp.id": "4711-1", "bin": "-5"}},
				{"sku": "CUP-2", "price": 1, "options": body{"a": "2"}},
			}}).Text("id"))
		s.product(t, body{"name": "Plain"})
		file := s.exportFile(t)
		header, _, _ := strings.Cut(file, "\n")
		if !strings.HasSuffix(header, ",meta:bin,variant_meta:bin,meta:erp.id,variant_meta:erp.id,meta:note,variant_meta:note") {
			t.Errorf("the header: %s", header)
		}
		s.importFile(t, file, 3, 0).RequireFields(t, kit.Fields{"unchanged": 2, "ignoredColumns.#": 0, "warnings.#": 0})
		s.importFile(t, strings.ReplaceAll(file, "4711", "4712"), 3, 0).RequireFields(t, kit.Fields{"updated": 1, "unchanged": 1})
		s.admin.Do(t, "GET", cup, nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 2,
			"metadata": map[string]any{"erp.id": "4712", "note": "=1+1\r\nsecond, \"x\""}, "variants.1.metadata": map[string]any{},
			"variants.0.metadata": map[string]any{"erp.id": "4712-1", "bin": "-5"}})
		s.requireAdminNames(t, map[string][]string{"meta.erp.id=4711,4711-1": nil, "meta.erp.id=4712-1": {"Cup"}})

		// A column that is there replaces, an empty cell clears, one that is not there leaves alone.
		s.importFile(t, "slug,name,sku,price,META:Note,variant_meta:bin, meta:erp.id \ncup,,CUP-1,,,7,\ncup,,CUP-2,,,,\n"+
			"mug,Mug,M1,1,,8,\nmug,,M2,1,\"two\r\nlines\",,\nlid,Lid,,,x,,y\n", 5, 0).RequireFields(t, kit.Fields{"created": 2, "updated": 1})
		s.admin.Do(t, "GET", cup, nil).RequireFields(t, kit.Fields{"metadata": map[string]any{}, "variants.1.metadata": map[string]any{},
			"variants.0.metadata": map[string]any{"erp.id": "4712-1", "bin": "7"}})
		s.admin.Do(t, "GET", "/v1/admin/products?q=mug", nil).RequireFields(t, kit.Fields{"data.0.variants.0.metadata.bin": "8",
			"data.0.metadata": map[string]any{"note": "two\nlines"}, "data.0.variants.1.metadata": map[string]any{}})
		s.admin.Do(t, "GET", "/v1/admin/products?q=lid", nil).
			RequireFields(t, kit.Fields{"data.0.metadata": map[string]any{"note": "x", "erp.id": "y"}})
		s.importFile(t, "slug,name\ncup,Beaker\n", 1, 0)
		s.requireAdminNames(t, map[string][]string{"meta.bin=7": {"Beaker"}})

		s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath+"/preview", "name,Meta:new,meta:a b\nA,x,y\n").
			Require(t, 200).RequireFields(t, kit.Fields{"columns.1.field": "meta:new", "columns.2.field": nil})
		got := s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath+"/preview", "name\nA\n").Require(t, 200)
		if !strings.Contains(string(got.Body), `"meta:note","variant_meta:note"]`) {
			t.Errorf("the fields of a mapping: %s", got.Body)
		}
		s.admin.With("Content-Type", "text/csv").Do(t, "POST", importPath+"?mapping="+`{"Number":"meta:erp.id"}`, "slug,Number\ncup,9\n").
			Require(t, 200).RequireFields(t, kit.Fields{"updated": 1, "ignoredColumns.#": 0})
		s.requireAdminNames(t, map[string][]string{"meta.erp.id=9": {"Beaker"}})
	})
}

// keysOf are columns of n keys of a product, from the first one on, and as many cells.
func keysOf(first, n int, cell string) (columns, cells string) {
	for i := range n {
		columns, cells = columns+fmt.Sprintf(",meta:k%03d", first+i), cells+","+cell
	}
	return columns, cells
}

func TestWrongMetadataInFiles(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		long := strings.Repeat("ä", metadata.MaxValue)
		got := s.importFile(t, "name,sku,price,meta:a,variant_meta:b\nA,A,1,"+long+","+long+"\nB,B,1,"+long+"x,"+long+"x\n"+
			"C,C,1,\"\x01\",\nD,,,,x\nE,E1,1,x,\nE,E2,1,y,\n", 2, 4)
		requireImportErrors(t, got, "3 meta:a too_long", "3 variant_meta:b too_long", "4 meta:a bad_format", "5 sku required",
			"7 meta:a not_allowed")
		s.requireAdminNames(t, map[string][]string{"meta.a=" + long: {"A"}, "meta.b=" + long: {"A"}, "meta.a=x": {"E"}, "meta.a=y": nil})

		// A product has 50 keys at most, of whichever rows and with those from before.
		columns, cells := keysOf(0, metadata.MaxKeys, "x")
		s.importFile(t, "slug,name"+columns+"\nfull,Full"+cells+"\n", 1, 0)
		got = s.importFile(t, "slug,meta:another\nfull,x\n", 0, 1)
		requireImportErrors(t, got, "2 meta:another too_long")
		s.importFile(t, "slug,meta:another,meta:k000\nfull,x,\n", 1, 0).RequireFields(t, kit.Fields{"updated": 1})
		more, otherCells := keysOf(metadata.MaxKeys, 1, "x")
		_, blank := keysOf(0, metadata.MaxKeys, "")
		got = s.importFile(t, "name,sku,price"+columns+more+"\nTwo,T1,1"+cells+",\nTwo,T2,1"+blank+otherCells+"\n", 0, 2)
		requireImportErrors(t, got, "2 - not_allowed", "3 - not_allowed")
		if detail := got.Text("errors.0.detail"); detail != "/metadata must have at most 50 keys" {
			t.Errorf("the detail: %s", detail)
		}
	})
}

// A column that is nearly one of metadata, or has a key that can be none, is an error.
func TestMisspeltColumnsOfMetadata(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		for column, near := range map[string]string{
			"mata:erp_id": "meta:erp_id", "Metadata:erp_id": "meta:erp_id", "meta: erp_id": "meta:erp_id", "meta :a": "meta:a",
			"variants_meta:bin": "variant_meta:bin", "variantmeta:bin": "variant_meta:bin", "variant_metadata:x": "variant_meta:x",
		} {
			got := csv.Do(t, "POST", importPath, "name,"+column+"\nMug,x\n").Require(t, 422, "validation_failed")
			if detail := got.Text("errors.0.detail"); !strings.HasSuffix(detail, "is it "+near+"?") {
				t.Errorf("%s: %s", column, detail)
			}
			csv.Do(t, "POST", importPath+"/preview", "name,"+column+"\nMug,x\n").
				RequireFields(t, kit.Fields{"columns.1.field": nil, "columns.1.suggestion": near})
		}
		for _, column := range []string{"meta:", "META:Größe", "meta:a b", "variant_meta:a/b", "meta:" + strings.Repeat("k", 41)} {
			got := csv.Do(t, "POST", importPath, "name,"+column+"\nMug,x\n").Require(t, 422, "validation_failed")
			if detail := got.Text("errors.0.detail"); !strings.HasPrefix(detail, "column 2 of the first line,") ||
				!strings.HasSuffix(detail, "meta: a key of 1 to 40 of a-z, 0-9, _, . and -") {
				t.Errorf("%s: %s", column, detail)
			}
		}
		csv.Do(t, "POST", importPath, "name,meta:a,META:A\nMug,x,y\n").Require(t, 422, "validation_failed")
		s.importFile(t, "name,meta,data:a,mfa:a b\nMug,x,x,x\n", 1, 0).RequireFields(t, kit.Fields{"ignoredColumns.#": 3})
	})
}

// An export has columns of the first 200 keys, and can be imported again.
func TestColumnsOfManyKeys(t *testing.T) {
	if most := len(csvNames()) + 2*maxAttributes + 2*maxMetadataColumns; most > tablefile.MaxColumns {
		t.Errorf("a file may have %d columns", most)
	}
	eachDatabase(t, func(t *testing.T, s *setup) {
		for first := 0; first <= maxMetadataColumns; first += metadata.MaxKeys {
			columns, cells := keysOf(first, metadata.MaxKeys, "x")
			s.importFile(t, "name"+columns+fmt.Sprintf("\nP%d", first)+cells+"\n", 1, 0)
		}
		file := s.exportFile(t)
		rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		names := rows[0][len(csvNames()):]
		if len(names) != 2*maxMetadataColumns || names[0] != "meta:k000" || !slices.Contains(names, "meta:k199") {
			t.Errorf("%d columns: %q", len(names), names)
		}
		s.importFile(t, file, 5, 0).RequireFields(t, kit.Fields{"unchanged": 5, "ignoredColumns.#": 0})
	})
}
