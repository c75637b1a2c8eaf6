package httpapi_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"orderd/test/kit"
)

// TestCompression: an answer above 1 KiB comes in the coding that the client likes best, with an
// ETag of its own, and every client reads the same bytes.
func TestCompression(t *testing.T) {
	t.Parallel()
	api := plain(t).api(t)
	plainAnswer := api.With("Accept-Encoding", "identity").Do(t, "GET", "/openapi.json", nil).Require(t, 200)
	plainTag := plainAnswer.Header.Get("ETag")
	if len(plainAnswer.Body) < 1024 || plainTag == "" || plainAnswer.Header.Get("Content-Encoding") != "" {
		t.Fatal(plainAnswer.Header)
	}
	for accept, coding := range map[string]string{
		"gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd", "gzip;q=1.0, zstd;q=0.5": "gzip", "*": "zstd",
		"*;q=0.1, zstd;q=0": "gzip",
		"GZIP":              "gzip", "br": "", "gzip;q=0": "", "identity": "", "gzip;q=x": "",
	} {
		a := api.With("Accept-Encoding", accept).Do(t, "GET", "/openapi.json", nil).Require(t, 200)
		if got := a.Header.Get("Content-Encoding"); got != coding {
			t.Errorf("%q: %q, want %q", accept, got, coding)
			continue
		}
		if !strings.Contains(strings.Join(a.Header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%q: Vary is %q", accept, a.Header.Values("Vary"))
		}
		if !bytes.Equal(decoded(t, a), plainAnswer.Body) {
			t.Errorf("%q: other bytes", accept)
		}
		if (a.Header.Get("ETag") == plainTag) != (coding == "") {
			t.Errorf("%q: ETag %s beside %s", accept, a.Header.Get("ETag"), plainTag)
		}
		again := api.With("Accept-Encoding", accept).With("If-None-Match", a.Header.Get("ETag")).Do(t, "GET", "/openapi.json", nil).
			Require(t, 304)
		if len(again.Body) != 0 || again.Header.Get("Content-Encoding") != "" || again.Header.Get("ETag") != a.Header.Get("ETag") {
			t.Errorf("%q: 304 with %v", accept, again.Header)
		}
	}
	api.With("Accept-Encoding", "gzip").With("If-None-Match", plainTag).Do(t, "GET", "/openapi.json", nil).Require(t, 304)
}

// TestWhatIsNotCompressed: small answers, and those that hold a secret beside what the client sent.
func TestWhatIsNotCompressed(t *testing.T) {
	t.Parallel()
	b := plain(t)
	zipped := b.customer(t).With("Accept-Encoding", "gzip")
	zipped.Contract = nil // which reads plain bodies
	small := zipped.Do(t, "POST", "/v1/things", `{"name":"small"}`).Require(t, 201)
	if small.Header.Get("Content-Encoding") != "" {
		t.Error(small.Header)
	}
	for range 20 {
		zipped.Do(t, "POST", "/v1/things", `{"name":"x"}`).Require(t, 201)
	}
	large := zipped.Do(t, "GET", "/v1/things", nil).Require(t, 200)
	if large.Header.Get("Content-Encoding") != "gzip" || len(large.Body) > len(decoded(t, large))/3 {
		t.Errorf("%d bytes, %v", len(large.Body), large.Header)
	}
	secret := zipped.Do(t, "POST", "/v1/login", nil).Require(t, 200)
	if len(secret.Body) < 1024 || secret.Header.Get("Content-Encoding") != "" {
		t.Errorf("%d bytes, %v", len(secret.Body), secret.Header)
	}
}

// decoded is the body as it was before its coding.
func decoded(t *testing.T, a kit.Answer) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(a.Body)
	var err error
	switch a.Header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
