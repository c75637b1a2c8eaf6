package httpapi_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
	"orderd/test/kit"
)

// formBundle is a bundle with an operation that takes a file of at most 1 MiB.
func formBundle(t *testing.T, db *gorm.DB) *bundle {
	t.Helper()
	b := setup(t, db)
	op := httpapi.Op{ID: "keep", Method: http.MethodPost, Path: "/v1/files", Summary: "Keep a file"}
	httpapi.HandleFileUpload(b.Router, httpapi.User, op, 1<<20,
		func(ctx context.Context, _ *struct{}, file httpapi.UploadedFile) (*httpapi.Reply[greeting], error) {
			n, err := io.Copy(io.Discard, file)
			if err != nil {
				return nil, err
			}
			return httpapi.Commit(ctx, b.things.db, http.StatusOK, func(*gorm.DB) (greeting, error) {
				b.made.Add(n)
				return greeting{Hello: file.Name}, nil
			})
		})
	return b
}

// The file arrives whole, the key covers the file and its name but not the boundary, and each fault
// has its status.
func TestFileUpload(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := formBundle(t, db)
		api := b.customer(t)
		send := func(api *kit.API, name string, content []byte) kit.Answer {
			contentType, form := kit.FileForm(t, name, content)
			return api.With("Content-Type", contentType).Do(t, "POST", "/v1/files", form)
		}
		largest := bytes.Repeat([]byte("x"), 1<<20)
		send(api, "a.txt", largest).Require(t, 200)
		if b.made.Load() != 1<<20 {
			t.Errorf("%d bytes arrived", b.made.Load())
		}
		send(api, "a.txt", append(largest, 'x')).Require(t, 413, "body_too_large")
		send(api, "a.txt", bytes.Repeat(largest, 2)).Require(t, 413, "body_too_large")
		send(b.api(t), "a.txt", nil).Require(t, 401, "unauthenticated")

		keyed := api.With("Idempotency-Key", "one")
		first, second := send(keyed, "a.txt", []byte("abc")).Require(t, 200), send(keyed, "a.txt", []byte("abc")).Require(t, 200)
		if b.made.Load() != 1<<20+3 || second.Header.Get("Idempotency-Replayed") != "true" || !bytes.Equal(first.Body, second.Body) {
			t.Errorf("%s, then %s %v", first.Body, second.Body, second.Header)
		}
		send(keyed, "b.txt", []byte("abc")).Require(t, 422, "idempotency_key_reused")
		send(keyed, "a.txt", []byte("abd")).Require(t, 422, "idempotency_key_reused")
	}, migrations...)
}

func TestFormsThatAreNone(t *testing.T) {
	t.Parallel()
	b := formBundle(t, kit.SQLite(t, migrations...))
	api := b.customer(t)
	api.Do(t, "POST", "/v1/files", `{}`).Require(t, 415, "unsupported_media_type")
	api.With("Content-Type", "multipart/form-data").Do(t, "POST", "/v1/files", "x").Require(t, 400, "malformed_json")
	form := api.With("Content-Type", "multipart/form-data; boundary=x")
	part := func(name string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\nabc\r\n"
	}
	for _, broken := range []string{part("file"), "--x\r\nno header", strings.Repeat("--x\r\n", 10)} {
		form.Do(t, "POST", "/v1/files", broken).Require(t, 400, "malformed_json")
	}
	for sent, want := range map[string]string{
		"": "/file required", "abc": "/file required", "--x--\r\n": "/file required", part("other") + "--x--": "/other unexpected_field",
		part("a/b") + "--x--":                 "/a~1b unexpected_field",
		part("file") + part("file") + "--x--": "/file not_allowed", part("file") + part("z") + "--x--": "/z unexpected_field",
	} {
		if got := form.Do(t, "POST", "/v1/files", sent).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
			t.Errorf("%q: %v, want %s", sent, got.Pointers(), want)
		}
	}
	form.Do(t, "POST", "/v1/files", part("file")+"--x--").Require(t, 200)
	if b.made.Load() != 3 {
		t.Errorf("%d bytes arrived", b.made.Load())
	}
}
