package storefront

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"go.uber.org/zap"

	"orderd/platform/clock"
	"orderd/platform/locale"
)

// static is what browsers load beside the pages.
//
//go:embed static
var static embed.FS

// site answers the pages of the shop.
type site struct {
	client  client
	address func(*http.Request) string // of the visitor
	clock   clock.Clock
	log     *zap.Logger
	public  *url.URL
	https   bool
	admin   string // where an empty shop leads whoever looks at it from the back office; "": nowhere
	dev     bool   // it leads everybody there
	policy  string // Content-Security-Policy
	// staffOrigin may show previews in a frame, beside the pages' own.
	staffOrigin string
	streams     bool
	seal        seal
	renewals    renewals
	shells      shells
	kept        *keptPages
	pages       pages
	files       map[string]*file // by path
	guard       *http.CrossOriginProtection
	mux         *http.ServeMux

	siteMaps snapshot[*siteMaps]
	wanted   snapshot[[]card] // what sells best, for pages that are not there
	feeds    feeds
}

// New makes the pages. The error is that of a theme that can't be used; each line of it says where.
func New(d Deps) (http.Handler, error) {
	public, err := url.Parse(d.PublicURL)
	if err != nil {
		panic("storefront: " + err.Error()) // the configuration was checked
	}
	api, err := url.Parse(cmp.Or(d.APIURL, public.Scheme+"://"+public.Host))
	if err != nil {
		panic("storefront: " + err.Error())
	}
	s := &site{
		client: client{transport: d.API, base: api}, address: d.Address, clock: d.Clock, log: d.Log, public: public,
		https: public.Scheme == "https", streams: d.Streams, admin: d.Admin, dev: d.Dev,
		policy: policyFor(api), seal: newSeal(d.Secret),
		guard: http.NewCrossOriginProtection(), kept: newKeptPages(plainPages, queriedPages), mux: http.NewServeMux(),
		staffOrigin: d.StaffOrigin,
	}
	// Browsers that send no Sec-Fetch-Site are judged by Origin, also behind a proxy with a Host of
	// its own.
	if err := s.guard.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
		panic("storefront: " + err.Error())
	}
	if s.clock == nil {
		s.clock = clock.System()
	}
	if s.log == nil {
		s.log = zap.NewNop()
	}
	t, err := loadTheme(d.Config.ThemeDir, s.clock, s.log)
	if err != nil {
		return nil, err
	}
	s.use(t)
	s.routes()
	return s, nil
}

// use takes the theme for the pages; nil is none.
func (s *site) use(t *themeFolder) {
	if t == nil {
		s.files, s.pages = ownFiles(), ownPages()
		return
	}
	s.files = readFiles(ownFolder(), t.static)
	s.pages = parsePages(s.files, t, true)
	for _, note := range t.notes {
		s.log.Warn("the theme: " + note.String())
	}
}

// What is part of the binary is read once, however many sites there are.
var (
	ownFiles = sync.OnceValue(func() map[string]*file { return readFiles(ownFolder(), nil) })
	ownPages = sync.OnceValue(func() pages { return parsePages(ownFiles(), nil, true) })
)

// routes are the pages. A path with a language in front is answered as the one without.
func (s *site) routes() {
	s.shared("GET /{$}", (*visit).home)
	s.shared("GET /c/{slug}", (*visit).category)
	s.shared("GET /collections/{slug}", (*visit).collection)
	s.shared("GET /b/{slug}", (*visit).brand)
	s.shared("GET /search", (*visit).search)
	s.page("GET /search/suggest", (*visit).suggest)
	s.shared("GET /p/{slug}", (*visit).product)
	s.page("GET /cart", (*visit).cart)
	s.page("POST /cart/items", (*visit).addToCart)
	s.page("POST /cart/items/{id}", (*visit).changeCartItem)
	s.page("POST /cart/codes", (*visit).addCode)
	s.page("POST /cart/codes/remove", (*visit).removeCode)
	s.page("POST /cart/mend", (*visit).mendCart)
	s.page("GET /checkout", (*visit).checkout)
	s.page("POST /checkout", (*visit).placeOrder)
	s.page("GET /orders/{id}", (*visit).order)
	s.page("GET /orders/{id}/documents/{document}/{file}", (*visit).document)
	s.page("GET /orders/{id}/pay", (*visit).pay)
	s.page("GET /orders/{id}/paid", (*visit).paid)
	s.page("POST /orders/{id}/payment", (*visit).changePayment)
	s.page("POST /orders/open", (*visit).openMailedOrder)
	s.page("POST /orders/{id}/cancel", (*visit).cancelOrder)
	s.page("POST /orders/{id}/reorder", (*visit).reorder)
	s.page("GET /orders/find", (*visit).findOrder)
	s.page("POST /orders/find", (*visit).sendOrderCode)
	s.page("GET /orders/find/code", (*visit).orderCode)
	s.page("POST /orders/find/code", (*visit).openFoundOrder)
	s.shared("GET /i/{slug}", (*visit).content)
	s.page("POST /p/{slug}/reviews", (*visit).addReview)
	s.page("POST /p/{slug}/share", (*visit).share)
	s.page("GET /orders/{id}/return", (*visit).returnGoods)
	s.page("POST /orders/{id}/return", (*visit).requestReturn)
	s.page("GET /withdraw", (*visit).withdraw)
	s.page("POST /withdraw", (*visit).declareWithdrawal)
	s.page("GET /orders/{id}/withdraw", (*visit).withdrawFromOrder)
	s.page("POST /orders/{id}/withdraw", (*visit).withdrawFromOwn)
	s.signInRoutes()
	s.wholesaleRoutes()
	s.accountRoutes()
	s.page("GET /robots.txt", (*visit).robots)
	s.page("GET /sitemap.xml", (*visit).siteMapIndex)
	s.page("GET /sitemaps/{part}", (*visit).siteMapPart)
	s.page("GET /feed.xml", (*visit).feed)
}

