package storefront

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.uber.org/zap"

	"orderd/platform/locale"
)

// visit is one request of a visitor, on its way to a page.
type visit struct {
	site           *site
	w              http.ResponseWriter
	r              *http.Request
	language       locale.Code
	path           string // without the language, and without what makes it a preview
	preview        preview
	address        string
	shell          *shell
	session        session
	sessionChanged bool

	// page is the path of the page whose form was sent; "" is the account's.
	page string
	// policy is the page's Content-Security-Policy; "" is that of all pages.
	policy string
	// private pages are kept by nobody, not even for the way back: what they show may be over.
	private bool
	// proved is whether the interface has answered with the visitor's token, or without one.
	proved bool
	// made is what a page is made of that is to be kept for strangers, else nil.
	made *made
	// wasEnded is whether the session was found to be over, and endedAccountID whose it was.
	wasEnded       bool
	endedAccountID string
	flash          *flash // what was to be said, once it was taken out of the session
	// shownAgain is the form that the page takes out of the session, to which a failure puts it back.
	shownAgain *keptForm
}

func (s *site) newVisit(w http.ResponseWriter, r *http.Request) *visit {
	shown, path := splitPreview(r.URL.Path)
	return &visit{
		site: s, w: w, r: r, path: path, preview: shown, address: s.address(r), session: s.readSession(r),
	}
}

// guess finds a language and what stands around a page that failed before either was asked for.
func (v *visit) guess() {
	if !isPlainPath(v.path) {
		v.path = "/" // nothing on the page is to lead there
	}
	own, all := locale.English, languages
	if v.shell = v.site.shells.last(""); v.shell != nil {
		own, all = v.shell.Shop.Locale, v.shell.Shop.Locales
	}
	v.language, v.path, _ = splitLanguage(v.path, own, all)
	if inLanguage := v.site.shells.last(v.language); inLanguage != nil {
		v.shell = inLanguage
	}
}

type visitKey struct{}

func withVisit(ctx context.Context, v *visit) context.Context {
	return context.WithValue(ctx, visitKey{}, v)
}

func visitOf(ctx context.Context) *visit {
	v, ok := ctx.Value(visitKey{}).(*visit)
	if !ok {
		panic("storefront: a page without a visit") // ServeHTTP makes one for each
	}
	return v
}

// get asks for what the visitor may see, and decodes it into answer.
func (v *visit) get(path string, query url.Values, answer any) error {
	_, err := v.do(call{method: http.MethodGet, path: path, query: query, answer: answer})
	return err
}

// do sends a call for the visitor: with their token, and with that of their cart. The times of its
// answer are those where the shop is, so that the pages name its days.
func (v *visit) do(k call) (http.Header, error) {
	a, err := v.fetch(k)
	if err != nil {
		return nil, err
	}
	if err := a.decode(k); err != nil || k.answer == nil {
		return a.header, err
	}
	if v.shell != nil && v.shell.zone != nil {
		putInZone(reflect.ValueOf(k.answer), v.shell.zone)
	}
	return a.header, nil
}

// fetch sends the call as do does, and leaves the answer as it is.
func (v *visit) fetch(k call) (answered, error) {
	k.language, k.address, k.agent = v.language, v.address, v.r.UserAgent()
	if k.header == nil {
		k.header = http.Header{}
	}
	if v.session.signedIn() {
		k.header.Set("Authorization", "Bearer "+v.session.Access)
	}
	if v.session.CartToken != "" && usesCart(k.path) {
		k.header.Set("X-Cart-Token", v.session.CartToken)
	}
	a, err := v.send(k)
	v.made.note(k, a, err)
	if hasCode(err, "unauthenticated") && v.session.signedIn() { // the session was ended elsewhere
		v.ended()
		return answered{}, errSignedOut
	}
	v.proved = v.proved || err == nil
	return a, err
}

// mostRepeats is how often a call is sent again while an equal one is still running.
const mostRepeats = 10

// send sends the call. While another with its key is still running, as after a double click, it
// waits and asks again: then the answer is that one's.
func (v *visit) send(k call) (answered, error) {
	ctx := v.r.Context()
	for repeats := 0; ; repeats++ {
		a, err := v.site.client.ask(ctx, k)
		if !hasCode(err, "idempotency_in_progress") || repeats == mostRepeats {
			return a, err
		}
		running, _ := asProblem(err)
		select {
		case <-time.After(max(running.RetryAfter, 100*time.Millisecond)):
		case <-ctx.Done():
			return a, fmt.Errorf("%w: %w", errUnavailable, ctx.Err())
		}
	}
}

// usesCart reports whether an operation takes the token of a cart.
func usesCart(path string) bool {
	return strings.HasPrefix(path, "/v1/cart") || strings.HasPrefix(path, "/v1/checkout") || path == "/v1/shipping-methods"
}

