package ordering

import (
	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// quotedPaymentMethod is a way to pay that may be chosen, as GET /v1/shop shows it.
type quotedPaymentMethod struct {
	Method    paymentMethod `json:"method" example:"bank_transfer"`
	Title     string        `json:"title" example:"Bank transfer"`
	Text      *string       `json:"text" example:"We send as soon as the money has come."`
	Countries []string      `json:"countries" nullable:"false" doc:"Of destination; empty: all." example:"[\"DE\",\"AT\"]"`
	Minimum   *money.Cents  `json:"minimum" doc:"What an order must cost; null: no bound." example:"10"`
	Maximum   *money.Cents  `json:"maximum" doc:"What an order may cost; null: no bound." example:"500"`
}

// SchemaName is the name in the document.
func (quotedPaymentMethod) SchemaName() string { return "QuotedPaymentMethod" }

// paymentOptions are the methods by which the buyer may pay what was evaluated, in the order of the
// settings.
func (t *saleTerms) paymentOptions(e *evaluation, language string) []quotedPaymentMethod {
	options := []quotedPaymentMethod{}
	for i := range t.paymentMethods {
		m := &t.paymentMethods[i]
		method := paymentMethod(m.Method)
		if refusal, _ := t.refusalOf(method, e.pricing.Wholesale, e.pricing.Country, e.totals.Total); refusal == "" {
			options = append(options, viewPaymentOption(m, language, t.profile.Locale))
		}
	}
	return options
}

func viewPaymentOption(m *shop.MethodSetting, language, otherwise string) quotedPaymentMethod {
	title, text := m.TextIn(language, otherwise)
	return quotedPaymentMethod{
		Method: paymentMethod(m.Method), Title: title, Text: text, Countries: append([]string{}, m.Countries...),
		Minimum: m.Minimum, Maximum: m.Maximum,
	}
}
