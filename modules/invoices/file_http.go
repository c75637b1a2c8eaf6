package invoices

import (
	"context"
	"errors"
	"net/http"
	"time"

	"orderd/platform/fault"
	"orderd/platform/files"
	"orderd/platform/httpapi"
)

func (a *api) fileRoutes(r *httpapi.Router) {
	const (
		soon    = "It follows within seconds; until then 503."
		summary = "Download a document as "
	)
	for _, f := range []struct {
		kind     fileKind
		id, name string
		media    string
		detail   string
	}{
		{filePDF, "Pdf", "PDF", "application/pdf", "PDF/A-3, with the XML inside. " + soon},
		{fileXML, "Xml", "XML", "application/xml", "EN 16931 (UN/CEFACT CII). " + soon},
	} {
		own := func(ctx context.Context, in *invoiceInput, w *httpapi.Stream) error {
			row, err := a.ownDocument(ctx, in.ID)
			if err != nil {
				return err
			}
			return a.sendFile(ctx, row, f.kind, w)
		}
		httpapi.HandleStream(r, httpapi.UserOrGuest, httpapi.Op{
			ID: "getInvoice" + f.id, Guest: orderToken, Method: http.MethodGet, Path: "/v1/invoices/{id}/" + string(f.kind),
			Tag: tag, Summary: summary + f.name, Detail: f.detail, Produces: f.media, Cached: true,
			Errors: []fault.Code{fault.NotFound},
		}, own)
		httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
			ID: "getAnyInvoice" + f.id, Scope: "invoices:read", Method: http.MethodGet,
			Path: "/v1/admin/invoices/{id}/" + string(f.kind), Tag: tagAdmin, Summary: summary + f.name + " of any order",
			Detail: f.detail, Produces: f.media, Cached: true, Errors: []fault.Code{fault.NotFound},
		}, func(ctx context.Context, in *invoiceInput, w *httpapi.Stream) error {
			row, err := documentByID(a.db.WithContext(ctx), in.ID)
			if err != nil {
				return err
			}
			return a.sendFile(ctx, row, f.kind, w)
		})
	}
}

// fileRetryAfter is when a file that is not made yet may be asked for again.
const fileRetryAfter = 2 * time.Second

var errUnmade = errors.New("invoices: the file is not made yet")

// sendFile sends a file of a document. It returns fault.NotFound when its retention is over, and a
// fault.Unavailable until it is made.
func (a *api) sendFile(ctx context.Context, row documentRow, kind fileKind, w *httpapi.Stream) error {
	made, err := filesOf(a.db.WithContext(ctx), row.ID)
	if err != nil {
		return err
	}
	f, kept := made[row.ID]
	sum := f.sum(kind)
	switch {
	case !kept:
		return fault.Missing()
	case sum == nil:
		return fault.Busy(errUnmade, fileRetryAfter)
	}
	content, err := files.Read(ctx, a.db, *sum)
	if err != nil {
		return err
	}
	if w.Attach(row.Number+"."+string(kind), `"`+*sum+`"`, len(content)) {
		return nil
	}
	_, err = w.Write(content)
	return err
}
