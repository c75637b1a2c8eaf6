package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressFrom is the size from which a response is compressed: below, the saving does not fill a
// packet.
const compressFrom = 1 << 10

// encoding is a content coding of responses (RFC 9110, section 8.4). Responses are encoded here and
// not by a middleware around the engine, because what many callers read (Encoded) is encoded once:
// a long list compressed anew for each caller costs more than all the rest of the request.
type encoding struct {
	name string
	fast sync.Pool // of resettable, for responses that one caller reads
	best sync.Pool // of resettable, for what is encoded once and read by many
}

type resettable interface {
	io.WriteCloser
	Reset(w io.Writer)
}

var gzipCoding = &encoding{name: "gzip", fast: pool(gzipAt(gzip.BestSpeed)), best: pool(gzipAt(gzip.BestCompression))}

// encodings are the codings in the order in which they are preferred.
var encodings = []*encoding{
	{name: "zstd", fast: pool(zstdAt(zstd.SpeedFastest)), best: pool(zstdAt(zstd.SpeedBetterCompression))},
	gzipCoding,
}

func pool(open func() (resettable, error)) sync.Pool {
	return sync.Pool{New: func() any {
		w, err := open()
		if err != nil {
			panic("httpapi: " + err.Error()) // only a wrong option
		}
		return w
	}}
}

func zstdAt(level zstd.EncoderLevel) func() (resettable, error) {
	window := 128 << 10
	if level > zstd.SpeedFastest {
		window = 1 << 20 // a whole OpenAPI document
	}
	return func() (resettable, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	}
}

func gzipAt(level int) func() (resettable, error) {
	return func() (resettable, error) { return gzip.NewWriterLevel(nil, level) }
}

func (e *encoding) writers(shared bool) *sync.Pool {
	if shared {
		return &e.best
	}
	return &e.fast
}

// compressWith compresses with a writer of the pool.
func compressWith(writers *sync.Pool, body []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(body) / 3)
	w := writers.Get().(resettable)
	defer writers.Put(w)
	w.Reset(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// etag is the ETag of the encoded bytes: "x" is "x-gzip".
func (e *encoding) etag(plain string) string {
	if e == nil {
		return plain
	}
	return strings.TrimSuffix(plain, `"`) + "-" + e.name + `"`
}

// plainETag is the ETag without its encoding.
func plainETag(etag string) string {
	for _, e := range encodings {
		if plain, ok := strings.CutSuffix(etag, "-"+e.name+`"`); ok {
			return plain + `"`
		}
	}
	return etag
}

// encodingFor is the best coding that an Accept-Encoding allows (RFC 9110, section 12.5.3), nil for
// none.
func encodingFor(accept string) *encoding {
	if accept == "" {
		return nil
	}
	var best *encoding
	weight := 0.0
	for _, e := range encodings {
		if q := quality(accept, e.name); q > weight {
			best, weight = e, q
		}
	}
	return best
}

// quality is the weight of a coding in an Accept-Encoding: its own, else that of "*", else 0.
func quality(accept, name string) float64 {
	wildcard := 0.0
	for item := range strings.SplitSeq(accept, ",") {
		coding, params, _ := strings.Cut(item, ";")
		coding = strings.TrimSpace(coding)
		q := 1.0
		if text, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(text, 64); err != nil {
				q = 0
			}
		}
		switch {
		case strings.EqualFold(coding, name):
			return q
		case coding == "*":
			wildcard = q
		}
	}
	return wildcard
}

// compressedForms are bytes in each encoding, made when it is first asked for.
type compressedForms struct {
	shared bool // for many callers
	mu     sync.Mutex
	forms  map[*encoding][]byte
}

func (c *compressedForms) form(e *encoding, plain []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	form, ok := c.forms[e]
	if !ok {
		if c.forms == nil {
			c.forms = map[*encoding][]byte{}
		}
		form = compressWith(e.writers(c.shared), plain)
		c.forms[e] = form
	}
	return form
}

// compress encodes a body for the caller, unless it is small, has an ETag, or holds a secret. The
// ETag names the bytes as they are, be they those of a version or of a content with its own forms.
// What a client sends and a secret must not be compressed together (BREACH). Vary states that the
// encoding was chosen.
func (q *request) compress(h http.Header, body []byte) []byte {
	if len(body) < compressFrom || q.secret || h.Get("ETag") != "" {
		return body
	}
	h.Add("Vary", "Accept-Encoding")
	e := encodingFor(q.encodings)
	if e == nil {
		return body
	}
	h["Content-Encoding"] = []string{e.name}
	return compressWith(&e.fast, body)
}
