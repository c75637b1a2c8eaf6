package storefront

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// sharedPages are pages that strangers see alike.
var sharedPages = []string{
	"/", "/de", "/c/cups", "/c/cups?sort=price", "/collections/gifts",
	"/b/kaldera", "/search", "/search?q=cup", "/p/cup", "/de/p/cup", "/p/cup?variant=CUP",
	"/i/imprint",
}

// own is the number of calls but those for the shell.
func (s *standIn) own() int {
	return s.count("") - s.count("/v1/shop") + s.count("/v1/shop/pages/") - s.count("/v1/categories")
}

// What has not changed costs no call, however long ago it was made, but that for the shell twice a
// second. A page of the shop's own texts has no version, and is confirmed by its ETag.
func TestPageThatHasNotChangedCostsNothing(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	first := map[string]page{}
	for _, path := range sharedPages {
		first[path] = f.get(path, session{}).require(t, 200)
	}
	made := f.api.count("")
	for range 3 {
		for _, path := range sharedPages {
			if got := f.get(path, session{}).require(t, 200); got.text != first[path].text {
				t.Errorf("%s is another page:\n%s", path, got.text)
			}
		}
	}
	if n := f.api.count(""); n != made {
		t.Errorf("%d calls for pages that were just made", n-made)
	}
	for range 19 {
		f.clock.advance(30 * time.Second) // less than reviewsAge in all
		before, own := f.api.count(""), f.api.own()
		for _, path := range sharedPages {
			f.get(path, session{}).require(t, 200)
		}
		if n := f.api.own() - own; n != 1 { // the imprint
			t.Fatalf("%d calls for pages that have not changed, want 1", n)
		}
		if n := f.api.count("") - before; n != 1+3*2 {
			t.Fatalf("%d calls in all, want those for the imprint and for the shell in two languages", n)
		}
	}
}

// A change is on every page within a second, be it one of the catalogue, of a review, of the shop
// or of its texts.
func TestChangeIsShownWithinASecond(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	for _, row := range []struct {
		path   string
		change func()
		shown  string
	}{
		{"/p/cup", func() { f.api.setPrice(13.5) }, "13.50"},
		{"/p/cup", func() {
			f.api.change("/v1/products/"+cupID+"/reviews", func(o object) { o["data"] = []object{review1("Ada", "It leaks.")} })
		}, "It leaks."},
		{"/c/cups", func() {
			f.api.change("/v1/products", func(o object) {
				card := maps.Clone(o["data"].([]object)[0])
				card["name"] = "Large saucer"
				o["data"] = []object{card}
			})
		}, "Large saucer"},
		{"/", func() { f.api.change("/v1/shop", func(o object) { o["name"] = "Moka & Co" }) }, "Moka &amp; Co"},
		{"/i/imprint", func() { f.api.change("/v1/shop/pages/imprint", func(o object) { o["html"] = "<p>Moka AG</p>" }) }, "Moka AG"},
	} {
		f.get(row.path, session{}).require(t, 200).lacks(t, row.shown)
		f.clock.advance(300 * time.Millisecond)
		f.get(row.path, session{}).require(t, 200).lacks(t, row.shown)
		row.change()
		f.clock.advance(time.Second)
		f.get(row.path, session{}).require(t, 200, row.shown)
	}
}

// The price that a page of strangers shows is never older than a second, whenever it changes and
// whenever the pages are asked for.
func TestAPriceIsNeverOlderThanASecond(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	since := map[string]time.Time{} // when a price went
	price := 100
	for i := range 3000 {
		f.clock.advance(time.Duration(i*7919%211) * time.Millisecond)
		if i%7 == 0 {
			since[fmt.Sprintf("€%d.00", price)] = f.clock.Now()
			price++
			f.api.setPrice(float64(price))
		}
		if i%3 == 0 {
			f.get("/", session{}) // it renews the shell
		}
		shown := regexp.MustCompile(`€\d+\.00`).FindString(f.get("/p/cup", session{}).require(t, 200).text)
		if gone, old := since[shown]; old && f.clock.Now().Sub(gone) > time.Second {
			t.Fatalf("%s is shown %v after it went", shown, f.clock.Now().Sub(gone))
		}
	}
}

