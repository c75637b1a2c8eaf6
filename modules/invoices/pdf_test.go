package invoices

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/locale"
	"orderd/platform/money"
	"orderd/test/kit"
)

var exampleFolder = flag.String("files", "", "a folder for the files of all examples, with what test/papers looks for in them")

// rendered are both files of a document.
func rendered(t testing.TB, d *document) (pdfFile, xmlFile []byte) {
	t.Helper()
	pdfFile, xmlFile, err := render(*d)
	if err != nil {
		t.Fatalf("%s: %v", d.Number, err)
	}
	return pdfFile, xmlFile
}

// Every example renders, the same bytes each time, with its XML in the PDF. With -files they are
// written for `make papers`, which reads them with other programs.
func TestFiles(t *testing.T) {
	t.Parallel()
	all := everyExample()
	maps.Copy(all, strangeExamples())
	for name, d := range all {
		pdfFile, xmlFile := rendered(t, d)
		if again, _ := rendered(t, d); !bytes.Equal(pdfFile, again) {
			t.Errorf("%s: the second PDF has other bytes", name)
		}
		if attached := attachments(t, pdfFile); len(attached) != 1 || !bytes.Equal(attached[0], xmlFile) {
			t.Errorf("%s: the XML in the PDF is another", name)
		}
		if *exampleFolder != "" {
			writeExample(t, name, d, pdfFile, xmlFile)
		}
	}
}

