package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
)

const (
	formType  = "multipart/form-data"
	fileField = "file"
	// formOverhead is how much a form may have beside its file: boundaries and headers.
	formOverhead = 64 << 10
)

// UploadedFile is the file of a form. It is there until the handler returns.
type UploadedFile struct {
	// Name is what the client calls the file, without folders. It may be any text, or "".
	Name string
	io.ReadSeeker
}

// HandleFileUpload registers an operation that takes a form (RFC 7578) with one field, "file", of
// at most maxFile bytes. A larger one is a 413; a field that is missing or unknown is a 422. The
// Idempotency-Key covers the file and its name: a client that repeats the request may choose
// another boundary. Everything else is as with HandleUpload.
func HandleFileUpload[I, T any](
	r *Router, audience Audience, op Op, maxFile int64,
	h func(ctx context.Context, in *I, file UploadedFile) (*Reply[T], error),
) {
	op.Consumes, op.maxFile = formType, maxFile
	content := &huma.MediaType{Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{fileField},
		Properties: map[string]*huma.Schema{fileField: {Type: huma.TypeString, Format: "binary"}},
	}}
	handleUpload(r, audience, op, content, func(ctx context.Context, in *I, u *upload) (*Reply[T], error) {
		return h(ctx, in, UploadedFile{Name: u.name, ReadSeeker: u.file})
	})
}

// receiveForm is receive for a form with one file. Of a body that is no form it reads nothing.
func receiveForm(w http.ResponseWriter, r *http.Request, maxFile int64) (u *upload, err error) {
	_, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case r.ContentLength > maxFile+formOverhead:
		return &upload{tooLarge: true}, nil
	case !hasMediaType(r, formType), params["boundary"] == "":
		return &upload{truncated: errNoBoundary}, nil
	}
	if u, err = newUpload(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			u.close()
		}
	}()
	body := newIdleReader(w, r, maxFile+formOverhead)
	if err = u.readParts(multipart.NewReader(body, params["boundary"]), maxFile); err != nil {
		return u, err
	}
	body.done()
	_, err = u.file.Seek(0, io.SeekStart)
	return u, err
}

var errNoBoundary = errors.New("httpapi: the form has no boundary")

// readParts reads the parts of a form, up to the first that is wrong.
func (u *upload) readParts(form *multipart.Reader, maxFile int64) error {
	found := false
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			if !found {
				u.addFault(fileField, fault.Required, "is required")
			}
			return nil
		case err != nil:
			return u.readError(err)
		case part.FormName() != fileField:
			u.addFault(part.FormName(), fault.UnexpectedField, "is not a field of this form")
			return nil
		case found:
			u.addFault(fileField, fault.NotAllowed, "is there twice")
			return nil
		}
		found = true
		if err := u.keepFile(part, maxFile); err != nil || u.tooLarge || u.truncated != nil {
			return err
		}
	}
}

// keepFile writes a part into the file. The sum is that of the name and the content.
func (u *upload) keepFile(part *multipart.Part, maxFile int64) error {
	u.name = part.FileName()
	sum := sha256.New()
	_ = binary.Write(sum, binary.BigEndian, int64(len(u.name)))
	_, _ = io.WriteString(sum, u.name)
	n, err := io.Copy(io.MultiWriter(u.file, sum), io.LimitReader(part, maxFile+1))
	if n > maxFile {
		u.tooLarge = true
		return nil
	}
	u.sum = [sha256.Size]byte(sum.Sum(nil))
	return u.readError(err)
}

func (u *upload) addFault(field string, code fault.Code, detail fault.Text) {
	u.faults = append(u.faults, fault.Field{
		Pointer: "/" + EscapePointer(strings.ToValidUTF8(field, "\uFFFD")), Code: code, Detail: detail,
	})
}
