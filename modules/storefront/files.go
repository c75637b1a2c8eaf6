package storefront

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
)

// file is what pages load. Its path has a digest of its bytes, so that browsers keep it for ever.
type file struct {
	name, contentType string
	body, compressed  []byte
}

// cssComment is for whoever reads the style sheet's file, and is not sent.
var cssComment = regexp.MustCompile(`(?s)/\*.*?\*/\n?`)

// ownFolder has the shop's own files.
func ownFolder() fs.FS {
	folder, err := fs.Sub(static, "static")
	if err != nil {
		panic("storefront: " + err.Error()) // the name is no path
	}
	return folder
}

// readFiles are the files by their path, those of a theme among them. A style sheet names others by
// that.
func readFiles(folder fs.FS, themed map[string][]byte) map[string]*file {
	files := map[string]*file{}
	add := func(name string, body []byte) string {
		sum := sha256.Sum256(body)
		extension := path.Ext(name)
		p := "/assets/" + strings.TrimSuffix(name, extension) + "-" + hex.EncodeToString(sum[:6]) + extension
		f := &file{name: name, contentType: contentTypes[extension], body: body}
		if slices.Contains(compressible, extension) {
			f.compressed = compressWell(body)
		}
		files[p] = f
		return p
	}
	own := func(name string) []byte {
		if body, replaced := themed[name]; replaced {
			return body
		}
		return mustRead(folder, name)
	}
	font := add("figtree.woff2", own("figtree.woff2"))
	style := cssComment.ReplaceAll(mustRead(folder, "shop.css"), nil)
	add("shop.css", bytes.ReplaceAll(style, []byte("fonts/figtree.woff2"), []byte(path.Base(font))))
	add("shop.js", mustRead(folder, "shop.js"))
	add("pay.js", mustRead(folder, "pay.js"))
	add("icon.svg", own("icon.svg"))
	addThemed(themed, add)
	return files
}

// addThemed adds the files of a theme, its style sheets after those that they name.
func addThemed(themed map[string][]byte, add func(name string, body []byte) string) {
	var renamed []string
	for _, name := range sortedKeys(themed) {
		if !ownStatic[name] && path.Ext(name) != ".css" {
			renamed = append(renamed, "static/"+name, path.Base(add(name, themed[name])))
		}
	}
	replacer := strings.NewReplacer(renamed...)
	for _, name := range sortedKeys(themed) {
		if path.Ext(name) == ".css" {
			add(name, []byte(replacer.Replace(string(themed[name]))))
		}
	}
}

// ownStatic are the names of the shop's own files.
var ownStatic = func() map[string]bool {
	entries, err := fs.ReadDir(ownFolder(), ".")
	if err != nil {
		panic("storefront: " + err.Error()) // it is part of the binary
	}
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	return names
}()

// contentTypes are those of the files that pages load.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".woff2": "font/woff2",
	".png":   "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
}

// compressible are the files that are text.
var compressible = []string{".css", ".js", ".svg"}

func mustRead(folder fs.FS, name string) []byte {
	body, err := fs.ReadFile(folder, name)
	if err != nil {
		panic("storefront: " + err.Error()) // it is part of the binary
	}
	return body
}

// ServeHTTP answers with the file.
func (f *file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	body := f.body
	if f.compressed != nil {
		h.Add("Vary", "Accept-Encoding")
		if takesGzip(r) {
			h.Set("Content-Encoding", "gzip")
			body = f.compressed
		}
	}
	_, _ = w.Write(body) // the visitor may be gone
}

// privatePaths begin the pages that are a visitor's alone, or that have no end.
var privatePaths = []string{"/cart", "/checkout", "/account", "/orders/", "/login", "/register", "/password", "/search"}

// robots keeps search engines away from privatePaths in every language, and from lists with
// filters.
func (v *visit) robots() error {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, path := range []string{"/v1/", "/admin/", "/dev/", looksPrefix, draftPrefix} {
		b.WriteString("Disallow: " + path + "\n")
	}
	shop := v.shell.Shop
	for _, l := range shop.Locales {
		for _, p := range privatePaths {
			b.WriteString("Disallow: " + inLanguage(l, shop.Locale, p) + "\n")
		}
	}
	for _, prefix := range []string{optionPrefix, attributePrefix, "sort="} {
		b.WriteString("Disallow: /*?*" + prefix + "\n")
	}
	for _, name := range filterNames {
		b.WriteString("Disallow: /*?*" + name + "=\n")
	}
	b.WriteString("\nSitemap: " + v.site.public.String() + "/sitemap.xml\n")
	v.writeCookie()
	v.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = v.w.Write([]byte(b.String())) // the visitor may be gone
	return nil
}
