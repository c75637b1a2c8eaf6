package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Encoded is a T as it is answered, with its ETag: for what many callers read before it changes.
type Encoded[T any] struct {
	body []byte
	tag  string
}

// Len is the size of the answer's body.
func (e Encoded[T]) Len() int { return len(e.body) }

// Encode encodes v once for many calls of CachedAgain.
func Encode[T any](v T) (Encoded[T], error) {
	body, err := encode(v)
	if err != nil {
		return Encoded[T]{}, err
	}
	sum := sha256.Sum256(body)
	return Encoded[T]{body, `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}, nil
}

// Cached answers a read with 200 and an ETag of its bytes, or with 304 and no body when the caller's If-None-Match has it already
// (RFC 9110, 13.1.2). What is answered without a bearer token may be kept by anybody, what is answered with one by its caller alone;
// both ask again before they use it. Answers that differ in a byte, a price say, differ in their ETag. The operation is registered with Op.Cached.
func Cached[T any](ctx context.Context, v T) (*Reply[T], error) {
	e, err := Encode(v)
	if err != nil {
		return nil, err
	}
	return CachedAgain(ctx, e)
}

// CachedAgain is Cached for what was encoded before. Who keeps it keeps apart what different callers may see.
func CachedAgain[T any](ctx context.Context, e Encoded[T]) (*Reply[T], error) {
	q := requestOf(ctx)
	keeper := "public, no-cache"
	if q.bearer {
		keeper = "private, no-cache"
	}
	a := answer{status: http.StatusOK, body: e.body, headers: map[string]string{"ETag": e.tag, "Cache-Control": keeper, "Vary": "Authorization"}}
	if hasTag(q.ifNoneMatch, e.tag) {
		a.status, a.body = http.StatusNotModified, nil
	}
	return &Reply[T]{a}, nil
}

// hasTag tells whether the list of an If-None-Match names the tag, weakly or not, or is "*".
func hasTag(list, tag string) bool {
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == tag || item == "*" {
			return true
		}
	}
	return false
}
