package ordering

import shop "orderd/modules/shop/events"

// paymentOption is a way to pay that may be chosen, as GET /v1/shop shows it.
type paymentOption = shop.PaymentOption[paymentMethod]

// paymentOptions are the methods by which the buyer may pay what was evaluated, in the order of the
// settings.
func (t *saleTerms) paymentOptions(e *evaluation, language string) []paymentOption {
	options := []paymentOption{}
	for i := range t.paymentMethods {
		m := &t.paymentMethods[i]
		method := paymentMethod(m.Method)
		if refusal, _ := t.refusalOf(method, e.pricing.Wholesale, e.pricing.Country, e.totals.Total); refusal == "" {
			options = append(options, shop.PaymentOptionIn[paymentMethod](m, language, t.profile.Locale))
		}
	}
	return options
}
