package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// A file answers ranges and conditions, as a page it can do nothing, and caches keep it unless it
// changes.
func TestMountFiles(t *testing.T) {
	t.Parallel()
	content, opened := bytes.Repeat([]byte("0123456789"), 100), 0
	b := plain(t)
	b.MountFiles("/files/:name", func(_ context.Context, param func(string) string) (httpapi.File, error) {
		file := httpapi.File{ContentType: "image/png", ETag: `"v1"`, Size: int64(len(content)), Changes: param("name") == "changes"}
		file.Open = func(_ context.Context, offset int64) (io.ReadCloser, error) {
			opened++
			if param("name") == "away" {
				return nil, fault.Busy(errors.New("the store is away"), time.Second)
			}
			return io.NopCloser(bytes.NewReader(content[offset:])), nil
		}
		if param("name") == "unknown" {
			return httpapi.File{}, fault.Missing()
		}
		return file, nil
	})
	for _, row := range []struct {
		method, name, header, value string
		status                      int
		body                        []byte
		opens                       int
	}{
		{"GET", "a", "", "", 200, content, 1},
		{"HEAD", "a", "", "", 200, nil, 0},
		{"GET", "a", "If-None-Match", `"v1"`, 304, nil, 0},
		{"GET", "a", "If-None-Match", `"v0"`, 200, content, 1},
		{"GET", "a", "Range", "bytes=15-24", 206, content[15:25], 1},
		{"GET", "a", "Range", "bytes=-3", 206, []byte("789"), 1},
		{"GET", "a", "Range", "bytes=2000-", 416, nil, 0},
		{"GET", "a", "Range", "bytes=0-0,-1,0-0", 200, content, 1},
		{"GET", "away", "", "", 503, nil, 1},
		{"GET", "unknown", "", "", 404, nil, 0},
	} {
		opened = 0
		api := b.api(t)
		if row.header != "" {
			api = api.With(row.header, row.value)
		}
		got := api.Do(t, row.method, "/files/"+row.name, nil)
		if got.Status != row.status || row.status < 300 && !bytes.Equal(got.Body, row.body) || opened != row.opens {
			t.Errorf("%s %s %s: %d, %d bytes, opened %d times", row.method, row.name, row.value, got.Status, len(got.Body), opened)
		}
		if row.status == 200 && (got.Header.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || got.Header.Get("ETag") != `"v1"` ||
			got.Header.Get("X-Content-Type-Options") != "nosniff") {
			t.Errorf("%s %s: %v", row.method, row.name, got.Header)
		}
	}
	for name, want := range map[string]string{"a": "public, max-age=31536000, immutable", "changes": "public, no-cache",
		"unknown": "no-store"} {
		if got := b.api(t).Do(t, http.MethodGet, "/files/"+name, nil).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
