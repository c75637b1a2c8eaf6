package httpapi

import (
	"encoding/json"
	"fmt"

	"github.com/danielgtaylor/huma/v2"
)

// The components of the document that operations refer to. Without them the document would be ten
// times as long.
const (
	headersPrefix    = "#/components/headers/"
	parametersPrefix = "#/components/parameters/"
	responsesPrefix  = "#/components/responses/"
	examplesPrefix   = "#/components/examples/"
)

const retryAfterText = "Seconds to wait before trying again, when that helps."

// sharedHeaders are the headers of responses by name.
func sharedHeaders() map[string]*huma.Header {
	text := func(doc string) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	return map[string]*huma.Header{
		"X-Request-Id": text("The request's id."),
		"Idempotency-Replayed": text("`true` when this is the stored answer of an earlier request with this " +
			"Idempotency-Key."),
		"Location": text("Where the new resource is."),
		"ETag": text("Names these bytes. Sent back as If-None-Match, it is answered with 304 as long as " +
			"nothing has changed. That of a resource with a version is good for If-Match too."),
		"VersionETag": text("The version between quotes: `\"7\"`. Sent back as If-Match, a change is refused when " +
			"the resource has changed since."),
		"Cache-Control": text("public, or private for callers with a bearer token; always to be asked for again, " +
			"but by shared caches while s-maxage lasts."),
		"WWW-Authenticate": text("Bearer, when the access token is the reason; with `error` when there was one."),
		"Retry-After":      text(retryAfterText),
		"RateLimit": text("What is left (r) of each limit that counted the request, and the seconds (t) until " +
			"there is more."),
		"RateLimit-Policy": text("The limits: so many requests (q) in so many seconds (w)."),
	}
}

// headers are references to the shared headers with these names.
func headers(names ...string) map[string]*huma.Param {
	all := make(map[string]*huma.Param, len(names))
	for _, name := range names {
		all[name] = &huma.Param{Ref: headersPrefix + name}
	}
	return all
}

// mustEncode is the JSON of a part of the document.
func mustEncode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("httpapi: the OpenAPI document can't be written: %v", err))
	}
	return string(b)
}
