package storefront

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/locale"
)

// fresh is what is another on each page: the keys of its forms.
var fresh = regexp.MustCompile(`name="key" value="[^"]*"`)

// TestQuickPages: pages with texts that were written into the templates, and with parts that were
// rendered for another visitor and another page before, are those that templates make alone.
func TestQuickPages(t *testing.T) {
	t.Parallel()
	quick, plain := newSampleSite(nil), newSampleSite(nil)
	plain.pages = parsePages(plain.files, nil, false)
	for _, run := range sampleRuns() {
		if run.state.many > 1 && run.state.variants == 2 { // the texts are long, and nothing else is new
			continue
		}
		got, want := textOf(quick.show(t.Context(), run)), textOf(plain.show(t.Context(), run))
		if got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Fatalf("%s: it is another page from byte %d:\n%.200s\nin place of\n%.200s", run, at, got[at:], want[at:])
		}
	}
	kept := 0
	for _, s := range quick.shells.kept {
		s.shell.parts.kept.Range(func(any, any) bool { kept++; return true })
	}
	if most := len(languages) * (len(keptParts) + 4); kept < len(keptParts) || kept > most {
		t.Errorf("%d parts are kept, want %d at most", kept, most)
	}
}

// textOf is the text of a page, without what is another on each.
func textOf(p *samplePage) string {
	text := strings.ReplaceAll(p.body.String(), "&#43;", "+") // html/template writes it so
	return fresh.ReplaceAllString(text, "")
}

// recorded answers as samples have once.
type recorded struct {
	samples *samples
	mu      sync.Mutex
	answers map[string]*http.Response
	bodies  map[string][]byte
}

func (r *recorded) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := req.Method + req.URL.String()
	if r.answers[key] == nil {
		res, err := r.samples.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		if r.bodies[key], err = io.ReadAll(res.Body); err != nil {
			return nil, err
		}
		r.answers[key] = res
	}
	res := *r.answers[key]
	res.Body = io.NopCloser(bytes.NewReader(r.bodies[key]))
	return &res, nil
}

// BenchmarkPage is a page of a visitor who has signed in, from the answers of the interface, which
// are at hand, to its bytes.
func BenchmarkPage(b *testing.B) {
	for _, path := range []string{"/", "/c/coffee", "/p/espresso", "/cart", "/checkout", "/account", "/account/profile"} {
		b.Run(path, func(b *testing.B) {
			s := newSampleSite(nil)
			s.client.transport = &recorded{
				samples: s.samples, answers: map[string]*http.Response{}, bodies: map[string][]byte{},
			}
			state := sampleState{name: "some", many: 24, variants: 6, text: "Espresso"}
			run := sampleRun{state: state, visitor: sampleUser, language: locale.English, method: http.MethodGet, path: path}
			for b.Loop() {
				if page := s.show(b.Context(), run); page.status != http.StatusOK {
					b.Fatal(page.status)
				}
			}
		})
	}
}

// TestCardsAreKept: a card is rendered once for all lists, anew when the interface says something
// else of it, and in each language; and no more are kept than may be.
func TestCardsAreKept(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.get("/c/cups", session{}).require(t, 200, "Saucer", `href="/p/saucer"`)
	f.get("/de/c/cups", session{}).require(t, 200, "Saucer", `href="/de/p/saucer"`)
	f.api.change("/v1/products", func(o object) {
		card := maps.Clone(o["data"].([]object)[0])
		card["inStock"] = false
		o["data"] = []object{card}
	})
	f.clock.advance(time.Second)
	f.get("/c/cups", session{}).require(t, 200, "Sold out")
	var k keptCards
	for i := range mostCards + 1 {
		k.put(cardKey{home: "/", text: strconv.Itoa(i)}, "x")
	}
	if n := len(k.html); n != 1 {
		t.Errorf("%d cards are kept", n)
	}
}
