package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"syscall"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// maxUpload is the largest body of an upload.
const maxUpload = 32 << 20

// upload is a body, or the file of a form, in a temporary file. Whether the request was made before
// is known only when all of it is here, and it is too large for memory.
type upload struct {
	file      *os.File
	size      int64  // of the file; 0: a form's
	name      string // of a form's file, as the client named it
	sum       [sha256.Size]byte
	tooLarge  bool
	truncated error         // why it ended early
	faults    []fault.Field // what is wrong with a form
}

// HandleUpload registers an operation that reads a body of op.Consumes, at most 32 MiB. The limit
// of 10 s does not hold; a client that sends nothing for 15 s is cut off. The handler gets the
// whole body, which stands in a file, and may run for minutes; ctx ends when the client goes away
// and when the service shuts down. Everything else is as with Handle.
func HandleUpload[I, T any](
	r *Router, audience Audience, op Op, h func(ctx context.Context, in *I, body *io.SectionReader) (*Reply[T], error),
) {
	content := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	handleUpload(r, audience, op, content, func(ctx context.Context, in *I, u *upload) (*Reply[T], error) {
		return h(ctx, in, u.body())
	})
}

// handleUpload registers an operation that reads an upload; content describes it in the document.
func handleUpload[I, T any](
	r *Router, audience Audience, op Op, content *huma.MediaType,
	h func(ctx context.Context, in *I, u *upload) (*Reply[T], error),
) {
	op.streaming = true
	o := r.newOperation(audience, op, reflect.TypeFor[T]())
	huma.Register(r.api, o.humaOperation(reflect.TypeFor[T]()), func(ctx context.Context, in *I) (*output, error) {
		if err := o.validate(ctx, in); err != nil {
			return o.failure(err), nil
		}
		reply, err := h(ctx, in, requestOf(ctx).upload)
		if err != nil {
			return o.failure(err), nil
		}
		return &output{func(hc huma.Context) {
			c := humagin.Unwrap(hc)
			_ = http.NewResponseController(c.Writer).SetWriteDeadline(clock.System().Now().Add(idleTime))
			reply.send(c)
		}}, nil
	})
	o.compile(reflect.TypeFor[I]())
	doc := operationAt(r.api.OpenAPI(), op.Path, op.Method)
	doc.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{op.Consumes: content}}
	if op.AlsoConsumes != "" {
		doc.RequestBody.Content[op.AlsoConsumes] = &huma.MediaType{
			Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"},
		}
	}
}

// receive writes the body into a file that is deleted when it is closed. A disk without space for
// it is a fault.Unavailable.
func receive(w http.ResponseWriter, r *http.Request) (u *upload, err error) {
	if r.ContentLength > maxUpload {
		return &upload{tooLarge: true}, nil
	}
	if u, err = newUpload(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			u.close()
		}
	}()
	sum := sha256.New()
	body := newIdleReader(w, r, maxUpload)
	u.size, err = io.Copy(io.MultiWriter(u.file, sum), body)
	if err = u.readError(err); err != nil {
		return u, err
	}
	body.done()
	u.sum = [sha256.Size]byte(sum.Sum(nil))
	return u, nil
}

// newUpload makes an upload with an empty file, which has no name any more.
func newUpload() (*upload, error) {
	file, err := os.CreateTemp("", "orderd-upload-*")
	if err != nil {
		return nil, tempFileFault(err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(tempFileFault(err), file.Close())
	}
	return &upload{file: file}, nil
}

// readError notes an error of reading the body, and returns one of writing the file: the disk is
// full.
func (u *upload) readError(err error) error {
	var tooLarge *http.MaxBytesError
	var disk *os.PathError
	switch {
	case errors.As(err, &tooLarge):
		u.tooLarge = true
	case errors.As(err, &disk):
		return fault.Busy(fmt.Errorf("httpapi: keep an upload: %w", err), database.RetryAfter)
	case err != nil:
		u.truncated = err
	}
	return nil
}

func tempFileFault(err error) error {
	err = fmt.Errorf("httpapi: keep an upload: %w", err)
	if errors.Is(err, syscall.ENOSPC) {
		return fault.Busy(err, database.RetryAfter)
	}
	return err
}

// body is the body of a request that is not a form.
func (u *upload) body() *io.SectionReader { return io.NewSectionReader(u.file, 0, u.size) }

func (u *upload) close() {
	if u != nil && u.file != nil {
		_ = u.file.Close()
	}
}

// check is 413, 415 and 400, in this order.
func (u *upload) check(c *gin.Context, op Op) error {
	switch {
	case u.tooLarge && op.maxFile > 0:
		return fault.New(fault.BodyTooLarge, "The file is larger than %d MiB.", op.maxFile>>20)
	case u.tooLarge:
		return fault.New(fault.BodyTooLarge, "The body is larger than 32 MiB.")
	case op.AlsoConsumes != "" && hasMediaType(c.Request, op.AlsoConsumes) && u.truncated == nil:
		return nil
	case !hasMediaType(c.Request, op.Consumes) && op.maxFile > 0:
		return fault.New(fault.UnsupportedMediaType, "The body must be %s.", op.Consumes)
	case !hasMediaType(c.Request, op.Consumes):
		return fault.New(fault.UnsupportedMediaType, "The body must be %s in UTF-8.", op.Consumes)
	case u.truncated != nil:
		return fault.New(fault.MalformedJSON, "The body did not arrive whole.").WithCause(u.truncated)
	}
	return nil
}

// idleReader reads a body whose client may take any time, as long as it sends something every 15 s.
type idleReader struct {
	io.Reader
	control *http.ResponseController
}

func newIdleReader(w http.ResponseWriter, r *http.Request, limit int64) *idleReader {
	return &idleReader{http.MaxBytesReader(w, r.Body, limit), http.NewResponseController(w)}
}

func (r *idleReader) Read(b []byte) (int, error) {
	_ = r.control.SetReadDeadline(clock.System().Now().Add(idleTime))
	return r.Reader.Read(b)
}

// done lifts the deadlines. While the handler works on the body, the server would take one that
// passes for the client going away.
func (r *idleReader) done() {
	_ = r.control.SetReadDeadline(time.Time{})
	_ = r.control.SetWriteDeadline(time.Time{})
}
