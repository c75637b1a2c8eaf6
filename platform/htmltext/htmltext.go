// Package htmltext turns HTML into the text that it shows. Enter by Text.
package htmltext

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

var (
	// blocks are elements that begin and end a line.
	blocks = strings.Fields("address article blockquote center dd div dl dt fieldset figcaption figure footer form h1 " +
		"h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul")
	// hidden are elements whose content is no text of the page.
	hidden = strings.Fields("script style head title template iframe noscript object svg math select textarea")

	spaces     = regexp.MustCompile(`[ \t\r\f\n\x{a0}]+`)
	inLine     = regexp.MustCompile(`[ \t\x{a0}]+`)
	blanks     = regexp.MustCompile(`[ \t\x{a0}]*\n[ \t\x{a0}]*`)
	blankLines = regexp.MustCompile(`\n{2,}`)
)

// Text returns the text that a piece of HTML shows: a line for each paragraph, list item and row of
// a table, without markup, scripts and styles. Line breaks of the source count where nothing in it
// makes a line, as in a plain text, which comes back as it is.
func Text(source string) string {
	if !strings.ContainsAny(source, "<&") {
		return strings.TrimSpace(source)
	}
	w := writer{keepsLines: !hasBlocks(source)}
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		w.add(z.Token())
	}
	text := w.text.String()
	if !w.keepsLines {
		text = inLine.ReplaceAllString(text, " ")
	}
	text = blanks.ReplaceAllString(text, "\n")
	return strings.TrimSpace(blankLines.ReplaceAllString(text, "\n"))
}

// hasBlocks reports whether something in the source makes a line.
func hasBlocks(source string) bool {
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() { //nolint:exhaustive // others make none
		case html.ErrorToken:
			return false
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := z.TagName(); string(name) == "br" || slices.Contains(blocks, string(name)) {
				return true
			}
		}
	}
}

// writer collects the text of tokens.
type writer struct {
	text       strings.Builder
	keepsLines bool
	hiddenBy   string // the element that is open and hidden
}

func (w *writer) add(t html.Token) {
	switch t.Type { //nolint:exhaustive // comments and doctypes show nothing
	case html.TextToken:
		switch {
		case w.hiddenBy != "":
		case w.keepsLines:
			w.text.WriteString(t.Data)
		default:
			w.text.WriteString(spaces.ReplaceAllString(t.Data, " "))
		}
	case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
		w.tag(t)
	}
}

func (w *writer) tag(t html.Token) {
	isStart := t.Type == html.StartTagToken
	switch {
	case w.hiddenBy != "":
		if t.Type == html.EndTagToken && t.Data == w.hiddenBy {
			w.hiddenBy = ""
		}
	case isStart && slices.Contains(hidden, t.Data):
		w.hiddenBy = t.Data
	case isStart && t.Data == "li":
		w.text.WriteString("\n- ")
	case t.Data == "td" || t.Data == "th":
		w.text.WriteString(" ")
	case t.Data == "br" || slices.Contains(blocks, t.Data):
		w.text.WriteString("\n")
	}
}
