package webhooks

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"orderd/platform/clock"
	"orderd/platform/outbound"
)

const (
	// attemptTimeout is how long a receiver has for its answer.
	attemptTimeout = 10 * time.Second
	// maxAnswer is how much of an answer is read, and maxResponse how much of that is kept.
	maxAnswer, maxResponse = 4 << 10, 1 << 10
	// maxRetryAfter is how long a Retry-After counts.
	maxRetryAfter = time.Hour
)

// signedRequest is what is sent to an endpoint.
type signedRequest struct {
	url     string
	headers http.Header
	body    []byte
	at      time.Time // the time that is signed
	blank   bool      // the body has no personal data
}

// newRequest signs a body.
func newRequest(url, id string, body []byte, keys []signingKey, at time.Time) signedRequest {
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "orderd-webhooks/1")
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", timestampOf(at))
	h.Set("webhook-signature", signatures(keys, id, at, body))
	return signedRequest{url: url, headers: h, body: body, at: at}
}

// result is what came of a request.
type result struct {
	at         time.Time
	duration   time.Duration
	statusCode int          // 0 without an answer
	err        attemptError // "" for 2xx
	response   string
	blank      bool // the request had no personal data
	retryAfter time.Duration
	// lost is set when there was nothing to send: the log has no such event any more, or one that
	// has no body.
	lost bool
}

func (r result) ok() bool { return r.err == "" && !r.lost }

// isOutage reports whether the result says that the whole endpoint is away.
func (r result) isOutage() bool {
	return !r.lost && !r.ok() && (r.statusCode == 0 || r.statusCode == http.StatusRequestTimeout ||
		r.statusCode == http.StatusTooManyRequests || r.statusCode >= 500)
}

// entry is the result in the log of a delivery.
func (r result) entry() attempt {
	a := attempt{At: r.at, DurationMS: r.duration.Milliseconds(), Blank: r.blank}
	if r.statusCode != 0 {
		a.StatusCode = &r.statusCode
	}
	if r.err != "" {
		a.Error = &r.err
	}
	return a
}

// send sends a request and waits at most timeout for the answer.
func send(
	ctx context.Context, transport http.RoundTripper, q signedRequest, timeout time.Duration, c clock.Clock,
) (r result) {
	r.at, r.blank = q.at, q.blank
	start := c.Now()
	defer func() { r.duration = c.Now().Sub(start) }()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, q.url, bytes.NewReader(q.body))
	if err != nil {
		r.err = errorConnect
		return r
	}
	request.Header = q.headers
	answer, failure := outbound.Send(request, transport.RoundTrip)
	if failure != "" {
		r.err = attemptError(failure)
		return r
	}
	defer answer.Body.Close()
	r.statusCode, r.response = answer.StatusCode, responseText(readAnswer(answer))
	if r.statusCode < 200 || r.statusCode > 299 {
		r.err, r.retryAfter = errorStatus, parseRetryAfter(answer.Header.Get("Retry-After"), r.at)
	}
	return r
}

// readAnswer reads the beginning of a body; whether all of it comes does not matter. A 101 has no
// body: the connection is in its place, which the end of the context does not close, so that a read
// would wait for as long as the receiver likes.
func readAnswer(answer *http.Response) []byte {
	if answer.StatusCode == http.StatusSwitchingProtocols {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return text
}

// responseText is what is kept of an answer.
func responseText(b []byte) string {
	return strings.ToValidUTF8(string(b[:min(len(b), maxResponse)]), "\uFFFD")
}

// parseRetryAfter reads seconds or a date (RFC 9110, 10.2.3).
func parseRetryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return min(max(time.Duration(min(seconds, 1e6))*time.Second, 0), maxRetryAfter)
	}
	if date, err := http.ParseTime(text); err == nil {
		return min(max(date.Sub(now), 0), maxRetryAfter)
	}
	return 0
}
