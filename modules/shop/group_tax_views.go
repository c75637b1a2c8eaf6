package shop

import (
	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// taxGroupView is the group of VAT with the table beside it.
type taxGroupView struct {
	groupView[events.Tax]
	Table taxTableView `json:"table"`
}

// SchemaName is the name in the document, in place of that of what it embeds.
func (taxGroupView) SchemaName() string { return "TaxSettingsWithTable" }

// taxTableView are the standard rates of the member states of the EU, which hold where the shop has
// none of its own.
type taxTableView struct {
	AsOf   string             `json:"asOf" format:"date" doc:"The day for which they were looked up." example:"2026-01-01"`
	Source string             `json:"source" example:"https://ec.europa.eu/taxation_customs/tedb"`
	Rates  []taxTableRateView `json:"rates" nullable:"false" doc:"By country."`
}

// SchemaName is the name in the document.
func (taxTableView) SchemaName() string { return "TaxTable" }

type taxTableRateView struct {
	Country  string     `json:"country" example:"DE"`
	Standard money.Rate `json:"standard" example:"19"`
}

// SchemaName is the name in the document.
func (taxTableRateView) SchemaName() string { return "TaxTableRate" }

func viewTaxGroup(v groupView[events.Tax]) taxGroupView {
	return taxGroupView{v, taxTableView{
		AsOf: events.TaxTableAsOf, Source: events.TaxTableSource,
		Rates: convert.All(events.TableCountries(), func(country string) taxTableRateView {
			rate, _ := events.TableRate(country)
			return taxTableRateView{country, rate}
		}),
	}}
}
