package tablefile

import (
	"strings"
	"unicode"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// MaxColumns is how many columns a file may have.
const MaxColumns = 1000

// Named are the names of columns, each in one line, without the blank ones at the end.
func Named(names []string) []string {
	names = convert.All(names, func(name string) string { return OneLine(strings.ToValidUTF8(name, "\uFFFD")) })
	for len(names) > 0 && strings.TrimSpace(names[len(names)-1]) == "" {
		names = names[:len(names)-1]
	}
	return names
}

// HasName reports whether one of the names is the given one, in any case.
func HasName(names []string, wanted string) bool {
	for _, name := range names {
		if strings.EqualFold(strings.TrimSpace(name), wanted) {
			return true
		}
	}
	return false
}

// IsNear reports whether a name differs from that of a column in a character, or in two of a longer
// one.
func IsNear(name, column string) bool {
	allowed := 2
	if len(column) < 6 {
		allowed = 1
	}
	return len(name) > 2 && len(name) < 40 && EditDistance(name, column) <= allowed
}

// EditDistance is how many bytes must be changed, added, left out or swapped with the next one to
// make one word the other.
func EditDistance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			changed := last[j]
			if a[i] != b[j] {
				changed++
			}
			row[j+1] = min(changed, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// Cut returns at most n characters of a text.
func Cut(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(n, len(runes))])
}

// OneLine returns a text without line breaks, and without characters that turn its direction.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if httpapi.IsPlainText(text, false) {
		return text
	}
	return strings.Map(func(ch rune) rune {
		if !httpapi.IsPlainText(string(ch), false) {
			return -1
		}
		return ch
	}, text)
}

// WithoutControls returns a text without characters that control a terminal or a printer.
func WithoutControls(text string) string {
	return strings.Map(func(ch rune) rune {
		if unicode.IsControl(ch) && ch != '\n' && ch != '\t' && ch != '\r' {
			return -1
		}
		return ch
	}, text)
}
