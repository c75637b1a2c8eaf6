package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/locale"
	"orderd/platform/tracing"
)

// request is what the package knows about the request being answered. It travels on the context.
type request struct {
	router      *Router
	id          string
	address     string // the client's, without port
	userAgent   string
	languages   string // the Accept-Language header
	ifNoneMatch string // the header
	encodings   string // the Accept-Encoding header
	secret      bool   // its response holds a session or another secret
	consumes    string // the media type that its operation takes
	bearer      bool   // it has a token, whether or not the operation asks for one
	head        bool   // it came as HEAD and is answered as GET without a body
	mounted     bool   // its path is not in the document
	stream      bool   // its response is a stream that has begun
	span        tracing.Span
	header      http.Header // of the response

	caller        *auth.Principal // nil for an anonymous one
	refused       *auth.Principal // who was refused for a lack of the operation's scope
	ignoredKey    string          // id of an API key that the operation does not need
	guestToken    string          // "" for none
	storefrontKey string          // id of the API key of a storefront that reads for no visitor
	uncount       func()          // takes back what the general limit has counted
	key           *idempotencyKey // nil when the request has none, or its operation ignores it
	upload        *upload         // of an operation that takes one
	faults        []fault.Field   // found by the validation so far
	speaks        locale.Code     // of the texts in its response; "" when it has none
}

type requestKey struct{}

// requestOf is the request that ctx belongs to, or an empty one outside of a request.
func requestOf(ctx context.Context) *request {
	if q, ok := ctx.Value(requestKey{}).(*request); ok {
		return q
	}
	return &request{}
}

// requestFrom is requestOf of gin's context.
func requestFrom(c *gin.Context) *request { return requestOf(c.Request.Context()) }

// endSpan ends the request's span. It has the name of the operation, for a path may name a person.
func (q *request) endSpan(method, route string, status int) {
	if !q.span.IsRecording() {
		return
	}
	q.span.Set("orderd.request_id", q.id)
	q.span.SetInt("http.response.status_code", status)
	if route != "" {
		q.span.Rename(method + " " + route)
		q.span.Set("http.request.method", method)
		q.span.Set("http.route", route)
	}
	if status >= http.StatusInternalServerError {
		q.span.Fail(strconv.Itoa(status))
	}
	q.span.End(nil)
}

// RequestID is the request's id.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// UserAgent is the caller's User-Agent, cut to 256 characters.
func UserAgent(ctx context.Context) string { return requestOf(ctx).userAgent }

// GuestTokenOf is the caller's guest token, or "".
func GuestTokenOf(ctx context.Context) string { return requestOf(ctx).guestToken }

// HasNoToken reports whether the caller has neither an access token nor a guest token.
func HasNoToken(ctx context.Context) bool {
	q := requestOf(ctx)
	return q.caller == nil && q.guestToken == ""
}

// SetCookie adds a cookie to the response, be it the operation's or a problem's.
func SetCookie(ctx context.Context, c *http.Cookie) {
	requestOf(ctx).header.Add("Set-Cookie", c.String())
}

// Locale is the language in which the shop writes to the caller: the one asked for, or that of its
// languages which the caller likes best (Accept-Language), or the shop's own.
func Locale(ctx context.Context, asked Language) string {
	r := requestOf(ctx).router
	return LocaleAmong(ctx, string(asked), r.spoken(), string(r.ownLocale()))
}

// isOurs reports whether a tag is of a language of the service.
func isOurs(tag string) bool { return slices.Contains(locale.English.Values(), primaryLanguage(tag)) }

// PreferredLanguage is the tag in lower case of the language that the caller likes best, like
// "de-at", or "" when it names none.
func PreferredLanguage(ctx context.Context) string {
	return preferredLanguage(requestOf(ctx).languages, func(tag string) bool { return tag != "" && tag != "*" })
}

// preferredLanguage is the tag of an Accept-Language header with the largest weight among those
// that are wanted, or "".
func preferredLanguage(header string, wanted func(tag string) bool) string {
	best, weight := "", 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, params, _ := strings.Cut(part, ";")
		if tag = strings.ToLower(strings.TrimSpace(tag)); !wanted(tag) {
			continue
		}
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(value, 64); err != nil || q > 1 {
				continue
			}
		}
		if q > weight {
			best, weight = tag, q
		}
	}
	return best
}

func primaryLanguage(tag string) string {
	primary, _, _ := strings.Cut(tag, "-")
	return primary
}

// maxUserAgent is how much of a User-Agent is kept, in characters.
const maxUserAgent = 256

// userAgentOf is the User-Agent, cut to maxUserAgent.
func userAgentOf(r *http.Request) string {
	ua := strings.ToValidUTF8(r.UserAgent(), "")
	if len(ua) <= maxUserAgent {
		return ua
	}
	if runes := []rune(ua); len(runes) > maxUserAgent {
		return string(runes[:maxUserAgent])
	}
	return ua
}

// requestID is the id that the client gave, when it is 1–128 of A-Za-z0-9._-, else "".
func requestID(r *http.Request) string {
	s := r.Header.Get("X-Request-Id")
	if len(s) == 0 || len(s) > 128 {
		return ""
	}
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-') {
			return ""
		}
	}
	return s
}
