package ordering

import (
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// refundView is a refund as its buyer sees it; adminRefundView has more.
type refundView struct {
	ID        string        `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e82"`
	Amount    money.Cents   `json:"amount" example:"19.99"`
	Items     []refundItem  `json:"items" nullable:"false" doc:"Goods that were refunded without a return."`
	Shipping  money.Cents   `json:"shipping" doc:"The part of amount that is for the shipping." example:"0"`
	ReturnID  *string       `json:"returnId" format:"uuid" doc:"The return that it pays for." example:"null"`
	Channel   refundChannel `json:"channel" doc:"Through the card provider, or by hand: then staff send it and confirm." example:"provider"`
	Origin    refundOrigin  `json:"origin" doc:"Where it was made; provider: there, without the shop." example:"shop"`
	Reason    string        `json:"reason" example:"One was broken."`
	Status    refundStatus  `json:"status" example:"succeeded"`
	SettledAt *httpapi.Time `json:"settledAt" doc:"When it succeeded or failed."`
	CreatedAt httpapi.Time  `json:"createdAt"`
}

// adminRefundView is a refund as staff see it on its order.
type adminRefundView struct {
	refundView
	Reference     *string `json:"reference" doc:"Of the transfer, as staff say." example:"2026-11-26 / 4711"`
	FailureReason *string `json:"failureReason" doc:"Why it failed, as staff say." example:"The account is closed."`
}

// SchemaName is the name in the document.
func (adminRefundView) SchemaName() string { return "AdminOrderRefund" }

func viewRefund(r refund) refundView {
	v := refundView{
		ID: r.ID, Amount: r.Amount, Items: r.Items, Shipping: r.Shipping, ReturnID: r.ReturnID, Channel: r.Channel,
		Origin: r.Origin,
		Reason: r.Reason, Status: r.Status, SettledAt: httpapi.TimePtr(r.SettledAt), CreatedAt: httpapi.TimeOf(r.CreatedAt),
	}
	if v.Items == nil {
		v.Items = []refundItem{}
	}
	return v
}

func viewAdminRefund(r refund) adminRefundView {
	return adminRefundView{viewRefund(r), r.Reference, r.Failure}
}

// listedRefundView is a refund outside its order: with what staff need to send it.
type listedRefundView struct {
	adminRefundView
	OrderID     string        `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderNumber string        `json:"orderNumber" example:"ORD-4071826651"`
	Method      paymentMethod `json:"paymentMethod" doc:"Of the order." example:"bank_transfer"`
	Customer    customerView  `json:"customer" doc:"To whom it goes."`
}

// SchemaName is the name in the document.
func (listedRefundView) SchemaName() string { return "AdminRefund" }

// DataSubject is the buyer.
func (v listedRefundView) DataSubject() string { return v.Customer.ID }

func viewListedRefund(r refund) listedRefundView {
	return listedRefundView{
		adminRefundView: viewAdminRefund(r), OrderID: r.OrderID, OrderNumber: r.Order.Number, Method: r.Order.PaymentMethod,
		Customer: viewCustomer(r.Order),
	}
}
