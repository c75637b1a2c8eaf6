package kit

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Workbook is a workbook of Excel whose sheet has the rows, the first one in its second line.
func Workbook(t testing.TB, rows ...[]string) string {
	t.Helper()
	var sheet strings.Builder
	sheet.WriteString(`<worksheet><sheetData>`)
	for i, row := range rows {
		fmt.Fprintf(&sheet, `<row r="%d">`, i+2)
		for column, cell := range row {
			if cell == "" {
				continue
			}
			place := fmt.Sprintf("%c%d", 'A'+column, i+2)
			if strings.Trim(cell, "0123456789.") == "" {
				fmt.Fprintf(&sheet, `<c r="%s"><v>%s</v></c>`, place, cell)
				continue
			}
			fmt.Fprintf(&sheet, `<c r="%s" t="inlineStr"><is><t>`, place)
			if err := xml.EscapeText(&sheet, []byte(cell)); err != nil {
				t.Fatal(err)
			}
			sheet.WriteString(`</t></is></c>`)
		}
		sheet.WriteString(`</row>`)
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	return WorkbookWith(t, sheet.String(), "<sst/>")
}

// WorkbookWith is a workbook of a sheet and of texts that its cells share, in XML.
func WorkbookWith(t testing.TB, sheet, shared string) string {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for name, content := range map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="x"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="x" Target="worksheets/a.xml"/></Relationships>`,
		"xl/worksheets/a.xml":        sheet, "xl/sharedStrings.xml": shared,
	} {
		part, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(part, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}
