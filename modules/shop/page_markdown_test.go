package shop

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
)

const ownMedia = "http://localhost:8080/media/"

// What a text may not have is refused with its line, all of it at once.
func TestPageTextIsChecked(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"**A** [b](https://b.example/?x=1#y) [c](mailto:a@b.example) [d](tel:+4930) [e](/f) [g](#h)":  "",
		"<https://a.example> <a@b.example> ![](https://a.example/b.png) ![](" + ownMedia + "1/a.jpg)": "",
		"[a]\n\n[a]: https://b.example 'C'\n\n![d][e]\n\n[e]: " + ownMedia + "1/a.jpg":                "",
		"`<script>` and\n\n    <script>\n\n```\n[a](javascript:b)\n```":                               "",
		"a < b, 3 > 2 & c, \\<b\\>":                  "",
		"[a](HTTPS://b.example)":                     "",
		"A\n\n<script>alert(1)</script>\n\nB <br> C": "line 3: HTML is not allowed (and at 1 places more)",
		"<!-- a -->": "line 1: HTML is not allowed",
		"A\n<div>":   "line 2: HTML is not allowed",
		"- a\n- b\n  <b>c</b>\n\n> | d | e |\n> |---|---|\n> | <i> | f |": "line 3: HTML is not allowed (and at 2 places more)",

		"[a](javascript:b)":                             link(1),
		"A\n[a](JavaScript:b)":                          link(2),
		"[a](java&#115;cript:b)":                        link(1),
		"[a](java&#x73;cript&colon;b)":                  link(1),
		"[a](javascript&#58;b)":                         link(1),
		"[a](\\javascript:b)":                           link(1),
		"[a](<java&Tab;script:b>)":                      link(1),
		"[a](&#1;javascript:b)":                         link(1),
		"[a](javascript%3Ab)":                           link(1),
		"[a](data:text/html,b)":                         link(1),
		"[a](vbscript:b)":                               link(1),
		"[a](file:///etc/passwd)":                       link(1),
		"[a](http://b.example)":                         link(1),
		"[a](//b.example)":                              link(1),
		"[a](/\\b.example)":                             link(1),
		"[a](/&Tab;/b.example)":                         link(1),
		"[a](b.html)":                                   link(1),
		"[a]()":                                         link(1),
		"[a](https:b)":                                  link(1),
		"[a](mailto:)":                                  link(1),
		"[a](?b=c)":                                     link(1),
		"<javascript:alert(1)>":                         link(1),
		"<http://b.example>":                            link(1),
		"# [a](x:y)":                                    link(1),
		"A\n\n[unused]: javascript:b":                   link(3),
		"[a]\n\n[a]: https://b.example\n[a]: data:b":    link(4),
		"[![a](https://b.example/c.png)](javascript:d)": link(1),
		"![a [b](javascript:c)](https://d.example)":     link(1),
		"> - [a](x:y)":                                  link(1),
		"| a |\n|---|\n| [b](x:y) |":                    link(3),

		"![a](data:image/png;base64,AA)":     picture(1),
		"![a](http://b.example/c.png)":       picture(1),
		"A\n\n![a](/media/1/a.jpg)":          picture(3),
		"![a](mailto:b@c.example)":           picture(1),
		"![a][b]\n\n[b]: mailto:b@c.example": picture(1),

		"[a](https://b.example/" + strings.Repeat("c", 2048) + ")": "line 1: an address is too long",
		"A\n" + strings.Repeat("> ", 21) + "B":                     "line 2: " + string(tooTangled),
		"A\n" + strings.Repeat(" ", 201) + "B":                     "line 2: " + string(tooTangled),
		strings.Repeat("[", 101):                                   "line 1: " + string(tooTangled),
		strings.Repeat("*a_ ", 1100):                               "line 1: " + string(tooTangled),
		strings.Repeat("* * ", 100):                                "",
		strings.Repeat("- **a** [b](/c)\n", 5000):                  "",
		strings.Repeat("<b>\n\n", 12):                              "line 1: HTML is not allowed (and at 11 places more)",
	} {
		got := ""
		for _, f := range checkMarkdown("/text", source, ownMedia) {
			got += f.Detail.English(f.Args...)
			if f.Pointer != "/text" || f.Code != "bad_format" {
				t.Errorf("%v", f)
			}
		}
		if got != want {
			t.Errorf("%.100q: %q, want %q", source, got, want)
		}
	}
}

