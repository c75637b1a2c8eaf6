package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Cached answers a read with 200 and an ETag of its bytes, or with 304 and no body when the caller's If-None-Match has it already
// (RFC 9110, 13.1.2). What is answered without a bearer token may be kept by anybody, what is answered with one by its caller alone;
// both ask again before they use it. Answers that differ in a byte, a price say, differ in their ETag. The operation is registered with Op.Cached.
func Cached[T any](ctx context.Context, v T) (*Reply[T], error) {
	reply, err := OK(v)
	if err != nil {
		return nil, err
	}
	q := requestOf(ctx)
	sum := sha256.Sum256(reply.body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	keeper := "public"
	if q.bearer {
		keeper = "private"
	}
	for name, value := range map[string]string{"ETag": tag, "Cache-Control": keeper + ", no-cache", "Vary": "Authorization"} {
		Header(name, value)(&reply.answer)
	}
	if hasTag(q.ifNoneMatch, tag) {
		reply.status, reply.body = http.StatusNotModified, nil
	}
	return reply, nil
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
