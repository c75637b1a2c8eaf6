package spreadsheet_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"orderd/platform/spreadsheet"
)

const (
	begin = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	book  = begin + `<workbook xmlns="x" xmlns:r="y"><sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="rId1"/>` +
		`<sheet name="Goods" sheetId="2" r:id="rId2"/></sheets></workbook>`
	relations = begin + `<Relationships xmlns="x"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`
	shared = begin + `<sst xmlns="x"><si><t>name</t></si><si><r><t>Big </t></r><r><t>cup</t></r><rPh sb="0"><t>hint</t></rPh></si>` +
		`<si><t xml:space="preserve"> &lt;a&gt; _x000D_b </t></si></sst>`
)

// workbook is a file with the rows as its second sheet.
func workbook(t *testing.T, rows string, changes ...string) *io.SectionReader {
	t.Helper()
	parts := map[string]string{
		"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": relations, "xl/sharedStrings.xml": shared,
		"xl/worksheets/sheet2.xml": begin + `<worksheet xmlns="x"><sheetData>` + rows + `</sheetData></worksheet>`,
	}
	for i := 0; i+1 < len(changes); i += 2 {
		parts[changes[i]] = changes[i+1]
	}
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for name, content := range parts {
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
	return section(file.String())
}

func section(file string) *io.SectionReader {
	return io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))
}

