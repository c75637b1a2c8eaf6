package media

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log"
	"mime/multipart"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"go.uber.org/goleak"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

const (
	mediaPath = "/v1/admin/media"
	publicURL = "https://api.example.com"
)

type body = map[string]any

// setup is the module alone, with an admin and a store.
type setup struct {
	*moduletest.Runner
	admin *kit.API
	lib   *library       // another one on the same database and store
	files *s3mem.Backend // the bucket, or nil
}

// each runs a test on both databases, with the bytes in the database.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	run(t, false, test)
}

// eachStore runs a test on both databases, with the bytes there and in a bucket.
func eachStore(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	for name, inBucket := range map[string]bool{"database": false, "s3": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, inBucket, test)
		})
	}
}

func run(t *testing.T, inBucket bool, test func(t *testing.T, s *setup)) {
	t.Helper()
	stores := map[string]testStore{} // by dialect
	for _, dialect := range kit.Dialects {
		stores[dialect] = testStore{url: "database:"}
		if inBucket {
			stores[dialect] = newBucket(t)
		}
	}
	deps := func(p moduletest.Deps) Deps {
		return Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Config: Config{
			URL: stores[database.Dialect(p.DB)].url, PublicURL: publicURL, AllowNetworks: loopback,
		}}
	}
	moduletest.Each(t, func(p moduletest.Deps) module.Module { return New(deps(p)) }, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r, lib: newLibrary(deps(r.Deps)), files: stores[database.Dialect(r.DB)].files}
		s.admin, _ = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

// testStore is where the bytes of a test are: its media.url, and the bucket, or nil.
type testStore struct {
	url   string
	files *s3mem.Backend
}

const bucketName = "pictures"

// newBucket starts a server that speaks S3, with one bucket.
func newBucket(t *testing.T) testStore {
	t.Helper()
	files := s3mem.New()
	if err := files.CreateBucket(bucketName); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(files, gofakes3.WithLogger(gofakes3.StdLog(log.New(io.Discard, "", 0)))).Server())
	t.Cleanup(server.Close)
	return testStore{"s3://key:secret@" + strings.TrimPrefix(server.URL, "http://") + "/" + bucketName + "?region=eu-central-1&tls=none",
		files}
}

// stored is how many objects the store of the test has.
func (s *setup) stored(t *testing.T) int {
	t.Helper()
	if s.files != nil {
		list, err := s.files.ListBucket(bucketName, nil, gofakes3.ListBucketPage{})
		if err != nil {
			t.Fatal(err)
		}
		return len(list.Contents)
	}
	var n int64
	if err := s.DB.Model(&chunk{}).Distinct("object").Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// rows is how many pictures there are, whatever their state.
func (s *setup) rows(t *testing.T) int64 {
	t.Helper()
	var n int64
	if err := s.DB.Model(&medium{}).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// form is a body of multipart/form-data with a file, and its Content-Type. That of the file is
// wrong, and does not count.
func form(t testing.TB, field, name string, content []byte) (contentType string, b []byte) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="` + field + `"; filename="` + name + `"`}, "Content-Type": {"image/svg+xml"},
	})
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), out.Bytes()
}

// upload sends a file as a browser does.
func upload(t testing.TB, api *kit.API, name string, content []byte) kit.Answer {
	t.Helper()
	contentType, b := form(t, "file", name, content)
	return api.With("Content-Type", contentType).Do(t, "POST", mediaPath, b)
}

// uploaded uploads a picture and returns the answer.
func (s *setup) uploaded(t *testing.T, name string, content []byte) kit.Answer {
	t.Helper()
	return upload(t, s.admin, name, content).Require(t, 201)
}

// served is the answer of a public address.
func (s *setup) served(t *testing.T, url string, headers ...string) kit.Answer {
	t.Helper()
	api := s.API
	for i := 0; i+1 < len(headers); i += 2 {
		api = api.With(headers[i], headers[i+1])
	}
	return api.Do(t, "GET", strings.TrimPrefix(url, publicURL), nil)
}

// names announces that a product names pictures.
func (s *setup) names(t *testing.T, productID, name string, mediaIDs ...string) {
	t.Helper()
	s.Publish(t, catalog.MediaNamed{OwnerID: productID, Kind: catalog.OwnerProduct, Name: name, MediaIDs: mediaIDs})
}

// photo is a picture of four coloured quarters: red, green, blue and white, by rows.
func photo(width, height int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p.Set(x, y, quarter(2*x/width, 2*y/height))
		}
	}
	return p
}

func quarter(x, y int) color.RGBA {
	return [2][2]color.RGBA{{{200, 0, 0, 255}, {0, 0, 200, 255}}, {{0, 200, 0, 255}, {255, 255, 255, 255}}}[min(x, 1)][min(y, 1)]
}

func jpegOf(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decoded is the picture in a body.
func decoded(t *testing.T, content []byte) image.Image {
	t.Helper()
	p, err := decodeStored(content)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// like reports whether two colours are nearly the same.
func like(a, b color.Color) bool {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) < 40<<8 }
	return near(ar, br) && near(ag, bg) && near(ab, bb)
}

func newID() string { return id.New() }
