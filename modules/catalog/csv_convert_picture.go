package catalog

import (
	"slices"
	"strings"
	"unicode/utf8"

	"orderd/platform/httpapi"
	"orderd/platform/tablefile"
)

// pictures collects the pictures of a product, in their order, each once.
type pictures struct {
	c    *conversion
	urls []string
	alts []string
}

// add adds the picture of a cell with what it shows. A cell that can be none is left out, with a
// warning.
func (p *pictures) add(l *line, field, url, alt string) {
	if url = plainURL(url); url == "" {
		return
	}
	switch {
	case !strings.HasPrefix(url, "https://") || !httpapi.IsURL(url) || severalURLs.MatchString(url) ||
		utf8.RuneCountInString(url) > maxURL:
		p.c.warn(l, field, "is left out: a picture needs an https address")
		return
	case p.has(url):
		return
	case len(p.urls) == maxImages:
		p.c.warn(l, field, "is left out: a product has at most %d pictures", maxImages)
		return
	}
	if alt = tablefile.OneLine(alt); fileName.MatchString(alt) || strings.Contains(alt, "://") {
		alt = ""
	}
	p.urls, p.alts = append(p.urls, url), append(p.alts, strings.TrimSpace(tablefile.Cut(alt, maxAlt)))
}

// plainURL is an address as other systems write it, without its blanks.
func plainURL(url string) string { return strings.ReplaceAll(strings.TrimSpace(url), " ", "%20") }

// shownAs is the address of a picture among them, or "".
func (p *pictures) shownAs(url string) string {
	if url = plainURL(url); p.has(url) {
		return url
	}
	return ""
}

func (p *pictures) has(url string) bool { return slices.Contains(p.urls, url) }

// addList adds the pictures of a cell with commas between.
func (p *pictures) addList(l *line, field string) {
	for _, url := range splitURLs(l.cell(field)) {
		p.add(l, field, url, "")
	}
}

// splitURLs are the addresses of a list with commas between, which an address may have too.
func splitURLs(cell string) (urls []string) {
	for piece := range strings.SplitSeq(cell, ",") {
		trimmed := strings.TrimSpace(piece)
		isURL := strings.HasPrefix(trimmed, "http://") || strings.HasPrefix(trimmed, "https://")
		if n := len(urls); n > 0 && !isURL && strings.Contains(urls[n-1], "://") && piece == trimmed && piece != "" {
			urls[n-1] += "," + piece
		} else if trimmed != "" {
			urls = append(urls, trimmed)
		}
	}
	return urls
}

// cell is that of the own format.
func (p *pictures) cell() string {
	lines := make([]string, len(p.urls))
	for i, url := range p.urls {
		lines[i] = strings.TrimSpace(url + " " + p.alts[i])
	}
	return strings.Join(lines, imageSeparator)
}
