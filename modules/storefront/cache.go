package storefront

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// A page that shows nothing of a single visitor is kept whole, packed, as strangers see it. It is
// sent again
//
//   - for pageAge without asking anything, as the shell is,
//   - for as long as nothing has changed in the shop and in its catalogue: the shell says so, whose
//     answers have an ETag and the catalogue's version. So a page that has not changed costs no
//     call, however often it is asked for;
//   - and where something has changed somewhere, as soon as the interface has confirmed each answer
//     that the page was made of, by its ETag.
//
// Else it is made anew, by one visitor for all who ask for it at the same time.

// pageAge is how long a page is sent without a look at the interface, and versionAge how long what
// the shell says of the catalogue's version counts: an interface that does not answer any more says
// nothing.
const (
	pageAge    = shellAge
	versionAge = time.Second
)

// Of the memory for pages, those with a query have a part of their own: whoever asks for one
// invented address after the other drops nothing that search engines and links lead to.
const (
	plainPages   = 48 << 20 // bytes
	queriedPages = 16 << 20
)

// keptPage is a page as strangers see it. It is not changed once it is kept.
type keptPage struct {
	packed []byte // gzip
	etag   string // of what is packed, without quotes
	made   made
	shell  string // its etag
}

// made is what a page was made of.
type made struct {
	began time.Time // before the first answer
	calls []madeCall
	// version is the catalogue's in all answers that have one; "" where there are none, or two.
	version string
	// lasts is how long the version says that nothing has changed.
	lasts  time.Duration
	failed bool // the page is not to be kept
}

// madeCall is a call with what names its answer.
type madeCall struct{ path, query, validator string }

// longest is how long a version is trusted. It need not end; that it does mends what nobody has
// thought of.
const longest = 24 * time.Hour

func newMade(now time.Time) *made { return &made{began: now, lasts: longest} }

// note adds a call and its answer. A nil made notes nothing.
func (m *made) note(k call, a answered, err error) {
	if m == nil {
		return
	}
	if err != nil || !k.isRead() {
		m.failed = true
		return
	}
	m.add(madeCall{k.path, k.rawQuery(), a.validator()}, a)
}

func (m *made) add(c madeCall, a answered) {
	switch version := a.catalogVersion(); {
	case version == "":
		m.lasts = min(m.lasts, settledFor(c.path))
	case m.version == "" || m.version == version:
		m.version = version
	default: // the catalogue has changed in between
		m.lasts = 0
	}
	m.calls = append(m.calls, c)
}

// holds reports whether the page may be sent without a look at the interface.
func (p *keptPage) holds(now time.Time, s *shell) bool {
	age := now.Sub(p.made.began)
	switch {
	case p.shell != s.etag:
		return false
	case age < pageAge:
		return true
	}
	return p.made.version != "" && p.made.version == s.version && age < p.made.lasts && now.Sub(s.asOf) < versionAge
}

// weight is what the page takes of the memory, about.
func (p *keptPage) weight(key string) int {
	const rest = 512
	n := len(p.packed) + 2*len(key) + rest
	for _, c := range p.made.calls {
		n += len(c.path) + len(c.query) + len(c.validator) + rest/4
	}
	return n
}

// keptPages are the pages that are kept.
type keptPages struct {
	plain, queried pageShelf
	flights        flights
}

func newKeptPages(plain, queried int) *keptPages {
	return &keptPages{plain: pageShelf{most: plain}, queried: pageShelf{most: queried}}
}

func (k *keptPages) shelf(query string) *pageShelf {
	if query == "" {
		return &k.plain
	}
	return &k.queried
}

// pageShelf keeps the pages that were asked for last, of a weight together.
type pageShelf struct {
	most int

	mu     sync.Mutex
	weight int
	places map[string]*list.Element
	recent list.List // of shelved, the last one asked for in front
}

type shelved struct {
	key    string
	page   *keptPage
	weight int
}

// get is the page, or nil.
func (s *pageShelf) get(key string) *keptPage {
	s.mu.Lock()
	defer s.mu.Unlock()
	place := s.places[key]
	if place == nil {
		return nil
	}
	s.recent.MoveToFront(place)
	return place.Value.(shelved).page
}

// put keeps the page in place of the one that was there, and of those that were not asked for the
// longest. A page that would take a large part of the shelf is not kept.
func (s *pageShelf) put(key string, p *keptPage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(s.places[key])
	weight := p.weight(key)
	if weight > s.most/8 {
		return
	}
	for s.weight+weight > s.most {
		s.drop(s.recent.Back())
	}
	if s.places == nil {
		s.places = map[string]*list.Element{}
	}
	s.places[key] = s.recent.PushFront(shelved{key, p, weight})
	s.weight += weight
}

func (s *pageShelf) drop(place *list.Element) {
	if place == nil {
		return
	}
	gone := s.recent.Remove(place).(shelved)
	delete(s.places, gone.key)
	s.weight -= gone.weight
}

// flights let one visitor do what several want at once.
type flights struct {
	mu    sync.Mutex
	under map[string]chan struct{}
}

// enter makes the caller the one who does the work of the key, or waits until whoever does it is
// done, or ctx ends. The caller then looks whether there is still something to do, and calls leave
// in the end.
func (f *flights) enter(ctx context.Context, key string) (leave func()) {
	f.mu.Lock()
	done, busy := f.under[key]
	if !busy {
		if f.under == nil {
			f.under = map[string]chan struct{}{}
		}
		done = make(chan struct{})
		f.under[key] = done
	}
	f.mu.Unlock()
	if !busy {
		return func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			delete(f.under, key)
			close(done)
		}
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
	return func() {}
}
