package shop

import "strings"

// What a text may have at most before it is parsed. The parser's time grows with the square of
// these, and faster: a line of 50 000 list markers took it two minutes.
const (
	maxMarkers  = 20   // of lists and quotes at the beginning of a line
	maxIndent   = 200  // columns
	maxBrackets = 100  // open ones in a paragraph
	maxParens   = 100  // open ones in a word
	maxEmphases = 2000 // runs of * and _ in a paragraph
	maxPipes    = 1000 // escaped ones, in the whole text
	maxAngles   = 1000 // addresses in angle brackets, in the whole text
)

// tangle counts what the parser finds hard to take apart.
type tangle struct {
	brackets, parens, emphases, pipes, angles int
}

// tangledLine is the offset of the first line of a text that has more of that than people write. It
// takes a time in proportion to the text.
func tangledLine(source string) (at int, tangled bool) {
	var t tangle
	for line := range strings.SplitAfterSeq(source, "\n") {
		if t.add(line); t.isTooMuch() || beginsDeep(line) {
			return at, true
		}
		at += len(line)
	}
	return 0, false
}

func (t *tangle) isTooMuch() bool {
	return t.brackets > maxBrackets || t.parens > maxParens || t.emphases > maxEmphases ||
		t.pipes > maxPipes || t.angles > maxAngles
}

// add counts a line, to the first that is too much. A blank line ends a paragraph; so does a
// bullet, unless it stands so far to the right that it may be a part of the paragraph.
func (t *tangle) add(line string) {
	text := strings.TrimSpace(line)
	if text == "" || strings.ContainsAny(text[:1], "-+*") && listMarker(text) > 0 && strings.Index(line, text) < 4 {
		t.brackets, t.emphases = 0, 0
	}
	t.pipes += strings.Count(line, `\|`)
	t.angles += strings.Count(line, "(<")
	escaped := false
	for i := range len(line) {
		switch c := line[i]; {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == ' ', c == '\t', c == '\n':
			t.parens = 0
		case c == '(':
			t.parens++
		case c == ')' && t.parens > 0:
			t.parens--
		case c == '[':
			t.brackets++
		case c == ']' && t.brackets > 0:
			t.brackets--
		case (c == '*' || c == '_') && isEmphasis(line, i):
			t.emphases++
		}
		if t.isTooMuch() {
			return
		}
	}
}

// isEmphasis reports whether a run of the character at i ends there that may begin or end an
// emphasis: with a blank on both sides it can't.
func isEmphasis(line string, i int) bool {
	if i+1 < len(line) && line[i+1] == line[i] {
		return false
	}
	begin := i
	for begin > 0 && line[begin-1] == line[i] {
		begin--
	}
	blank := func(at int) bool { return at < 0 || at >= len(line) || strings.IndexByte(" \t\n", line[at]) >= 0 }
	return !blank(begin-1) || !blank(i+1)
}

// beginsDeep reports whether a line begins with too many markers, or too far to the right.
func beginsDeep(line string) bool {
	if isBreak(line) {
		return false
	}
	markers, columns := 0, 0
	for skip := 1; line != "" && skip > 0; line = line[skip:] {
		skip = 1
		switch line[0] {
		case ' ':
			columns++
		case '\t':
			columns += 4
		case '>':
			markers++
		default:
			if skip = listMarker(line); skip > 0 {
				markers++
			}
		}
	}
	return markers > maxMarkers || columns > maxIndent
}

// isBreak reports whether the line is a thematic break: * * *.
func isBreak(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && strings.ContainsAny(line[:1], "*-_") && strings.Trim(line, " \t"+line[:1]) == ""
}

// listMarker is the length of the list marker with which the text begins, or 0.
func listMarker(s string) int {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	kind := "-+*"
	if digits > 0 {
		kind = ".)"
	}
	if digits > 9 || len(s) == digits || !strings.Contains(kind, s[digits:digits+1]) {
		return 0
	}
	if rest := s[digits+1:]; rest != "" && !strings.ContainsAny(rest[:1], " \t\n") {
		return 0
	}
	return digits + 1
}
