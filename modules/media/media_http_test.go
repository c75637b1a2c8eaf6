package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"orderd/modules/media/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// A picture is answered with its size and copies, and everybody may read it: the original at once
// at every address, then the copies at theirs.
func TestUpload(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		got := s.uploaded(t, "My Cup (1).JPG", jpegOf(t, photo(2000, 1500)))
		mediaID, url := got.Text("id"), got.Text("url")
		got.RequireFields(t, kit.Fields{
			"url": publicURL + "/media/" + mediaID + "/my-cup-1.jpg", "width": 2000.0, "height": 1500.0, "contentType": "image/jpeg",
			"name":               "my-cup-1.jpg",
			"renditions.0.width": 320.0, "renditions.1.width": 640.0, "renditions.2.width": 1280.0, "renditions.3.width": 1920.0,
			"renditions.0.url": publicURL + "/media/" + mediaID + "/my-cup-1-320.webp", "renditions.0.contentType": "image/webp",
		})
		var copies []events.Rendition
		for _, width := range []int{320, 640, 1280, 1920} {
			copies = append(copies, events.Rendition{Width: width, ContentType: "image/webp",
				URL: fmt.Sprint(publicURL, "/media/", mediaID, "/my-cup-1-", width, ".webp")})
		}
		log.RequireExactly(t, events.Uploaded{MediaID: mediaID, URL: url, Width: 2000, Height: 1500, Renditions: copies})

		original := s.served(t, url).Require(t, 200)
		if len(original.Body) != int(got.Number("bytes")) || original.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("%d bytes, %v", len(original.Body), original.Header)
		}
		for i, size := range []image.Point{{320, 240}, {640, 480}, {1280, 960}, {1920, 1440}} {
			s.awaitRendition(t, got, i)
			made := s.served(t, s.renditionURL(got, i)).Require(t, 200)
			rendition := decoded(t, made.Body)
			if made.Header.Get("Content-Type") != typeWebP || !isWebP(made.Body) || len(made.Body) >= len(original.Body) {
				t.Errorf("the copy %d: %v, %d bytes", i, made.Header, len(made.Body))
			}
			if rendition.Bounds().Size() != size || !like(rendition.At(size.X/4, size.Y/4), quarter(0, 0)) ||
				!like(rendition.At(3*size.X/4, size.Y/4), quarter(1, 0)) {
				t.Errorf("the copy %d has %v", i, rendition.Bounds())
			}
		}
	})
}

func (s *setup) renditionURL(a kit.Answer, i int) string {
	return a.Text("renditions." + string(rune('0'+i)) + ".url")
}

// awaitRendition waits until a copy is made: caches may keep it then.
func (s *setup) awaitRendition(t *testing.T, a kit.Answer, i int) {
	t.Helper()
	kit.Eventually(t, "the copy is made", func() error {
		if got := s.served(t, s.renditionURL(a, i)).Require(t, 200); got.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			return errNotYet
		}
		return nil
	})
}

// Until a copy is made its address answers with the original, and caches ask again.
func TestRenditionThatIsNotMade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "cup.png", pngOf(t, photo(700, 500)))
		s.awaitRendition(t, got, 1)
		if err := s.DB.Model(&rendition{}).Where("1 = 1").UpdateColumn("status", renditionPending).Error; err != nil {
			t.Fatal(err)
		}
		pending, original := s.served(t, s.renditionURL(got, 0)).Require(t, 200), s.served(t, got.Text("url")).Require(t, 200)
		if pending.Header.Get("Cache-Control") != "public, no-cache" || !bytes.Equal(pending.Body, original.Body) ||
			pending.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%v", pending.Header)
		}
	})
}

// A file answers conditions and ranges, and can do nothing as a page.
func TestFileHeaders(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		noise := image.NewRGBA(image.Rect(0, 0, 400, 400)) // more than one chunk
		for i := range noise.Pix {
			noise.Pix[i] = byte(i*i>>3) | byte(i%4/3*255)
		}
		got := s.uploaded(t, "noise.png", pngOf(t, noise))
		url := got.Text("url")
		whole := s.served(t, url).Require(t, 200)
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff",
			"Cache-Control": "public, max-age=31536000, immutable", "Accept-Ranges": "bytes", "Content-Type": "image/png",
		} {
			if whole.Header.Get(name) != want {
				t.Errorf("%s: %q, want %q", name, whole.Header.Get(name), want)
			}
		}
		etag, size := whole.Header.Get("ETag"), len(whole.Body)
		if unchanged := s.served(t, url, "If-None-Match", etag).Require(t, http.StatusNotModified); len(unchanged.Body) > 0 || etag == "" {
			t.Errorf("%q: %d bytes", etag, len(unchanged.Body))
		}
		for header, want := range map[string][]byte{
			"bytes=0-9": whole.Body[:10], "bytes=-5": whole.Body[size-5:], "bytes=300-": whole.Body[300:],
			"bytes=1000-262200": whole.Body[1000:min(262201, size)],
		} {
			part := s.served(t, url, "Range", header).Require(t, http.StatusPartialContent)
			if !bytes.Equal(part.Body, want) {
				t.Errorf("%s: %d bytes, want %d", header, len(part.Body), len(want))
			}
		}
		s.served(t, url, "Range", "bytes=0-9", "If-Range", `"other"`).Require(t, 200)
		s.served(t, url, "Range", "bytes=99999999-").Require(t, http.StatusRequestedRangeNotSatisfiable)
		if head := s.API.Do(t, "HEAD", strings.TrimPrefix(url, publicURL), nil).Require(t, 200); len(head.Body) > 0 ||
			head.Header.Get("ETag") != etag {
			t.Errorf("HEAD: %v", head.Header)
		}
		for _, unknown := range []string{"/media/" + id.New() + "/noise.png", "/media/x/noise.png",
			strings.TrimSuffix(url, "noise.png") + "other.png"} {
			s.served(t, unknown).Require(t, 404, "not_found")
		}
	})
}

