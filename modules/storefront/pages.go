package storefront

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"orderd/platform/locale"
	"orderd/platform/money"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed words/*.json
var wordFiles embed.FS

// languages are those that the pages have texts in.
var languages = []locale.Code{locale.English, locale.German}

// pages are the templates of every page in every language.
//
// A page is parsed when it is shown first: all of them are 25 MB of memory, of which a process that
// serves no pages needs none, and a shop of one language half.
type pages map[locale.Code]map[string]func() *template.Template

// parsePages reads the templates, with the blocks and words of the theme unless it is nil. They are
// part of the binary, so that a fault in one of them is one of the program's.
//
// Quick ones are made ready for many pages (part.go). Others give the same pages, slower.
func parsePages(files map[string]*file, t *themeFolder, quick bool) pages {
	all := pages{}
	for _, l := range languages {
		base := template.Must(template.New("").Funcs(functions(l, t.wordsOf(l), files)).
			ParseFS(templateFiles, "templates/layout.html", "templates/parts.html"))
		addBlocks(base)
		if t != nil {
			replaceBlocks(t, l, base)
		}
		fix := func(*template.Template) {}
		if quick {
			texts, asset := t.wordsOf(l), assetsOf(files)
			fix = func(in *template.Template) { fixTexts(in, texts, asset) }
			fix(base)
			keepParts(base)
			if t == nil { // a card of the shop's own may have parts of a theme
				keepCards(base)
			}
		}
		all[l] = map[string]func() *template.Template{}
		names, err := fs.Glob(templateFiles, "templates/page_*.html")
		if err != nil {
			panic("storefront: " + err.Error()) // the pattern is right
		}
		for _, name := range names {
			page := func() *template.Template {
				whole := template.Must(template.Must(base.Clone()).ParseFS(templateFiles, name))
				fix(whole)
				return whole
			}
			all[l][strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "page_"), ".html")] = sync.OnceValue(page)
		}
	}
	return all
}

// assetsOf finds the path of a file by its name; "" for one that there is not.
func assetsOf(files map[string]*file) func(name string) string {
	digested := map[string]string{}
	for p, f := range files {
		digested[f.name] = p
	}
	return func(name string) string { return digested[name] }
}

// functions are what templates may call: none reads a file or asks for anything.
func functions(l locale.Code, w words, files map[string]*file) template.FuncMap {
	return template.FuncMap{
		"t":     w.say,
		"value": w.value,
		"print": printed,
		"n":     w.count,
		"price": func(c any) string {
			switch c := c.(type) {
			case *money.Cents:
				return formatPrice(l, *c)
			case money.Cents:
				return formatPrice(l, c)
			}
			return ""
		},
		"rate":      func(r money.Rate) string { return formatRate(l, r) },
		"number":    func(n float64) string { return formatNumber(l, n) },
		"measure":   func(m money.Measure) string { return formatMeasure(l, m) },
		"whole":     func(n int64) string { return formatWhole(l, n) },
		"days":      w.days,
		"day":       func(t time.Time) string { return formatDay(l, t) },
		"weekday":   func(t time.Time) string { return formatWeekday(l, t) },
		"asset":     assetsOf(files),
		"country":   func(code string) string { return countryName(l, code) },
		"lines":     func(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") },
		"iban":      spacedIBAN,
		"typed":     func(text string) string { return typedPrice(l, text) },
		"pic":       newPicture,
		"input":     newInput,
		"countries": newCountryChoice,
		"euros":     func(euros float64) string { return formatPrice(l, wholeCents(euros)) },
		"upTo":      upTo,
		"fault":     w.fault,
		"wait":      w.wait,
		"message":   w.message,
		"empty":     newEmpty,
		"add":       func(a, b int) int { return a + b },
		"int":       func(n int64) int { return int(n) },
	}
}

// frame is what the layout shows around every page.
type frame struct {
	v *visit
	// Title stands in the browser's tab in front of the shop's name; "" on the home page.
	Title string
	// Description is for search engines, at most some 160 characters; "" means none.
	Description string
	// Private keeps a page out of search engines and of everybody's caches.
	Private bool
	// Slim leaves out all that leads away: for the checkout.
	Slim bool
	// Bar is whether the page has a bar with its main button at the foot of a phone's screen.
	Bar bool
	// Canonical is the address of the page without filters, in the shop's own language; "" means
	// Path.
	Canonical string
	// Department is the slug of the category of the page, for the navigation.
	Department string
	// Query is what was searched for.
	Query string
	// NoFind leaves the search out of the head, for a page that has it in the middle.
	NoFind bool
	// Picture is what others show of the page when they link to it; nil means none.
	Picture *image
	// FormID is the form of the page that goes along to another language, so that nothing which was
	// typed is lost; "" for a page whose languages are links.
	FormID string
	// paths are those of the page in each language that it is written in; none where it has one
	// path in all of them.
	paths map[locale.Code]string
	// IsProduct is whether the page is about a thing that is sold (og:type).
	IsProduct bool
}

func (v *visit) frame(title string) frame { return frame{v: v, Title: title} }

// Frame is what is around the page alone, for the blocks that stand on every page.
func (f frame) Frame() frame { return f }

// Language is the language of the page.
func (f frame) Language() locale.Code { return f.v.language }

// Shop is the public data of the shop.
func (f frame) Shop() *shop { return f.v.shop() }

// Departments are the categories of the navigation.
func (f frame) Departments() []category {
	if f.v.shell == nil {
		return nil
	}
	return f.v.shell.departments
}

// To is the address of a page of the shop in the language of this one.
func (f frame) To(path string) string { return f.v.to(path) }

// PageOf is the address of one of the shop's own texts by its kind, or "".
func (f frame) PageOf(kind string) string {
	if f.v.shell == nil || f.v.shell.page(kind) == "" {
		return ""
	}
	return f.v.to("/i/" + f.v.shell.page(kind))
}

// Items is the number on the cart's sign.
func (f frame) Items() int { return f.v.session.Items }

// Flash is what the page has to say of the form before it; nil for most pages.
func (f frame) Flash() *flash { return f.v.said() }

// SignedIn reports whether the visitor has signed in.
func (f frame) SignedIn() bool { return f.v.session.signedIn() }

// FirstName is the visitor's, for the sign of the account.
func (f frame) FirstName() string {
	first, _, _ := strings.Cut(f.v.session.Name, " ")
	return first
}

// Wholesale reports whether the visitor sees wholesale prices.
func (f frame) Wholesale() bool { return f.v.session.Wholesale }

// alternate is the page in another language.
type alternate struct {
	Language locale.Code
	URL      string
}

// CanonicalURL is the page's public address, by which search engines know it.
func (f frame) CanonicalURL() string {
	return f.v.site.public.String() + f.v.inLanguage(f.canonicalPath())
}

func (f frame) canonicalPath() string {
	if f.Canonical != "" {
		return f.Canonical
	}
	return f.v.path
}

// Alternates are the addresses of the page in the languages of the shop that it is written in.
func (f frame) Alternates() []alternate {
	var all []alternate
	other := *f.v
	for _, l := range f.v.shop().Locales {
		path := f.canonicalPath()
		if len(f.paths) > 0 {
			path = f.paths[l]
		}
		if path == "" {
			continue
		}
		other.language = l
		all = append(all, alternate{l, f.v.site.public.String() + other.inLanguage(path)})
	}
	return all
}

// OtherLanguages are the addresses of what is shown here, filters too, in the other languages;
// those to which the form is sent, where it goes along.
func (f frame) OtherLanguages() []alternate {
	var all []alternate
	other, page := *f.v, f.v.wayBack()
	if f.FormID != "" {
		page = f.v.here()
	}
	for _, l := range f.v.shop().Locales {
		if l != f.v.language {
			other.language = l
			all = append(all, alternate{l, other.to(page)})
		}
	}
	return all
}

// shop is the public data of the shop; an empty one where it could not be read.
func (v *visit) shop() *shop {
	if v.shell == nil {
		return &shop{Name: v.site.public.Hostname(), Locale: v.language}
	}
	return &v.shell.Shop
}

// failurePage is the page that says what is wrong.
const failurePage = "failure"

// show renders a page whole before it answers: what fails half-way is a page that says so.
func (v *visit) show(status int, name string, view any) error {
	return v.render(status, name, "layout", view)
}

// showPart renders the part of a page that a script asks for.
func (v *visit) showPart(status int, name string, view any) error {
	return v.render(status, name, "part", view)
}

func (v *visit) render(status int, name, block string, view any) error {
	if status == http.StatusOK {
		if err := v.prove(); err != nil {
			return err
		}
	}
	var page bytes.Buffer
	if err := v.site.pages[v.textLanguage()][name]().ExecuteTemplate(&page, block, view); err != nil {
		err = fmt.Errorf("render the page %q: %w", name, err)
		if name != failurePage {
			return err
		}
		v.site.log.Error("the page that says what failed has failed", zap.Error(err))
		http.Error(v.w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return nil
	}
	etag := etagOf(page.Bytes())
	if kept := v.keep(status, page.Bytes(), etag); kept != nil {
		v.sendKept(kept)
		return nil
	}
	v.writeCookie()
	v.writePageHeaders()
	if body := page.Bytes(); len(body) >= compressFrom && takesGzip(v.r) {
		v.sendBytes(status, etag, true, compressFast(body))
	} else {
		v.sendBytes(status, etag, false, body)
	}
	return nil
}