// read is the rows of a file as texts like "1:a|b", and what is wrong with it.
func read(t *testing.T, file *io.SectionReader) (rows []string, problem string) {
	t.Helper()
	p, err := spreadsheet.Read(file, func(row int, cells []string) error {
		rows = append(rows, fmt.Sprint(row, ":", strings.Join(cells, "|")))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if p.Text != "" {
		problem = p.String()
	}
	return rows, problem
}

func TestRead(t *testing.T) {
	t.Parallel()
	file := workbook(t, `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>price</t></is></c></row>`+
		`<row r="3"/><row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" t="s"><v>2</v></c><c r="C4" s="3"><v>19.899999999999999</v></c></row>`+
		`<row r="7"><c r="A7" t="b"><v>1</v></c><c r="B7"><v>4006381333931</v></c><c r="C7"><v>1.2989999999999999</v></c>`+
		`<c r="D7" t="e"><v>#N/A</v></c></row><row><c><v>1.5E-3</v></c></row>`)
	if !spreadsheet.IsWorkbook(file) || spreadsheet.IsWorkbook(section("PK,name")) || spreadsheet.IsWorkbook(section("")) {
		t.Error("a workbook is not recognised, or a text is one")
	}
	rows, problem := read(t, file)
	want := []string{"2:name||price", "4:Big cup| <a> \rb |19.9", "7:TRUE|4006381333931|1.2990|#N/A", "8:0.0015"}
	if problem != "" || !slices.Equal(rows, want) {
		t.Errorf("%q, %q, want %q", rows, problem, want)
	}
}

// Programs write cells that have a style alone, and empty texts: any number of them.
func TestReadOfEmptyElements(t *testing.T) {
	t.Parallel()
	const many = 100
	row := "<row>" + strings.Repeat(`<c s="1"/>`, many) + `<c t="s"><v>0</v></c></row>`
	rows, problem := read(t, workbook(t, strings.Repeat(row, 2), "xl/sharedStrings.xml",
		begin+"<sst><si><t>cup</t></si>"+strings.Repeat("<si/>", many)+"</sst>"))
	if cells := strings.Repeat("|", many) + "cup"; problem != "" || !slices.Equal(rows, []string{"1:" + cells, "2:" + cells}) {
		t.Errorf("%q, %q", rows, problem)
	}
}

// manyParts are as many parts of a workbook that it does not need.
func manyParts(n int) (changes []string) {
	for i := range n {
		changes = append(changes, fmt.Sprint("xl/media/", i), "")
	}
	return changes
}

// lying is a workbook whose sheet has more than the archive says.
func lying(t *testing.T, rows string) *io.SectionReader {
	t.Helper()
	var packed, file bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(deflate, begin+`<worksheet><sheetData>`+rows+`</sheetData></worksheet>`)
	if err := errors.Join(err, deflate.Close()); err != nil {
		t.Fatal(err)
	}
	honest := workbook(t, "")
	from, err := zip.NewReader(honest, honest.Size())
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(&file)
	for _, part := range from.File {
		if part.Name != "xl/worksheets/sheet2.xml" {
			if err := w.Copy(part); err != nil {
				t.Fatal(err)
			}
		}
	}
	sheet, err := w.CreateRaw(&zip.FileHeader{
		Name: "xl/worksheets/sheet2.xml", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 1000,
	})
	if err == nil {
		_, err = sheet.Write(packed.Bytes())
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return section(file.String())
}

// Whatever a file is, it is read or refused, in bounded memory.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const sheet, tooLarge = "xl/worksheets/sheet2.xml", "is a workbook that is too large when it is unpacked"
	a1 := func(content string) string { return `<row><c r="A1">` + content + `</c></row>` }
	for name, row := range map[string]struct {
		file *io.SectionReader
		want string
	}{
		"formula":         {workbook(t, a1(`<f>HYPERLINK("x")</f><v>1</v>`)), "has a formula in the cell A1: paste it as a value"},
		"old or locked":   {section("\xd0\xcf\x11\xe0" + strings.Repeat("x", 600)), "is a workbook of an old format"},
		"broken archive":  {section("PK\x03\x04" + strings.Repeat("x", 600)), "is a broken workbook"},
		"another archive": {workbook(t, "", "xl/workbook.xml", begin+"<html/>"), "is no workbook: it has no sheet"},
		"elsewhere": {workbook(t, "", "xl/_rels/workbook.xml.rels", strings.ReplaceAll(relations, "/xl/worksheets", "../../etc")),
			"is no workbook: it has no sheet"},
		"entities": {workbook(t, "", sheet, `<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><worksheet/>`),
			"is a workbook with comments or declarations"},
		"comment":        {workbook(t, "<!-- x -->"), "is a workbook with comments or declarations"},
		"unknown entity": {workbook(t, a1("<v>&a;</v>")), "is a broken workbook"},
		"bomb":           {workbook(t, a1("<v>1</v>")+strings.Repeat("<row></row>", 7<<20)), tooLarge},
		"one tag":        {workbook(t, a1(`<v `+strings.Repeat(`a="" `, 1<<19)+`>1</v>`)), tooLarge},
		"deep":           {workbook(t, strings.Repeat("<row>", 1<<18)+strings.Repeat("</row>", 1<<18)), "is a broken workbook"},
		"deep inside":    {workbook(t, a1(strings.Repeat("<x>", 1<<18)+strings.Repeat("</x>", 1<<18))), "is a broken workbook"},
		"another place": {workbook(t, "", "xl/_rels/workbook.xml.rels", strings.ReplaceAll(relations, `Id="rId2"`,
			`TargetMode="External" Id="rId2"`)), "is no workbook: it has no sheet"},
		"many parts":      {workbook(t, "", manyParts(2000)...), tooLarge},
		"many texts":      {workbook(t, "", "xl/sharedStrings.xml", begin+"<sst>"+strings.Repeat("<si/>", 4<<20+1)+"</sst>"), tooLarge},
		"more than said":  {lying(t, strings.Repeat("<row></row>", 7<<20)), "is a broken workbook"},
		"instruction":     {workbook(t, "<?x y?>"), "is a workbook with comments or declarations"},
		"a text before":   {workbook(t, `<row><c t="s"><v>-1</v></c></row>`), "is a broken workbook"},
		"rows backwards":  {workbook(t, `<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>`), "is a broken workbook"},
		"a row too far":   {workbook(t, `<row r="1048577"><c><v>1</v></c></row>`), "is a broken workbook"},
		"formula far off": {workbook(t, `<row><c r="A123456789012"><f>1</f></c></row>`), "has a formula in the cell ?: paste it as a value"},
		"long":            {workbook(t, a1("<v>"+strings.Repeat("1", 600<<10)+"</v>")), "has a cell with more than 512 KiB"},
		"wide":            {workbook(t, `<row><c r="ZZZ1"><v>1</v></c></row>`), "has more than 1000 columns"},
		"unknown text":    {workbook(t, `<row><c t="s"><v>9</v></c></row>`), "is a broken workbook"},
		"backwards":       {workbook(t, `<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`), "is a broken workbook"},
		"cut":             {workbook(t, "", sheet, begin+"<worksheet><sheetData><row><c><v>1"), "is a broken workbook"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if rows, problem := read(t, row.file); !strings.HasPrefix(problem, row.want) {
				t.Errorf("%q after %d rows, want %q", problem, len(rows), row.want)
			}
		})
	}
}

// A day is a number that a style shows as one. So is an item number with zeros in front.
func TestReadOfStyles(t *testing.T) {
	t.Parallel()
	const styles = begin + `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]dd\.mm\.yyyy;@"/>` +
		`<numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="0.00\ &quot;dy&quot;"/>` +
		`<numFmt numFmtId="167" formatCode="yyyy/m/d\ h:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>` +
		`<xf numFmtId="167"/><xf numFmtId="20"/></cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>`
	cell := func(style int, value string) string { return fmt.Sprintf(`<c s="%d"><v>%s</v></c>`, style, value) }
	row := "<row>" + cell(0, "46346") + cell(1, "46346") + cell(2, "46346.75") + cell(3, "123") + cell(4, "46346.5") +
		cell(5, "46346.75") + cell(6, "0.5") + cell(1, "-1") + cell(3, "1.5") + cell(9, "7") + `<c s="1" t="s"><v>0</v></c></row>`
	for _, c := range []struct{ book, want string }{
		{book, "1:46346|2026-11-20|2026-11-20|00123|46346.5|2026-11-20 18:00:00|0.5|-1|1.5|7|name"},
		{strings.Replace(book, "<sheets>", `<workbookPr date1904="1"/><sheets>`, 1),
			"1:46346|2030-11-21|2030-11-21|00123|46346.5|2030-11-21 18:00:00|0.5|-1|1.5|7|name"},
	} {
		rows, problem := read(t, workbook(t, row, "xl/styles.xml", styles, "xl/workbook.xml", c.book))
		if problem != "" || !slices.Equal(rows, []string{c.want}) {
			t.Errorf("%q, %q, want %q", rows, problem, c.want)
		}
	}
	many := begin + `<styleSheet><cellXfs>` + strings.Repeat("<xf/>", 70_000) + `</cellXfs></styleSheet>`
	if _, problem := read(t, workbook(t, row, "xl/styles.xml", many)); problem == "" {
		t.Error("any number of styles is read")
	}
}

// A text that all cells of a row share is in the file once, and would be in memory many times.
func TestReadOfASharedTextInEveryCell(t *testing.T) {
	t.Parallel()
	long := begin + "<sst><si><t>" + strings.Repeat("x", 4096) + "</t></si></sst>"
	row := "<row>" + strings.Repeat(`<c t="s"><v>0</v></c>`, 500) + "</row>"
	rows, problem := read(t, workbook(t, row, "xl/sharedStrings.xml", long))
	if len(rows) != 0 || problem != "has a row with more than 1 MiB" {
		t.Errorf("%d rows, %q", len(rows), problem)
	}
}
