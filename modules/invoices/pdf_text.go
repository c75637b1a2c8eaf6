package invoices

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// unprintable stands for a rune that the fonts lack.
const unprintable = '?'

// printable is a text as the PDF has it: in one line, composed (NFC), and with the runes of its
// fonts alone. Their only letter of the European Union's languages that is missing is ẞ, for which
// SS is written, as the council for German orthography has it (§ 25 E3). Invisible runes go.
func printable(text string) string {
	var out strings.Builder
	for _, r := range norm.NFC.String(strings.Join(strings.Fields(text), " ")) {
		switch {
		case r == 'ẞ':
			out.WriteString("SS")
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector):
		case unicode.IsSpace(r):
			out.WriteByte(' ')
		case fontRunes()[r]:
			out.WriteRune(r)
		default:
			out.WriteRune(unprintable)
		}
	}
	return out.String()
}

// wrap breaks a printable text into lines that are at most so wide, in sizes of the regular font:
// between words, and within one that is wider than a line.
func wrap(text string, width float64) (lines []string) {
	var line string
	for word := range strings.FieldsSeq(text) {
		if longer := strings.TrimSpace(line + " " + word); textWidth(longer) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; textWidth(line) > width; {
			most := fitting(line, width)
			lines, line = append(lines, line[:most]), line[most:]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fitting is how many bytes of a text fit into a width: those of one rune at least.
func fitting(text string, width float64) int {
	for end := range text {
		if end > 0 && textWidth(text[:end]) > width {
			_, last := utf8.DecodeLastRuneInString(text[:end])
			return max(end-last, utf8.RuneLen([]rune(text)[0]))
		}
	}
	return len(text)
}

// textWidth is how wide a text is in the regular font, in sizes of the font.
func textWidth(text string) float64 {
	widths, width := runeWidths(), 0.0
	for _, r := range text {
		width += widths[r]
	}
	return width
}

// runeWidths are the widths of the regular font's runes.
var runeWidths = sync.OnceValue(func() map[rune]float64 {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	const size = 1000
	var buffer sfnt.Buffer
	widths := map[rune]float64{}
	for r := range runesOf(goregular.TTF) {
		glyph, err := font.GlyphIndex(&buffer, r)
		if err != nil {
			panic(err)
		}
		advance, err := font.GlyphAdvance(&buffer, glyph, fixed.I(size), 0)
		if err != nil {
			panic(err)
		}
		widths[r] = float64(advance) / 64 / size
	}
	return widths
})

// fontRunes are the runes that both fonts have.
var fontRunes = sync.OnceValue(func() map[rune]bool {
	regular, bold := runesOf(goregular.TTF), runesOf(gobold.TTF)
	for r := range regular {
		if !bold[r] {
			delete(regular, r)
		}
	}
	return regular
})

// runesOf are the runes of a font, which are all of the Basic Multilingual Plane. It panics for
// what is no font: those that it is given are compiled in.
func runesOf(file []byte) map[rune]bool {
	font, err := sfnt.Parse(file)
	if err != nil {
		panic(err)
	}
	var buffer sfnt.Buffer
	runes := map[rune]bool{}
	for r := ' '; r <= '\uffff'; r++ {
		if glyph, err := font.GlyphIndex(&buffer, r); err == nil && glyph != 0 {
			runes[r] = true
		}
	}
	return runes
}
