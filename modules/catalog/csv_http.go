package catalog

import (
	"context"
	"io"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/tablefile"
)

func (a *api) csvRoutes(r *httpapi.Router) {
	httpapi.HandleUpload(r, httpapi.Admin, httpapi.Op{
		ID: "importProducts", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/products/import",
		Tag: tagAdmin, Consumes: "text/csv", AlsoConsumes: workbookType, Summary: "Import products",
		Detail: "Files of other systems are taken as they export them, and recognised by their first line: see " +
			"`format`. In the own format the columns are those of the export, in any order; one that is not known" +
			" is listed in `ignoredColumns`, unless its name is nearly that of a column, which is an error. A " +
			"workbook's first sheet counts; formulas in it are an error. A row is one variant, found by its SKU, " +
			"of the product that has, or had last, the `slug`, else the one made of the `name`; its rows may " +
			"stand anywhere. What is about the product need be in one of them only. A cell that is blank in all " +
			"of them clears, where there can be nothing. An SKU that an earlier row has, and a cell that " +
			"contradicts an earlier row of the product, are errors. `brand` and `categories` are slugs, several " +
			"with `|` between; `images` are one a line, a URL and, after a space, its description; " +
			"`wholesalePrices` are like `24:8.90|100:7.50`; `safety:` and a language have several texts with a " +
			"blank line between. `variantImage` is the address of the one of `images` that shows the variant, " +
			"and needs `pictures=fetch` where it is elsewhere. An address that was fetched before stands for its " +
			"picture. `attr:` with the code of an attribute, and `meta:` with a key of metadata, are of the " +
			"product; `variant_attr:` and `variant_meta:` of the variant; a blank cell takes it out. " +
			"`onHand` counts the stock, for callers who may write it, and never below what is" +
			" reserved. Variants that the file does not name stay. A bad row is reported by its line and has no " +
			"effect; the others are saved. Encoding, separators and decimal commas are recognised; `1.299`, which" +
			" may be either, is an error. With `dryRun` the report says what an import would do, and nothing is " +
			"saved; `Idempotency-Key` does not count then.",
	}, a.importProducts)
	httpapi.HandleUpload(r, httpapi.Admin, httpapi.Op{
		ID: "previewProductImport", Scope: "products:write", Method: http.MethodPost,
		Path: "/v1/admin/products/import/preview", Tag: tagAdmin, Consumes: "text/csv", AlsoConsumes: workbookType,
		Summary: "Preview how a file of products is read",
		Detail: "Whose file it is, what each of its columns is read as, and its first rows, for a `mapping` to be made " +
			"of it. Nothing is imported, and `Idempotency-Key` does not count.",
	}, a.previewImport)
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportProducts", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/products/export",
		Tag: tagAdmin, Produces: "text/csv", Filename: "products.csv", Summary: "Export products as CSV",
		Detail: "It can be imported again. A cell that a spreadsheet would run begins with an apostrophe, which the " +
			"import takes away. `onHand` is blank without `stock:read`, and where it has not changed since the service " +
			"knows it. Of metadata it has the first 200 keys, in their order." + httpapi.CSVDetail,
	}, a.exportProducts)
}

// importProductsInput is how a request wants its file to be read.
type importProductsInput struct {
	DryRun       bool              `query:"dryRun" doc:"true: report, but save nothing."`
	ImportFormat importFormat      `query:"format" default:"auto" doc:"Whose file it is; auto: recognised by its first line."`
	Mapping      mappingParam      `query:"mapping" doc:"JSON: fields by the names of columns, in place of the recognised ones; null leaves one out." example:"{\"Vendor\":\"brand\",\"Tags\":null}"`
	MakeNames    httpapi.BoolParam `query:"makeTaxonomy" doc:"true: brands and categories may be names, Kitchen > Cups, and are made when absent; the default in files of other systems."`
	WeightUnit   weightUnit        `query:"weightUnit" doc:"Of weights whose unit the file does not say."`
	Pictures     importPictures    `query:"pictures" default:"keep" doc:"fetch: pictures at public https addresses become the shop's own, a while after the answer: see listMediaFetches."`
	AddTax       percentParam      `query:"addTax" doc:"Percent: the prices of the file are without tax, and get it." example:"19"`
}