// writeExample writes an example's files, and the texts that its PDF has to show.
func writeExample(t *testing.T, name string, d *document, pdfFile, xmlFile []byte) {
	t.Helper()
	expected := struct {
		Pages int      `json:"leastPages"`
		Texts []string `json:"texts"`
		Code  string   `json:"code"`
		Lang  string   `json:"lang"`
		Title string   `json:"title"`
	}{Pages: 1 + len(d.Items)/40, Code: d.transferCode(), Lang: string(d.Locale)}
	page := pdfPageOf(d)
	expected.Title = page.Title
	expected.Texts = append([]string{page.Title, page.Lead, page.Sample, page.Seller, d.OrderNumber}, page.Buyer...)
	expected.Texts = append(expected.Texts, page.Notes...)
	expected.Texts = append(expected.Texts, page.Payment...)
	expected.Texts = append(expected.Texts, page.ShipTo...)
	for _, fact := range append(page.Facts, page.Sums...) {
		expected.Texts = append(expected.Texts, fact.Name, fact.Text)
	}
	for _, line := range page.Lines {
		expected.Texts = append(expected.Texts, line.Name, line.Detail, line.UnitPrice, line.Net)
	}
	for _, row := range page.Rates {
		expected.Texts = append(expected.Texts, row.Rate, row.Net, row.Tax, row.Gross)
	}
	for _, column := range page.Foot {
		expected.Texts = append(expected.Texts, strings.Join(column, ""))
	}
	text, err := json.Marshal(expected)
	if err != nil {
		t.Fatal(err)
	}
	for suffix, content := range map[string][]byte{".pdf": pdfFile, ".xml": xmlFile, ".json": text} {
		if err := os.WriteFile(filepath.Join(*exampleFolder, name+suffix), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// attachments are the files in a PDF. Their streams are compressed.
func attachments(t testing.TB, file []byte) (all [][]byte) {
	t.Helper()
	for _, begin := range embedded.FindAllIndex(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(file[begin[1]:]))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content)
	}
	return all
}

var embedded = regexp.MustCompile(`/Type /EmbeddedFile[^>]*(<<[^>]*>>[^>]*)*>>\s*stream\r?\n`)

// Random texts and sums, twice: the bytes are the same, and nothing fails.
func TestRandomDocuments(t *testing.T) {
	t.Parallel()
	random := kit.Rand(t)
	for range 40 {
		d := randomDocument(random)
		first, _ := rendered(t, d)
		if second, _ := rendered(t, d); !bytes.Equal(first, second) {
			t.Fatalf("the second PDF of %+v has other bytes", d)
		}
	}
}

func randomDocument(random *rand.Rand) *document {
	kinds, methods, codes := (events.Kind("")).Values(), (ordering.PaymentMethod("")).Values(), (locale.Code("")).Values()
	var rows []exampleRow
	for _, rate := range []money.Rate{1900, 700, 550} {
		row := exampleRow{rate: rate, category: categoryStandard, shipping: money.Cents(random.IntN(900))}
		for range 1 + random.IntN(12) {
			row.lines = append(row.lines, exampleLine{randomText(random, 200), 1 + random.IntN(1000), money.Cents(random.IntN(1_000_000))})
		}
		rows = append(rows, row)
	}
	d := newExample(events.Kind(kinds[random.IntN(len(kinds))]), locale.Code(codes[random.IntN(len(codes))]),
		ordering.PaymentMethod(methods[random.IntN(len(methods))]), rows...)
	for _, text := range []*string{
		&d.Seller.Name, &d.Seller.Line1, &d.Buyer.FullName, &d.Buyer.Address, &d.ShipTo.FullName, d.Seller.Register, d.Buyer.Line1,
	} {
		*text = randomText(random, 200)
	}
	for i := range d.Items {
		d.Items[i].Options = map[string]string{randomText(random, 30): randomText(random, 30), randomText(random, 9): "x"}
	}
	d.Sample = random.IntN(2) == 0
	return d
}

// randomText has letters, marks of HTML and CSS, blanks, and runes of every plane.
func randomText(random *rand.Rand, longest int) string {
	var out strings.Builder
	for range random.IntN(longest) {
		switch random.IntN(8) {
		case 0:
			out.WriteRune(rune(random.IntN(0x11_0000)))
		case 1:
			out.WriteRune(rune(0x300 + random.IntN(0x70))) // combining marks
		case 2:
			out.WriteByte(` <>&"'(){};:/\`[random.IntN(14)])
		case 3:
			out.WriteRune(rune(random.IntN(0x500)))
		default:
			out.WriteByte("abcdefghij klmnopqrstuvwxyz"[random.IntN(27)])
		}
	}
	return out.String()
}

// A document is small, and made in little time and memory.
func BenchmarkPDF(b *testing.B) {
	for name, lines := range map[string]int{"lines=2": 2, "lines=20": 20, "lines=60": 60, "lines=200": 200} {
		d := newExample(events.KindInvoice, locale.German, ordering.PaymentMethodInvoice, manyLines(lines)...)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var size int
			for b.Loop() {
				pdfFile, _ := rendered(b, d)
				size = len(pdfFile)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// The size that the contract promises, and that nothing large crept in.
func TestFilesAreSmall(t *testing.T) {
	t.Parallel()
	d := newExample(events.KindInvoice, locale.German, ordering.PaymentMethodInvoice, manyLines(20)...)
	if pdfFile, _ := rendered(t, d); len(pdfFile) > 60_000 {
		t.Errorf("the PDF of 20 lines has %d bytes, more than 60 000", len(pdfFile))
	}
}

// A file that the layout does not have is not looked for elsewhere.
func TestOnlyItsOwnFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"/etc/passwd", "../../go.mod", "x.png"} {
		if _, err := (pdfFiles{}).ReadFile(name); err == nil {
			t.Errorf("%s was read", name)
		}
		if _, err := (pdfFiles{pdfBold: nil}).Open(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	for _, reference := range regexp.MustCompile(`(?:src="|url\(')([^"']*)`).FindAllStringSubmatch(pdfLayout, -1) {
		if name := reference[1]; name != pdfRegular && name != pdfBold && name != pdfCode {
			t.Errorf("the layout refers to %s", name)
		}
	}
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"STRAẞE":                     "STRASSE",
		"e\u0301clair":               "éclair",
		" a\n\tb  c\u00a0d ":         "a b c d",
		"コーヒー":                       "????",
		"a\u200db\u00adc\x00d\ufe0f": "abcd",
		"x\u0302":                    "x?",
		"кофе, καφές, kávé, žluť":    "кофе, καφές, kávé, žluť",
		"<b>&amp;</b>":               "<b>&amp;</b>",
		"\xff":                       "\ufffd",
		"":                           "",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q prints as %q, want %q", text, got, want)
		}
	}
	// The letters of the languages of the European Union.
	for _, r := range "ÄÖÜäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿÁÍÓÚÑáíóúñÅØåøÃÕãõĄĆĘŁŃŚŹŻąćęłńśźżČĎĚŇŘŠŤŮÝŽčďěňřšťůýž" +
		"ĽĹŔľĺŕŐŰőűĂÂÎȘȚăâîșțĢĶĻŅŪĪĒĀģķļņūīēāĖĮŲėįųĊĠĦŻċġħżĐđ€αβγδΩЖщЪ„“”‚‘’–—…·" {
		if printable(string(r)) != string(r) {
			t.Errorf("the fonts have no %c", r)
		}
	}
}

func TestTransferCode(t *testing.T) {
	t.Parallel()
	examples := namedExamples()
	if want := "BCD\n002\n1\nSCT\nBYLADEM1001\nMoka & Co GmbH\nDE02120300000000202051\nEUR73.77\n\n\n2026-004711"; examples["unpaid"].
		transferCode() != want {
		t.Errorf("the code is %q, want %q", examples["unpaid"].transferCode(), want)
	}
	if !strings.Contains(examples["partly_paid"].transferCode(), "\nEUR53.77\n") {
		t.Error("the code does not ask for what remains")
	}
	for _, name := range []string{"paid", "corrected", "cancelled", "on_delivery", "export", "small_business"} {
		if code := examples[name].transferCode(); code != "" {
			t.Errorf("%s has a code: %q", name, code)
		}
	}
	long := examples["unpaid"]
	long.Seller.Holder = new(strings.Repeat("ß", 200))
	if code := long.transferCode(); strings.Count(code, "ß") != transferHolder || len(code) > 331 {
		t.Errorf("the code has %d bytes: %q", len(code), code)
	}
}