func link(line int) string { return fmt.Sprintf("line %d: %s", line, linkElsewhere) }

func picture(line int) string { return fmt.Sprintf("line %d: %s", line, imageElsewhere) }

func TestPageIsRendered(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"# A\n## B\n###### C": "<h2 id=\"a\">A</h2>\n<h3 id=\"b\">B</h3>\n<h6 id=\"c\">C</h6>\n",
		"# Über *uns*\n# Über uns\n# ?\nÜber uns\n===": "<h2 id=\"uber-uns\">Über <em>uns</em></h2>\n<h2 id=\"uber-uns-1\">Über uns</h2>\n" +
			"<h2 id=\"section\">?</h2>\n<h2 id=\"uber-uns-2\">Über uns</h2>\n",
		"[a](https://b.example \"C\") <d@e.example>": "<p><a href=\"https://b.example\" title=\"C\">a</a> " +
			"<a href=\"mailto:d@e.example\">d@e.example</a></p>\n",
		"![a](https://b.example/c.png)": "<p><img src=\"https://b.example/c.png\" alt=\"a\"></p>\n",
		"| a | b |\n|:-|-:|\n| 1 | 2 |": "<table>\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n" +
			"<tbody>\n<tr>\n<td align=\"left\">1</td>\n<td align=\"right\">2</td>\n</tr>\n</tbody>\n</table>\n",
		// What is refused is not shown either, should it be in the database.
		"a <b>c</b> [d](javascript:e)\n\n<script>f</script>": "<p>a c <a href=\"\">d</a></p>\n",
	} {
		if got, err := renderPage(source, ownMedia); err != nil || got != want {
			t.Errorf("%q: %v\n%s\nwant\n%s", source, err, got, want)
		}
	}
}

// hardTexts are what parsers of Markdown have been slow at.
var hardTexts = []string{
	"[", "![", "[a", "]", "[](", "[a](<b", "[a](b 'c", "*a_ ", "**a *a ", "a**b", "`a ``b ", "<a b='", "x<!-- ", "<![CDATA[", "<?", "> ",
	">a\n", "- ", "1. ", "- a\n", "# a\n", "#\n", "a\n=\n", "[a]: /b\n", "[a]:\n", "|-\n", "`\\|` ", "&#1", "\t", "```a\n~~~\n", "[a](/b) ",
	"[a][b", "\\", "[\\]", "[](\\)", "[`]`", "[a]: <b", "[a]: b(", "&", "# a #", "***a", "![a](b \"", "~~~", "+\n", "a\\\n", "_(", "<https://a.b> ", "\x00", "[![a](/b)](/c)",
}

// No text takes the parser long, whether it is refused or not: what took it minutes takes less than
// the time of a request, on any machine.
func TestHardPageTexts(t *testing.T) {
	t.Parallel()
	table := "|a|\n|-|\n|"
	texts := []string{
		table + strings.Repeat("`\\|` ", 20_000), strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000),
		"[a]: /" + strings.Repeat("b", 2000) + "\n\n" + strings.Repeat("[a] ", 24_000),
		"[a]: /b '" + strings.Repeat("c", 50_000) + "'\n\n" + strings.Repeat("[a] ", 12_000),
	}
	for _, s := range hardTexts {
		texts = append(texts, strings.Repeat(s, 100_000/len(s)))
	}
	for _, text := range texts {
		if checkMarkdown("/text", text, ownMedia) != nil {
			continue
		}
		if rendered, err := renderPage(text, ownMedia); err != nil || len(rendered) > 20*len(text) {
			t.Errorf("%.30q: %d bytes, %v", text, len(rendered), err)
		}
	}
}

