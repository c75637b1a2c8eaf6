package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// statuses are the statuses of the codes: the only place that turns a fault into a status.
var statuses = map[string]int{
	fault.MalformedJSON:        http.StatusBadRequest,
	fault.InvalidCode:          http.StatusBadRequest,
	fault.Unauthenticated:      http.StatusUnauthorized,
	fault.InvalidCredentials:   http.StatusUnauthorized,
	fault.InvalidRefreshToken:  http.StatusUnauthorized,
	fault.Forbidden:            http.StatusForbidden,
	fault.EmailNotVerified:     http.StatusForbidden,
	fault.NotFound:             http.StatusNotFound,
	fault.ProductNotFound:      http.StatusNotFound,
	fault.MethodNotAllowed:     http.StatusMethodNotAllowed,
	fault.Misdirected:          http.StatusMisdirectedRequest,
	fault.BodyTooLarge:         http.StatusRequestEntityTooLarge,
	fault.UnsupportedMediaType: http.StatusUnsupportedMediaType,
	fault.ReviewAlreadyExists:  http.StatusConflict,
	fault.SlugTaken:            http.StatusConflict,
	fault.SKUTaken:             http.StatusConflict,
	fault.InsufficientPoints:   http.StatusConflict,
	fault.InsufficientStock:    http.StatusConflict,
	fault.CartEmpty:            http.StatusConflict,
	fault.CartChanged:          http.StatusConflict,
	fault.TotalChanged:         http.StatusConflict,
	fault.InvalidTransition:    http.StatusConflict,
	fault.AlreadyDecided:       http.StatusConflict,
	fault.IdempotencyInFlight:  http.StatusConflict,
	fault.CodeNotApplicable:    http.StatusConflict,
	fault.InUse:                http.StatusConflict,
	fault.LastAdmin:            http.StatusConflict,
	fault.TooManyOpenOrders:    http.StatusConflict,
	fault.ValidationFailed:     http.StatusUnprocessableEntity,
	fault.UnexpectedField:      http.StatusUnprocessableEntity,
	fault.IdempotencyReused:    http.StatusUnprocessableEntity,
	fault.RateLimited:          http.StatusTooManyRequests,
	fault.Internal:             http.StatusInternalServerError,
	fault.Unavailable:          http.StatusServiceUnavailable,
}

const (
	jsonType    = "application/json"
	problemType = "application/problem+json"
)

// Problem is the answer of every failure (RFC 9457).
type Problem struct {
	Type      string        `json:"type" format:"uri-reference" doc:"The page about the code." example:"/docs/errors/validation_failed"`
	Title     string        `json:"title" example:"Unprocessable Entity"`
	Status    int           `json:"status" example:"422"`
	Code      string        `json:"code" schema:"ProblemCode" example:"validation_failed"`
	Detail    string        `json:"detail" doc:"For people." example:"The request is not valid."`
	RequestID string        `json:"requestId" doc:"As in X-Request-Id." example:"0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f"`
	Errors    []fault.Field `json:"errors,omitzero" nullable:"false" doc:"On every 422."`

	members    any
	retryAfter time.Duration
}

// MarshalJSON writes the members and, after them, those that the fault adds.
func (p *Problem) MarshalJSON() ([]byte, error) {
	type common Problem
	b, err := encode((*common)(p))
	if err != nil || p.members == nil {
		return b, err
	}
	members, err := encode(p.members)
	if err != nil {
		return nil, err
	}
	b[len(b)-1] = ','
	return append(b, members[1:]...), nil
}

// Error, GetStatus and ContentType make it an answer for huma.
func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of RFC 9457.
func (p *Problem) ContentType(string) string { return problemType }

// errorsPath is where the pages about the codes are.
const errorsPath = "/docs/errors"

// problemTypes are the types of problems by code: the addresses of the pages about them.
type problemTypes map[string]string

// newProblemTypes makes the types below the service's public address; without one they are relative references.
func newProblemTypes(publicURL string) problemTypes {
	types := make(problemTypes, len(statuses))
	for code := range statuses {
		types[code] = strings.TrimRight(publicURL, "/") + errorsPath + "/" + code
	}
	return types
}

// relativeTypes are those of a problem whose router is not known.
var relativeTypes = newProblemTypes("")

