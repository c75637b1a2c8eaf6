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

// idleTime is how long one write of a stream may wait for its reader.
const idleTime = 15 * time.Second

// Stream is an answer that is written bit by bit: server-sent events, an export. Its status is 200, its media type Op.Produces.
// Nothing is sent before the first Write, Flush, Event or Comment; an error that the handler returns before that is answered as a problem. After it,
// an error cuts the connection, so that the reader does not take the answer for whole. Not safe for concurrent use.
type Stream struct {
	c        *gin.Context
	control  *http.ResponseController
	filename string
	begun    bool
	opened   func() // reports that the stream has begun
}

// HandleStream registers an operation that answers with a Stream of op.Produces. The limit of 10 s does not hold; a reader that takes
// nothing for 15 s is cut off. ctx ends when the client goes away and when the service shuts down (Drain): return nil then, but the error
// of ctx when the answer is not whole. Everything else is as with Handle.
func HandleStream[I any](r *Router, aud Audience, op Op, h func(ctx context.Context, in *I, w *Stream) error) {
	op.streaming = true
	o := r.newOperation(aud, op, reflect.TypeFor[string]())
	huma.Register(r.api, o.described(reflect.TypeFor[string]()), func(ctx context.Context, in *I) (*output, error) {
		if err := o.invalid(ctx, in); err != nil {
			return o.failed(err), nil
		}
		return &output{func(hc huma.Context) {
			o.stream(humagin.Unwrap(hc), func(w *Stream) error { return h(ctx, in, w) })
		}}, nil
	})
	o.learn(reflect.TypeFor[I]())
}

func (o *operation) stream(c *gin.Context, h func(w *Stream) error) {
	q := of(c)
	w := &Stream{c: c, control: http.NewResponseController(c.Writer), filename: o.op.Filename, opened: func() {
		q.stream = true
		o.router.observer.ObserveStream(o.op.Path, 1)
	}}
	defer func() {
		if q.stream {
			o.router.observer.ObserveStream(o.op.Path, -1)
		}
	}()
	c.Writer.Header()["Content-Type"] = []string{o.op.Produces}
	// The deadline for reading the request would end the stream: the server takes it for the client going away.
	_ = w.control.SetReadDeadline(time.Time{})
	var err error
	if !q.head {
		err = h(w)
	}
	switch {
	case err != nil && !w.begun:
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

// errReaderGone is the error of a write that nobody reads any more.
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
		w.opened()
		if w.filename != "" {
			w.c.Writer.Header()["Content-Disposition"] = []string{`attachment; filename="` + w.filename + `"`}
		}
		w.c.Writer.Header()["X-Accel-Buffering"] = []string{"no"} // a proxy passes on what comes, when it comes
		w.c.Writer.WriteHeader(http.StatusOK)
		w.c.Writer.WriteHeaderNow()
	}
	_ = w.control.SetWriteDeadline(clock.System().Now().Add(idleTime))
}

// Event sends one server-sent event (HTML, 9.2): id is what Last-Event-ID resumes from, data is encoded as JSON.
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
