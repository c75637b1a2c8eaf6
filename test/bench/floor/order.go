package main

import (
	"encoding/json"
	"fmt"
)

// order is as a checkout and a list answer it.
type order struct {
	ID                string `json:"id"`
	Number            string `json:"number"`
	Stage             string `json:"stage"`
	Status            string `json:"status"`
	PaymentStatus     string `json:"paymentStatus"`
	FulfillmentStatus string `json:"fulfillmentStatus"`
	Currency          string `json:"currency"`
	Customer          struct {
		ID       string `json:"id"`
		FullName string `json:"fullName"`
		Email    string `json:"email"`
		Guest    bool   `json:"guest"`
	} `json:"customer"`
	Items  []orderItem `json:"items"`
	ShipTo struct {
		FullName   string  `json:"fullName"`
		Company    *string `json:"company"`
		Phone      *string `json:"phone"`
		Address    string  `json:"address"`
		Line1      *string `json:"line1"`
		Line2      *string `json:"line2"`
		PostalCode *string `json:"postalCode"`
		City       *string `json:"city"`
		State      *string `json:"state"`
		Country    string  `json:"country"`
	} `json:"shipTo"`
	BillTo         *billTo `json:"billTo"`
	RecipientID    *string `json:"recipientId"`
	ShippingMethod struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Kind string `json:"kind"`
	} `json:"shippingMethod"`
	Shipments     []shipment      `json:"shipments"`
	PriceMode     string          `json:"priceMode"` // gross: the benchmark's shop has no other
	Subtotal      float64         `json:"subtotal"`
	DiscountTotal float64         `json:"discountTotal"`
	ShippingTotal float64         `json:"shippingTotal"`
	TaxTotal      float64         `json:"taxTotal"`
	Taxes         rateTaxes       `json:"taxes"`
	Total         float64         `json:"total"`
	Discounts     json.RawMessage `json:"discounts"`
	Payment       struct {
		Method        string     `json:"method"`
		Instructions  *string    `json:"instructions"`
		Transfer      *transfer  `json:"transfer"`
		Processing    bool       `json:"processing"` // false: no money of the benchmark is on its way
		PaidAt        *timestamp `json:"paidAt"`
		RefundedTotal float64    `json:"refundedTotal"`
		Received      float64    `json:"received"`
		Dispute       *dispute   `json:"dispute"`
		Due           float64    `json:"due"`
		DueAt         *timestamp `json:"dueAt"` // null in lists: their orders are paid on delivery
	} `json:"payment"`
	Refunds        []refund      `json:"refunds"`
	Note           *string       `json:"note"`
	AllowedActions []string      `json:"allowedActions"`
	PlacedAt       timestamp     `json:"placedAt"`
	CompletedAt    *timestamp    `json:"completedAt"`
	ReturnUntil    *timestamp    `json:"returnUntil"`
	Withdrawal     *withdrawal   `json:"withdrawal"`
	CancelledAt    *timestamp    `json:"cancelledAt"`
	Cancellation   *cancellation `json:"cancellation"`
	CreatedAt      timestamp     `json:"createdAt"`
	UpdatedAt      timestamp     `json:"updatedAt"`
}

// billTo is to whom the invoice of an order goes.
type billTo struct {
	FullName   string  `json:"fullName"`
	Company    *string `json:"company"`
	Phone      *string `json:"phone"`
	Address    string  `json:"address"`
	Line1      *string `json:"line1"`
	Line2      *string `json:"line2"`
	PostalCode *string `json:"postalCode"`
	City       *string `json:"city"`
	State      *string `json:"state"`
	Country    string  `json:"country"`
	VATID      *string `json:"vatId"`
}

// withdrawal is how long a consumer may withdraw, and the state of a withdrawal: none here.
type withdrawal struct {
	Until *timestamp `json:"until"`
	State *string    `json:"state"`
}

// rateTax is what is paid at a VAT rate.
type rateTax struct {
	Rate     float64 `json:"rate"`
	Category string  `json:"category"`
	Reason   *string `json:"reason"`
	Net      float64 `json:"net"`
	Tax      float64 `json:"tax"`
	Gross    float64 `json:"gross"`
}

// rateTaxes are those of an order, as they are stored.
type rateTaxes []rateTax

// Scan implements sql.Scanner.
func (t *rateTaxes) Scan(column any) error {
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("the taxes of an order are %T", column)
	}
	return json.Unmarshal([]byte(text), t)
}

type orderItem struct {
	ID           string          `json:"id"`
	ProductID    string          `json:"productId"`
	VariantID    string          `json:"variantId"`
	SKU          string          `json:"sku"`
	Name         string          `json:"name"`
	Slug         *string         `json:"slug"`
	Options      json.RawMessage `json:"options"`
	ImageURL     *string         `json:"imageUrl"`
	Image        *picture        `json:"image"`
	UnitPrice    float64         `json:"unitPrice"`
	Quantity     int             `json:"quantity"`
	Cancelled    int             `json:"cancelled"`
	Returnable   int             `json:"returnable"`
	Withdrawable int             `json:"withdrawable"`
	LineTotal    float64         `json:"lineTotal"`
	TaxRate      float64         `json:"taxRate"`
	Net          *float64        `json:"net"`
	Tax          *float64        `json:"tax"`
}

// transfer is how to pay an order by bank transfer.
type transfer struct {
	IBAN      *string    `json:"iban"`
	BIC       *string    `json:"bic"`
	Holder    string     `json:"holder"`
	Reference string     `json:"reference"`
	Amount    float64    `json:"amount"`
	DueAt     *timestamp `json:"dueAt"`
}

type shipment struct {
	ID                  string         `json:"id"`
	Carrier             string         `json:"carrier"`
	TrackingNumber      string         `json:"trackingNumber"`
	TrackingURL         *string        `json:"trackingUrl"`
	TrackingStatus      string         `json:"trackingStatus"`
	EstimatedDeliveryAt *timestamp     `json:"estimatedDeliveryAt"`
	Items               []shipmentItem `json:"items"`
	ShippedAt           timestamp      `json:"shippedAt"`
	DeliveredAt         *timestamp     `json:"deliveredAt"`
	Outcome             *string        `json:"outcome"`
	UndeliveredAt       *timestamp     `json:"undeliveredAt"`
}

type shipmentItem struct {
	OrderItemID string `json:"orderItemId"`
	Quantity    int    `json:"quantity"`
}

type refund struct {
	ID        string          `json:"id"`
	Amount    float64         `json:"amount"`
	Items     json.RawMessage `json:"items"`
	Shipping  float64         `json:"shipping"`
	ReturnID  *string         `json:"returnId"`
	Channel   string          `json:"channel"`
	Origin    string          `json:"origin"`
	Reason    string          `json:"reason"`
	Status    string          `json:"status"`
	SettledAt *timestamp      `json:"settledAt"`
	CreatedAt timestamp       `json:"createdAt"`
}

type dispute struct {
	Status string     `json:"status"`
	DueAt  *timestamp `json:"dueAt"`
}

type cancellation struct {
	Reason string `json:"reason"`
	Actor  string `json:"actor"`
}
