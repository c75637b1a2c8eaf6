package safecsv_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"orderd/platform/safecsv"
)

// A spreadsheet opens a file with a double click when the file has the separator and the decimals
// of its locale, and a byte-order mark.
func TestFormatFor(t *testing.T) {
	t.Parallel()
	for asked, want := range map[[2]string]string{
		{"", ""}: "a,1.5\n", {"de", ""}: "\uFEFFa;1,5\n", {"de-AT", ""}: "\uFEFFa;1,5\n", {"de-CH", ""}: "\uFEFFa;1.5\n",
		{"en-GB", ""}: "\uFEFFa,1.5\n", {"fr", ""}: "\uFEFFa;1,5\n", {"es-MX", ""}: "\uFEFFa,1.5\n",
		{"de", "comma"}: "\uFEFFa,1.5\n", {"en", "semicolon"}: "\uFEFFa;1,5\n", {"", "semicolon"}: "\uFEFFa;1,5\n",
		{"de-CH", "semicolon"}: "\uFEFFa;1.5\n", {"", "tab"}: "\uFEFFa\t1.5\n", {"de", "tab"}: "\uFEFFa\t1,5\n",
	} {
		format := safecsv.FormatFor(asked[0], asked[1])
		var out strings.Builder
		w := safecsv.NewWriter(&out, format)
		if err := w.WriteRow("a", format.Number("1.5")); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil || out.String() != want {
			t.Errorf("%q: %q, want %q; %v", asked, out.String(), want, err)
		}
	}
}

// Between semicolons a comma is a separator to the spreadsheets of other locales.
func TestEscapeAfterCommas(t *testing.T) {
	t.Parallel()
	if got := safecsv.Escape("a, =1+1", ';'); got != "a,' =1+1" {
		t.Errorf("%q", got)
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	const text = "name\nGrüße – 5 €"
	little, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	big, _ := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(text)
	windows, _ := charmap.Windows1252.NewEncoder().String(text)
	for file, want := range map[string]string{
		text: text, "\uFEFF" + text: text, little: text, big: text, windows: text,
		"a\rb\r": "a\nb\n", "a\r\nb": "a\r\nb", "": "", "ü\xFC": "ü\xFC", "\xFF\xFEa": "\uFFFD", "ü\xC3": "ü\xC3", "a\xC3": "aÃ",
	} {
		checkDecoded(t, file, want)
	}
	// Characters on the border between two reads.
	for shift := range 4 {
		long := strings.Repeat("a", shift) + strings.Repeat("€", 100_000)
		checkDecoded(t, long, long)
		checkDecoded(t, long+"\xFC", long+"\xFC")
	}
}

func checkDecoded(t *testing.T, file, want string) {
	t.Helper()
	text, err := safecsv.Decode(io.NewSectionReader(strings.NewReader(file), 0, int64(len(file))))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(text)
	if err != nil || string(got) != want {
		t.Errorf("%.40q is %.40q, want %.40q; %v", file, got, want, err)
	}
}
