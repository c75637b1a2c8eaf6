package ordering

import (
	"orderd/platform/convert"
	"orderd/platform/metadata"
	"orderd/platform/money"
)

// adminOrderView is an order as admins see it: with what is left to ship, to return and to refund,
// and with the notes and the metadata of staff.
type adminOrderView struct {
	orderView
	Items    []adminOrderItemView `json:"items" nullable:"false" doc:"As at the checkout."`
	Payment  adminPaymentView     `json:"payment"`
	Refunds  []adminRefundView    `json:"refunds" nullable:"false" doc:"Oldest first."`
	Version  int64                `json:"version" doc:"Rises with every change of shipTo, billTo or metadata by an admin." example:"1"`
	Notes    []orderNoteView      `json:"notes" nullable:"false" doc:"Of staff, oldest first. The buyer never sees them."`
	Metadata metadata.Object      `json:"metadata"`
}

// SchemaName is the name in the document.
func (adminOrderView) SchemaName() string { return "AdminOrder" }

// ResourceVersion is the version of the order.
func (v adminOrderView) ResourceVersion() int64 { return v.Version }

type adminOrderItemView struct {
	orderItemView
	ShippedQuantity  int `json:"shippedQuantity" doc:"In all shipments but those that ended undelivered. quantity less this and cancelled is left to ship." example:"2"`
	ReturnedQuantity int `json:"returnedQuantity" doc:"Returned and received." example:"0"`

	RefundableQuantity int         `json:"refundableQuantity" doc:"Units that refund takes: paid for, and neither cancelled, returned nor refunded." example:"3"`
	RefundableAmount   money.Cents `json:"refundableAmount" doc:"What they cost after discounts." example:"53.97"`
}

// SchemaName is the name in the document.
func (adminOrderItemView) SchemaName() string { return "AdminOrderItem" }

type adminPaymentView struct {
	paymentView
	Refundable         money.Cents `json:"refundable" doc:"What came and is neither refunded nor being refunded." example:"58.87"`
	RefundableShipping money.Cents `json:"refundableShipping" doc:"The part of it that is for the shipping." example:"4.9"`
}

// SchemaName is the name in the document.
func (adminPaymentView) SchemaName() string { return "AdminOrderPayment" }

// adminView is the order as an admin sees it.
func (t *saleTerms) adminView(o order) adminOrderView {
	v := t.viewOrder(&o, o.adminActions())
	viewItem := func(i orderItem) adminOrderItemView {
		units := o.unitsToRefund(&i)
		_, cost := i.undo(units)
		return adminOrderItemView{
			orderItemView: viewOrderItem(i), ShippedQuantity: i.Shipped, ReturnedQuantity: i.Returned,
			RefundableQuantity: units, RefundableAmount: cost,
		}
	}
	return adminOrderView{
		orderView: v, Items: convert.All(o.Items, viewItem), Payment: viewAdminPayment(&o, v.Payment),
		Refunds: convert.All(o.Refunds, viewAdminRefund), Version: o.Version, Notes: convert.All(o.Notes, viewOrderNote),
		Metadata: o.Metadata,
	}
}

func viewAdminPayment(o *order, v paymentView) adminPaymentView {
	return adminPaymentView{v, o.refundable(), min(o.shippingToRefund(), o.refundable())}
}
