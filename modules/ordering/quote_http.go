package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type quoteInput struct {
	CartToken string `header:"X-Cart-Token" doc:"A guest's cart, merged into the caller's first; an unknown one is ignored."`
	Body      struct {
		ShippingMethodID *string         `json:"shippingMethodId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
		PaymentMethod    *string         `json:"paymentMethod,omitempty" enum:"bank_transfer,cash_on_delivery,invoice,card" schema:"PaymentMethod" example:"bank_transfer"`
		Recipient        *namedRecipient `json:"recipient,omitempty" doc:"At most one of recipient, recipientId and addressId; none: the caller's default address."`
		RecipientID      *string         `json:"recipientId,omitempty" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
		AddressID        *string         `json:"addressId,omitempty" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
		Note             *httpapi.Text   `json:"note,omitempty" minLength:"1" maxLength:"1000" doc:"For those who pack." example:"Please ring twice."`
		CartID           *string         `json:"cartId,omitempty" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"`
		ExpectedTotal    *money.Rounded  `json:"expectedTotal,omitempty" doc:"The total that the customer has seen, rounded to the cent." example:"58.87"`
	}
}

// Check says that an order goes to one place.
func (in *quoteInput) Check() []fault.Field {
	b := in.Body
	return onePlace(b.Recipient, b.RecipientID, b.AddressID)
}

func (in *quoteInput) choice() choice {
	b := in.Body
	return choice{
		MethodID: text(b.ShippingMethodID), PaymentMethod: paymentMethod(text(b.PaymentMethod)), Other: b.Recipient.shipTo(), RecipientID: text(b.RecipientID),
		AddressID: text(b.AddressID), CartID: text(b.CartID), ExpectedTotal: (*money.Cents)(b.ExpectedTotal),
	}
}

// quoteView is what a checkout would come to, and what it still lacks.
type quoteView struct {
	Currency      string            `json:"currency" enum:"EUR" example:"EUR"`
	Discounts     []discount        `json:"discounts" nullable:"false"`
	Subtotal      money.Cents       `json:"subtotal" doc:"VAT included." example:"59.97"`
	DiscountTotal money.Cents       `json:"discountTotal" example:"6"`
	ShippingTotal money.Cents       `json:"shippingTotal" doc:"0 without a shipping method." example:"4.9"`
	TaxTotal      money.Cents       `json:"taxTotal" doc:"VAT in total, by the destination." example:"9.4"`
	Total         money.Cents       `json:"total" doc:"expectedTotal of a checkout." example:"58.87"`
	ItemCount     int               `json:"itemCount" doc:"Sum of the quantities." example:"3"`
	Requirements  []requirementView `json:"requirements" nullable:"false" doc:"What a checkout would be refused for."`
}

type requirementView struct {
	Code    string `json:"code" enum:"required,not_allowed,cart_empty,cart_changed,insufficient_stock,code_not_applicable,total_changed,too_many_open_orders" schema:"RequirementCode" doc:"A field's fault, or the code that a checkout would answer with." example:"required"`
	Pointer string `json:"pointer" doc:"Empty: the cart." example:"/shippingMethodId"`
	Detail  string `json:"detail" example:"is required"`
}

func (s *service) handleQuote(ctx context.Context, in *quoteInput) (*httpapi.Reply[quoteView], error) {
	o := ownerOf(ctx, in.CartToken)
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (quoteView, error) { return s.quote(ctx, tx, o, in.choice()) })
}

// quote is what a checkout would come to. What stands in its way is told, not refused.
func (s *service) quote(ctx context.Context, tx *gorm.DB, o owner, ch choice) (quoteView, error) {
	now := s.Clock.Now()
	p, earlier, err := s.prepare(tx, o, ch, now)
	if earlier != nil || fault.Is(err, fault.CartEmpty) { // it is about the cart that the caller will fill next
		if _, err = userCart(tx, o.UserID, now); err == nil {
			ch.CartID = ""
			p, _, err = s.prepare(tx, o, ch, now)
		}
	}
	if err != nil {
		return quoteView{}, err
	}
	v := quoteView{
		Currency: money.Currency, Discounts: p.sums.Discounts, Subtotal: p.sums.Subtotal, DiscountTotal: p.sums.Discount, ShippingTotal: p.sums.Shipping,
		TaxTotal: p.sums.Tax, Total: p.sums.Total, ItemCount: p.sums.Count, Requirements: []requirementView{},
	}
	for _, m := range p.missing {
		v.Requirements = append(v.Requirements, requirementView{Code: m.Code, Pointer: m.Pointer, Detail: m.Detail})
	}
	for _, c := range p.conflicts() {
		pointer := ""
		if c.Code == fault.TotalChanged {
			pointer = "/expectedTotal"
		}
		v.Requirements = append(v.Requirements, requirementView{Code: c.Code, Pointer: pointer, Detail: c.Message})
	}
	return v, s.requireRoom(ctx, tx, p, &v)
}
