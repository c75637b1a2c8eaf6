package storefront

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"time"

	"orderd/platform/money"
)

// document is an invoice of an order, or what was taken off one.
type document struct {
	ID       string      `json:"id"`
	Number   string      `json:"number"`
	Kind     string      `json:"kind"` // invoice, correction, cancellation
	Live     bool        `json:"live"` // an invoice that is not cancelled
	IssuedAt time.Time   `json:"issuedAt"`
	Gross    money.Cents `json:"gross"`
}

// documentKinds are the kinds that the pages have words for.
var documentKinds = []string{"invoice", "correction", "cancellation"}

// Known is the kind as the pages have words for it. The interface may come to know others.
func (d document) Known() string {
	if slices.Contains(documentKinds, d.Kind) {
		return d.Kind
	}
	return "other"
}

// Takes reports whether the document takes its amount off an invoice.
func (d document) Takes() bool { return d.Kind == "correction" || d.Kind == "cancellation" }

// Cancelled reports whether it is an invoice that counts no more.
func (d document) Cancelled() bool { return d.Kind == "invoice" && !d.Live }

// documentTypes are the files of a document, by the end of their path.
var documentTypes = map[string]string{"pdf": "application/pdf", "xml": "application/xml"}

// documents are those of the order, oldest first.
func (v *visit) documents(orderID string) ([]document, error) {
	var list struct {
		Data []document `json:"data"`
	}
	k := call{method: http.MethodGet, path: "/v1/orders/" + url.PathEscape(orderID) + "/invoices", answer: &list}
	k.query = url.Values{"limit": {"100"}}
	if _, err := v.do(v.withGrant(k, orderID)); err != nil && !isProblem(err, http.StatusNotFound) {
		return nil, err
	}
	return list.Data, nil
}

// document sends the file of a document. While it is not made yet, the order's page says so.
func (v *visit) document() error {
	id, kind := v.r.PathValue("id"), v.r.PathValue("file")
	mediaType, known := documentTypes[kind]
	if !known {
		return errNoPage
	}
	k := call{method: http.MethodGet, path: "/v1/invoices/" + url.PathEscape(v.r.PathValue("document")) + "/" + kind}
	a, err := v.fetch(v.withGrant(k, id))
	switch busy, isBusy := errors.AsType[*busyError](err); {
	case isBusy:
		return v.documentUnmade(id, busy.after)
	case isProblem(err, http.StatusNotFound), isProblem(err, http.StatusUnauthorized):
		if _, ofOrder := v.loadOrder(id); ofOrder != nil {
			return ofOrder
		}
		return err
	case err != nil:
		return err
	}
	return v.sendDocument(a, mediaType, kind)
}

// documentUnmade shows the order, and says when to ask again.
func (v *visit) documentUnmade(orderID string, after time.Duration) error {
	o, err := v.loadOrder(orderID)
	if err != nil {
		return err
	}
	v.retryAfter(after)
	return v.showOrder(http.StatusServiceUnavailable, o, "documentUnmade")
}

// sendDocument sends the file to be saved under the name that the interface gives it.
func (v *visit) sendDocument(a answered, mediaType, extension string) error {
	got, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil || got != mediaType {
		return fmt.Errorf("%w: a document of %q", errUnavailable, a.header.Get("Content-Type"))
	}
	name := "document." + extension
	if _, params, err := mime.ParseMediaType(a.header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		name = params["filename"]
	}
	v.writeCookie()
	h := v.w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Cache-Control", "private, no-store")
	_, _ = v.w.Write(a.body) // the visitor may be gone
	return nil
}