func TestWhoMayUpload(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "products:read"})
		dot := pngOf(t, photo(2, 2))
		upload(t, s.API, "dot.png", dot).Require(t, 401, "unauthenticated")
		upload(t, customer, "dot.png", dot).Require(t, 403, "forbidden")
		upload(t, reader, "dot.png", dot).Require(t, 403, "forbidden")
		mediaID := s.uploaded(t, "dot.png", dot).Text("id")
		for _, method := range []string{"GET", "DELETE"} {
			at := map[string]string{"GET": mediaPath, "DELETE": mediaPath + "/" + mediaID}[method]
			s.API.Do(t, method, at, nil).Require(t, 401, "unauthenticated")
			customer.Do(t, method, at, nil).Require(t, 403, "forbidden")
		}
		reader.Do(t, "GET", mediaPath, nil).Require(t, 200)
		reader.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 403, "forbidden")
	})
}

func TestList(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		first := s.uploaded(t, "Red Cup.png", pngOf(t, photo(2, 2))).Text("id")
		second := s.uploaded(t, "Große Teller.png", pngOf(t, photo(400, 2))).Text("id")
		third := s.uploaded(t, "Grüne Tassen.png", pngOf(t, photo(3, 3))).Text("id")
		for query, want := range map[string][]string{
			"?q=" + url.QueryEscape("Réd cup"): {first}, "?q=" + url.QueryEscape("große"): {second},
			"?q=GROESSE": {second}, "?q=gruene": {third},
			"?q=" + url.QueryEscape("GRÜNE tassen"): {third}, "?q=grune+tassen": {third}, "?q=gruene+teller": nil,
			"": {third, second, first}, "?q=CUP": {first}, "?q=" + first: {first}, "?q=_": nil, "?page=2": nil, "?limit=1&page=3": {first},
		} {
			var list struct{ Data []struct{ ID string } }
			s.admin.Do(t, "GET", mediaPath+query, nil).Require(t, 200).Decode(t, &list)
			var ids []string
			for _, row := range list.Data {
				ids = append(ids, row.ID)
			}
			if !slices.Equal(ids, want) {
				t.Errorf("%s: %v, want %v", query, ids, want)
			}
		}
		s.admin.Do(t, "GET", mediaPath+"?size=1", nil).Require(t, 422)
	})
}

// The same key with the same file has one effect, whatever the boundary; with another file it is
// refused.
func TestUploadTwice(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		keyed, cup := s.admin.With("Idempotency-Key", "once"), pngOf(t, photo(4, 4))
		first := upload(t, keyed, "cup.png", cup).Require(t, 201)
		second := upload(t, keyed, "cup.png", cup).Require(t, 201)
		if !bytes.Equal(first.Body, second.Body) || second.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s %v", second.Body, second.Header)
		}
		upload(t, keyed, "plate.png", cup).Require(t, 422, "idempotency_key_reused")
		upload(t, keyed, "cup.png", pngOf(t, photo(5, 4))).Require(t, 422, "idempotency_key_reused")

		keyed = s.admin.With("Idempotency-Key", "at once")
		answers := kit.AtOnce(8, func(int) string {
			got := upload(t, keyed, "cup.png", cup)
			if got.Status == 409 {
				return "in progress"
			}
			return string(got.Require(t, 201).Body)
		})
		delete(answers, "in progress")
		if len(answers) != 1 {
			t.Errorf("one key: %v", answers)
		}
		kit.Eventually(t, "only the bytes of two uploads are left", func() error {
			if s.rows(t) != 2 || s.stored(t) != 2 {
				return errNotYet
			}
			return nil
		})
	})
}

// Of many uploads at once most wait, and have nothing in memory meanwhile.
func TestUploadsWaitUnread(t *testing.T) {
	t.Parallel()
	lib := newLibrary(Deps{Config: Config{URL: "database:"}})
	if !lib.uploads.TryAcquire(maxUploads) {
		t.Fatal("there are uploads already")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := strings.NewReader("a picture")
	if _, _, err := lib.beginUpload(ctx, "cup.png", file); !errors.Is(err, context.Canceled) || file.Len() != len("a picture") {
		t.Errorf("%d bytes are unread, %v", file.Len(), err)
	}
}
