package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Encoded is a T as it is answered, with its ETag: for what many callers read before it changes.
type Encoded[T any] struct{ *content }

// content is bytes with their ETag and their compressed forms.
type content struct {
	body []byte
	etag string
	compressedForms
}

// newSharedContent is content that is kept for many callers, and is therefore compressed well.
func newSharedContent(body []byte) *content {
	c := newContent(body)
	c.shared = true
	return c
}

// newContent is content that one caller reads.
func newContent(body []byte) *content {
	sum := sha256.Sum256(body)
	return &content{body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
}

// Len is the size of the body with its compressed forms, which are a quarter at most.
func (c *content) Len() int { return len(c.body) + len(c.body)/4 }

// Encode encodes v once for many calls of CachedEncoded.
func Encode[T any](v T) (Encoded[T], error) {
	body, err := encode(v)
	if err != nil {
		return Encoded[T]{}, err
	}
	return Encoded[T]{newSharedContent(body)}, nil
}

// Cached answers a read with 200 and an ETag of its bytes, or with 304 and no body when the
// caller's If-None-Match names them (RFC 9110, 13.1.2). Any cache may keep what is answered without
// a bearer token, and the caller's cache alone what is answered with one; both ask again before
// they use it, but for shared ones with Options.SharedCache. Responses that differ in a byte, a
// price say, differ in their ETag. That of a Versioned begins with the version, "7.Zm9vYmFy", so
// that it is good for If-Match too: the version alone does not name the bytes, which another
// release or another resource with the slug may change. The operation is registered with Op.Cached.
func Cached[T any](ctx context.Context, v T) (*Reply[T], error) {
	body, err := encode(v)
	if err != nil {
		return nil, err
	}
	c := newContent(body)
	if r, ok := any(v).(Versioned); ok {
		c.etag = `"` + strconv.FormatInt(r.ResourceVersion(), 10) + "." + c.etag[1:]
	}
	return CachedEncoded(ctx, Encoded[T]{c})
}

// IsAnonymous reports whether the request of ctx carries no token, whether or not its operation
// asks for one: its caller has made no change that it could want to see.
func IsAnonymous(ctx context.Context) bool { return !requestOf(ctx).bearer }

// CachedEncoded is Cached for what was encoded before. A module that keeps an Encoded keeps apart
// what different callers may see.
func CachedEncoded[T any](ctx context.Context, e Encoded[T]) (*Reply[T], error) {
	q := requestOf(ctx)
	r := e.respond(q, "")
	q.writeCaching(func(name, value string) { r.headers[name] = value })
	r.vary = append(r.vary, "Authorization")
	return &Reply[T]{*r}, nil
}

// sharedCache are the directives of an answer to a caller without a token: for every cache, and for
// those alone that many callers share.
type sharedCache struct{ control, targeted string }

// newSharedCache lets shared caches keep an answer for a time, and hand it out as long again while
// they ask for another; not at all for 0. The same for caches that obey no-cache before s-maxage,
// as RFC 9111 says (5.2.2.4), is in a header for them alone (RFC 9213).
func newSharedCache(keep time.Duration) sharedCache {
	const always = "public, no-cache"
	if keep == 0 {
		return sharedCache{control: always}
	}
	seconds := strconv.Itoa(int(keep.Seconds()))
	stale := ", stale-while-revalidate=" + seconds
	return sharedCache{control: always + ", s-maxage=" + seconds + stale, targeted: "max-age=" + seconds + stale}
}

// writeCaching sets the headers that say who may keep the answer: what a caller with a token sees
// is for that caller's cache alone.
func (q *request) writeCaching(set func(name, value string)) {
	if q.bearer {
		set("Cache-Control", "private, no-cache")
		return
	}
	shared := newSharedCache(0)
	if q.router != nil {
		shared = q.router.sharedCache
	}
	set("Cache-Control", shared.control)
	if shared.targeted != "" {
		set("CDN-Cache-Control", shared.targeted)
	}
}

// respond is the content in the form that the caller takes, or a 304 when the caller has it. Each
// form has an ETag of its own, and any of them will do for a 304: they mean the same bytes.
func (c *content) respond(q *request, cacheControl string) *response {
	r := &response{
		status: http.StatusOK, body: c.body,
		headers: map[string]string{"Cache-Control": cacheControl, "ETag": c.etag},
	}
	if len(c.body) >= compressFrom {
		r.vary = append(r.vary, "Accept-Encoding")
		if e := encodingFor(q.encodings); e != nil {
			r.body = c.form(e, c.body)
			r.headers["ETag"], r.headers["Content-Encoding"] = e.etag(c.etag), e.name
		}
	}
	if hasETag(q.ifNoneMatch, c.etag) {
		r.status, r.body = http.StatusNotModified, nil
		delete(r.headers, "Content-Encoding")
	}
	return r
}

// hasETag reports whether the list of an If-None-Match names the ETag, weakly or not and in any
// encoding, or is "*".
func hasETag(list, etag string) bool {
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if plainETag(item) == etag || item == "*" {
			return true
		}
	}
	return false
}
