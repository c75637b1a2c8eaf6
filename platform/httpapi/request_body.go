package httpapi

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/strictjson"
)

// maxBody is the largest body of a request that is not streamed, where its operation has no
// MaxBody; a larger one gets a 413.
const maxBody = 256 << 10

// body is a request's body, read whole.
type body struct {
	bytes     []byte
	limit     int64
	tooLarge  bool
	truncated error // why it ended early
}

// readBody reads at most limit bytes and puts what it read back, for huma to decode.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) body {
	if r.Body == nil || r.Body == http.NoBody {
		return body{}
	}
	if r.ContentLength > limit {
		return body{limit: limit, tooLarge: true}
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return body{limit: limit, tooLarge: true}
	}
	r.Body = io.NopCloser(bytes.NewReader(b))
	return body{bytes: b, truncated: err}
}

// parse is 413, 415 and 400, in this order, and else the body's JSON; given is false when there is
// no body and none is required.
func (b body) parse(r *http.Request, required bool) (v strictjson.Value, given bool, err error) {
	switch {
	case b.tooLarge:
		return v, false, fault.New(fault.BodyTooLarge, "The body is larger than %d KiB.", b.limit>>10)
	case b.truncated != nil:
		return v, false, fault.New(fault.MalformedJSON,
			"The body did not arrive whole.").WithCause(b.truncated)
	case len(b.bytes) == 0 && required:
		return v, false, fault.New(fault.MalformedJSON, "A JSON body is needed.")
	case len(b.bytes) == 0:
		return v, false, nil
	case !hasMediaType(r, "application/json"):
		return v, false, fault.New(fault.UnsupportedMediaType, "The body must be application/json in UTF-8.")
	}
	v, err = strictjson.Parse(b.bytes)
	if wrong, ok := errors.AsType[*strictjson.SyntaxError](err); ok {
		return v, false, fault.New(fault.MalformedJSON,
			"The body is not valid JSON: %s (at byte %d).",
			wrong.Reason, wrong.Offset)
	}
	return v, true, err
}

// hasMediaType reports whether the body has the media type, in UTF-8 and without a content coding.
func hasMediaType(r *http.Request, media string) bool {
	given, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || given != media || r.Header.Get("Content-Encoding") != "" {
		return false
	}
	charset := params["charset"]
	return charset == "" || strings.EqualFold(charset, "utf-8")
}
