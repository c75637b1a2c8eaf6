package ordering

import (
	"time"

	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// orderView is an order as its buyer and admins see it; their AllowedActions differ.
type orderView struct {
	ID                string            `json:"id" format:"uuid" doc:"Id." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Number            string            `json:"number" pattern:"^ORD-[0-9]+$" doc:"What people call the order." example:"ORD-4071826651"`
	Stage             string            `json:"stage" enum:"awaiting_payment,placed,processing,partially_shipped,shipped,out_for_delivery,delivered,returned,cancelled" schema:"OrderStage" doc:"Where the order stands, in one word." example:"shipped"`
	Status            string            `json:"status" enum:"pending_payment,placed,processing,completed,cancelled" schema:"OrderStatus" doc:"The work on the order." example:"processing"`
	PaymentStatus     string            `json:"paymentStatus" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus" doc:"The money." example:"paid"`
	FulfillmentStatus string            `json:"fulfillmentStatus" enum:"unfulfilled,partially_shipped,shipped,delivered,partially_returned,returned" schema:"FulfillmentStatus" doc:"The goods." example:"shipped"`
	Currency          string            `json:"currency" enum:"EUR" doc:"Of every amount." example:"EUR"`
	Customer          customerView      `json:"customer" doc:"Who bought it."`
	Items             []orderItemView   `json:"items" nullable:"false" doc:"The lines, as they were called and priced at the checkout."`
	ShipTo            shipToView        `json:"shipTo" doc:"Where the order goes. Blank after the erasure of the buyer's account, once the order has ended."`
	RecipientID       *string           `json:"recipientId" format:"uuid" doc:"The saved recipient whom the order is for; null for the buyer." example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	ShippingMethod    namedView         `json:"shippingMethod" doc:"How it is sent."`
	Shipments         []shipmentView    `json:"shipments" nullable:"false" doc:"What was sent, oldest first."`
	Subtotal          money.Cents       `json:"subtotal" doc:"Sum of the lines, VAT included." example:"59.97"`
	DiscountTotal     money.Cents       `json:"discountTotal" doc:"What the codes take off." example:"6"`
	ShippingTotal     money.Cents       `json:"shippingTotal" doc:"What sending costs." example:"4.9"`
	TaxTotal          money.Cents       `json:"taxTotal" doc:"The VAT that total contains." example:"9.4"`
	Total             money.Cents       `json:"total" doc:"subtotal − discountTotal + shippingTotal." example:"58.87"`
	Discounts         []discount        `json:"discounts" nullable:"false" doc:"What each code takes off."`
	Payment           paymentView       `json:"payment" doc:"How it is paid."`
	Refunds           []refundView      `json:"refunds" nullable:"false" doc:"Money on its way back, oldest first."`
	Note              *string           `json:"note" doc:"The buyer's, or null." example:"Please ring twice."`
	AllowedActions    []string          `json:"allowedActions" nullable:"false" enum:"cancel,return,reorder,mark-paid,process,ship,deliver,refund" schema:"OrderAction" doc:"Names of the commands that the caller may use now." example:"[\"cancel\",\"reorder\"]"`
	PlacedAt          httpapi.Time      `json:"placedAt" doc:"When it was checked out."`
	CompletedAt       *httpapi.Time     `json:"completedAt" doc:"When its last line was delivered, or null."`
	CancelledAt       *httpapi.Time     `json:"cancelledAt" doc:"When it was cancelled, or null."`
	Cancellation      *cancellationView `json:"cancellation" doc:"Why it was cancelled, or null."`
	CreatedAt         httpapi.Time      `json:"createdAt" doc:"When it was made."`
	UpdatedAt         httpapi.Time      `json:"updatedAt" doc:"When it last changed."`

	repeated bool
}

// Location is where the buyer reads the order.
func (v orderView) Location() string { return "/v1/orders/" + v.ID }

// DataSubject is the buyer.
func (v orderView) DataSubject() string { return v.Customer.ID }

// Repeated tells that the cart of a checkout had become this order before.
func (v orderView) Repeated() bool { return v.repeated }

type customerView struct {
	ID       string `json:"id" format:"uuid" doc:"Id of the user." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	FullName string `json:"fullName" doc:"As it was at the checkout; blank after the erasure of the account." example:"Ada Lovelace"`
	Email    string `json:"email" doc:"As it was at the checkout; blank after the erasure of the account." example:"ada@example.com"`
}

// SchemaName is the name in the document.
func (customerView) SchemaName() string { return "OrderCustomer" }

type orderItemView struct {
	ID        string            `json:"id" format:"uuid" doc:"Id of the line." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	ProductID string            `json:"productId" format:"uuid" doc:"Id of the product." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	VariantID string            `json:"variantId" format:"uuid" doc:"Id of the variant." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	SKU       string            `json:"sku" doc:"Stock keeping unit." example:"MOKA-6"`
	Name      string            `json:"name" doc:"Name of the product." example:"Moka pot"`
	Options   map[string]string `json:"options" nullable:"false" doc:"What tells the variant from others." example:"{\"size\":\"6 cups\"}"`
	ImageURL  *string           `json:"imageUrl" doc:"Picture, or null." example:"https://shop.example/moka.webp"`
	UnitPrice money.Cents       `json:"unitPrice" doc:"Of one, VAT included." example:"19.99"`
	Quantity  int               `json:"quantity" doc:"How many." example:"3"`
	LineTotal money.Cents       `json:"lineTotal" doc:"unitPrice × quantity." example:"59.97"`
	TaxRate   money.Rate        `json:"taxRate" doc:"VAT in percent, of the destination; 0 in an order to a country outside the EU that the shop has no rates for." example:"19"`
}

type shipToView struct {
	FullName string  `json:"fullName" doc:"Who gets it." example:"Ada Lovelace"`
	Phone    *string `json:"phone" doc:"Phone number, or null." example:"+49 30 1234567"`
	Address  string  `json:"address" doc:"One line of text." example:"Unter den Linden 1, 10117 Berlin"`
	Country  string  `json:"country" schema:"CountryOrBlank" doc:"Blank after the erasure." example:"DE"`
}

type namedView struct {
	ID   string `json:"id" format:"uuid" doc:"Id." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	Name string `json:"name" doc:"Name." example:"Standard"`
}

// SchemaName is the name in the document.
func (namedView) SchemaName() string { return "OrderShippingMethod" }

type shipmentView struct {
	ID                  string             `json:"id" format:"uuid" doc:"Id." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
	Carrier             string             `json:"carrier" doc:"Who carries it." example:"DHL"`
	TrackingNumber      string             `json:"trackingNumber" doc:"The carrier's number of it." example:"00340434161094042557"`
	TrackingURL         *string            `json:"trackingUrl" doc:"Where the carrier shows it, or null." example:"https://carrier.example/track/00340434161094042557"`
	TrackingStatus      string             `json:"trackingStatus" enum:"label_created,picked_up,in_transit,out_for_delivery,attempted,delayed,delivered,exception,return_to_sender" schema:"TrackingStatus" doc:"The carrier's view." example:"in_transit"`
	EstimatedDeliveryAt *httpapi.Time      `json:"estimatedDeliveryAt" doc:"When it should arrive, or null."`
	Items               []shipmentItemView `json:"items" nullable:"false" doc:"What is in it."`
	ShippedAt           httpapi.Time       `json:"shippedAt" doc:"When it left."`
	DeliveredAt         *httpapi.Time      `json:"deliveredAt" doc:"When it arrived, or null."`
}

type shipmentItemView struct {
	OrderItemID string `json:"orderItemId" format:"uuid" doc:"Id of the line." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    int    `json:"quantity" doc:"How many of it." example:"2"`
}

type paymentView struct {
	Method        string        `json:"method" enum:"bank_transfer,cash_on_delivery,invoice,card" schema:"PaymentMethod" doc:"How." example:"bank_transfer"`
	Instructions  *string       `json:"instructions" doc:"What the buyer has to do, in their language, or null." example:"Please have 58.87 EUR ready when the order is delivered."`
	PaidAt        *httpapi.Time `json:"paidAt" doc:"When the money came, or null."`
	RefundedTotal money.Cents   `json:"refundedTotal" doc:"What has gone back." example:"0"`
}

// SchemaName is the name in the document.
func (paymentView) SchemaName() string { return "OrderPayment" }

type refundView struct {
	ID        string       `json:"id" format:"uuid" doc:"Id." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e82"`
	Amount    money.Cents  `json:"amount" doc:"How much." example:"19.99"`
	Reason    string       `json:"reason" doc:"Why." example:"One was broken."`
	Status    string       `json:"status" enum:"pending,succeeded,failed" schema:"RefundStatus" doc:"Whether it has arrived." example:"succeeded"`
	CreatedAt httpapi.Time `json:"createdAt" doc:"When it was begun."`
}

type cancellationView struct {
	Reason string `json:"reason" enum:"customer,admin,payment_timeout" schema:"CancellationReason" doc:"Who wanted it; payment_timeout when the money did not come in time." example:"customer"`
	Actor  string `json:"actor" enum:"customer,admin,system" schema:"CancellationActor" doc:"Who did it." example:"customer"`
}

// viewForBuyer is the order as its buyer sees it, viewForAdmin as an admin does.
func viewForBuyer(o *wholeOrder, now time.Time) orderView {
	return viewOrder(o, o.customerActions(now))
}

func viewForAdmin(o *wholeOrder) orderView { return viewOrder(o, o.adminActions()) }

func viewOrder(o *wholeOrder, actions []string) orderView {
	v := orderView{
		ID: o.ID, Number: o.Number, Stage: o.stage(), Status: o.Status, PaymentStatus: o.PaymentStatus, FulfillmentStatus: o.FulfillmentStatus,
		Currency: money.Currency, Customer: customerView{ID: o.UserID, FullName: o.BuyerName, Email: o.BuyerEmail},
		Items:       listOf(o.Items, viewOrderItem),
		ShipTo:      shipToView{FullName: o.ShipTo.Name, Phone: o.ShipTo.Phone, Address: o.ShipTo.Address, Country: o.ShipTo.Country},
		RecipientID: o.RecipientID, ShippingMethod: namedView{ID: o.ShippingMethodID, Name: o.ShippingMethodName},
		Shipments: listOf(o.Shipments, o.viewShipment),
		Subtotal:  o.Subtotal, DiscountTotal: o.Discount, ShippingTotal: o.Shipping, TaxTotal: o.Tax, Total: o.Total, Discounts: o.Discounts,
		Payment: paymentView{Method: o.PaymentMethod, Instructions: o.Instructions, PaidAt: httpapi.TimePtr(o.PaidAt), RefundedTotal: o.Refunded},
		Refunds: listOf(o.Refunds, viewRefund), Note: o.Note, AllowedActions: actions,
		PlacedAt: httpapi.TimeOf(o.PlacedAt), CompletedAt: httpapi.TimePtr(o.CompletedAt), CancelledAt: httpapi.TimePtr(o.CancelledAt),
		CreatedAt: httpapi.TimeOf(o.CreatedAt), UpdatedAt: httpapi.TimeOf(o.UpdatedAt),
	}
	if o.CancellationReason != nil {
		v.Cancellation = &cancellationView{Reason: *o.CancellationReason, Actor: text(o.CancellationActor)}
	}
	return v
}

func viewOrderItem(i orderItem) orderItemView {
	return orderItemView{
		ID: i.ID, ProductID: i.ProductID, VariantID: i.VariantID, SKU: i.SKU, Name: i.Name, Options: i.Options, ImageURL: i.ImageURL,
		UnitPrice: i.UnitPrice, Quantity: i.Quantity, LineTotal: i.LineTotal, TaxRate: i.TaxRate,
	}
}

func (o *wholeOrder) viewShipment(s shipment) shipmentView {
	v := shipmentView{
		ID: s.ID, Carrier: s.Carrier, TrackingNumber: s.TrackingNumber, TrackingURL: s.TrackingURL, TrackingStatus: s.TrackingStatus,
		EstimatedDeliveryAt: httpapi.TimePtr(s.EstimatedDeliveryAt), Items: []shipmentItemView{},
		ShippedAt: httpapi.TimeOf(s.ShippedAt), DeliveredAt: httpapi.TimePtr(s.DeliveredAt),
	}
	for _, p := range o.Packed {
		if p.ShipmentID == s.ID {
			v.Items = append(v.Items, shipmentItemView{OrderItemID: p.OrderItemID, Quantity: p.Quantity})
		}
	}
	return v
}

func viewRefund(r refund) refundView {
	return refundView{ID: r.ID, Amount: r.Amount, Reason: r.Reason, Status: r.Status, CreatedAt: httpapi.TimeOf(r.CreatedAt)}
}
