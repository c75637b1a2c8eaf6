package invoices

import (
	"context"
	"net/http"
	"time"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) archiveRoutes(r *httpapi.Router) {
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportInvoices", Scope: "invoices:read", Method: http.MethodGet, Path: "/v1/admin/invoices/export",
		Tag: tagAdmin, Summary: "Export the documents of a period",
		Detail: "A ZIP of the files, and `index.csv` with a row for each document and rate, below 0 where it is taken off " +
			"an invoice. At most 366 days. 503 until all files are made.",
		Produces: "application/zip", Filename: "invoices.zip",
	}, a.exportInvoices)
}

type exportInvoicesInput struct {
	From string `query:"from" format:"date" required:"true" doc:"The first day of issue, in the shop's time zone." example:"2026-11-01"`
	To   string `query:"to" format:"date" required:"true" doc:"The last day." example:"2026-11-30"`
}

// Check refuses a period that ends before it begins, or is too long.
func (in *exportInvoicesInput) Check() []fault.Field { return period{in.From, in.To}.checkLength() }

// maxDays is how many days an export and a report have at most.
const maxDays = 366

// checkLength is check for a period of which both days are given, which may be too long.
func (p period) checkLength() []fault.Field {
	if wrong := p.check(); wrong != nil {
		return wrong
	}
	from, to := p.times(&settings{})
	if from.IsZero() || to.IsZero() || to.Sub(from) <= maxDays*24*time.Hour {
		return nil
	}
	return []fault.Field{{
		Pointer: "?to", Code: fault.OutOfRange, Detail: "must be at most %d days after from", Args: []any{maxDays},
	}}
}

func (a *api) exportInvoices(ctx context.Context, in *exportInvoicesInput, w *httpapi.Stream) error {
	from, to := period{in.From, in.To}.times(a.settings.Current())
	return writeArchive(ctx, a.db, from, to, httpapi.CSVFormat{}.Format(ctx), w)
}