// page registers a page below its pattern.
func (s *site) page(pattern string, serve func(*visit) error) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		v := visitOf(r.Context())
		v.w, v.r = w, r
		err := serve(v)
		if errors.Is(err, errSignedOut) && r.Method == http.MethodGet {
			err = serve(v) // as to a visitor without an account
		}
		v.finish(err)
	})
}

// own registers a page that needs an account. Who comes to the browser after a log-out finds none
// of them on the way back.
func (s *site) own(pattern string, serve func(*visit) error) {
	s.page(pattern, func(v *visit) error {
		if !v.session.signedIn() {
			return errSignIn
		}
		v.private = true
		return serve(v)
	})
}

// Bounds of a request: how long it may take with all its calls, and the bytes of a form, whose
// longest field is a review's.
const (
	pageTime    = 20 * time.Second
	longestForm = 64 << 10
)

// ServeHTTP answers a request that is not for the interface.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f := s.files[r.URL.Path]; f != nil {
		f.ServeHTTP(w, r)
		return
	}
	if serveTheme(w, r) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageTime)
	defer cancel()
	v := s.newVisit(w, r.WithContext(ctx))
	if status, err := s.refuse(w, v.r); err != nil {
		v.fail(status, err)
		return
	}
	if err := v.begin(); err != nil {
		v.finish(err)
		return
	}
	inner := v.r.Clone(withVisit(ctx, v))
	inner.URL.Path, inner.URL.RawPath = v.path, ""
	v.r = inner
	if _, pattern := s.mux.Handler(inner); pattern == "" {
		v.finish(errNoPage)
		return
	}
	s.mux.ServeHTTP(w, inner)
}

// refuse reports what is wrong with a request before anything is asked for it, and how it is
// answered. It reads the form.
func (s *site) refuse(w http.ResponseWriter, r *http.Request) (status int, err error) {
	if !isPlainPath(r.URL.Path) {
		return http.StatusNotFound, errNoPage
	}
	if err := s.guard.Check(r); err != nil {
		return http.StatusForbidden, err
	}
	if r.Method != http.MethodPost {
		return 0, nil
	}
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	err = r.ParseForm()
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return http.StatusRequestEntityTooLarge, err
	}
	return http.StatusBadRequest, err
}

// isPlainPath reports whether a path may be that of a page: text with single slashes, and nothing
// that some program on the way takes for another path or another site's. A query is up to its page.
func isPlainPath(p string) bool {
	return strings.HasPrefix(p, "/") && !strings.Contains(p, "//") && !strings.Contains(p+"/", "/./") &&
		!strings.Contains(p+"/", "/../") && utf8.ValidString(p) &&
		!strings.ContainsFunc(p, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
}

// begin finds the language, what every page shows, and the visitor's session.
func (v *visit) begin() (err error) {
	prefix, _, _ := splitLanguage(v.path, "", languages)
	if v.shell, err = v.site.shells.of(v, prefix); err != nil {
		return err
	}
	shop := v.shop()
	language, path, ok := splitLanguage(v.path, shop.Locale, shop.Locales)
	v.language, v.path = language, path
	if !ok { // the shop's own language has no prefix
		there := url.URL{Path: path, RawQuery: v.r.URL.RawQuery}
		return movedTo{there.String()}
	}
	if err := v.beginPreview(); err != nil {
		return err
	}
	if isForMachines(v.path) { // for everybody's caches: no cookie goes with it
		return nil
	}
	return v.renew(v.r.Context())
}

// isForMachines reports whether a path is that of a list of the shop's pages and goods.
func isForMachines(path string) bool {
	return path == "/sitemap.xml" || path == "/feed.xml" || strings.HasPrefix(path, "/sitemaps/")
}

// errNoPage is returned for a path that is no page, or not any more.
var errNoPage = errors.New("storefront: there is no such page")

// movedTo is returned for a page that has another address now.
type movedTo struct{ path string }

func (m movedTo) Error() string { return "storefront: the page is at " + m.path }

// splitLanguage takes the language from the front of a path. The shop's own one is not named: ok is
// false when it is, and rest is where the page is.
func splitLanguage(path string, own locale.Code, all []locale.Code) (language locale.Code, rest string, ok bool) {
	for _, l := range all {
		rest, found := strings.CutPrefix(path, "/"+string(l))
		if found && (rest == "" || rest[0] == '/') {
			return l, cmp.Or(rest, "/"), l != own
		}
	}
	return own, path, true
}