// manyLinks is a text of the full length with 10 000 links.
var manyLinks = strings.Repeat("[ä](/b) c\n", 9_999) + "[ä](/b) cc"

// The largest text leaves nothing behind: after a hundred of them the service holds no more memory
// than after ten. No other test runs beside it.
func TestMemoryOfPageTexts(t *testing.T) {
	if n := utf8.RuneCountInString(manyLinks); n != maxPageText || strings.Count(manyLinks, "](") != 10_000 {
		t.Fatalf("%d characters", n)
	}
	held := func(times int) uint64 {
		for range times {
			if faults := checkMarkdown("/text", manyLinks, ownMedia); faults != nil {
				t.Fatal(faults)
			}
			if _, err := renderPage(manyLinks, ownMedia); err != nil {
				t.Fatal(err)
			}
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held(10)
	if after := held(100); after > before+1<<20 {
		t.Errorf("%d bytes are held after 10 texts, %d after 110", before, after)
	}
}

// FuzzRenderPage: whatever a text is, its HTML has the elements and attributes of Markdown alone,
// and no address leads where none may.
func FuzzRenderPage(f *testing.F) {
	for _, s := range append([]string{
		"# A\n\n[b](javascript:c) <script>d</script> ![e](data:f)\n\n<div onclick=g>\n\n[h]: java&#115;cript:i 'j'\n\n[h] <x:y>",
		"| a |\n|-|\n| <b> |", "[a](<java\nscript:b>)", "[a](https://b\" onload=\"c)", "![\"><script>](https://a)", "```a\"><script>\n```",
		"# \"><script>", "[a](https://b 'c\"><script>')", "<https://a\"onclick=b>", "&lt;script&gt; &#60;script&#62;",
	}, hardTexts...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		refused := checkMarkdown("/text", source, ownMedia)
		rendered, err := renderPage(source, ownMedia)
		if err != nil {
			if refused == nil {
				t.Fatalf("%q is let through, and then %v", source, err)
			}
			return
		}
		requireHarmless(t, rendered)
	})
}

// allowed are the attributes of the elements that a page may have.
var allowed = map[string]string{
	"a": "href title", "img": "src alt title", "h2": "id", "h3": "id", "h4": "id", "h5": "id", "h6": "id", "th": "align", "td": "align",
	"code": "class", "ol": "start", "p": "", "em": "", "strong": "", "ul": "", "li": "", "blockquote": "", "pre": "", "hr": "", "br": "",
	"table": "", "thead": "", "tbody": "", "tr": "",
}

// leadsSomewhere matches the addresses that a page may have, and none at all.
var leadsSomewhere = regexp.MustCompile(`^$|^(?i:https)://|^(?i:mailto|tel):|^/$|^/[^/\\]|^#|^` + regexp.QuoteMeta(ownMedia))

// requireHarmless reads the HTML as a browser does.
func requireHarmless(t *testing.T, rendered string) {
	t.Helper()
	if strings.Contains(strings.ToLower(rendered), "<script") {
		t.Fatalf("a script in %q", rendered)
	}
	for z := html.NewTokenizer(bytes.NewReader([]byte(rendered))); ; {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.CommentToken, html.DoctypeToken:
			t.Fatalf("a comment in %q", rendered)
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := z.Token()
			attributes, known := allowed[tag.Data]
			if !known {
				t.Fatalf("<%s> in %q", tag.Data, rendered)
			}
			for _, a := range tag.Attr {
				isAddress := a.Key == "href" || a.Key == "src"
				if !strings.Contains(" "+attributes+" ", " "+a.Key+" ") {
					t.Fatalf("%s of <%s> in %q", a.Key, tag.Data, rendered)
				}
				if isAddress && !leadsSomewhere.MatchString(a.Val) {
					t.Fatalf("%q leads to %q", rendered, a.Val)
				}
			}
		}
	}
}
