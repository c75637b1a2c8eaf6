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
		p := reference.Page(title, r.operationsFor(admin))
		p.Path = path
		return newContent(p.HTML())
	})
	answer := func(c *gin.Context) {
		c.Writer.Header()["Content-Security-Policy"] = referencePolicy
		page().answer(of(c), "no-cache").sendAs(c, htmlType)
	}
	r.engine.GET(path, answer)
	r.engine.GET(path+"/", answer)
}

// operationsFor are the operations for admins alone, or all others, in the order in which they were
// registered: that of the story.
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
	file := newContent(f.Body)
	r.engine.GET(f.Path, func(c *gin.Context) {
		if f.Gzipped {
			packedAnswer(file, of(c)).sendAs(c, f.Type)
			return
		}
		file.answer(of(c), immutable).sendAs(c, f.Type)
	})
}

// packedAnswer answers with a file that is stored in gzip alone: the service does not hold its four
// megabytes in memory for the rare client that takes no gzip.
func packedAnswer(file *content, q *request) *answer {
	a := &answer{status: http.StatusOK, headers: map[string]string{"Cache-Control": immutable, "ETag": file.tag}, vary: []string{"Accept-Encoding"}}
	takesGzip := quality(q.encodings, gzipCoding.name) > 0
	if takesGzip {
		a.headers["ETag"] = gzipCoding.tag(file.tag)
	}
	switch {
	case hasTag(q.ifNoneMatch, file.tag):
		a.status = http.StatusNotModified
	case takesGzip:
		a.body = file.body
		a.headers["Content-Encoding"] = gzipCoding.name
	default:
		a.body = unpack(file.body)
	}
	return a
}

func unpack(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("httpapi: " + err.Error()) // only a file that a test refuses
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		panic("httpapi: " + err.Error())
	}
	return plain
}
