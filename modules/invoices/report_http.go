package invoices

import (
	"context"
	"net/http"
	"strconv"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

func (a *api) reportRoutes(r *httpapi.Router) {
	httpapi.HandleStream(r, httpapi.Admin, httpapi.Op{
		ID: "getTaxReport", Scope: "reports:read", Method: http.MethodGet, Path: "/v1/admin/reports/tax", Tag: tagAdmin,
		Summary: "Read the VAT of a period",
		Detail: "Of the documents of these days, at most 366, less what they take off invoices. `oss`: to another member " +
			"state, at its own rate.",
		Produces: "application/json", AlsoProduces: "text/csv", Body: taxReportView{},
	}, a.getTaxReport)
}

// reportFormat is how a report is written.
type reportFormat string

const (
	reportJSON reportFormat = "json"
	reportCSV  reportFormat = "csv"
)

// Values are all of them.
func (reportFormat) Values() []string { return convert.Strings(reportJSON, reportCSV) }

type taxReportInput struct {
	From   string       `query:"from" format:"date" required:"true" doc:"The first day of issue, in the shop's time zone." example:"2026-11-01"`
	To     string       `query:"to" format:"date" required:"true" doc:"The last day." example:"2026-11-30"`
	Format reportFormat `query:"format" default:"json"`
}

// Check refuses a period that ends before it begins, or is too long.
func (in *taxReportInput) Check() []fault.Field { return period{in.From, in.To}.checkLength() }

type taxReportView struct {
	From   string             `json:"from" format:"date" example:"2026-11-01"`
	To     string             `json:"to" format:"date" example:"2026-11-30"`
	Data   []taxReportRowView `json:"data" nullable:"false"`
	Totals taxTotalsView      `json:"totals"`
}

// SchemaName is the name in the document.
func (taxReportView) SchemaName() string { return "TaxReport" }

type taxReportRowView struct {
	Country   string      `json:"country" doc:"Where the VAT counts." example:"DE"`
	Scheme    taxScheme   `json:"scheme" example:"domestic"`
	Rate      money.Rate  `json:"rate" example:"19"`
	Category  taxCategory `json:"category" example:"S"`
	Documents int64       `json:"documents" example:"27"`
	Net       money.Sum   `json:"net" example:"1132.23"`
	Tax       money.Sum   `json:"tax" example:"215.12"`
	Gross     money.Sum   `json:"gross" example:"1347.35"`
}

// SchemaName is the name in the document.
func (taxReportRowView) SchemaName() string { return "TaxReportRow" }

type taxTotalsView struct {
	Net   money.Sum `json:"net" example:"1132.23"`
	Tax   money.Sum `json:"tax" example:"215.12"`
	Gross money.Sum `json:"gross" example:"1347.35"`
}

// SchemaName is the name in the document.
func (taxTotalsView) SchemaName() string { return "TaxReportTotals" }

func (a *api) getTaxReport(ctx context.Context, in *taxReportInput, w *httpapi.Stream) error {
	from, to := period{in.From, in.To}.times(a.settings.Current())
	sums, err := taxSums(a.db.WithContext(ctx), from, to)
	if err != nil {
		return err
	}
	v := taxReportView{From: in.From, To: in.To, Data: convert.All(sums, viewTaxSum)}
	for _, s := range sums {
		v.Totals.Net += money.Sum(s.Net)
		v.Totals.Tax += money.Sum(s.Tax)
		v.Totals.Gross += money.Sum(s.Gross)
	}
	if in.Format == reportCSV {
		w.Produce("text/csv", "tax-"+in.From+"-"+in.To+".csv")
		return writeTaxReport(sums, httpapi.CSVFormat{}.Format(ctx), w)
	}
	return w.JSON(v)
}

func viewTaxSum(s taxSum) taxReportRowView {
	return taxReportRowView{
		Country: s.Country, Scheme: s.Scheme, Rate: s.Rate, Category: s.Category, Documents: s.Documents,
		Net: money.Sum(s.Net), Tax: money.Sum(s.Tax), Gross: money.Sum(s.Gross),
	}
}

// writeTaxReport writes the report as CSV, without the totals.
func writeTaxReport(sums []taxSum, format safecsv.Format, w *httpapi.Stream) error {
	out := safecsv.NewWriter(w, format)
	header := []string{"country", "scheme", "rate", "category", "documents", "net", "tax", "gross"}
	if err := out.WriteRow(header...); err != nil {
		return err
	}
	for _, s := range sums {
		err := out.WriteRowWithNumbers([]string{s.Country, string(s.Scheme)}, format.Number(money.Cents(s.Rate).String()),
			string(s.Category), strconv.FormatInt(s.Documents, 10), format.Number(s.Net.String()),
			format.Number(s.Tax.String()), format.Number(s.Gross.String()))
		if err != nil {
			return err
		}
	}
	return out.Flush()
}
