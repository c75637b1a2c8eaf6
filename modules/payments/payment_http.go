package payments

import (
	"context"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/grant"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// paymentView is how an order is paid.
type paymentView struct {
	Method         ordering.PaymentMethod `json:"method" example:"card"`
	Status         ordering.PaymentStatus `json:"status" doc:"A failed card may be tried again." example:"unpaid"`
	PublishableKey *string                `json:"publishableKey" doc:"For Stripe's client library; null unless method is card." example:"pk_live_51H"`
	ClientSecret   *string                `json:"clientSecret" doc:"For Stripe's client library; null until prepared, while Stripe does not answer, while processing, when nothing can be paid by card any more, and unless method is card." example:"pi_3PqT2h_secret_R8bM"`
	Type           *string                `json:"type" doc:"By what the buyer has paid online, or tried to, as Stripe calls it: card, paypal, sepa_debit. null until known." example:"sepa_debit"`
	Processing     bool                   `json:"processing" doc:"The buyer has paid, and the money is on its way: the order is unpaid and waits for it." example:"false"`
	Due            money.Cents            `json:"due" doc:"What is still to pay." example:"58.87"`
	DueAt          *httpapi.Time          `json:"dueAt" doc:"Of due, as the order's payment has it."`
	Instructions   *string                `json:"instructions" doc:"In the buyer's language, over what is due; null when nothing is." example:"Please have 58.87 EUR ready when the order is delivered."`
	Transfer       *transferView          `json:"transfer" doc:"As the order's payment has it."`
}

// transferView is a transfer that pays an order.
type transferView struct {
	IBAN      *string       `json:"iban" doc:"Without blanks." example:"DE02120300000000202051"`
	BIC       *string       `json:"bic" example:"BYLADEM1001"`
	Holder    string        `json:"holder" example:"Moka & Co GmbH"`
	Reference string        `json:"reference" example:"ORD-4071826651"`
	Amount    money.Cents   `json:"amount" example:"58.87"`
	DueAt     *httpapi.Time `json:"dueAt"`
}

// SchemaName is the name in the document.
func (transferView) SchemaName() string { return "PaymentTransfer" }

type paymentInput struct{ httpapi.PathID }

// orderToken opens the order of a guest, as ordering does.
var orderToken = httpapi.GuestToken{
	Name: "order", Header: "X-Order-Token", Description: "Of a guest's order: from its checkout, its mails or a look-up.",
}

// buyerFor is the buyer as whom the caller may see the order: the caller, or the guest whose token
// opens it; "" for none.
func (a *api) buyerFor(ctx context.Context, orderID string) string {
	if g, ok := grant.Open(a.secret, httpapi.GuestTokenOf(ctx), a.clock.Now()); ok && g.Resource == orderID {
		return g.Holder
	}
	p, _ := auth.From(ctx)
	return p.UserID
}

func (a *api) getPayment(ctx context.Context, in *paymentInput) (*httpapi.Reply[paymentView], error) {
	o, i, err := paymentOf(a.db.WithContext(ctx), in.ID, a.buyerFor(ctx, in.ID))
	if err == nil && a.reader != nil && o.Method.ViaProvider() && i.awaited(o) {
		i, err = a.reader.refresh(ctx, a.tasks, o, i)
	}
	if err != nil {
		return nil, err
	}
	return httpapi.OK(a.viewPayment(o, i))
}

// viewPayment shows the order's payment, with what is known of its intent if it is paid through a
// provider.
func (a *api) viewPayment(o order, i intent) paymentView {
	o.Status = i.paymentStatus(o)
	current := a.settings.Current()
	v := paymentView{
		Method: o.Method, Status: o.Status, Processing: i.processing(o), DueAt: httpapi.TimePtr(o.dueAt()),
		Instructions: current.instructions(o), Transfer: current.transfer(o),
	}
	if o.asksForMoney() {
		v.Due = o.due()
	}
	if !o.Method.ViaProvider() {
		return v
	}
	v.Type = i.PaymentType
	if o.asksForMoney() && !v.Processing && (i.Mismatched || !o.takenBy(a.card)) {
		v.Instructions = new(chooseAnother[o.Locale == "de"])
		return v
	}
	v.ClientSecret = i.usableSecret(o)
	if a.card != nil && a.card.PublishableKey != "" {
		v.PublishableKey = &a.card.PublishableKey
	}
	return v
}

// chooseAnother is what a buyer does who can't pay the amount through the provider, in German or
// not: it takes no such amount, or has taken another one before.
var chooseAnother = map[bool]string{
	false: "This amount can't be paid by card. Please choose another way to pay.",
	true:  "Dieser Betrag kann nicht mit Karte bezahlt werden. Bitte wählen Sie eine andere Zahlungsart.",
}

// instructions are how what is due of the order is paid, to the account that the shop has now; nil
// when nothing is due. Those of then stand in while the shop's settings are not known here.
func (s *settings) instructions(o order) *string {
	switch {
	case !o.asksForMoney():
		return nil
	case s.profile.Name == "" || o.Number == "" || o.Locale == "":
		return o.Instructions
	}
	i := ordering.Instructions{Method: o.Method, Locale: o.Locale, Number: o.Number, Due: o.due()}
	if o.DueAt != nil {
		i.Until = clock.FormatDay(o.DueAt.In(s.zone), o.Locale)
	}
	return i.Text(s.bank, s.seller, s.profile)
}

// transfer is what pays what is due of the order, to the account that the shop has now; nil when
// nothing is due, when the order is paid in another way, and while the shop's settings are not
// known here.
func (s *settings) transfer(o order) *transferView {
	byTransfer := o.Method == ordering.PaymentMethodBankTransfer || o.Method == ordering.PaymentMethodInvoice
	if !byTransfer || !o.asksForMoney() || s.profile.Name == "" || o.Number == "" {
		return nil
	}
	return &transferView{
		IBAN: s.bank.IBAN, BIC: s.bank.BIC, Holder: s.bank.Payee(s.seller, s.profile), Reference: o.Number, Amount: o.due(),
		DueAt: httpapi.TimePtr(o.dueAt()),
	}
}
