package storefront

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"orderd/platform/locale"
	"orderd/platform/money"
)

// answerTime is how long a page waits for one answer of the interface. The interface gives up
// before.
const answerTime = 15 * time.Second

// longestAnswer bounds what is read of one answer, in bytes. A list of 100 whole products has
// 300 000. longAnswer does for the few that may be longer: the slugs of 50 000 products, and what
// the shop holds on an account.
const (
	longestAnswer = 8 << 20
	longAnswer    = 64 << 20
)

// errUnavailable is returned when the interface did not answer, or answered that it can't, or with
// something that it would not say: another server's page, say.
var errUnavailable = errors.New("storefront: the interface does not answer")

// busyError is an errUnavailable after which it is worth to ask again soon.
type busyError struct {
	err   error
	after time.Duration
}

func (b *busyError) Error() string { return b.err.Error() }

func (b *busyError) Unwrap() error { return b.err }

// unavailable is the error for an answer that is none.
func unavailable(k call, res *http.Response) error {
	err := fmt.Errorf("%w: %s %s: status %d", errUnavailable, k.method, k.path, res.StatusCode)
	if after := retryAfter(res.Header); res.StatusCode == http.StatusServiceUnavailable && after > 0 {
		return &busyError{err, after}
	}
	return err
}

// retryAfter is the header of the name; 0 without one.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// client asks the public interface.
type client struct {
	transport http.RoundTripper
	base      *url.URL
}

// call is one request of a page.
type call struct {
	method, path string
	query        url.Values
	encodedQuery string // in place of query, unless ""
	body         any    // sent as JSON, unless nil
	key          string // Idempotency-Key, unless ""
	answer       any    // what the answer is decoded into, unless nil
	header       http.Header
	language     locale.Code
	address      string // of the visitor; "": it is for nobody in particular
	most         int64  // bytes of the answer; 0 is longestAnswer
	agent        string // the visitor's browser, for the list of sessions
}

// isRead reports whether the call asks for what everybody may see.
func (k *call) isRead() bool { return k.method == http.MethodGet && len(k.header) == 0 }

// rawQuery is the query as it is sent.
func (k *call) rawQuery() string {
	if k.encodedQuery != "" {
		return k.encodedQuery
	}
	return k.query.Encode()
}

// unlessIs has the interface answer 304 without a body while the answer is the one of the
// validator.
func (k *call) unlessIs(validator string) {
	if isETag(validator) {
		k.header = http.Header{"If-None-Match": {validator}}
	}
}

// answered is an answer of the interface that is no problem.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// decode reads the answer of the call.
func (a *answered) decode(k call) error {
	if k.answer == nil || a.status == http.StatusNoContent {
		return nil
	}
	if err := json.Unmarshal(a.body, k.answer); err != nil {
		return fmt.Errorf("%w: read the answer of %s %s: %w", errUnavailable, k.method, k.path, err)
	}
	return nil
}

// validator names the answer: its ETag, or where it has none a digest of its bytes.
func (a *answered) validator() string {
	if etag := a.header.Get("ETag"); isETag(etag) {
		return etag
	}
	sum := sha256.Sum256(a.body)
	return hex.EncodeToString(sum[:16])
}

func isETag(text string) bool { return strings.HasPrefix(strings.TrimPrefix(text, "W/"), `"`) }

// catalogVersion is the version of the catalogue that the answer shows; "" without one.
func (a *answered) catalogVersion() string { return a.header.Get("Catalog-Version") }

// problem is an answer of the interface that says what was wrong with a request (RFC 9457).
type problem struct {
	Status int            `json:"status"`
	Code   string         `json:"code"`
	Detail string         `json:"detail"`
	Errors []fieldProblem `json:"errors"`
	// members of single codes
	CurrentTotal *money.Cents `json:"currentTotal"` // total_changed
	Minimum      *money.Cents `json:"minimum"`      // code_not_applicable
	Challenge    string       `json:"challenge"`    // second_factor_required
	Methods      []string     `json:"methods"`      // likewise
	// RetryAfter is the header of the name; 0 without one.
	RetryAfter time.Duration `json:"-"`
}

// fieldProblem is what is wrong with one field of a request.
type fieldProblem struct {
	Pointer string `json:"pointer"`
	Code    string `json:"code"`
	Detail  string `json:"detail"`
}

func (p *problem) Error() string {
	return fmt.Sprintf("storefront: the interface answered %d %s: %s", p.Status, p.Code, p.Detail)
}

// isProblem reports whether err is a problem with the status.
func isProblem(err error, status int) bool {
	p, ok := errors.AsType[*problem](err)
	return ok && p.Status == status
}

// hasCode reports whether err is a problem with the code.
func hasCode(err error, code string) bool {
	p, ok := errors.AsType[*problem](err)
	return ok && p.Code == code
}

