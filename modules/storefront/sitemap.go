package storefront

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"orderd/platform/locale"
)

// Bounds of a part of the site map (sitemaps.org): addresses, and bytes before compression. 50 MB
// are 52 428 800 bytes; the rest is for the end.
const (
	mostURLs     = 50_000
	mostMapBytes = 52_000_000
)

// mostParts bounds what a site map is kept of: half a million products in two languages.
const mostParts = 20

// siteMapAge is how old a site map may be.
const siteMapAge = time.Hour

// siteMaps are the parts of the site map.
type siteMaps struct{ parts []siteMapFile }

// siteMapFile is a part as it is sent, compressed.
type siteMapFile struct {
	body     []byte
	modified time.Time // of the newest page in it; zero: not known
}

// siteMapPage is a page in each language of the shop. Some pages are not in all of them.
type siteMapPage struct {
	paths    []pathInLanguage
	modified time.Time
}

type pathInLanguage struct {
	language locale.Code
	path     string // with the language
}

// siteMapWriter fills one part after the other.
type siteMapWriter struct {
	site     *site
	own      locale.Code
	all      siteMaps
	body     bytes.Buffer
	zip      *gzip.Writer
	urls     int
	bytes    int
	modified time.Time
}

const (
	siteMapBegin = xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ` +
		`xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n"
	siteMapEnd = "</urlset>\n"
)

// add writes the addresses of a page, each with those of its translations.
func (w *siteMapWriter) add(p siteMapPage) error {
	addresses := make([]string, len(p.paths))
	var alternates, text strings.Builder
	for i, a := range p.paths {
		addresses[i] = escapeXML(w.site.public.String() + a.path)
		if len(p.paths) > 1 {
			w.alternate(&alternates, a.language, addresses[i])
		}
	}
	for _, address := range addresses {
		text.WriteString("<url><loc>" + address + "</loc>")
		if !p.modified.IsZero() {
			text.WriteString("<lastmod>" + p.modified.UTC().Format(time.RFC3339) + "</lastmod>")
		}
		text.WriteString(alternates.String() + "</url>\n")
	}
	if w.zip == nil || w.urls+len(p.paths) > mostURLs || w.bytes+text.Len() > mostMapBytes {
		if err := w.next(); err != nil {
			return err
		}
	}
	w.urls, w.bytes = w.urls+len(p.paths), w.bytes+text.Len()
	if p.modified.After(w.modified) {
		w.modified = p.modified
	}
	_, err := io.WriteString(w.zip, text.String())
	return err
}

// alternate names a translation. The one in the shop's own language is for all other languages too.
func (w *siteMapWriter) alternate(to *strings.Builder, l locale.Code, address string) {
	link := `<xhtml:link rel="alternate" hreflang="`
	to.WriteString(link + string(l) + `" href="` + address + `"/>`)
	if l == w.own {
		to.WriteString(link + `x-default" href="` + address + `"/>`)
	}
}

// next ends the part and begins another one.
func (w *siteMapWriter) next() error {
	if err := w.end(); err != nil {
		return err
	}
	w.body.Reset()
	w.zip, w.urls, w.bytes, w.modified = gzip.NewWriter(&w.body), 0, len(siteMapBegin)+len(siteMapEnd), time.Time{}
	_, err := w.zip.Write([]byte(siteMapBegin))
	return err
}

// end ends the part, if there is one.
func (w *siteMapWriter) end() error {
	if w.zip == nil {
		return nil
	}
	if _, err := w.zip.Write([]byte(siteMapEnd)); err != nil {
		return err
	}
	if err := w.zip.Close(); err != nil {
		return err
	}
	w.all.parts = append(w.all.parts, siteMapFile{body: bytes.Clone(w.body.Bytes()), modified: w.modified})
	w.zip = nil
	return nil
}

func (w *siteMapWriter) isFull() bool { return len(w.all.parts) >= mostParts }

// escapeXML is a text between tags, or as the value of an attribute.
func escapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes all
	return b.String()
}

