package httpapi

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
)

// response is the response of an operation, already encoded: what is sent is what was stored under
// the idempotency key.
type response struct {
	status   int
	location string
	body     []byte
	headers  map[string]string
	vary     []string // headers of the request that chose the response
	replayed bool
}

// encodeResponse encodes v.
func encodeResponse(v any, status int) (*response, error) {
	if _, none := v.(None); none {
		if status == http.StatusOK {
			status = http.StatusNoContent
		}
		return &response{status: status}, nil
	}
	b, err := encode(v)
	if err != nil {
		return nil, err
	}
	if r, ok := v.(Repeated); ok && status == http.StatusCreated && r.Repeated() {
		status = http.StatusOK
	}
	r := &response{status: status, body: b}
	if l, ok := v.(Located); ok && status == http.StatusCreated {
		r.location = l.Location()
	}
	return r, nil
}

func (r *response) send(c *gin.Context) { r.sendAs(c, jsonType) }

func (r *response) sendAs(c *gin.Context, contentType string) {
	h := c.Writer.Header()
	if r.location != "" {
		h["Location"] = []string{r.location}
	}
	if r.replayed {
		h["Idempotency-Replayed"] = []string{"true"}
	}
	if spoken := requestFrom(c).speaks; spoken != "" && !r.replayed {
		setLanguage(h, spoken)
	}
	for name, value := range r.headers {
		h.Set(name, value)
	}
	for _, name := range r.vary {
		h.Add("Vary", name) // beside Origin
	}
	write(c, r.status, contentType, r.body)
}

// write sends a response whole.
func write(c *gin.Context, status int, contentType string, body []byte) {
	h := c.Writer.Header()
	body = requestFrom(c).compress(h, body)
	if len(body) > 0 {
		h["Content-Type"] = []string{contentType}
	}
	if status != http.StatusNoContent && status != http.StatusNotModified {
		h["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	c.Writer.WriteHeader(status)
	c.Writer.WriteHeaderNow()
	if len(body) > 0 {
		_, _ = c.Writer.Write(body)
	}
}

// Reply is the response of an operation: a T, encoded. OK, Cached and Commit make it.
type Reply[T any] struct{ response }

// None is the response of an operation without a body: 204, or 202 where the operation says so.
type None struct{}

// Located is implemented by resources whose creation is answered with a Location header.
type Located interface{ Location() string }

// Repeated is implemented by the response of a creation that may create nothing, because what it
// was to create is there, or because it was only asked what it would do: when it is true the status
// is 200, without Location.
type Repeated interface{ Repeated() bool }

// Personal is implemented by responses with personal data of a person who need not be the caller:
// the user's id, or pseudonym.Key.OfEmail of an address without account. Erasing that subject
// deletes the stored response.
type Personal interface{ DataSubject() string }

// With is the reply with a header more.
func (r *Reply[T]) With(name, value string) *Reply[T] {
	if r.headers == nil {
		r.headers = map[string]string{}
	}
	r.headers[name] = value
	return r
}

// OK answers a read with 200.
func OK[T any](v T) (*Reply[T], error) {
	r, err := encodeResponse(v, http.StatusOK)
	if err != nil {
		return nil, err
	}
	return &Reply[T]{*r}, nil
}