// isRefusedAt reports whether err is a problem with a fault at the pointer.
func isRefusedAt(err error, pointer string) bool {
	p, ok := errors.AsType[*problem](err)
	return ok && slices.ContainsFunc(p.Errors, func(f fieldProblem) bool { return f.Pointer == pointer })
}

// do sends the call and decodes its answer. Its errors are those of ask.
func (c *client) do(ctx context.Context, k call) error {
	a, err := c.ask(ctx, k)
	if err != nil {
		return err
	}
	return a.decode(k)
}

// ask sends the call. It returns a *problem for an answer of 4xx, and errUnavailable for everything
// else that is no answer. It follows no redirect: the interface has none, and what another server
// asks for is not to be done.
func (c *client) ask(ctx context.Context, k call) (answered, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	req, err := c.request(ctx, k)
	if err != nil {
		return answered{}, err
	}
	res, err := c.transport.RoundTrip(req)
	if err != nil {
		return answered{}, fmt.Errorf("%w: %w", errUnavailable, err)
	}
	defer func() { _ = res.Body.Close() }()
	most := cmp.Or(k.most, longestAnswer)
	body, err := readBody(res, most)
	switch {
	case err != nil:
		return answered{}, fmt.Errorf("%w: %w", errUnavailable, err)
	case int64(len(body)) > most:
		return answered{}, fmt.Errorf("%w: %s %s: more than %d bytes", errUnavailable, k.method, k.path, most)
	case res.StatusCode >= http.StatusBadRequest && res.StatusCode < http.StatusInternalServerError:
		return answered{}, readProblem(res, body)
	case res.StatusCode == http.StatusNotModified && k.header.Get("If-None-Match") != "":
	case res.StatusCode < http.StatusOK || res.StatusCode >= http.StatusMultipleChoices:
		return answered{}, unavailable(k, res)
	case k.answer != nil && res.StatusCode != http.StatusNoContent && !isJSON(res.Header):
		return answered{}, fmt.Errorf("%w: %s %s: an answer of %q", errUnavailable, k.method, k.path,
			res.Header.Get("Content-Type"))
	}
	return answered{status: res.StatusCode, header: res.Header, body: body}, nil
}

// readBody reads an answer of up to most bytes, and one more of one that is longer.
func readBody(res *http.Response, most int64) ([]byte, error) {
	var body bytes.Buffer
	if n := res.ContentLength; n > 0 && n <= most {
		body.Grow(int(n) + bytes.MinRead) // ReadFrom wants so much room beyond the end
	}
	_, err := body.ReadFrom(io.LimitReader(res.Body, most+1))
	return body.Bytes(), err
}

// isJSON reports whether an answer says that it is JSON, such as a problem.
func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

func (c *client) request(ctx context.Context, k call) (*http.Request, error) {
	var body io.Reader
	if k.body != nil {
		encoded, err := json.Marshal(k.body)
		if err != nil {
			return nil, fmt.Errorf("storefront: write the request of %s %s: %w", k.method, k.path, err)
		}
		body = bytes.NewReader(encoded)
	}
	target := c.base.JoinPath(k.path)
	if !strings.HasPrefix("/"+strings.TrimPrefix(target.Path, "/"), strings.TrimSuffix(c.base.Path, "/")+"/v1/") {
		return nil, errNoPage // a ".." that somebody has put into the path
	}
	target.RawQuery = k.rawQuery()
	req, err := http.NewRequestWithContext(ctx, k.method, target.String(), body)
	if err != nil {
		return nil, fmt.Errorf("storefront: %w", err)
	}
	maps.Copy(req.Header, k.header)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if k.key != "" {
		req.Header.Set("Idempotency-Key", k.key)
	}
	req.Header.Set("Accept-Language", string(k.language))
	if k.address != "" {
		req.Header.Set("X-Visitor-Address", k.address)
	}
	if k.agent != "" {
		req.Header.Set("User-Agent", k.agent)
	}
	return req, nil
}

func readProblem(res *http.Response, body []byte) error {
	p := &problem{Status: res.StatusCode}
	if err := json.Unmarshal(body, p); err != nil || p.Code == "" || p.Status != res.StatusCode {
		return fmt.Errorf("%w: status %d without a problem", errUnavailable, res.StatusCode)
	}
	p.RetryAfter = retryAfter(res.Header)
	return p
}

// isRefusal reports whether err is a problem that a visitor can do something about on the page.
func isRefusal(err error) bool {
	p, ok := asProblem(err)
	return ok && (p.Status == http.StatusConflict || p.Status == http.StatusUnprocessableEntity)
}

// asProblem is err as a problem.
func asProblem(err error) (*problem, bool) { return errors.AsType[*problem](err) }
