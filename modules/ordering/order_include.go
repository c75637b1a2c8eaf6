package ordering

import (
	"slices"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// orderInclusion is what the answer with an order may have beside it.
type orderInclusion string

const (
	includeTracking orderInclusion = "tracking"
	includePayment  orderInclusion = "payment"
	includeReturns  orderInclusion = "returns"
)

// Values are all of them.
func (orderInclusion) Values() []string {
	return convert.Strings(includeTracking, includePayment, includeReturns)
}

// orderWithIncluded is an order as its buyer reads it.
type orderWithIncluded struct {
	orderView
	Included *orderIncluded `json:"included" doc:"What was asked for with include; null without it."`
}

// SchemaName is the name in the document.
func (orderWithIncluded) SchemaName() string { return "OrderWithIncluded" }

type orderIncluded struct {
	Tracking *trackingView    `json:"tracking" doc:"As GET /v1/orders/{id}/tracking."`
	Payment  *includedPayment `json:"payment" doc:"As GET /v1/orders/{id}/payment, without clientSecret, and without asking the card provider."`
	Returns  []returnView     `json:"returns" nullable:"true" doc:"The data of GET /v1/orders/{id}/returns; null unless asked for."`
}

// SchemaName is the name in the document.
func (orderIncluded) SchemaName() string { return "OrderIncluded" }

// includedPayment has the shape of the payment that the module payments answers with.
type includedPayment struct {
	Method         paymentMethod `json:"method" example:"bank_transfer"`
	Status         paymentStatus `json:"status" example:"unpaid"`
	PublishableKey *string       `json:"publishableKey" example:"pk_live_51H"`
	ClientSecret   *string       `json:"clientSecret" doc:"Always null: GET /v1/orders/{id}/payment prepares the payment by card."`
	Type           *string       `json:"type" example:"sepa_debit"`
	Processing     bool          `json:"processing" example:"false"`
	Due            money.Cents   `json:"due" example:"58.87"`
	DueAt          *httpapi.Time `json:"dueAt"`
	Instructions   *string       `json:"instructions" example:"Please have 58.87 EUR ready."`
	Transfer       *transferView `json:"transfer" doc:"As the order's payment has it."`
}

// SchemaName is the name in the document.
func (includedPayment) SchemaName() string { return "IncludedPayment" }

// included reads what is to be answered beside an order; nil when nothing is.
func (t *saleTerms) included(db *gorm.DB, o *order, asked []orderInclusion) (*orderIncluded, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	var in orderIncluded
	if slices.Contains(asked, includePayment) {
		in.Payment = t.includedPayment(o)
	}
	if slices.Contains(asked, includeTracking) {
		entries, err := timelineOf(db, o.ID)
		if err != nil {
			return nil, err
		}
		in.Tracking = new(viewTracking(o, entries))
	}
	if slices.Contains(asked, includeReturns) {
		found, _, err := pageOfReturns(db, returnFilter{OrderID: o.ID}, httpapi.Page{Page: 1, Limit: includedReturns})
		if err != nil {
			return nil, err
		}
		in.Returns = convert.All(found, viewReturn)
	}
	return &in, nil
}

func (t *saleTerms) includedPayment(o *order) *includedPayment {
	p := t.viewPayment(o)
	v := &includedPayment{
		Method: p.Method, Status: o.PaymentStatus, Processing: p.Processing, Due: p.Due, DueAt: p.DueAt,
		Instructions: p.Instructions, Transfer: p.Transfer,
	}
	if o.PaymentMethod.ViaProvider() && t.CardProvider != nil {
		v.PublishableKey, v.Type = orNull(t.CardProvider.PublishableKey), o.PaymentType
	}
	return v
}

// includedReturns is how many returns are answered with an order: those of the first page.
const includedReturns = 20
