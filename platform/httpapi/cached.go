package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Encoded is a T as it is answered, with its ETag: for what many callers read before it changes.
type Encoded[T any] struct{ *content }

// content is bytes with their ETag and their compressed forms.
type content struct {
	body []byte
	tag  string
	encoded
}

// newContent is content that is kept for many callers, and is therefore compressed well.
func newContent(body []byte) *content {
	c := newAnswer(body)
	c.kept = true
	return c
}

// newAnswer is content that one caller reads.
func newAnswer(body []byte) *content {
	sum := sha256.Sum256(body)
	return &content{body: body, tag: `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
}

// Len is the size of the answer's body with its compressed forms, which are a quarter at most.
func (c *content) Len() int { return len(c.body) + len(c.body)/4 }

// Encode encodes v once for many calls of CachedAgain.
func Encode[T any](v T) (Encoded[T], error) {
	body, err := encode(v)
	if err != nil {
		return Encoded[T]{}, err
	}
	return Encoded[T]{newContent(body)}, nil
}

// Cached answers a read with 200 and an ETag of its bytes, or with 304 and no body when the caller's If-None-Match has it already
// (RFC 9110, 13.1.2). What is answered without a bearer token may be kept by anybody, what is answered with one by its caller alone;
// both ask again before they use it. Answers that differ in a byte, a price say, differ in their ETag. The operation is registered with Op.Cached.
func Cached[T any](ctx context.Context, v T) (*Reply[T], error) {
	body, err := encode(v)
	if err != nil {
		return nil, err
	}
	return CachedAgain(ctx, Encoded[T]{newAnswer(body)})
}

// CachedAgain is Cached for what was encoded before. Who keeps it keeps apart what different callers may see.
func CachedAgain[T any](ctx context.Context, e Encoded[T]) (*Reply[T], error) {
	q := requestOf(ctx)
	keeper := "public, no-cache"
	if q.bearer {
		keeper = "private, no-cache"
	}
	a := e.answer(q, keeper)
	a.vary = append(a.vary, "Authorization")
	return &Reply[T]{*a}, nil
}

// answer is the content in the form that the caller takes, or a 304 when the caller has it. Each
// form has an ETag of its own, and any of them will do for a 304: they mean the same bytes.
func (c *content) answer(q *request, cacheControl string) *answer {
	a := &answer{status: http.StatusOK, body: c.body, headers: map[string]string{"Cache-Control": cacheControl, "ETag": c.tag}}
	if len(c.body) >= compressFrom {
		a.vary = append(a.vary, "Accept-Encoding")
		if e := encodingFor(q.encodings); e != nil {
			a.body = c.form(e, c.body)
			a.headers["ETag"], a.headers["Content-Encoding"] = e.tag(c.tag), e.name
		}
	}
	if hasTag(q.ifNoneMatch, c.tag) {
		a.status, a.body = http.StatusNotModified, nil
		delete(a.headers, "Content-Encoding")
	}
	return a
}

// hasTag tells whether the list of an If-None-Match names the tag, weakly or not and in any
// encoding, or is "*".
func hasTag(list, tag string) bool {
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if plainTag(item) == tag || item == "*" {
			return true
		}
	}
	return false
}
