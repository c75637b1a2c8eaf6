package httpapi

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"orderd/platform/clock"
)

// idleTime is how long one write of a stream, or one read of an upload, may wait for the client.
const idleTime = 15 * time.Second

// Stream is a response that is written bit by bit: server-sent events, an export. Its status is
// 200, its media type Op.Produces. Nothing is sent before the first Write, Flush, Event or Comment;
// an error that the handler returns before that is answered with a problem. A later error closes
// the connection, so that the client does not take the response for whole. Not safe for concurrent
// use.
type Stream struct {
	c        *gin.Context
	control  *http.ResponseController
	filename string
	begun    bool
	onBegin  func()
}

// HandleStream registers an operation that answers with a Stream of op.Produces. The limit of 10 s
// does not hold; a client that reads nothing for 15 s is cut off. ctx ends when the client goes
// away and when the service shuts down (Drain): the handler then returns nil, or the error of ctx
// when the response is not whole. Everything else is as with Handle.
func HandleStream[I any](r *Router, audience Audience, op Op, h func(ctx context.Context, in *I, w *Stream) error) {
	op.streaming = true
	o := r.newOperation(audience, op, reflect.TypeFor[string]())
	huma.Register(r.api, o.humaOperation(reflect.TypeFor[string]()), func(ctx context.Context, in *I) (*output, error) {
		if err := o.validate(ctx, in); err != nil {
			return o.failure(err), nil
		}
		return &output{func(hc huma.Context) {
			o.stream(humagin.Unwrap(hc), func(w *Stream) error { return h(ctx, in, w) })
		}}, nil
	})
	o.compile(reflect.TypeFor[I]())
}

func (o *operation) stream(c *gin.Context, h func(w *Stream) error) {
	q := requestFrom(c)
	w := &Stream{c: c, control: http.NewResponseController(c.Writer), filename: o.op.Filename, onBegin: func() {
		q.stream = true
		o.router.observer.ObserveStream(o.op.Path, 1)
	}}
	defer func() {
		if q.stream {
			o.router.observer.ObserveStream(o.op.Path, -1)
		}
	}()
	c.Writer.Header()["Content-Type"] = []string{o.op.Produces}
	// The deadline for reading the request would end the stream: for the server the client would be
	// gone.
	_ = w.control.SetReadDeadline(time.Time{})
	var err error
	if !q.head {
		err = h(w)
	}
	switch {
	case err != nil && !w.begun:
		c.Writer.Header().Del("ETag")
		o.router.fail(c, err)
	case err != nil && !errors.Is(err, errReaderGone):
		if c.Request.Context().Err() == nil {
			o.router.log.Error("stream cut off", zap.String("request_id", q.id), zap.Error(err))
		}
		panic(http.ErrAbortHandler)
	case err == nil:
		_ = w.Flush()
	}
}

// NotModified gives the response an ETag, quotes included, which is sent as a weak one, and the
// headers of Cached. When the caller's If-None-Match names it, it answers with 304 and returns
// true: the handler then returns. It comes before the first Write.
func (w *Stream) NotModified(etag string) bool {
	q, h := requestFrom(w.c), w.c.Writer.Header()
	q.writeCaching(h.Set)
	h.Set("ETag", "W/"+etag)
	h.Add("Vary", "Authorization") // beside Origin
	if !hasETag(q.ifNoneMatch, etag) {
		return false
	}
	w.sendNotModified()
	return true
}

// sendNotModified answers with 304, which counts against no limit.
func (w *Stream) sendNotModified() {
	requestFrom(w.c).takeBack(http.StatusNotModified)
	w.c.Writer.Header().Del("Content-Type")
	w.c.Writer.WriteHeader(http.StatusNotModified)
	w.c.Writer.WriteHeaderNow()
	w.begun = true
}

// Attach makes the response a file that browsers save under a name, of so many bytes, which the
// caller's own cache may keep as long as it asks again: etag, quotes included, names the bytes.
// When the caller's If-None-Match names it, it answers with 304 and returns true: the handler then
// returns. It comes before the first Write.
func (w *Stream) Attach(filename, etag string, size int) (known bool) {
	h := w.c.Writer.Header()
	h.Set("ETag", etag)
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Authorization") // beside Origin
	if hasETag(requestFrom(w.c).ifNoneMatch, etag) {
		w.sendNotModified()
		return true
	}
	w.filename = filename
	h.Set("Content-Length", strconv.Itoa(size))
	return false
}

// Produce makes the response one of Op.AlsoProduces, which browsers save under a name. It comes
// before the first Write.
func (w *Stream) Produce(mediaType, filename string) {
	w.c.Writer.Header()["Content-Type"] = []string{mediaType}
	w.filename = filename
}

// JSON writes a value as JSON: the whole response.
func (w *Stream) JSON(v any) error {
	b, err := encode(v)
	if err == nil {
		_, err = w.Write(b)
	}
	return err
}

// errReaderGone is the error of a write whose client has gone.
var errReaderGone = errors.New("httpapi: the reader of the stream is gone")

// Write sends p, at the latest when the stream is flushed.
func (w *Stream) Write(p []byte) (int, error) {
	w.begin()
	n, err := w.c.Writer.Write(p)
	if err != nil {
		err = errReaderGone
	}
	return n, err
}

// Flush sends everything that was written, the header at least.
func (w *Stream) Flush() error {
	w.begin()
	if err := w.control.Flush(); err != nil {
		return errReaderGone
	}
	return nil
}

func (w *Stream) begin() {
	if !w.begun {
		w.begun = true
		w.onBegin()
		if w.filename != "" {
			w.c.Writer.Header()["Content-Disposition"] = []string{`attachment; filename="` + w.filename + `"`}
		}
		w.c.Writer.Header()["X-Accel-Buffering"] = []string{"no"} // of proxies
		w.c.Writer.WriteHeader(http.StatusOK)
		w.c.Writer.WriteHeaderNow()
	}
	_ = w.control.SetWriteDeadline(clock.System().Now().Add(idleTime))
}

// Event sends one server-sent event (HTML, 9.2): id is what Last-Event-ID resumes from, data is
// encoded as JSON.
func (w *Stream) Event(id int64, name string, data any) error {
	b, err := encode(data)
	if err != nil {
		return err
	}
	return w.send("id: " + strconv.FormatInt(id, 10) + "\nevent: " + name + "\ndata: " + string(b) + "\n\n")
}

// Comment sends a line that clients ignore; it keeps the connection alive.
func (w *Stream) Comment(text string) error {
	return w.send(": " + strings.ReplaceAll(text, "\n", " ") + "\n\n")
}

func (w *Stream) send(s string) error {
	if _, err := w.Write([]byte(s)); err != nil {
		return err
	}
	return w.Flush()
}