// finish answers for an error of a page; nil has been answered.
func (v *visit) finish(err error) {
	moved, isMoved := errors.AsType[movedTo](err)
	goesOn, isGoingOn := errors.AsType[movedOn](err)
	switch {
	case err == nil:
	case isMoved:
		v.move(moved.path)
	case isGoingOn:
		_ = v.redirect(goesOn.path)
	case errors.Is(err, errSignIn), errors.Is(err, errSignedOut), hasCode(err, "unauthenticated"):
		v.keepSent()
		_ = v.redirect("/login?" + url.Values{"to": {v.wayBack()}}.Encode())
	case errors.Is(err, errNoPage), isProblem(err, http.StatusNotFound):
		v.fail(http.StatusNotFound, err)
	case v.r.Method == http.MethodGet && isProblem(err, http.StatusUnprocessableEntity):
		// The address names what can't be, such as a slug that is too long.
		v.fail(http.StatusNotFound, err)
	case errors.Is(err, errUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		v.fail(http.StatusServiceUnavailable, err)
	case isProblem(err, http.StatusTooManyRequests):
		v.fail(http.StatusTooManyRequests, err)
	case isProblem(err, http.StatusForbidden):
		v.fail(http.StatusForbidden, err)
	default:
		v.fail(http.StatusInternalServerError, err)
	}
}

// here is the address of the page without the language; of a form that was sent it is none that can
// be opened.
func (v *visit) here() string {
	if v.r.Method != http.MethodGet {
		return cmp.Or(v.page, "/account")
	}
	here := url.URL{Path: v.path, RawQuery: v.r.URL.RawQuery}
	return here.String()
}

// to is the address of a page in the visitor's language; of a preview it is one of the same
// preview.
func (v *visit) to(path string) string {
	return v.preview.path() + v.inLanguage(path)
}

// inLanguage is the address of a page in the visitor's language.
func (v *visit) inLanguage(path string) string {
	if v.shell == nil {
		return path
	}
	return inLanguage(v.language, v.shell.Shop.Locale, path)
}

// inLanguage is the path of a page in a language. The shop's own one is not named.
func inLanguage(l, own locale.Code, path string) string {
	switch {
	case l == own || l == "":
		return path
	case path == "/":
		return "/" + string(l)
	}
	return "/" + string(l) + path
}

// caching is the Cache-Control of the page: it is the visitor's own.
func (v *visit) caching() string {
	if v.private {
		return "private, no-store"
	}
	return "private, no-cache"
}

// redirect sends the visitor to a page of the shop: after a form, or because the page is elsewhere.
func (v *visit) redirect(path string) error {
	v.writeCookie()
	http.Redirect(v.w, v.r, v.to(path), http.StatusSeeOther)
	return nil
}

// move tells that a page has another address for good.
func (v *visit) move(path string) {
	v.writeCookie()
	http.Redirect(v.w, v.r, v.to(path), http.StatusMovedPermanently)
}

// writeCookie keeps what has changed of the session.
func (v *visit) writeCookie() {
	if !v.sessionChanged {
		return
	}
	if t, renewed := v.site.renewals.done(v.session.Refresh); renewed {
		v.signIn(t) // for another request, while this one was at work
	}
	v.sessionChanged = false
	if err := v.site.writeSession(v.w, v.session); err != nil {
		v.site.log.Error("a visitor's session can't be kept", zap.Error(err))
	}
}

// fail answers with a page that says what is wrong.
func (v *visit) fail(status int, cause error) {
	if v.shell == nil {
		v.guess()
	}
	if v.shownAgain != nil {
		v.session.Typed = v.shownAgain
	}
	isThere := !errors.Is(v.r.Context().Err(), context.Canceled) // the visitor
	if status >= http.StatusInternalServerError && isThere {
		v.site.log.Error("a page of the shop failed", zap.String("path", v.r.URL.Path), zap.Error(cause))
	}
	if status == http.StatusServiceUnavailable {
		v.w.Header().Set("Retry-After", "5")
	}
	view := failureView{frame: v.frame(""), Status: status}
	view.Private, view.NoFind = true, status == http.StatusNotFound
	if status >= http.StatusInternalServerError && v.r.Method == http.MethodGet {
		view.Again = v.to(v.here())
	}
	// Wholesale customers have prices of their own.
	if status == http.StatusNotFound && v.shell != nil && !v.session.Wholesale {
		view.Cards = v.bestsellers()
	}
	if p, ok := asProblem(cause); ok && p.RetryAfter > 0 {
		view.Wait = p.RetryAfter
		v.retryAfter(p.RetryAfter)
	}
	_ = v.show(status, failurePage, view)
}

// retryAfter tells when it is worth to ask again.
func (v *visit) retryAfter(d time.Duration) {
	v.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(d.Seconds()))))
}

type failureView struct {
	frame
	Status int
	Wait   time.Duration // until it is worth to ask again; 0 where that is not known
	// Again is the address of the same page, where it makes sense to load it once more.
	Again string
	// Cards are what sells best, in place of what is not there.
	Cards []card
}

// The best sellers of a page that is not there: how old they may be, and how long it waits for
// them. Crawlers ask for many such pages.
const (
	wantedAge  = time.Minute
	wantedWait = time.Second
)

// bestsellers are what sells best; none where they can't be had soon.
func (v *visit) bestsellers() []card {
	ctx, cancel := context.WithTimeout(v.r.Context(), wantedWait)
	defer cancel()
	asking := *v
	asking.r = v.r.WithContext(ctx)
	cards, err := v.site.wanted.get(&asking, wantedAge, func(ctx context.Context) ([]card, error) {
		var list struct {
			Data []card `json:"data"`
		}
		query := url.Values{"sort": {"bestselling"}, "inStock": {"true"}, "fields": {"card"}, "limit": {rowLength}}
		err := v.site.client.do(ctx, call{method: http.MethodGet, path: "/v1/products", query: query, answer: &list})
		return list.Data, err
	})
	if err != nil {
		return nil // the page says what matters without them
	}
	return cards
}

// localPath is the path of a page of this shop that a form or a link names, or fallback for
// anything else: an address of another site, say.
func localPath(text, fallback string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !isPlainPath(u.Path) ||
		strings.ContainsAny(text, "\\\r\n\t") {
		return fallback
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}