// Where something else has changed, the answers are confirmed, and the page is not made anew.
func TestPageIsConfirmed(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	before := f.get("/c/cups", session{}).require(t, 200)
	f.api.setPrice(13)
	f.clock.advance(time.Second)
	confirms := f.api.confirms
	after := f.get("/c/cups", session{}).require(t, 200)
	if n := f.api.confirms - confirms; n != 4 || after.text != before.text { // three of the shell
		t.Errorf("%d answers were confirmed, want 4", n)
	}
	own := f.api.own()
	f.clock.advance(time.Second)
	f.get("/c/cups", session{}).require(t, 200)
	if n := f.api.own() - own; n != 0 {
		t.Errorf("%d calls for a page that was confirmed", n)
	}
}

// The name of an author may change without a new version: such a page is looked at in the end.
func TestReviewsAreLookedAtInTheEnd(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.get("/p/cup", session{}).require(t, 200, "Ada")
	f.api.changeQuietly("/v1/products/"+cupID+"/reviews", func(o object) { o["data"] = []object{review1("Augusta", "Holds coffee.")} })
	f.clock.advance(reviewsAge)
	f.get("/p/cup", session{}).require(t, 200, "Augusta")
}

// A page is made anew on another day: it may say what day it is.
func TestPageOfAnotherDay(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.clock.advance(12 * time.Hour) // 23:00 in Berlin
	f.get("/c/cups", session{}).require(t, 200)
	for _, row := range []struct {
		later time.Duration
		calls int
	}{{59 * time.Minute, 0}, {2 * time.Minute, 1}, {2 * time.Minute, 0}} {
		own := f.api.own()
		f.clock.advance(row.later)
		f.get("/c/cups", session{}).require(t, 200)
		if n := f.api.own() - own; n != row.calls {
			t.Errorf("%v later: %d calls, want %d", row.later, n, row.calls)
		}
	}
}

// What is a visitor's own is on no page that is kept, and who has something of their own gets no
// page that is kept.
func TestNothingOfAVisitorIsKept(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	grace, guest := f.wholesaler(), f.guest(3)
	const count, tier, name = `<span class="count">3`, "6.66", "Grace"
	for round := range 3 { // theirs first, a stranger's first, from what is kept
		for _, path := range []string{"/p/cup", "/", "/c/cups", "/search?q=cup", "/i/imprint"} {
			if round == 1 {
				path += map[bool]string{false: "?a=1", true: "&a=1"}[strings.Contains(path, "?")]
				f.get(path, session{}).require(t, 200).lacks(t, count, tier, name)
			}
			for _, s := range []session{grace, guest} {
				own := f.get(path, s).require(t, 200)
				if got := own.Header.Get("Cache-Control"); got != "private, no-cache" {
					t.Errorf("%s: Cache-Control %q", path, got)
				}
				if s.signedIn() {
					own.require(t, 200, name).lacks(t, count)
					continue
				}
				own.require(t, 200, count).lacks(t, tier, name)
			}
			shared := f.get(path, session{}).require(t, 200).lacks(t, count, tier, name)
			if got := shared.Header.Get("Cache-Control"); got != "public, no-cache" || shared.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s: Cache-Control %q, Set-Cookie %q", path, got, shared.Header.Get("Set-Cookie"))
			}
		}
		f.get("/p/cup", grace).require(t, 200, tier)
	}
	for _, path := range []string{"/cart", "/login", "/register", "/wholesale", "/orders/find", "/nothing", "/p/nothing"} {
		if got := f.get(path, session{}).Header.Get("Cache-Control"); !strings.HasPrefix(got, "private, no-") {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
	}
	if got := f.send(httptest.NewRequest(http.MethodPost, "/p/cup/share", nil), grace); got.Header.Get("Cache-Control") == "public, no-cache" {
		t.Error("the answer to a form is public")
	}
	// A cookie that nobody here has made is none, one that says nothing too.
	r := httptest.NewRequest(http.MethodGet, "/p/cup", nil)
	r.AddCookie(&http.Cookie{Name: f.cookieName(), Value: "forged"})
	f.send(r, session{}).require(t, 200).lacks(t, count, tier, name)
}

