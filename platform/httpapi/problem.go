package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/locale"
)

const (
	jsonType    = "application/json"
	problemType = "application/problem+json"
)

// Problem is the response of every failure (RFC 9457).
type Problem struct {
	Type      string        `json:"type" format:"uri-reference" doc:"The page about the code." example:"/docs/errors/validation_failed"`
	Title     string        `json:"title" example:"Unprocessable Entity"`
	Status    int           `json:"status" example:"422"`
	Code      fault.Code    `json:"code" schema:"ProblemCode" example:"validation_failed"`
	Detail    string        `json:"detail" doc:"For people." example:"The request is not valid."`
	RequestID string        `json:"requestId" doc:"As in X-Request-Id." example:"0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f"`
	Errors    []fault.Field `json:"errors,omitzero" nullable:"false" doc:"On every 422."`

	language   locale.Code // of Detail and of those of Errors
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

// ProblemOf is the problem of one of several things that a request is about, for an answer that
// says what became of each. An operation whose request failed as a whole returns the fault.
func ProblemOf(ctx context.Context, f *fault.Fault) *Problem {
	q := requestOf(ctx)
	p := q.router.problems.problemOf(f, q.language())
	p.RequestID, q.speaks = q.id, p.language
	return p
}

// Error, GetStatus and ContentType let huma answer with it.
func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of RFC 9457.
func (p *Problem) ContentType(string) string { return problemType }

func onlyUnexpected(fields []fault.Field) bool {
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(f fault.Field) bool {
		return f.Code != fault.UnexpectedField
	})
}

// faultOf is what a client may know of err. What is no fault means either that the database is
// away, or it is internal: then it is logged here, once, under an id that the client gets too.
func (r *Router) faultOf(ctx context.Context, err error) *fault.Fault {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		if r.problems.knows(f.Code) && f.Code != fault.Internal {
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
	r.log.Error("request failed", append(what, zap.String("request_id", RequestID(ctx)),
		zap.String("error_id", errorID))...)
	return fault.New(fault.Internal, "Something went wrong on our side. The error's id is %s.", errorID)
}

// statusGone is the status in metrics and logs of a request whose client did not wait for the
// response.
const statusGone = 499

// fail answers with err. A request whose context is cancelled has no client any more, unless it was
// the shutdown that cancelled it: then it is a 503.
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
	q := requestFrom(c)
	p := r.problems.problemOf(f, q.language())
	p.RequestID = q.id
	r.logRefusal(c, f)
	h := c.Writer.Header()
	setLanguage(h, p.language)
	if p.retryAfter > 0 {
		h["Retry-After"] = []string{strconv.Itoa(max(1, int((p.retryAfter+time.Second-1)/time.Second)))}
	}
	switch p.Code {
	case fault.Unauthenticated:
		h["WWW-Authenticate"] = challenge(c.Request)
	case fault.UnsupportedMediaType:
		h["Accept"] = []string{requestFrom(c).consumes}
	}
	body, err := p.MarshalJSON()
	if err != nil {
		r.send(c, r.internal(c.Request.Context(), zap.Error(err)))
		return
	}
	write(c, p.Status, problemType, body)
}

// challenge is WWW-Authenticate (RFC 6750, section 3). A client that sent a token learns that it is
// the token that is wrong.
func challenge(r *http.Request) []string {
	if bearer(r) != "" {
		return []string{`Bearer error="invalid_token"`}
	}
	return []string{"Bearer"}
}