// makeSiteMaps asks for everything that has a page.
func (s *site) makeSiteMaps(ctx context.Context, shells map[locale.Code]*shell, own locale.Code) (*siteMaps, error) {
	w := siteMapWriter{site: s, own: own}
	everywhere := func(path string, modified time.Time) error {
		p := siteMapPage{modified: modified}
		for _, l := range shells[own].Shop.Locales {
			p.paths = append(p.paths, pathInLanguage{l, inLanguage(l, own, path)})
		}
		return w.add(p)
	}
	if err := everywhere("/", time.Time{}); err != nil {
		return nil, err
	}
	for _, p := range ownTexts(shells, own) {
		if err := w.add(p); err != nil {
			return nil, err
		}
	}
	for _, list := range []struct{ path, page string }{
		{"/v1/categories", "/c/"}, {"/v1/collections", "/collections/"}, {"/v1/brands", "/b/"},
	} {
		err := s.eachNamed(ctx, list.path, func(n named) error {
			return everywhere(list.page+url.PathEscape(n.Slug), time.Time{})
		})
		if err != nil {
			return nil, err
		}
	}
	err := s.eachProduct(ctx, func(p productSlug) error {
		if w.isFull() {
			return errFull
		}
		return everywhere("/p/"+url.PathEscape(p.Slug), p.UpdatedAt)
	})
	if err != nil {
		return nil, err
	}
	if err := w.end(); err != nil {
		return nil, err
	}
	return &w.all, nil
}

// ownTexts are the shop's own texts. Each language has its own address of one.
func ownTexts(shells map[locale.Code]*shell, own locale.Code) (all []siteMapPage) {
	for _, first := range shells[own].Shop.Pages {
		var p siteMapPage
		for _, l := range shells[own].Shop.Locales {
			if slug := shells[l].page(first.Kind); slug != "" {
				p.paths = append(p.paths, pathInLanguage{l, inLanguage(l, own, "/i/"+url.PathEscape(slug))})
			}
		}
		all = append(all, p)
	}
	return all
}

// shellsOfAll are the shells of all languages of the shop.
func (v *visit) shellsOfAll() (map[locale.Code]*shell, error) {
	all := map[locale.Code]*shell{}
	for _, l := range v.shell.Shop.Locales {
		s, err := v.site.shells.of(v, l)
		if err != nil {
			return nil, err
		}
		all[l] = s
	}
	return all, nil
}

// loadSiteMaps is the site map, an hour old at most.
func (v *visit) loadSiteMaps() (*siteMaps, error) {
	shells, err := v.shellsOfAll()
	if err != nil {
		return nil, err
	}
	own := v.shell.Shop.Locale
	return v.site.siteMaps.get(v, siteMapAge, func(ctx context.Context) (*siteMaps, error) {
		return v.site.makeSiteMaps(ctx, shells, own)
	})
}

// siteMapIndex lists the parts of the site map.
func (v *visit) siteMapIndex() error {
	maps, err := v.loadSiteMaps()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for i, p := range maps.parts {
		fmt.Fprintf(&b, "<sitemap><loc>%s/sitemaps/%d.xml</loc>", escapeXML(v.site.public.String()), i+1)
		if !p.modified.IsZero() {
			b.WriteString("<lastmod>" + p.modified.UTC().Format(time.RFC3339) + "</lastmod>")
		}
		b.WriteString("</sitemap>\n")
	}
	b.WriteString("</sitemapindex>\n")
	return v.sendXML(compressWell(b.Bytes()))
}

// siteMapPart is one part of the site map.
func (v *visit) siteMapPart() error {
	number, err := strconv.Atoi(strings.TrimSuffix(v.r.PathValue("part"), ".xml"))
	if err != nil || v.r.PathValue("part") != strconv.Itoa(number)+".xml" {
		return errNoPage
	}
	maps, err := v.loadSiteMaps()
	if err != nil {
		return err
	}
	if number < 1 || number > len(maps.parts) {
		return errNoPage
	}
	return v.sendXML(maps.parts[number-1].body)
}

// sendXML answers with a document for machines, which is compressed already.
func (v *visit) sendXML(zipped []byte) error {
	h := v.w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=900")
	h.Add("Vary", "Accept-Encoding")
	sum := sha256.Sum256(zipped)
	etag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
	h.Set("ETag", etag)
	if v.r.Header.Get("If-None-Match") == etag {
		v.w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if takesGzip(v.r) {
		h.Set("Content-Encoding", "gzip")
		_, _ = v.w.Write(zipped) // the visitor may be gone
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err == nil {
		_, err = z.WriteTo(v.w)
	}
	if err != nil {
		v.site.log.Debug("a document was not sent whole")
	}
	return nil
}
