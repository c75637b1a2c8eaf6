package events

import "orderd/platform/convert"

// OrderStatus is how far the work on an order has come. OrderPlaced carries one of the first two.
type OrderStatus string

// The statuses of an order. Completed and cancelled are final.
const (
	OrderStatusPendingPayment OrderStatus = "pending_payment"
	OrderStatusPlaced         OrderStatus = "placed"
	OrderStatusProcessing     OrderStatus = "processing"
	OrderStatusCompleted      OrderStatus = "completed"
	OrderStatusCancelled      OrderStatus = "cancelled"
)

// Values are all of them.
func (OrderStatus) Values() []string {
	return convert.Strings(
		OrderStatusPendingPayment, OrderStatusPlaced, OrderStatusProcessing, OrderStatusCompleted,
		OrderStatusCancelled,
	)
}

// PaymentStatus is how an order's payment stands.
type PaymentStatus string

// The payment statuses of an order.
const (
	PaymentStatusUnpaid PaymentStatus = "unpaid"
	PaymentStatusPaid   PaymentStatus = "paid"
	// The card was refused; another try may succeed.
	PaymentStatusFailed            PaymentStatus = "failed"
	PaymentStatusPartiallyRefunded PaymentStatus = "partially_refunded"
	PaymentStatusRefunded          PaymentStatus = "refunded"
)

// Values are all of them.
func (PaymentStatus) Values() []string {
	return convert.Strings(
		PaymentStatusUnpaid, PaymentStatusPaid, PaymentStatusPartiallyRefunded, PaymentStatusRefunded,
		PaymentStatusFailed,
	)
}

// PaymentMethod is how an order is paid.
type PaymentMethod string

// The payment methods.
const (
	PaymentMethodBankTransfer   PaymentMethod = "bank_transfer"
	PaymentMethodCashOnDelivery PaymentMethod = "cash_on_delivery"
	PaymentMethodInvoice        PaymentMethod = "invoice" // for wholesale accounts
	PaymentMethodCard           PaymentMethod = "card"
)

// Values are all of them.
func (PaymentMethod) Values() []string {
	return convert.Strings(
		PaymentMethodBankTransfer, PaymentMethodCashOnDelivery, PaymentMethodInvoice, PaymentMethodCard,
	)
}

// ViaProvider reports whether orders with the method are paid through a provider, which says by
// itself that the money has come.
func (m PaymentMethod) ViaProvider() bool { return m == PaymentMethodCard }

// Prepaid reports whether an order with the method waits for its money.
func (m PaymentMethod) Prepaid() bool { return m == PaymentMethodBankTransfer || m.ViaProvider() }

// RecipientKind is whom an order is for.
type RecipientKind string

// The kinds of recipients.
const (
	RecipientSelf  RecipientKind = "self"  // the buyer, at an address of their own
	RecipientOther RecipientKind = "other" // a person whom the checkout names
	RecipientSaved RecipientKind = "saved" // a saved recipient of the buyer's
)

// CancellationReason is why an order was cancelled.
type CancellationReason string

// The reasons of a cancellation.
const (
	CancellationReasonCustomer CancellationReason = "customer" // the buyer wanted it
	CancellationReasonAdmin    CancellationReason = "admin"
	// The payment did not come in time.
	CancellationReasonPaymentTimeout CancellationReason = "payment_timeout"
)

// Values are all of them.
func (CancellationReason) Values() []string {
	return convert.Strings(
		CancellationReasonCustomer, CancellationReasonAdmin, CancellationReasonPaymentTimeout,
	)
}

// CancellationActor is who cancelled an order.
type CancellationActor string

// The actors of a cancellation. The system acts on a payment timeout.
const (
	CancellationActorCustomer CancellationActor = "customer"
	CancellationActorAdmin    CancellationActor = "admin"
	CancellationActorSystem   CancellationActor = "system"
)

// Values are all of them.
func (CancellationActor) Values() []string {
	return convert.Strings(CancellationActorCustomer, CancellationActorAdmin, CancellationActorSystem)
}

// TrackingStatus is where a shipment is, as its carrier reports.
type TrackingStatus string

