package media

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/media/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

const fetchesPath = "/v1/admin/media/fetches"

// loopback is what a development machine lets pictures be fetched from.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// elsewhere is a server of pictures.
type elsewhere struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int // requests by path
}

// newElsewhere starts a server of pictures that answer serves.
func newElsewhere(t *testing.T, serve http.HandlerFunc) *elsewhere {
	t.Helper()
	e := &elsewhere{asked: map[string]int{}}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		e.asked[r.URL.Path]++
		e.mu.Unlock()
		serve(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *elsewhere) requests(path string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked[path]
}

// request lets a product ask for pictures, of an import of its own.
func (s *setup) request(t *testing.T, urls ...string) {
	t.Helper()
	s.Publish(t, catalog.PicturesRequested{ImportID: newID(), ProductID: newID(), URLs: urls})
}

// awaitFetches waits until there are so many fetches in the state, and none is queued.
func (s *setup) awaitFetches(t *testing.T, status fetchStatus, n int64) kit.Answer {
	t.Helper()
	var got kit.Answer
	kit.Eventually(t, "the fetches end", func() error {
		got = s.admin.Do(t, "GET", fetchesPath+"?status="+string(status), nil).Require(t, 200)
		var list fetchList
		got.Decode(t, &list)
		if list.Meta.Queued > 0 || list.Meta.Total != n {
			return errNotYet
		}
		return nil
	})
	return got
}

// fetchAt is the fetch of an address.
func (s *setup) fetchAt(t *testing.T, url string) fetch {
	t.Helper()
	f, err := database.ByID[fetch](s.DB.WithContext(t.Context()), newFetch(url, "", time.Time{}).ID)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// ready is how many pictures are ready.
func (s *setup) ready(t *testing.T) (n int64) {
	t.Helper()
	if err := s.DB.Model(&medium{}).Where("status = ?", mediaReady).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// Each address is fetched once, whoever asks for it, and who asks later hears of it too.
func TestFetch(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		cup := pngOf(t, photo(400, 300))
		shop := newElsewhere(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/old/cup.jpg" {
				http.Redirect(w, r, "/img/Big%20Cup.jpg?v=2", http.StatusMovedPermanently)
				return
			}
			w.Header().Set("Content-Type", "text/plain") // what the bytes are decides
			_, _ = w.Write(cup)
		})
		log := eventbustest.Record(t, s.DB)
		one, moved := shop.URL+"/img/Big%20Cup.jpg?v=1", shop.URL+"/old/cup.jpg#top"
		s.request(t, one)
		s.request(t, one, moved)
		got := s.awaitFetches(t, fetchDone, 2)
		got.RequireFields(t, kit.Fields{"meta.fetched": 2, "meta.failed": 0, "data.0.error": nil, "data.0.nextAttemptAt": nil})
		s.request(t, one)
		fetched := eventbustest.Of[events.Fetched](log)
		if n := s.ready(t); n != 2 || shop.requests("/img/Big Cup.jpg") != 2 {
			t.Errorf("%d pictures after %d requests", n, shop.requests("/img/Big Cup.jpg"))
		}
		of := map[string][]events.Fetched{}
		for _, e := range fetched {
			of[e.FromURL] = append(of[e.FromURL], e)
		}
		if len(of[one]) < 2 || len(of[moved]) != 1 || of[one][0].MediaID != of[one][len(of[one])-1].MediaID {
			t.Fatalf("published: %+v", fetched)
		}
		e := of[one][0]
		if f := s.fetchAt(t, one); *f.MediaID != e.MediaID || e.Width != 400 || e.Height != 300 || len(e.Renditions) != 1 ||
			!strings.HasSuffix(e.URL, "/big-cup.png") {
			t.Errorf("%+v of %+v", e, f)
		}
		s.served(t, e.URL).Require(t, 200)
		if uploads := eventbustest.Of[events.Uploaded](log); len(uploads) != 2 {
			t.Errorf("%d uploads published", len(uploads))
		}
	})
}