// Browsers keep a page by its ETag, packed or not; a page that shows something of their own has
// another one.
func TestPagesHaveETags(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	plain := f.get("/p/cup", session{}).require(t, 200)
	packed := f.get("/p/cup", session{}, "Accept-Encoding", "gzip, br").require(t, 200)
	if plain.text != packed.text || packed.Header.Get("Content-Encoding") != "gzip" || plain.Header.Get("Content-Encoding") != "" {
		t.Errorf("packed: %v, plain: %v", packed.Header, plain.Header)
	}
	plainTag, packedTag := plain.Header.Get("ETag"), packed.Header.Get("ETag")
	if plainTag == packedTag || !strings.Contains(strings.Join(packed.Header.Values("Vary"), ", "), "Cookie, Accept-Encoding") {
		t.Errorf("ETags %s and %s, Vary %v", plainTag, packedTag, packed.Header.Values("Vary"))
	}
	for _, list := range []string{plainTag, packedTag, "W/" + packedTag, `"x", ` + plainTag} {
		got := f.get("/p/cup", session{}, "Accept-Encoding", "gzip", "If-None-Match", list)
		if got.StatusCode != 304 || got.text != "" || got.Header.Get("ETag") != packedTag || got.Header.Get("Content-Encoding") != "" {
			t.Errorf("If-None-Match %s: %d %q, %v", list, got.StatusCode, got.text, got.Header)
		}
	}
	own := f.get("/p/cup", f.guest(3), "If-None-Match", plainTag).require(t, 200)
	if f.get("/p/cup", f.guest(3), "If-None-Match", own.Header.Get("ETag")).StatusCode != 304 {
		t.Error("a page of one's own has no ETag that holds")
	}
	f.get("/p/cup", session{}, "If-None-Match", own.Header.Get("ETag")).require(t, 200)
	f.get("/p/cup", f.guest(4), "If-None-Match", own.Header.Get("ETag")).require(t, 200)
	if got := f.get("/p/nothing", session{}, "If-None-Match", plainTag).require(t, 404); got.Header.Get("ETag") != "" {
		t.Errorf("a page that is not there has the ETag %s", got.Header.Get("ETag"))
	}
	f.api.setPrice(14)
	f.clock.advance(time.Second)
	f.get("/p/cup", session{}, "If-None-Match", plainTag).require(t, 200, "14.00")
	if head := f.send(httptest.NewRequest(http.MethodHead, "/p/cup", nil), session{}); head.StatusCode != 200 {
		t.Errorf("HEAD: %d", head.StatusCode)
	}
}

// Whoever invents addresses fills a part of the memory, and drops nothing that others ask for.
func TestInventedAddressesDropNothing(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.kept = newKeptPages(400_000, 200_000)
	f.get("/p/cup", session{})
	own := f.api.own()
	f.get("/p/cup?gclid=1&utm_source=mail", session{})
	f.get("/p/cup?utm_campaign=x&fbclid=2", session{})
	if n := f.api.own() - own; n != 0 {
		t.Errorf("%d calls for links of newsletters", n)
	}
	for i := range 300 {
		f.get(fmt.Sprintf("/p/cup?x=%d", i), session{}).require(t, 200)
		f.get(fmt.Sprintf("/search?q=%d%s", i, strings.Repeat("x", 100)), session{}).require(t, 200)
		f.get(fmt.Sprintf("/p/nothing-%d", i), session{}).require(t, 404)
		for _, s := range []*pageShelf{&f.kept.plain, &f.kept.queried} {
			if s.weight > s.most || len(s.places) != s.recent.Len() {
				t.Fatalf("%d bytes of %d, %d pages and %d places", s.weight, s.most, s.recent.Len(), len(s.places))
			}
		}
	}
	if n := f.kept.queried.recent.Len(); n < 10 || n > 100 {
		t.Errorf("%d pages with a query are kept", n)
	}
	own = f.api.own()
	f.get("/p/cup", session{}).require(t, 200)
	if n := f.api.own() - own; n != 0 {
		t.Errorf("the page was dropped: %d calls", n)
	}
	if n := f.kept.plain.recent.Len(); n != 1 {
		t.Errorf("%d pages without a query are kept, want 1", n)
	}
	if n := len(f.kept.flights.under); n != 0 {
		t.Errorf("%d pages are still being made", n)
	}
}

