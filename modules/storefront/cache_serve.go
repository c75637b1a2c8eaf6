package storefront

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"
)

// shared registers a page that all strangers see alike: it is kept.
func (s *site) shared(pattern string, serve func(*visit) error) {
	s.page(pattern, func(v *visit) error { return v.serveKept(serve) })
}

// isStranger reports whether the page may be the one that everybody sees: the visitor has neither
// an account nor a cart nor anything else. What is shown to single visitors stands in their
// session, or has to be asked for here.
func (v *visit) isStranger() bool { return reflect.ValueOf(v.session).IsZero() }

// serveKept sends the page that is kept, or has it made and kept.
func (v *visit) serveKept(serve func(*visit) error) error {
	if !v.isStranger() || v.preview.token != "" || v.r.Method != http.MethodGet && v.r.Method != http.MethodHead {
		return serve(v)
	}
	v.r.URL.RawQuery = withoutTracking(v.r.URL.Query())
	key, shelf := v.pageKey(), v.site.kept.shelf(v.r.URL.RawQuery)
	if p := shelf.get(key); p != nil && p.holds(v.site.clock.Now(), v.shell) {
		v.sendKept(p)
		return nil
	}
	leave := v.site.kept.flights.enter(v.r.Context(), key)
	defer leave()
	if err := v.r.Context().Err(); err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	p := shelf.get(key)
	if p != nil && p.holds(v.site.clock.Now(), v.shell) {
		v.sendKept(p)
		return nil
	}
	// What one visitor has begun serves others, and goes on when that one has gone.
	ctx := context.WithoutCancel(v.r.Context())
	if end, bounded := v.r.Context().Deadline(); bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	v.r = v.r.WithContext(ctx)
	if p != nil && p.shell == v.shell.etag {
		if confirmed := v.confirm(p); confirmed != nil {
			shelf.put(key, confirmed)
			v.sendKept(confirmed)
			return nil
		}
	}
	v.made = newMade(v.site.clock.Now())
	return serve(v)
}

// pageKey names the page of the request.
func (v *visit) pageKey() string {
	return string(v.language) + v.path + "?" + v.r.URL.RawQuery
}

// trackers are parameters that advertisers and newsletters append. No page reads them.
var trackers = []string{"gclid", "fbclid", "msclkid"}

// withoutTracking is the query in one order, without trackers.
func withoutTracking(query url.Values) string {
	for name := range query {
		if strings.HasPrefix(name, "utm_") || slices.Contains(trackers, name) {
			query.Del(name)
		}
	}
	return query.Encode()
}

// reviewsAge is how long the reviews beside a product are as the catalogue's version says. Each
// review that is written, changed, hidden or deleted changes the rating, and so the version; that
// an author has another name does not.
const reviewsAge = 10 * time.Minute

// settledFor is how long an answer without the catalogue's version is good for while that stays.
func settledFor(path string) time.Duration {
	if strings.HasPrefix(path, "/v1/products/") && strings.HasSuffix(path, "/reviews") {
		return reviewsAge
	}
	return 0
}

// confirm asks for what the page was made of. It returns the page as of now when each answer is
// what it was, else nil.
func (v *visit) confirm(p *keptPage) *keptPage {
	now := newMade(v.site.clock.Now())
	for _, c := range p.made.calls {
		k := call{method: http.MethodGet, path: c.path, encodedQuery: c.query, language: v.language, address: v.address}
		k.unlessIs(c.validator)
		a, err := v.site.client.ask(v.r.Context(), k)
		if err != nil || a.status != http.StatusNotModified && a.validator() != c.validator {
			return nil // the page says what is wrong, or what has changed
		}
		now.add(c, a)
	}
	confirmed := *p
	confirmed.made = *now
	return &confirmed
}

// keep keeps the page that the visit has made, and returns it; nil when it is not to be kept.
func (v *visit) keep(status int, html []byte, etag string) *keptPage {
	if v.made == nil || v.made.failed || status != http.StatusOK || v.sessionChanged || v.private || v.policy != "" {
		return nil
	}
	p := &keptPage{packed: compressWell(html), etag: etag, made: *v.made, shell: v.shell.etag}
	v.site.kept.shelf(v.r.URL.RawQuery).put(v.pageKey(), p)
	return p
}

// sendKept answers with a page that is kept.
func (v *visit) sendKept(p *keptPage) {
	v.writePageHeaders()
	// Whoever keeps it asks each time, with the cookie that makes it another page.
	v.w.Header().Set("Cache-Control", "public, no-cache")
	if takesGzip(v.r) {
		v.sendBytes(http.StatusOK, p.etag, true, p.packed)
		return
	}
	html, err := unpack(p.packed)
	if err != nil {
		panic("storefront: " + err.Error()) // it was packed here
	}
	v.sendBytes(http.StatusOK, p.etag, false, html)
}