// What can't be fetched is listed with its reason, at once where another attempt would not help.
func TestFetchThatFails(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		other := newElsewhere(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(pngOf(t, photo(9, 9))) })
		shop := newElsewhere(t, func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/large", "/endless":
				if r.URL.Path == "/large" {
					w.Header().Set("Content-Length", "8388609")
				}
				_, _ = io.CopyN(w, zeros{}, maxFile+1)
			case "/page":
				w.Header().Set("Content-Type", "image/png")
				_, _ = io.WriteString(w, "<html><img src=x></html>")
			case "/away":
				http.Redirect(w, r, other.URL+"/x.png", http.StatusFound)
			case "/round":
				http.Redirect(w, r, "/round", http.StatusFound)
			default:
				w.WriteHeader(http.StatusGone)
			}
		})
		want := map[string]fetchError{
			shop.URL + "/large": fetchTooLarge, shop.URL + "/endless": fetchTooLarge, shop.URL + "/page": fetchNoPicture,
			shop.URL + "/away": fetchRedirected, shop.URL + "/round": fetchRedirected, shop.URL + "/gone": fetchStatusCode,
			"http://192.168.1.1/x.png": fetchNotAllowed, "https://10.0.0.1/x.png": fetchNotAllowed,
			"https://169.254.169.254/latest": fetchNotAllowed, "http://example.com/x.png": fetchNotAllowed,
		}
		for url := range want {
			s.request(t, url)
		}
		s.awaitFetches(t, fetchFailed, int64(len(want))).RequireFields(t, kit.Fields{"meta.failed": len(want), "meta.fetched": 0})
		for url, reason := range want {
			if f := s.fetchAt(t, url); f.Error == nil || *f.Error != reason || f.Attempts != 1 || f.Claim != nil {
				t.Errorf("%s: %+v", url, f)
			}
		}
		if f := s.fetchAt(t, shop.URL+"/gone"); f.StatusCode == nil || *f.StatusCode != http.StatusGone {
			t.Errorf("%+v", f)
		}
		if n := other.requests("/x.png"); n != 0 || s.rows(t) != 0 {
			t.Errorf("%d requests at the other host, %d pictures", n, s.rows(t))
		}
	})
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// An address without an answer is tried five times, and again when an admin or another import wants
// it.
func TestFetchIsTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var works sync.Map
		shop := newElsewhere(t, func(w http.ResponseWriter, r *http.Request) {
			if _, ok := works.Load(r.URL.Path); !ok {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			_, _ = w.Write(pngOf(t, photo(9, 9)))
		})
		one, two := shop.URL+"/1.png", shop.URL+"/2.png"
		importID := newID()
		ask := func(importID string, urls ...string) {
			s.Publish(t, catalog.PicturesRequested{ImportID: importID, ProductID: newID(), URLs: urls})
		}
		ask(importID, one, two)
		for n := 1; n <= fetchAttempts; n++ {
			kit.Eventually(t, "an attempt", func() error {
				a, b := s.fetchAt(t, one), s.fetchAt(t, two)
				if a.Attempts != n || b.Attempts != n || a.Claim != nil || b.Claim != nil {
					return errNotYet
				}
				return nil
			})
			if n < fetchAttempts {
				s.Clock.Advance(fetchPauses.After(n))
				s.admin, _ = s.As(t, auth.RoleAdmin) // the token has expired
				if err := s.lib.fetchAll(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.awaitFetches(t, fetchFailed, 2).RequireFields(t, kit.Fields{
			"data.0.error": "status", "data.0.statusCode": 503, "data.0.attempts": fetchAttempts,
		})
		ask(importID, one) // of the same import: another product
		if f := s.fetchAt(t, one); f.Status != fetchFailed {
			t.Errorf("%+v", f)
		}
		works.Store("/1.png", true)
		ask(newID(), one)
		s.awaitFetches(t, fetchDone, 1)
		works.Store("/2.png", true)
		log := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "POST", fetchesPath+"/retry", nil).Require(t, 200).RequireFields(t, kit.Fields{"retried": 1})
		s.awaitFetches(t, fetchDone, 2)
		s.admin.Do(t, "POST", fetchesPath+"/retry", nil).Require(t, 200).RequireFields(t, kit.Fields{"retried": 0})
		if n := len(eventbustest.Of[events.FetchesRetried](log)); n != 1 {
			t.Errorf("%d retries published", n)
		}
	})
}

