package ordering

import (
	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// taxView is what an order comes to at one VAT rate.
type taxView struct {
	Rate     money.Rate        `json:"rate" doc:"Percent." example:"19"`
	Category taxCategory       `json:"category" doc:"Standard, zero rate, exempt, export (G), intra-Community supply (K)." example:"S"`
	Reason   *events.TaxReason `json:"reason" doc:"Why there is no VAT; null for S, Z, and orders from before it was kept." example:"export"`
	Net      money.Cents       `json:"net" example:"49.47"`
	Tax      money.Cents       `json:"tax" example:"9.4"`
	Gross    money.Cents       `json:"gross" doc:"net + tax." example:"58.87"`
}

// SchemaName is the name in the document.
func (taxView) SchemaName() string { return "OrderTax" }

func viewTax(r taxRow) taxView {
	return taxView{
		Rate: r.Rate, Category: r.Category, Reason: r.Category.Reason(), Net: r.Net, Tax: r.Tax, Gross: r.Net + r.Tax,
	}
}

// viewTaxes shows the taxes of the order, as the checkout stored them.
func (o *order) viewTaxes() []taxView {
	if len(o.Taxes) == 0 {
		return o.formerTaxes()
	}
	return convert.All(o.Taxes, viewTax)
}
