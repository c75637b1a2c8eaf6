package ordering

import (
	"time"

	media "orderd/modules/media/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// orderView is an order as its buyer sees it; adminOrderView has more.
type orderView struct {
	ID                string               `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Number            string               `json:"number" pattern:"^ORD-[0-9]+$" example:"ORD-4071826651"`
	Stage             orderStage           `json:"stage" doc:"Derived, for people." example:"shipped"`
	Status            orderStatus          `json:"status" example:"processing"`
	PaymentStatus     paymentStatus        `json:"paymentStatus" example:"paid"`
	FulfillmentStatus fulfillmentStatus    `json:"fulfillmentStatus" example:"shipped"`
	Currency          string               `json:"currency" enum:"EUR" example:"EUR"`
	Customer          customerView         `json:"customer"`
	Items             []orderItemView      `json:"items" nullable:"false" doc:"As at the checkout."`
	ShipTo            shipToView           `json:"shipTo" doc:"Blank after the buyer's erasure, once the order has ended."`
	BillTo            *billToView          `json:"billTo" doc:"To whom the invoice goes. null: from before it was kept, or erased as shipTo."`
	RecipientID       *string              `json:"recipientId" format:"uuid" doc:"null: for the buyer." example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	ShippingMethod    orderMethodView      `json:"shippingMethod"`
	Shipments         []shipmentView       `json:"shipments" nullable:"false" doc:"Oldest first."`
	PriceMode         shop.PriceMode       `json:"priceMode" doc:"net: the prices, subtotal, discounts and shippingTotal are without VAT." example:"gross"`
	Subtotal          money.Cents          `json:"subtotal" example:"59.97"`
	DiscountTotal     money.Cents          `json:"discountTotal" example:"6"`
	ShippingTotal     money.Cents          `json:"shippingTotal" example:"4.9"`
	TaxTotal          money.Cents          `json:"taxTotal" doc:"VAT, by the destination." example:"9.4"`
	Taxes             []taxView            `json:"taxes" nullable:"false" doc:"What is paid at each VAT rate, the highest first, shipping included: gross adds up to total, tax to taxTotal."`
	Total             money.Cents          `json:"total" doc:"subtotal − discountTotal + shippingTotal; net: + taxTotal." example:"58.87"`
	Discounts         []discount           `json:"discounts" nullable:"false"`
	Payment           paymentView          `json:"payment"`
	Refunds           []refundView         `json:"refunds" nullable:"false" doc:"Oldest first."`
	Note              *string              `json:"note" example:"Please ring twice."`
	AllowedActions    []orderAction        `json:"allowedActions" nullable:"false" doc:"What the caller may do now." example:"[\"cancel\",\"reorder\"]"`
	PlacedAt          httpapi.Time         `json:"placedAt" doc:"The checkout."`
	CompletedAt       *httpapi.Time        `json:"completedAt"`
	ReturnUntil       *httpapi.Time        `json:"returnUntil" doc:"30 × 24 h after the last delivery, or as long as the shop gave when the order was placed: until then goods may be returned. null before it; what has arrived may be returned all the same."`
	Withdrawal        *orderWithdrawalView `json:"withdrawal" doc:"A consumer's right to withdraw from the contract; null: none, or an order of before."`
	CancelledAt       *httpapi.Time        `json:"cancelledAt"`
	Cancellation      *cancellationView    `json:"cancellation"`
	CreatedAt         httpapi.Time         `json:"createdAt"`
	UpdatedAt         httpapi.Time         `json:"updatedAt"`

	repeated bool
}

// Location is where the buyer reads the order.
func (v orderView) Location() string { return "/v1/orders/" + v.ID }

// DataSubject is the buyer.
func (v orderView) DataSubject() string { return v.Customer.ID }

// Repeated reports whether an earlier checkout had made this order of the same cart.
func (v orderView) Repeated() bool { return v.repeated }

type customerView struct {
	ID       string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	FullName string `json:"fullName" doc:"As at the checkout; blank after the erasure." example:"Ada Lovelace"`
	Email    string `json:"email" doc:"As at the checkout; blank after the erasure." example:"ada@example.com"`
	Guest    bool   `json:"guest" doc:"Without an account." example:"false"`
}

// SchemaName is the name in the document.
func (customerView) SchemaName() string { return "OrderCustomer" }

type orderItemView struct {
	ID           string            `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	ProductID    string            `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	VariantID    string            `json:"variantId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	SKU          string            `json:"sku" example:"MOKA-6"`
	Name         string            `json:"name" example:"Moka pot"`
	Slug         *string           `json:"slug" doc:"Of the product, now; null: no longer sold." example:"moka-pot"`
	Options      map[string]string `json:"options" nullable:"false" doc:"Value by option name." example:"{\"size\":\"6 cups\"}"`
	ImageURL     *string           `json:"imageUrl" doc:"Of the product's first image." example:"https://shop.example/moka.webp"`
	Image        *media.Image      `json:"image" doc:"Of the variant, else the product's first."`
	UnitPrice    money.Cents       `json:"unitPrice" example:"19.99"`
	Quantity     int               `json:"quantity" doc:"As ordered, with the cancelled ones." example:"3"`
	Cancelled    int               `json:"cancelled" doc:"Units that will not be sent." example:"0"`
	Returnable   int               `json:"returnable" doc:"Units that may be returned now." example:"0"`
	Withdrawable int               `json:"withdrawable" doc:"Units that may be withdrawn from now." example:"0"`
	LineTotal    money.Cents       `json:"lineTotal" doc:"unitPrice × quantity." example:"59.97"`
	TaxRate      money.Rate        `json:"taxRate" doc:"Percent, by the destination; 0 outside the EU where the shop has no rates." example:"19"`
	Net          *money.Cents      `json:"net" doc:"After discounts, without VAT; null in orders from before it was kept." example:"45.35"`
	Tax          *money.Cents      `json:"tax" doc:"VAT on net; null with it." example:"8.62"`
}

type shipToView struct {
	FullName string  `json:"fullName" example:"Ada Lovelace"`
	Company  *string `json:"company" example:"Analytical Engines Ltd"`
	Phone    *string `json:"phone" example:"+49 30 1234567"`
	Address  string  `json:"address" doc:"One line." example:"Unter den Linden 1, 10117 Berlin"`
	addressPartsView
	Country string `json:"country" schema:"CountryOrBlank" doc:"Blank after the erasure." example:"DE"`
}

// addressPartsView are the parts of an address, as addressParts.
type addressPartsView struct {
	Line1      *string `json:"line1" doc:"null: address alone is known." example:"Unter den Linden 1"`
	Line2      *string `json:"line2" example:"c/o Babbage"`
	PostalCode *string `json:"postalCode" example:"10117"`
	City       *string `json:"city" example:"Berlin"`
	State      *string `json:"state" example:"Berlin"`
}

// orderMethodView is the shipping method as it was at the checkout.
type orderMethodView struct {
	ID   string                    `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	Name string                    `json:"name" example:"Standard"`
	Kind events.ShippingMethodKind `json:"kind" doc:"pickup: shipTo is where the buyer collects the goods." example:"delivery"`
}

// SchemaName is the name in the document.
func (orderMethodView) SchemaName() string { return "OrderShippingMethod" }

type paymentView struct {
	Method        paymentMethod `json:"method" example:"bank_transfer"`
	Instructions  *string       `json:"instructions" doc:"In the buyer's language, over what is due. null when nothing is." example:"Please have 58.87 EUR ready when the order is delivered."`
	Transfer      *transferView `json:"transfer" doc:"What a transfer needs, for a QR code. null without instructions, and unless method is bank_transfer or invoice."`
	Processing    bool          `json:"processing" doc:"The buyer has paid online, and the money is still on its way." example:"false"`
	PaidAt        *httpapi.Time `json:"paidAt"`
	RefundedTotal money.Cents   `json:"refundedTotal" doc:"What is back with the buyer; pending refunds are not." example:"0"`
	Received      money.Cents   `json:"received" doc:"What has come, whatever the order asks for." example:"58.87"`
	Dispute       *disputeView  `json:"dispute" doc:"Of the payment, at the buyer's bank. While it is open nothing can be refunded."`
	Due           money.Cents   `json:"due" doc:"What is still to pay: total, less what was cancelled or returned, less what came. 0 once the order is paid or cancelled." example:"0"`
	DueAt         *httpapi.Time `json:"dueAt" doc:"Of due: until when a pending payment is waited for; the last day of an invoice, once a parcel has left. Else null."`
}

// SchemaName is the name in the document.
func (paymentView) SchemaName() string { return "OrderPayment" }

// transferView is a transfer that pays an order.
type transferView struct {
	IBAN      *string       `json:"iban" doc:"Without blanks. null: the shop has its account as a text, which is in the instructions." example:"DE02120300000000202051"`
	BIC       *string       `json:"bic" example:"BYLADEM1001"`
	Holder    string        `json:"holder" example:"Moka & Co GmbH"`
	Reference string        `json:"reference" doc:"The number of the order." example:"ORD-4071826651"`
	Amount    money.Cents   `json:"amount" doc:"What is due." example:"58.87"`
	DueAt     *httpapi.Time `json:"dueAt"`
}

// SchemaName is the name in the document.
func (transferView) SchemaName() string { return "OrderTransfer" }

type disputeView struct {
	Status disputeStatus `json:"status" example:"open"`
	DueAt  *httpapi.Time `json:"dueAt" doc:"Until when the shop may answer, in the card provider's dashboard."`
}

// SchemaName is the name in the document.
func (disputeView) SchemaName() string { return "OrderDispute" }

type cancellationView struct {
	Reason cancellationReason `json:"reason" example:"customer"`
	Actor  cancellationActor  `json:"actor" example:"customer"`
}

// buyerView is the order as its buyer sees it.
func (t *saleTerms) buyerView(o order, now time.Time) orderView {
	v := t.viewOrder(&o, t.customerActions(&o, now))
	over, tooLate := o.returnsOver(now), !t.mayWithdraw(&o, now)
	v.Items = convert.All(o.Items, func(i orderItem) orderItemView {
		item := viewOrderItem(i)
		if over {
			item.Returnable = 0
		}
		if tooLate {
			item.Withdrawable = 0
		}
		return item
	})
	return v
}

// viewOrder is the order without its lines.
func (t *saleTerms) viewOrder(o *order, actions []orderAction) orderView {
	v := orderView{
		ID: o.ID, Number: o.Number, Stage: o.stage(), Status: o.Status, PaymentStatus: o.PaymentStatus,
		FulfillmentStatus: o.FulfillmentStatus, Currency: money.Currency, Customer: viewCustomer(o),
		ShipTo: viewShipTo(o.ShipTo), BillTo: viewBillTo(o.BillTo),
		RecipientID: o.RecipientID, Shipments: convert.All(o.Shipments, viewShipment),
		ShippingMethod: orderMethodView{o.ShippingMethodID, o.ShippingMethodName, o.ShippingMethodKind},
		PriceMode:      o.PriceMode, Subtotal: o.Subtotal, DiscountTotal: o.Discount, ShippingTotal: o.Shipping,
		TaxTotal: o.Tax,
		Taxes:    o.viewTaxes(), Total: o.Total, Discounts: o.Discounts, Payment: t.viewPayment(o),
		Refunds: convert.All(o.Refunds, viewRefund), Note: o.Note, AllowedActions: actions,
		PlacedAt: httpapi.TimeOf(o.PlacedAt), CompletedAt: httpapi.TimePtr(o.CompletedAt),
		ReturnUntil: httpapi.TimePtr(o.returnUntil()), Withdrawal: t.viewOrderWithdrawal(o),
		CancelledAt: httpapi.TimePtr(o.CancelledAt),
		CreatedAt:   httpapi.TimeOf(o.CreatedAt), UpdatedAt: httpapi.TimeOf(o.UpdatedAt),
	}
	if o.CancellationReason != nil && o.CancellationActor != nil {
		v.Cancellation = &cancellationView{Reason: *o.CancellationReason, Actor: *o.CancellationActor}
	}
	return v
}

func (t *saleTerms) viewPayment(o *order) paymentView {
	v := paymentView{
		Method: o.PaymentMethod, Instructions: t.instructions(o), Transfer: t.transfer(o), PaidAt: httpapi.TimePtr(o.PaidAt),
		Processing: o.ProcessingSince != nil, RefundedTotal: o.Refunded, Received: o.Paid, Due: o.due(),
		DueAt: httpapi.TimePtr(t.dueAt(o)),
	}
	if o.DisputeStatus != nil {
		v.Dispute = &disputeView{Status: *o.DisputeStatus, DueAt: httpapi.TimePtr(o.DisputeDueAt)}
	}
	return v
}

func viewShipTo(to shipTo) shipToView {
	return shipToView{
		FullName: to.Name, Company: to.Company, Phone: to.Phone, Address: to.Address,
		addressPartsView: addressPartsView(to.Parts), Country: to.Country,
	}
}

func viewCustomer(o *order) customerView {
	return customerView{ID: o.UserID, FullName: o.BuyerName, Email: o.BuyerEmail, Guest: o.Guest}
}

// viewOrderItem shows a line, with what staff may have returned of it, and have withdrawn.
func viewOrderItem(i orderItem) orderItemView {
	return orderItemView{
		ID: i.ID, ProductID: i.ProductID, VariantID: i.VariantID, SKU: i.SKU, Name: i.Name, Slug: i.Slug,
		Options: i.Options, ImageURL: i.ImageURL, Image: imageOf(i.Image, i.ImageURL), UnitPrice: i.UnitPrice,
		Quantity: i.Quantity, Cancelled: i.Cancelled, Returnable: i.returnable(), Withdrawable: i.withdrawable(),
		LineTotal: i.LineTotal, TaxRate: i.TaxRate,
		Net: i.Net, Tax: i.Tax,
	}
}
