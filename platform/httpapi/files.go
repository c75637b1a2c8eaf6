package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"orderd/platform/clock"
)

// File is a file that MountFiles answers with.
type File struct {
	ContentType string
	ETag        string // with its quotes; another for other bytes
	Size        int64
	// Changes says that its address has other bytes later: caches then ask each time. Otherwise
	// they keep the file for ever.
	Changes bool
	// Open opens the file at an offset.
	Open func(ctx context.Context, offset int64) (io.ReadCloser, error)
}

// filePolicy lets a file that is opened as a page do nothing.
var filePolicy = []string{"default-src 'none'; sandbox"}

// MountFiles serves files that everybody may read at a path with parameters, "/media/:id/:name",
// with a range and conditions (RFC 9110, 13 and 14). find returns the file, or a fault; param
// returns a parameter of the path. Such a path is not in the document. No rate limit counts its
// requests: a page shows many pictures at once, and caches keep them.
func (r *Router) MountFiles(path string, find func(ctx context.Context, param func(name string) string) (File, error)) {
	elsewhere := r.registering.elsewhere
	r.engine.GET(path, func(c *gin.Context) {
		q := requestFrom(c)
		q.mounted = true
		if elsewhere {
			r.fail(c, misdirected())
			return
		}
		if err := checkPath(c); err != nil {
			r.fail(c, err)
			return
		}
		file, err := find(c.Request.Context(), c.Param)
		if err != nil {
			r.fail(c, err)
			return
		}
		r.serveFile(c, q, file)
	})
}

// serveFile opens the file before it answers, so that a store which is away is a problem and not a
// file cut off.
func (r *Router) serveFile(c *gin.Context, q *request, file File) {
	content := &fileReader{ctx: c.Request.Context(), file: file}
	defer content.close()
	// Each range opens the file anew, and a header has room for thousands: the whole file answers
	// several (RFC 9110, 14.2).
	if strings.Contains(c.Request.Header.Get("Range"), ",") {
		c.Request.Header.Del("Range")
	}
	if c.Request.Header.Get("Range") == "" && !q.head && !hasETag(q.ifNoneMatch, file.ETag) {
		if err := content.open(); err != nil {
			r.fail(c, err)
			return
		}
	}
	h := c.Writer.Header()
	h.Set("Content-Type", file.ContentType)
	h.Set("ETag", file.ETag)
	h["Content-Security-Policy"], h["Cache-Control"] = filePolicy, []string{immutable}
	if file.Changes {
		h["Cache-Control"] = []string{"public, no-cache"}
	}
	req := c.Request
	if q.head {
		req = req.Clone(req.Context())
		req.Method = http.MethodHead
	}
	http.ServeContent(&idleWriter{c.Writer, http.NewResponseController(c.Writer)}, req, "", time.Time{}, content)
}

// idleWriter writes to a client that may take any time, as long as it reads something every 15 s.
type idleWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w *idleWriter) Write(b []byte) (int, error) {
	_ = w.control.SetWriteDeadline(clock.System().Now().Add(idleTime))
	return w.ResponseWriter.Write(b)
}

// fileReader reads a file from where it was sought to. It opens the file when it is read.
type fileReader struct {
	ctx    context.Context
	file   File
	offset int64         // of the next read
	reader io.ReadCloser // nil when none is open
	at     int64         // where the reader is
}

var errNegativeOffset = errors.New("httpapi: an offset before the beginning of a file")

// Seek implements io.Seeker.
func (f *fileReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.offset
	case io.SeekEnd:
		offset += f.file.Size
	}
	if offset < 0 {
		return 0, errNegativeOffset
	}
	f.offset = offset
	return offset, nil
}

func (f *fileReader) Read(b []byte) (int, error) {
	if f.reader == nil || f.at != f.offset {
		if err := f.open(); err != nil {
			return 0, err
		}
	}
	n, err := f.reader.Read(b)
	f.offset += int64(n)
	f.at = f.offset
	return n, err
}

func (f *fileReader) open() (err error) {
	f.close()
	f.reader, err = f.file.Open(f.ctx, f.offset)
	f.at = f.offset
	return err
}

func (f *fileReader) close() {
	if f.reader != nil {
		_ = f.reader.Close()
		f.reader = nil
	}
}