// A worker that is killed between the fetch and its record loses nothing: another one fetches again
// when the claim has ended, and there is one picture. One that was only late changes nothing.
func TestFetchOfAWorkerThatIsGone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		shop := newElsewhere(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(pngOf(t, photo(9, 9))) })
		ctx, url := t.Context(), shop.URL+"/cup.png"
		hidden := newFetch(url, newID(), s.Clock.Now().Add(time.Hour)) // from the workers of the module
		if err := insertFetches(s.DB.WithContext(ctx), []fetch{hidden}); err != nil {
			t.Fatal(err)
		}
		var killed fetch
		err := database.InTx(ctx, s.DB, func(tx *gorm.DB) (err error) {
			var found bool
			if killed, found, err = claimFetch(tx, s.Clock.Now().Add(time.Hour)); err == nil && !found {
				err = errors.New("nothing is due")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		m, copies, failure := s.lib.attempt(ctx, killed)
		if failure != nil {
			t.Fatal(failure)
		}
		log := eventbustest.Record(t, s.DB)
		s.Clock.Advance(time.Hour + fetchLease - time.Minute)
		if _, found, err := s.lib.claimNext(ctx); found || err != nil {
			t.Fatalf("claimed before the end of the claim: %v", err)
		}
		s.Clock.Advance(time.Minute)
		s.admin, _ = s.As(t, auth.RoleAdmin) // the token has expired
		if err := s.lib.fetchAll(ctx); err != nil {
			t.Fatal(err)
		}
		done := s.awaitFetches(t, fetchDone, 1)
		err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error { return s.lib.saveAttempt(ctx, tx, killed, m, copies, nil) })
		if err != nil {
			t.Fatal(err)
		}
		published := eventbustest.Of[events.Fetched](log)
		if n := s.ready(t); n != 1 || shop.requests("/cup.png") != 2 || len(published) != 1 ||
			published[0].MediaID != done.Text("data.0.mediaId") || published[0].MediaID == m.ID {
			t.Errorf("%d pictures of %d requests; published %+v", n, shop.requests("/cup.png"), published)
		}
		s.Clock.Advance(interruptedAfter + time.Second)
		if err := s.lib.sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if err := s.lib.removeAll(ctx); err != nil {
			t.Fatal(err)
		}
		if rows := s.rows(t); rows != 1 {
			t.Errorf("%d rows of pictures", rows)
		}
	})
}

// A fetch that no worker has survived is given up.
func TestFetchThatEndsEachWorker(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		f := newFetch("https://cdn.example.com/bomb.png", newID(), s.Clock.Now())
		f.Attempts = fetchAttempts
		if err := insertFetches(s.DB.WithContext(t.Context()), []fetch{f}); err != nil {
			t.Fatal(err)
		}
		if err := s.lib.fetchAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.awaitFetches(t, fetchFailed, 1).RequireFields(t, kit.Fields{"data.0.error": "interrupted"})
	})
}

// A picture that was fetched and then deleted is fetched again when an import wants it.
func TestFetchOfADeletedPicture(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		shop := newElsewhere(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(pngOf(t, photo(9, 9))) })
		url := shop.URL + "/cup.png"
		s.request(t, url)
		first := s.awaitFetches(t, fetchDone, 1).Text("data.0.mediaId")
		s.admin.Do(t, "DELETE", mediaPath+"/"+first, nil).Require(t, 204)
		s.request(t, url)
		kit.Eventually(t, "it is fetched again", func() error {
			if f := s.fetchAt(t, url); f.Status != fetchDone || *f.MediaID == first {
				return errNotYet
			}
			return nil
		})
	})
}

func TestFetchRoutes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "products:read")
		for path, method := range map[string]string{fetchesPath: "GET", fetchesPath + "/retry": "POST"} {
			s.API.Do(t, method, path, nil).Require(t, 401, "unauthenticated")
			customer.Do(t, method, path, nil).Require(t, 403, "forbidden")
		}
		reader.Do(t, "GET", fetchesPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0, "data.#": 0})
		reader.Do(t, "POST", fetchesPath+"/retry", nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", fetchesPath+"?status=lost", nil).Require(t, 422, "validation_failed")
		s.admin.Do(t, "GET", fetchesPath+"?page=0", nil).Require(t, 422, "validation_failed")
	})
}