// The shelf weighs what is on it, whatever is put there and put there again.
func TestShelf(t *testing.T) {
	t.Parallel()
	s := &pageShelf{most: 100_000}
	for i := range 5000 {
		key := fmt.Sprint("page", i*7919%97)
		s.put(key, &keptPage{packed: make([]byte, i*104729%20_000)})
		if i%3 == 0 {
			s.get(fmt.Sprint("page", i%97))
		}
		sum := 0
		for place := s.recent.Front(); place != nil; place = place.Next() {
			held := place.Value.(shelved)
			sum += held.page.weight(held.key)
			if s.places[held.key] != place {
				t.Fatalf("%s is at another place", held.key)
			}
		}
		if sum != s.weight || sum > s.most || len(s.places) != s.recent.Len() {
			t.Fatalf("%d bytes are there, %d are counted, %d may be", sum, s.weight, s.most)
		}
	}
	s.put("large", &keptPage{packed: make([]byte, s.most/4)})
	if s.get("large") != nil {
		t.Error("a page that takes a large part of the shelf is kept")
	}
}

// Many who ask for one page at once have it made once, and get it, even when the one who makes it
// leaves.
func TestOneMakesThePageForAll(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.get("/", session{})
	own := f.api.own()
	gate, asked := make(chan struct{}), make(chan string, 1000)
	f.api.mu.Lock()
	f.api.gate, f.api.asked = gate, asked
	f.api.mu.Unlock()
	first, leave := cancelled(httptest.NewRequest(http.MethodGet, "/p/cup", nil))
	var visitors sync.WaitGroup
	visitors.Go(func() {
		if got := f.send(first, session{}); got.StatusCode != 200 {
			t.Errorf("the one who made it and left: status %d", got.StatusCode)
		}
	})
	<-asked // it makes the page
	for range 50 {
		visitors.Go(func() {
			if got := f.get("/p/cup", session{}); got.StatusCode != 200 || !strings.Contains(got.text, "12.90") {
				t.Errorf("status %d:\n%.1000s", got.StatusCode, got.text)
			}
		})
	}
	leave()
	close(gate)
	visitors.Wait()
	if n := f.api.own() - own; n != 3 {
		t.Errorf("%d calls for a page that 51 asked for at once, want 3", n)
	}
}

// What could not be made is not kept, and is there again when the interface is.
func TestFailuresAreNotKept(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	setDown := func(down bool) {
		f.api.mu.Lock()
		defer f.api.mu.Unlock()
		f.api.down = down
	}
	f.get("/p/cup", session{}).require(t, 200)
	setDown(true)
	f.clock.advance(time.Second)
	for range 3 {
		f.get("/p/cup", session{}).require(t, 503)
		f.get("/c/cups", session{}).require(t, 503)
	}
	setDown(false)
	f.get("/p/cup", session{}).require(t, 200)
	f.get("/c/cups", session{}).require(t, 200)
	f.get("/p/pot", session{}).require(t, 404)
	f.api.mu.Lock()
	f.api.answers["/v1/products/pot"] = object{"id": cupID, "name": "Pot", "slug": "pot", "variants": []object{}, "categories": []object{}}
	f.api.mu.Unlock()
	f.get("/p/pot", session{}).require(t, 200, "Pot")
}

// A page is kept when all that it was made of is what everybody may see, and nothing has failed.
func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	read := call{method: http.MethodGet, path: "/v1/products"}
	form, personal := call{method: http.MethodPost, path: "/v1/cart"}, read
	personal.header = http.Header{"Authorization": {"Bearer x"}}
	for _, row := range []struct {
		what   string
		status int
		call   call
		err    error
		signed bool
		kept   bool
	}{
		{"a page", 200, read, nil, false, true},
		{"a page that says what is wrong", 404, read, nil, false, false},
		{"a page with a hole", 200, read, errUnavailable, false, false},
		{"a page that has changed something", 200, form, nil, false, false},
		{"a page of somebody", 200, personal, nil, false, false},
		{"a page that gives a cookie", 200, read, nil, true, false},
	} {
		v := &visit{
			site: f.site, r: httptest.NewRequest(http.MethodGet, "/p/cup", nil), path: "/p/cup", shell: &shell{},
			made: newMade(f.clock.Now()), sessionChanged: row.signed,
		}
		v.made.note(row.call, answered{}, row.err)
		if kept := v.keep(row.status, []byte("<p>"), "etag") != nil; kept != row.kept {
			t.Errorf("%s: kept %t", row.what, kept)
		}
	}
}

// Pages are asked for and change at the same time.
func TestPagesUnderChange(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.kept = newKeptPages(150_000, 100_000)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 100 {
				s := session{}
				if n%4 == 3 {
					s = f.guest(n)
				}
				if got := f.get(sharedPages[(i+n)%len(sharedPages)], s); got.StatusCode != 200 {
					t.Errorf("status %d:\n%.1000s", got.StatusCode, got.text)
				}
			}
		})
	}
	all.Go(func() {
		for i := range 100 {
			f.api.setPrice(float64(i))
			f.clock.advance(100 * time.Millisecond)
		}
	})
	all.Wait()
}