// The tracking statuses. A shipment begins with TrackingStatusLabelCreated.
const (
	TrackingStatusLabelCreated   TrackingStatus = "label_created"
	TrackingStatusPickedUp       TrackingStatus = "picked_up"
	TrackingStatusInTransit      TrackingStatus = "in_transit"
	TrackingStatusOutForDelivery TrackingStatus = "out_for_delivery"
	TrackingStatusAttempted      TrackingStatus = "attempted"
	TrackingStatusDelayed        TrackingStatus = "delayed"
	TrackingStatusDelivered      TrackingStatus = "delivered"
	TrackingStatusException      TrackingStatus = "exception"
	TrackingStatusReturnToSender TrackingStatus = "return_to_sender"
)

// Values are all of them.
func (TrackingStatus) Values() []string {
	return convert.Strings(
		TrackingStatusLabelCreated, TrackingStatusPickedUp, TrackingStatusInTransit,
		TrackingStatusOutForDelivery, TrackingStatusAttempted, TrackingStatusDelayed,
		TrackingStatusDelivered, TrackingStatusException, TrackingStatusReturnToSender,
	)
}

// ShipmentOutcome is how a shipment ended that did not arrive.
type ShipmentOutcome string

// The outcomes of a shipment that did not arrive.
const (
	ShipmentOutcomeReturned ShipmentOutcome = "returned" // it came back
	ShipmentOutcomeLost     ShipmentOutcome = "lost"
)

// Values are all of them.
func (ShipmentOutcome) Values() []string {
	return convert.Strings(ShipmentOutcomeReturned, ShipmentOutcomeLost)
}

// ReturnStatus is how far a return has come. ReturnDecided carries approved or rejected.
type ReturnStatus string

// The statuses of a return. Rejected and received are final.
const (
	ReturnStatusRequested ReturnStatus = "requested"
	ReturnStatusApproved  ReturnStatus = "approved"
	ReturnStatusRejected  ReturnStatus = "rejected"
	ReturnStatusReceived  ReturnStatus = "received"
)

// Values are all of them.
func (ReturnStatus) Values() []string {
	return convert.Strings(
		ReturnStatusRequested, ReturnStatusApproved, ReturnStatusRejected, ReturnStatusReceived,
	)
}

// RefundStatus is how far a refund has come. RefundSettled carries succeeded or failed.
type RefundStatus string

// The statuses of a refund. One that has succeeded by card may still fail.
const (
	RefundStatusPending   RefundStatus = "pending"
	RefundStatusSucceeded RefundStatus = "succeeded"
	RefundStatusFailed    RefundStatus = "failed"
)

// Values are all of them.
func (RefundStatus) Values() []string {
	return convert.Strings(RefundStatusPending, RefundStatusSucceeded, RefundStatusFailed)
}

// RefundChannel is how money goes back to the buyer.
type RefundChannel string

// The channels of a refund. Events from before there were channels have none: such a refund of an
// order that is paid by card goes through the provider, and any other was made by hand.
const (
	RefundChannelProvider RefundChannel = "provider" // the card provider sends it
	RefundChannelManual   RefundChannel = "manual"   // staff send it, and confirm that they have
)

// Values are all of them.
func (RefundChannel) Values() []string {
	return convert.Strings(RefundChannelProvider, RefundChannelManual)
}

// RefundOrigin is where a refund was made.
type RefundOrigin string

// The origins of a refund.
const (
	RefundOriginShop     RefundOrigin = "shop"
	RefundOriginProvider RefundOrigin = "provider" // at the card provider, without the shop
)

// Values are all of them.
func (RefundOrigin) Values() []string { return convert.Strings(RefundOriginShop, RefundOriginProvider) }

// ShippingMethodKind is how goods reach the buyer.
type ShippingMethodKind string

// The kinds of shipping methods.
const (
	ShippingDelivery ShippingMethodKind = "delivery"
	ShippingPickup   ShippingMethodKind = "pickup" // the buyer collects them at the seller's address
)

// Values are all of them.
func (ShippingMethodKind) Values() []string { return convert.Strings(ShippingDelivery, ShippingPickup) }

// VoucherStatus is what has become of a loyalty voucher.
type VoucherStatus string

// The statuses of a voucher.
const (
	VoucherStatusAvailable VoucherStatus = "available" // again, after a cancellation
	VoucherStatusSpent     VoucherStatus = "spent"
	VoucherStatusExpired   VoucherStatus = "expired"
	VoucherStatusVoided    VoucherStatus = "voided" // its points were taken back
)

// Values are all of them.
func (VoucherStatus) Values() []string {
	return convert.Strings(
		VoucherStatusAvailable, VoucherStatusSpent, VoucherStatusExpired, VoucherStatusVoided,
	)
}