// problemOf is the problem of a fault, without its request.
func (t problemTypes) problemOf(f *fault.Fault) *Problem {
	code, status := f.Code, statuses[f.Code]
	if code == fault.ValidationFailed && onlyUnexpected(f.Fields) {
		code = fault.UnexpectedField
	}
	p := &Problem{
		Type: t[code], Title: http.StatusText(status), Status: status, Code: code, Detail: f.Message,
		members: f.Members, retryAfter: f.RetryAfter,
	}
	if status == http.StatusUnprocessableEntity {
		if p.Errors = f.Fields; p.Errors == nil {
			p.Errors = []fault.Field{}
		}
	}
	if status == http.StatusServiceUnavailable && p.retryAfter == 0 {
		p.retryAfter = database.RetryAfter
	}
	return p
}

func onlyUnexpected(fields []fault.Field) bool {
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(f fault.Field) bool { return f.Code != fault.UnexpectedField })
}

// faultOf is what a client may know of err. What is no fault is either the database's absence or internal, which is logged here,
// once, under an id that the client gets too.
func (r *Router) faultOf(ctx context.Context, err error) *fault.Fault {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		if _, known := statuses[f.Code]; known && f.Code != fault.Internal {
			if f.Code == fault.Unavailable {
				r.log.Warn("unavailable", zap.String("request_id", RequestID(ctx)), zap.Error(err))
			}
			return f
		}
	}
	if database.IsUnavailable(err) || errors.Is(err, context.DeadlineExceeded) {
		r.log.Warn("unavailable", zap.String("request_id", RequestID(ctx)), zap.Error(err))
		return fault.Busy(err, database.RetryAfter)
	}
	return r.internal(ctx, zap.Error(err))
}

// internal logs what happened and is the fault that says nothing about it.
func (r *Router) internal(ctx context.Context, what ...zap.Field) *fault.Fault {
	errorID := id.New()
	r.log.Error("request failed", append(what, zap.String("request_id", RequestID(ctx)), zap.String("error_id", errorID))...)
	return fault.New(fault.Internal, "Something went wrong on our side. The error's id is "+errorID+".")
}

// statusGone is what observers are told of a request whose client did not wait for the answer.
const statusGone = 499

// fail answers with err. Nobody hears the answer to a request whose context was cancelled, unless the shutdown did so, which ends what may take long.
func (r *Router) fail(c *gin.Context, err error) {
	if _, known := errors.AsType[*fault.Fault](err); !known && errors.Is(c.Request.Context().Err(), context.Canceled) {
		if r.draining.Err() == nil {
			c.Writer.WriteHeader(statusGone)
			return
		}
		err = fault.Busy(err, database.RetryAfter)
	}
	r.send(c, r.faultOf(c.Request.Context(), err))
}

// send answers with a fault.
func (r *Router) send(c *gin.Context, f *fault.Fault) {
	p := r.problemTypes.problemOf(f)
	p.RequestID = of(c).id
	h := c.Writer.Header()
	if p.retryAfter > 0 {
		h["Retry-After"] = []string{strconv.Itoa(max(1, int((p.retryAfter+time.Second-1)/time.Second)))}
	}
	switch p.Code {
	case fault.Unauthenticated:
		h["WWW-Authenticate"] = challenge(c.Request)
	case fault.UnsupportedMediaType:
		h["Accept"] = []string{of(c).consumes}
	}
	body, err := p.MarshalJSON()
	if err != nil {
		r.send(c, r.internal(c.Request.Context(), zap.Error(err)))
		return
	}
	write(c, p.Status, problemType, body)
}

// challenge is WWW-Authenticate (RFC 6750, section 3): whoever sent a token learns that it is the
// token that is wrong.
func challenge(r *http.Request) []string {
	if bearer(r) != "" {
		return []string{`Bearer error="invalid_token"`}
	}
	return []string{"Bearer"}
}

// write sends an answer whole.
func write(c *gin.Context, status int, contentType string, body []byte) {
	h := c.Writer.Header()
	body = of(c).compress(h, body)
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

// encode is the JSON of v, without escapes for HTML and without a line break at the end.
func encode(v any) ([]byte, error) {
	b := buffers.Get()
	defer buffers.Put(b)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return slices.Clone(b.Bytes()[:b.Len()-1]), nil
}