// mostCalls is how many calls a page makes, beside the two for the shell.
const mostCalls = 3

// No page makes more calls than it may.
func TestCallsOfPages(t *testing.T) {
	t.Parallel()
	var patterns [][]string
	for _, file := range []string{"site.go", "routes_account.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`s\.(?:page|shared|own)\("GET ([^"]+)"`).FindAllStringSubmatch(string(source), -1)
		patterns = append(patterns, found...)
	}
	if len(patterns) < 40 {
		t.Fatalf("%d pages are registered", len(patterns))
	}
	for _, who := range []string{"stranger", "guest", "wholesaler"} {
		f := newFront(t)
		s := map[string]session{"guest": f.guest(3), "wholesaler": f.wholesaler()}[who]
		for _, pattern := range patterns {
			if strings.Contains(pattern[1], ".xml") || strings.Contains(pattern[1], "sitemaps") {
				continue // they are about all products
			}
			path := strings.NewReplacer("{$}", "", "/p/{slug}", "/p/cup", "/c/{slug}", "/c/cups",
				"/collections/{slug}", "/collections/gifts", "/b/{slug}", "/b/kaldera",
				"/i/{slug}", "/i/imprint", "{id}", cupID).Replace(pattern[1])
			f.clock.advance(time.Hour) // the shell is asked for, too
			f.api.setPrice(float64(len(path)))
			before, own := f.api.count(""), f.api.own()
			if got := f.get(path, s); got.StatusCode >= 500 {
				t.Errorf("%s, %s: status %d", path, who, got.StatusCode)
			}
			if n := f.api.own() - own; n > mostCalls {
				t.Errorf("%s, %s: %d calls, want at most %d", path, who, n, mostCalls)
			}
			if n := f.api.count("") - before; n > mostCalls+3 {
				t.Errorf("%s, %s: %d calls with those for the shell", path, who, n)
			}
		}
	}
}

// A text takes what is put into it once, and as it is.
func TestWords(t *testing.T) {
	t.Parallel()
	w := words{"a": "{n} of {name}, {what}", "plain": "x", "open": "a { b {n", "n.one": "one", "n.other": "{n} things"}
	for _, row := range []struct {
		key   string
		pairs []any
		want  string
	}{
		{"a", []any{"name", "{n}", "n", 3}, "3 of {n}, {what}"},
		{"a", []any{"x", "name", "name", "cup"}, "{n} of cup, {what}"},
		{"plain", []any{"n", 1}, "x"},
		{"open", []any{"n", 1}, "a { b {n"},
		{"a", nil, "{n} of {name}, {what}"},
	} {
		if got, err := w.say(row.key, row.pairs...); err != nil || got != row.want {
			t.Errorf("%s %v: %q, %v, want %q", row.key, row.pairs, got, err, row.want)
		}
	}
	if got, _ := w.count("n", 2); got != "2 things" {
		t.Error(got)
	}
	if _, err := w.say("none"); err == nil {
		t.Error("a text that is not there")
	}
}

// BenchmarkPages is a page that is kept, and one that is made for its visitor.
func BenchmarkPages(b *testing.B) {
	f := newFront(b)
	for i := range 24 {
		f.api.change("/v1/products", func(o object) {
			card := maps.Clone(o["data"].([]object)[0])
			card["name"] = fmt.Sprint("Saucer ", i)
			o["data"] = append(slices.Clone(o["data"].([]object)), card)
		})
	}
	for _, path := range []string{"/", "/c/cups", "/p/cup"} {
		for who, s := range map[string]session{"kept": {}, "made": f.guest(3)} {
			b.Run(who+path, func(b *testing.B) {
				b.ReportAllocs()
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Accept-Encoding", "gzip")
				if !s.isEmpty() {
					w := httptest.NewRecorder()
					_ = f.writeSession(w, s)
					r.AddCookie(w.Result().Cookies()[0])
				}
				for b.Loop() {
					w := httptest.NewRecorder()
					f.ServeHTTP(w, r)
					if w.Code != 200 {
						b.Fatal(w.Code)
					}
				}
			})
		}
	}
}
