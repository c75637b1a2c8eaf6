package catalog

import (
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"orderd/platform/fault"
	"orderd/platform/tablefile"
	"orderd/test/kit"
)

// Of a field there is one column, and of a column one field; a file of another system may have the
// same column again, which is left out.
func TestImportOfWrongColumns(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		csv := s.admin.With("Content-Type", "text/csv")
		for name, row := range map[string]struct {
			query, header, pointer string
			faults                 int
		}{
			"one field twice":   {"?format=shopify&mapping=" + url.QueryEscape(`{"A":"title","B":"title"}`), "Handle,A,B", "", 1},
			"one column twice":  {"?mapping=" + url.QueryEscape(`{"A":"name","a":"sku"}`), "A,sku", "?mapping", 1},
			"one key twice":     {"?mapping=" + url.QueryEscape(`{"A":"name","A":"sku"}`), "A,sku", "?mapping", 1},
			"no object":         {"?mapping=" + url.QueryEscape(`["A"]`), "name", "?mapping", 1},
			"many columns":      {"", "name" + strings.Repeat(",x", tablefile.MaxColumns), "", 1},
			"many wrong ones":   {"", "name" + strings.Repeat(",sku", 2*maxHeaderFaults), "", maxHeaderFaults},
			"another's columns": {"?format=magento", "Handle,Variant Price", "", 1},
		} {
			got := csv.Do(t, "POST", importPath+row.query, row.header+"\nx\n").Require(t, 422, "validation_failed")
			var v struct{ Errors []fault.Field }
			got.Decode(t, &v)
			if len(v.Errors) != row.faults || v.Errors[0].Pointer != row.pointer {
				t.Errorf("%s: %s", name, got.Body)
			}
		}
		s.importFile(t, "Handle,Title,Title,Variant SKU,Variant Price\nmug,Mug,Other,M-1,5\n", 1, 0).
			RequireFields(t, kit.Fields{"ignoredColumns.#": 1, "ignoredColumns.0": "Title"})
		s.requireListed(t, "M-1", kit.Fields{"name": "Mug"})
	})
}

// Of two rows of another system's file with one SKU, or that contradict each other about a product,
// the later is refused, at the column that the file has.
func TestImportOfForeignRowsThatContradict(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, row := range []struct {
			format importFormat
			file   string
			want   []string
		}{
			{formatShopify, "Handle,Title,Variant SKU,Variant Price,Option1 Name,Option1 Value\ncup,Cup,C-1,5,Size,S\ncup,Jug,C-2,6,Size,M\n" +
				"pot,Pot,C-1,7,,\n", []string{"3 Title not_allowed", "4 Variant SKU not_allowed"}},
			{formatWooCommerce, "Type,SKU,Name,Regular price\nsimple,W-1,Bag,5\nsimple,W-1,Box,6\n", []string{"3 SKU not_allowed"}},
			{formatMagento, "sku,product_type,name,price\nG-1,simple,Rug,5\nG-1,simple,Mat,6\n", []string{"3 sku not_allowed"}},
			{formatPrestaShop, "Product ID,Active (0/1),Name *,Price tax included,Reference #\n1,1,Pen,5,P-1\n1,1,Ink,6,P-2\n2,1,Nib,7,P-1\n",
				[]string{"3 Name * not_allowed", "4 Reference # not_allowed"}},
			{formatMerchant, "id,title,price,availability\nT-1,Hat,5 EUR,in stock\nT-1,Cap,6 EUR,in stock\n", []string{"3 id not_allowed"}},
		} {
			rows := strings.Count(row.file, "\n") - 1
			got := s.importFile(t, row.file, rows-len(row.want), len(row.want)).RequireFields(t, kit.Fields{"format": string(row.format)})
			requireImportErrors(t, got, row.want...)
		}
	})
}

// What a small file stands for is bounded: the texts that the cells of a workbook share, and what
// another system's rows become.
func TestImportOfATextThatGrows(t *testing.T) {
	t.Parallel()
	const large, times = 500 << 10, tablefile.MaxText/(500<<10) + 2
	requireTooMuch := func(what string, err error) {
		t.Helper()
		var f *fault.Fault
		if !errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Detail != "has more text than can be imported at once: split the file" {
			t.Errorf("%s: %v", what, err)
		}
	}
	book := kit.WorkbookWith(t, "<worksheet><sheetData>"+strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, times)+"</sheetData></worksheet>",
		"<sst><si><t>"+strings.Repeat("x", large)+"</t></si></sst>")
	_, err := openTable(io.NewSectionReader(strings.NewReader(book), 0, int64(len(book))), importPlan{})
	requireTooMuch("a workbook", err)

	header, err := newCSVHeader([]string{"Handle", "Title", "Body (HTML)"}, ',', importPlan{format: formatShopify})
	if err != nil {
		t.Fatal(err)
	}
	c, l := newConversion(&header, importPlan{}, true, time.Time{}), newLine(2, &header, []string{"a", "A", ""})
	for range times {
		c.write(l, record{"slug": "a", "description": strings.Repeat("x", large)})
	}
	requireTooMuch("a converted file", (&importer{}).readConverted(c))
}

// rowGroupsOf are the groups of the rows of a file of the format, and how many of these are wrong.
func rowGroupsOf(t *testing.T, format importFormat, columns []string, rows [][]string) (sizes []int, wrong int) {
	t.Helper()
	header, err := newCSVHeader(columns, ',', importPlan{format: format})
	if err != nil {
		t.Fatal(err)
	}
	g := rowGroups{format: header.format, byKey: map[string]*importGroup{}, absorbing: map[string]*importGroup{}}
	for n, cells := range rows {
		l := newLine(n+2, &header, cells)
		g.add(l, tablefile.Row{Line: l.number, Start: int64(n)})
		wrong += len(l.errors)
	}
	for _, group := range g.joined() {
		sizes = append(sizes, len(group.rows))
	}
	return sizes, wrong
}

// The rows that are read at once are bounded, however they name their product. None is lost when
// two products name each other as their variant.
func TestRowsOfAProductAreBounded(t *testing.T) {
	t.Parallel()
	woo := [][]string{{"variable", "1", "P", ""}}
	for range maxProductRows {
		woo = append(woo, []string{"variation", "", "", "P"})
	}
	woo = append(woo, []string{"variation", "", "", "id:1"})
	for name, row := range map[string]struct {
		format  importFormat
		columns []string
		rows    [][]string
		sizes   []int
		wrong   int
	}{
		"too many": {formatWooCommerce, []string{"Type", "ID", "SKU", "Parent", "Name"}, woo, []int{maxProductRows, 1}, 1},
		"few": {formatWooCommerce, []string{"Type", "ID", "SKU", "Parent", "Name"}, [][]string{woo[0], woo[1], woo[len(woo)-1]},
			[]int{3}, 0},
		"in a circle": {formatMagento, []string{"sku", "configurable_variations"},
			[][]string{{"A", "sku=B,color=Red"}, {"B", "sku=A,color=Blue"}, {"C", ""}}, []int{1, 1, 1}, 0},
	} {
		for n := range row.rows {
			for len(row.rows[n]) < len(row.columns) {
				row.rows[n] = append(row.rows[n], "")
			}
		}
		sizes, wrong := rowGroupsOf(t, row.format, row.columns, row.rows)
		if len(sizes) != len(row.sizes) || sizes[0] != row.sizes[0] || wrong != row.wrong {
			t.Errorf("%s: groups of %v, %d wrong, want %v, %d", name, sizes, wrong, row.sizes, row.wrong)
		}
	}
}
