package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzip"

	"orderd/platform/docs/reference"
)

// immutable is the Cache-Control of files whose path holds a digest of their bytes.
const immutable = "public, max-age=31536000, immutable"

var referencePolicy = []string{reference.Policy}

// mountReference registers the two pages of the API reference, for stores and for administrations,
// and the files that they load.
func (r *Router) mountReference() {
	r.mountReferencePage("/docs", "Store API", false)
	r.mountReferencePage("/docs/admin", "Administration API", true)
	for _, f := range reference.Files() {
		r.mountReferenceFile(f)
	}
}

func (r *Router) mountReferencePage(path, title string, admin bool) {
	page := sync.OnceValue(func() *content {
		return newSharedContent(r.html(path, reference.Page(title, r.operationsFor(admin))))
	})
	answer := func(c *gin.Context) {
		c.Writer.Header()["Content-Security-Policy"] = referencePolicy
		page().respond(requestFrom(c), "no-cache").sendAs(c, htmlType)
	}
	r.engine.GET(path, answer)
	if admin { // /docs/ is the start page
		r.engine.GET(path+"/", answer)
	}
}

// operationsFor are the operations for admins alone, or all others, in the order in which they were
// registered.
func (r *Router) operationsFor(admin bool) []reference.Operation {
	var all []reference.Operation
	for _, o := range r.operations {
		if (o.audience == Admin) == admin {
			all = append(all, reference.Operation{ID: o.op.ID, Method: o.op.Method, Path: o.op.Path, Summary: o.op.Summary})
		}
	}
	return all
}

func (r *Router) mountReferenceFile(f reference.File) {
	file := newSharedContent(f.Body)
	r.engine.GET(f.Path, func(c *gin.Context) {
		if f.Gzipped {
			gzippedResponse(file, requestFrom(c)).sendAs(c, f.Type)
			return
		}
		file.respond(requestFrom(c), immutable).sendAs(c, f.Type)
	})
}

// gzippedResponse answers with a file that is stored in gzip alone: the service does not hold its
// four megabytes in memory for the rare client that takes no gzip.
func gzippedResponse(file *content, q *request) *response {
	r := &response{
		status:  http.StatusOK,
		headers: map[string]string{"Cache-Control": immutable, "ETag": file.etag},
		vary:    []string{"Accept-Encoding"},
	}
	takesGzip := quality(q.encodings, gzipCoding.name) > 0
	if takesGzip {
		r.headers["ETag"] = gzipCoding.etag(file.etag)
	}
	switch {
	case hasETag(q.ifNoneMatch, file.etag):
		r.status = http.StatusNotModified
	case takesGzip:
		r.body = file.body
		r.headers["Content-Encoding"] = gzipCoding.name
	default:
		r.body = gunzip(file.body)
	}
	return r
}

// gunzip panics on bytes that are not gzip, which a test refuses among the files.
func gunzip(compressed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		panic("httpapi: " + err.Error())
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		panic("httpapi: " + err.Error())
	}
	return plain
}
