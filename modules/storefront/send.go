package storefront

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"orderd/platform/locale"
)

// compressFrom is from how many bytes a page is compressed.
const compressFrom = 1024

// textLanguage is that of the page's texts: the visitor's, where there are texts in it.
func (v *visit) textLanguage() locale.Code {
	if slices.Contains(languages, v.language) {
		return v.language
	}
	return locale.English
}

// writePageHeaders writes what every page has.
func (v *visit) writePageHeaders() {
	h := v.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", string(v.textLanguage()))
	v.writePolicy(h)
	h.Set("Referrer-Policy", "same-origin")
}

// sendBytes answers with a page, or with 304 when the visitor has it (RFC 9110, 13.1.2).
func (v *visit) sendBytes(status int, etag string, packed bool, body []byte) {
	h := v.w.Header()
	h.Add("Vary", "Cookie, Accept-Encoding")
	if status == http.StatusOK && v.r.Method == http.MethodGet {
		suffix := `"`
		if packed {
			suffix = `-gzip"`
		}
		h.Set("ETag", `"`+etag+suffix)
		if hasETag(v.r.Header.Get("If-None-Match"), etag) {
			v.w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	v.w.WriteHeader(status)
	_, _ = v.w.Write(body) // the visitor may be gone
}

// etagOf names the bytes.
func etagOf(html []byte) string {
	sum := sha256.Sum256(html)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// hasETag reports whether an If-None-Match names the page, packed or not.
func hasETag(list, etag string) bool {
	for item := range strings.SplitSeq(list, ",") {
		item = strings.Trim(strings.TrimPrefix(strings.TrimSpace(item), "W/"), `"`)
		if strings.TrimSuffix(item, "-gzip") == etag {
			return true
		}
	}
	return false
}

func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// takesGzip reports whether the client reads gzip. Nobody sends a quality of 0 for it.
func takesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

// What is sent many times is compressed well, and what is sent once fast.
var wellPacked, fastPacked = packers(gzip.DefaultCompression), packers(gzip.BestSpeed)

func compressWell(body []byte) []byte { return compressWith(wellPacked, body) }
func compressFast(body []byte) []byte { return compressWith(fastPacked, body) }

func packers(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		z, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			panic("storefront: " + err.Error()) // the level is one of gzip's
		}
		return z
	}}
}

func compressWith(pool *sync.Pool, body []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(body) / 3)
	z := pool.Get().(*gzip.Writer)
	defer pool.Put(z)
	z.Reset(&b)
	_, _ = z.Write(body) // a buffer takes all
	_ = z.Close()
	return b.Bytes()
}