// importPictures is what becomes of the pictures in a file.
type importPictures string

const (
	picturesKeep  importPictures = "keep"  // their addresses
	picturesFetch importPictures = "fetch" // they are fetched
)

// Values are all of them.
func (importPictures) Values() []string { return convert.Strings(picturesKeep, picturesFetch) }

// SchemaName is the name in the document.
func (importPictures) SchemaName() string { return "ImportPictures" }

// workbookType is the media type of a workbook of Excel.
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// importView is the result of an import.
type importView struct {
	ID        string            `json:"id" format:"uuid" example:"0199d5a2-93c4-7a50-8b1c-6d2e3f405164"`
	Rows      int               `json:"rows" doc:"Without the header and blank ones." example:"120"`
	Saved     int               `json:"saved" doc:"Rows." example:"118"`
	Failed    int               `json:"failed" doc:"Rows." example:"2"`
	Created   int               `json:"created" doc:"Products." example:"40"`
	Updated   int               `json:"updated" doc:"Products." example:"16"`
	Unchanged int               `json:"unchanged" doc:"Products that were as the file has them." example:"3"`
	Errors    []tablefile.Fault `json:"errors" doc:"The first 1 000, by line."`

	PicturesToFetch int `json:"picturesToFetch" doc:"Addresses, each once; 0 without pictures=fetch." example:"96"`

	Format         importFormat        `json:"format" doc:"Of the file; never auto." example:"shopify"`
	Warnings       []tablefile.Warning `json:"warnings" doc:"What is not taken over as it stands: the first 1 000."`
	IgnoredColumns []string            `json:"ignoredColumns" doc:"Of which nothing is taken over: the first 100." example:"[\"Tags\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (importView) SchemaName() string { return "ProductImport" }

func (a *api) importProducts(
	ctx context.Context, in *importProductsInput, file *io.SectionReader,
) (*httpapi.Reply[importView], error) {
	release, err := a.importing.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	i := importer{
		db: a.db, clock: a.clock, taxonomies: &a.reader.taxonomies,
		mayCount: httpapi.RequireScope(ctx, "stock:write") == nil, dryRun: in.DryRun, id: id.New(),
		fetches: in.Pictures == picturesFetch,
		rules:   a.reader.settings.Current().productRules(), plan: in.plan(),
	}
	tree, _, err := a.reader.taxonomies.current(a.db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	i.plan.attributes = tree.definitions
	i.plan.netTiers = a.reader.settings.Current().tax.WholesalePrices == shop.PricesNet
	if err := i.read(ctx, file); err != nil {
		return nil, err
	}
	if in.DryRun {
		return httpapi.OK(i.view())
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (importView, error) {
		v := i.view()
		return v, eventbus.Publish(ctx, tx, events.ProductsImported{ImportID: v.ID, Rows: v.Rows, Saved: v.Saved,
			Failed: v.Failed})
	})
}

func (i *importer) view() importView {
	return importView{
		ID: i.id, Rows: i.rows, Saved: i.rows - i.failed, Failed: i.failed,
		Created: i.created, Updated: i.updated, Unchanged: i.unchanged, Errors: i.sortedErrors(),
		PicturesToFetch: len(i.wanted),
		Format:          i.header.format.name, Warnings: i.sortedWarnings(), IgnoredColumns: i.header.ignored(),
	}
}

type exportProductsInput struct{ httpapi.CSVFormat }

func (a *api) exportProducts(ctx context.Context, in *exportProductsInput, w *httpapi.Stream) error {
	return a.readers.export(ctx, in.Format(ctx), httpapi.RequireScope(ctx, "stock:read") == nil, w)
}
