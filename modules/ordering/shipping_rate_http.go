package ordering

import (
	"context"
	"io"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

func (a *api) shippingRateRoutes(r *httpapi.Router) {
	const path = "/v1/admin/shipping-methods/{id}/rates"
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "exportShippingRates", Scope: "settings:read", Method: http.MethodGet, Path: path, Tag: tagConditions,
		Produces: "text/csv", Filename: "shipping-rates.csv", Summary: "Export a method's rates as CSV",
		Detail: "The columns are `countries`, `postalPrefixes`, `fromGrams`, `fromGoods` and `price`; lists have blanks " +
			"between. The file can be imported again." + httpapi.CSVDetail,
	}, a.exportShippingRates)
	httpapi.HandleUpload(r, httpapi.Admin, httpapi.Op{
		ID: "importShippingRates", Scope: "settings:write", Method: http.MethodPut, Path: path, Tag: tagConditions,
		Consumes: "text/csv", Summary: "Replace a method's rates by a CSV file",
		Detail: "The columns are those of the export, in any order; one left out is blank in all rows, and a blank cell is " +
			"0 or an empty list; `price` is required. The whole table is replaced, or nothing: faults are those of " +
			"`rates` of the method, and their details name the line. Spreadsheets' files are taken as they are: UTF-8, " +
			"UTF-16 or Windows-1252, commas, semicolons or tabs, decimal points or commas; `1.299`, which may be either, is " +
			"an error. At most 1 MiB.",
	}, a.importShippingRates)
}

type exportShippingRatesInput struct {
	httpapi.PathID
	httpapi.CSVFormat
}

func (a *api) exportShippingRates(ctx context.Context, in *exportShippingRatesInput, w *httpapi.Stream) error {
	m, err := database.ByID[shippingMethod](a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return err
	}
	return writeRates(w, in.Format(ctx), m.Rates)
}

type importShippingRatesInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

func (a *api) importShippingRates(
	ctx context.Context, in *importShippingRatesInput, body *io.SectionReader,
) (*httpapi.Reply[shippingMethodView], error) {
	file, err := readRates(body)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (shippingMethodView, error) {
		m, err := changeShippingMethod(ctx, tx, in.ID, in.IfMatch, file.replaceIn, a.Clock.Now())
		return viewShippingMethod(m), err
	})
}
