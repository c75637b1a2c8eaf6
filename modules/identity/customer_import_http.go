package identity

import (
	"context"
	"io"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/tablefile"
)

func (a *api) customerFileRoutes(r *httpapi.Router) {
	httpapi.HandleUpload(r, httpapi.Admin, httpapi.Op{
		ID: "importCustomers", Scope: "customers:write", Method: http.MethodPost, Path: "/v1/admin/customers/import",
		Tag: tagUserAdmin, Consumes: "text/csv",
		AlsoConsumes: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Summary: "Import customers",
		Detail: "Nobody gets a mail. Of an account that exists only what is missing is added. A bad row is reported by its " +
			"line and has no effect. Wholesale customers need the scope `wholesale:decide` too. " +
			"With `dryRun` nothing is saved, and `Idempotency-Key` does not count.",
	}, a.importCustomers)
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportCustomers", Scope: "customers:read", Method: http.MethodGet, Path: "/v1/admin/customers/export",
		Tag: tagUserAdmin, Produces: "text/csv", Filename: "customers.csv", Summary: "Export customers as CSV",
		Detail: "The file can be imported again. Whose account is disabled is not in it. The audit says who exported." +
			httpapi.CSVDetail,
	}, a.exportCustomers)
}

// importCustomersInput is how a request wants its file to be read.
type importCustomersInput struct {
	DryRun       bool           `query:"dryRun" doc:"true: report, but save nothing."`
	ImportFormat customerFormat `query:"format" default:"auto"`
}

// customerImportView is the result of an import.
type customerImportView struct {
	ID             string              `json:"id" format:"uuid" example:"0199d5a2-93c4-7a50-8b1c-6d2e3f405164"`
	Rows           int                 `json:"rows" doc:"Without the header and blank ones." example:"120"`
	Saved          int                 `json:"saved" doc:"Rows." example:"118"`
	Failed         int                 `json:"failed" doc:"Rows." example:"2"`
	Created        int                 `json:"created" doc:"Customers." example:"40"`
	Updated        int                 `json:"updated" doc:"Customers." example:"16"`
	Unchanged      int                 `json:"unchanged" doc:"Customers." example:"3"`
	Errors         []tablefile.Fault   `json:"errors" doc:"The first 1 000, by line."`
	Format         customerFormat      `json:"format" doc:"Of the file; never auto." example:"shopify"`
	Warnings       []tablefile.Warning `json:"warnings" doc:"What is not taken over as it stands: the first 1 000."`
	IgnoredColumns []string            `json:"ignoredColumns" doc:"Of which nothing is taken over: the first 100." example:"[\"Tags\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (customerImportView) SchemaName() string { return "CustomerImport" }

func (a *api) importCustomers(
	ctx context.Context, in *importCustomersInput, file *io.SectionReader,
) (*httpapi.Reply[customerImportView], error) {
	release, err := a.importing.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	i := customerImporter{
		db: a.DB, clock: a.Clock, keys: a.Pseudonyms, locale: a.settings.Current().defaultLocale(),
		wanted: in.ImportFormat, dryRun: in.DryRun, id: id.New(),
		mayPromote: httpapi.RequireScope(ctx, "wholesale:decide") == nil,
	}
	if err := i.read(ctx, file); err != nil {
		return nil, err
	}
	if in.DryRun {
		return httpapi.OK(i.view())
	}
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (customerImportView, error) {
		v := i.view()
		return v, eventbus.Publish(ctx, tx, events.CustomersImported{
			ImportID: v.ID, Rows: v.Rows, Saved: v.Saved, Failed: v.Failed, Created: v.Created, Updated: v.Updated,
		})
	})
}

func (i *customerImporter) view() customerImportView {
	return customerImportView{
		ID: i.id, Rows: i.rows, Saved: i.rows - i.failed, Failed: i.failed, Created: i.created, Updated: i.updated,
		Unchanged: i.unchanged, Errors: i.sortedErrors(), Format: i.header.file.name, Warnings: i.sortedWarnings(),
		IgnoredColumns: i.header.ignored,
	}
}

type exportCustomersInput struct{ httpapi.CSVFormat }

func (a *api) exportCustomers(ctx context.Context, in *exportCustomersInput, w *httpapi.Stream) error {
	err := database.InTx(ctx, a.DB, func(tx *gorm.DB) error {
		customers, err := countExported(tx)
		if err != nil {
			return err
		}
		return eventbus.Publish(ctx, tx, events.CustomersExported{ExportID: id.New(), Customers: customers})
	})
	if err != nil {
		return err
	}
	return exportCustomers(ctx, a.DB, in.Format(ctx), w)
}
