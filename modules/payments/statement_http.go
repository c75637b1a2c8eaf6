package payments

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) statementRoutes(r *httpapi.Router) {
	const path = "/v1/admin/payments/statements"
	httpapi.HandleFileUpload(r, httpapi.Admin, httpapi.Op{
		ID: "uploadStatement", Scope: "payments:write", Method: http.MethodPost, Path: path, Tag: tagStatements,
		Status: http.StatusCreated, Summary: "Upload a bank statement",
		Detail: "Of the account of the settings, as camt.053 (version 02 to 13) or CSV, at most 10 MiB and 20 000 " +
			"entries. Its entries are the booked credits in EUR; what an earlier statement has is `known`. One that " +
			"names an order (`ORD` and ten digits) which asks for exactly its amount, by transfer or invoice, pays " +
			"it; the others wait as `open`. Columns of CSV: `Auftragskonto` (`Account`), `Buchungstag` (`Booking " +
			"date`, `Date`), `Betrag` (`Amount`), `Verwendungszweck` (`Purpose`, `Payment reference`); optional are " +
			"`Währung` (`Waehrung`, `Currency`), `Name` (`Payer`, `Beguenstigter/Zahlungspflichtiger`, " +
			"`Auftraggeber`), `IBAN` (`Kontonummer/IBAN`), `Referenz` (`Reference`). A file that is cut off is refused; " +
			"one of CSV that ends within a last cell of text is taken, for banks leave out the end of the last line. " +
			"With `dryRun` nothing is kept, and `Idempotency-Key` does not count.",
	}, maxStatement, a.uploadStatement)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listStatements", Scope: "payments:read", Method: http.MethodGet, Path: path, Tag: tagStatements,
		Summary: "List bank statements, newest first",
		Detail:  "With how many entries of each are booked, open, ignored or known from before.",
	}, a.listStatements)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getStatement", Scope: "payments:read", Method: http.MethodGet, Path: path + "/{id}", Tag: tagStatements,
		Summary: "Read a bank statement", Detail: "As in the list.", Errors: []fault.Code{fault.NotFound},
	}, a.getStatement)
}

type uploadStatementInput struct {
	DryRun bool `query:"dryRun" doc:"true: what the upload would do; nothing is kept."`
}

// maxPreview is how many entries the answer to a dry run has at most.
const maxPreview = 1000

func (a *api) uploadStatement(
	ctx context.Context, in *uploadStatementInput, file httpapi.UploadedFile,
) (*httpapi.Reply[uploadedView], error) {
	select { // a file is held in memory
	case a.uploading <- struct{}{}:
		defer func() { <-a.uploading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	f, err := readStatement(file, a.settings.Current().bank.IBAN)
	if err != nil {
		return nil, err
	}
	caller, now := auth.MustFrom(ctx), a.clock.Now()
	if in.DryRun {
		s := newStatement(f, file.Name, caller, now)
		counts, first, orders, err := previewStatement(a.db.WithContext(ctx), f, &s, maxPreview, now)
		if err != nil {
			return nil, err
		}
		entries := convert.All(first, func(e entry) entryView { return previewEntry(e, orders) })
		return httpapi.OK(uploadedView{statementView: viewStatement(s, counts), Data: entries})
	}
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (uploadedView, error) {
		s := newStatement(f, file.Name, caller, now)
		counts, err := keepStatement(ctx, tx, f, &s, now)
		return uploadedView{statementView: viewStatement(s, counts)}, err
	})
}

type listStatementsInput struct{ httpapi.Page }

func (a *api) listStatements(
	ctx context.Context, in *listStatementsInput,
) (*httpapi.Reply[httpapi.List[statementView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := pageOfStatements(db, in.Page)
	if err != nil {
		return nil, err
	}
	counts, err := countEntries(db, convert.All(found, func(s statement) string { return s.ID })...)
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(s statement) statementView { return viewStatement(s, counts[s.ID]) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

type statementInput struct{ httpapi.PathID }

func (a *api) getStatement(ctx context.Context, in *statementInput) (*httpapi.Reply[statementView], error) {
	db := a.db.WithContext(ctx)
	s, err := statementByID(db, in.ID)
	if err != nil {
		return nil, err
	}
	counts, err := countEntries(db, s.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewStatement(s, counts[s.ID]))
}
