package shop

import (
	"bytes"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"orderd/platform/fault"
	"orderd/platform/search"
)

// pageMarkdown is CommonMark with tables. Cells are aligned by an attribute, because the policy of
// a storefront may forbid styles in a text.
var pageMarkdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// pageFault is what is wrong at a place of a page's text.
type pageFault struct {
	at   int // offset in bytes
	what fault.Text
}

// What may be wrong.
const (
	htmlInText     fault.Text = "HTML is not allowed"
	linkElsewhere  fault.Text = "a link must begin with https:, mailto:, tel:, / or #"
	imageElsewhere fault.Text = "a picture must have an https address or be one of the service's own"
	addressTooLong fault.Text = "an address is too long"
	tooTangled     fault.Text = "too many list markers, brackets or asterisks at once"
)

const (
	maxPageText = 100_000 // characters
	maxAddress  = 2048    // the length of an address
	maxCopied   = 500_000 // what the uses of reference definitions may come to
)

// checkMarkdown returns the fault, at the pointer, of a text that has HTML, or a link or a picture
// that leads where none may. It names the line of the first. mediaURL begins the addresses of the
// service's own pictures.
func checkMarkdown(pointer, source, mediaURL string) []fault.Field {
	faults := []pageFault{{what: tooTangled}}
	if at, tangled := tangledLine(source); tangled {
		faults[0].at = at
	} else if _, faults = parsePage([]byte(source), mediaURL); len(faults) == 0 {
		return nil
	}
	first, more := faults[0], len(faults)-1
	line := 1 + strings.Count(source[:first.at], "\n")
	f := fault.Field{Pointer: pointer, Code: fault.BadFormat, Detail: "line %d: %s", Args: []any{line, first.what}}
	if more > 0 {
		f.Detail, f.Args = "line %d: %s (and at %d places more)", append(f.Args, more)
	}
	return []fault.Field{f}
}

// renderPage is the HTML of a text: headings from h2, no HTML of the text's own, and no link or
// picture but those that checkMarkdown lets through, whatever the text is.
func renderPage(source, mediaURL string) (string, error) {
	if _, tangled := tangledLine(source); tangled {
		return "", errors.New("shop: a page has too many list markers, brackets or asterisks at once")
	}
	root, _ := parsePage([]byte(source), mediaURL)
	var b bytes.Buffer
	if err := pageMarkdown.Renderer().Render(&b, []byte(source), root); err != nil {
		return "", err
	}
	return b.String(), nil
}

// parsePage is the text's tree as it is rendered, without what is not allowed, and the faults of
// that, in their order.
func parsePage(source []byte, mediaURL string) (root ast.Node, faults []pageFault) {
	ids := anchors{used: map[string]bool{}, last: map[string]int{}}
	root = pageMarkdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(ids))))
	c := pageChecker{source: source, mediaURL: mediaURL}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			c.enter(n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range c.refused {
		n.Parent().RemoveChild(n.Parent(), n)
	}
	slices.SortStableFunc(c.faults, func(a, b pageFault) int { return a.at - b.at })
	return root, c.faults
}

// pageChecker looks at the nodes of a text.
type pageChecker struct {
	source   []byte
	mediaURL string
	at       int // of the last node that has a place
	copied   int // bytes of addresses and titles that uses of definitions repeat
	faults   []pageFault
	refused  []ast.Node // nodes to be dropped as a whole
}

func (c *pageChecker) enter(n ast.Node) {
	if raw, ok := n.(*ast.RawHTML); ok && raw.Segments.Len() > 0 {
		c.at = raw.Segments.At(0).Start
	} else if at := n.Pos(); at >= 0 {
		c.at = at
	}
	switch n := n.(type) {
	case *ast.Heading:
		n.Level = min(n.Level+1, 6)
	case *ast.HTMLBlock, *ast.RawHTML:
		c.refuse(n, htmlInText)
	case *ast.Link:
		if !c.addressed(&n.Destination, &n.Title, n.Reference, mayLinkTo) {
			c.fault(linkElsewhere)
		}
	case *ast.Image:
		if !c.addressed(&n.Destination, &n.Title, n.Reference, c.mayShow) {
			c.fault(imageElsewhere)
		}
	case *ast.AutoLink:
		if n.AutoLinkType == ast.AutoLinkURL && !mayLinkTo(string(n.URL(c.source))) {
			c.refuse(n, linkElsewhere)
		}
	case *ast.LinkReferenceDefinition: // its uses are checked by what they are
		either := func(to string) bool { return mayLinkTo(to) || c.mayShow(to) }
		if !c.addressed(&n.Destination, &n.Title, nil, either) {
			c.fault(linkElsewhere)
		}
	}
}

func (c *pageChecker) fault(what fault.Text) {
	c.faults = append(c.faults, pageFault{at: c.at, what: what})
}

func (c *pageChecker) refuse(n ast.Node, what fault.Text) {
	c.fault(what)
	c.refused = append(c.refused, n)
}

// addressed reports whether a link or a picture may lead where it does. It takes the address away
// when not.
func (c *pageChecker) addressed(to, title *[]byte, use *ast.ReferenceLink, may func(to string) bool) bool {
	if use != nil {
		c.copied += len(*to) + len(*title)
	}
	if len(*to) > maxAddress || c.copied > maxCopied {
		c.fault(addressTooLong)
		*to, *title = nil, nil
		return true
	}
	if may(resolve(*to)) {
		return true
	}
	*to = nil
	return false
}

// resolve is a destination as a browser gets it: CommonMark has escapes and entities in it.
func resolve(destination []byte) string {
	plain := util.ResolveNumericReferences(util.UnescapePunctuations(destination))
	return string(util.ResolveEntityNames(plain))
}

// mayLinkTo reports whether a page may link there. A path that begins with two slashes is the
// address of another host.
func mayLinkTo(to string) bool {
	switch {
	case strings.ContainsFunc(to, unicode.IsControl):
		return false
	case strings.HasPrefix(to, "/"):
		return !strings.HasPrefix(to, "//") && !strings.HasPrefix(to, `/\`)
	case strings.HasPrefix(to, "#"):
		return true
	}
	scheme, rest, _ := strings.Cut(to, ":")
	switch strings.ToLower(scheme) {
	case "mailto", "tel":
		return rest != ""
	}
	return isHTTPS(to)
}

// mayShow reports whether a page may show the picture there.
func (c *pageChecker) mayShow(at string) bool {
	if strings.ContainsFunc(at, unicode.IsControl) {
		return false
	}
	return isHTTPS(at) || c.mediaURL != "" && strings.HasPrefix(at, c.mediaURL)
}

func isHTTPS(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Host != ""
}

// anchors makes the ids of headings, by which links lead to them: the words of a heading with
// hyphens between, without accents, and a number behind when another one has them.
type anchors struct {
	used map[string]bool
	last map[string]int // the last number by words, so that a thousand equal headings are no search
}

// maxAnchor is the length of the longest id, without its number.
const maxAnchor = 80

// Generate makes one.
func (a anchors) Generate(heading []byte, _ ast.NodeKind) []byte {
	separates := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	words := strings.Join(strings.FieldsFunc(search.Fold(string(heading)), separates), "-")
	if words = strings.TrimRight(words[:min(len(words), maxAnchor)], "-"); words == "" {
		words = "section"
	}
	name := words
	for a.used[name] {
		a.last[words]++
		name = words + "-" + strconv.Itoa(a.last[words])
	}
	a.used[name] = true
	return []byte(name)
}

// Put notes one that is there.
func (a anchors) Put(name []byte) { a.used[string(name)] = true }
