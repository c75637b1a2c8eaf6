package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"orderd/platform/money"
)

// order is what its page shows of an order.
type order struct {
	ID        string      `json:"id"`
	Number    string      `json:"number"`
	Stage     string      `json:"stage"`
	Items     []orderItem `json:"items"`
	ShipTo    shipTo      `json:"shipTo"`
	BillTo    *shipTo     `json:"billTo"` // nil in orders from before it was kept
	Shipments []shipment  `json:"shipments"`
	Customer  struct {
		Email string `json:"email"`
		Guest bool   `json:"guest"`
	} `json:"customer"`
	ShippingMethod orderMethod  `json:"shippingMethod"`
	PriceMode      string       `json:"priceMode"` // gross, net
	Subtotal       money.Cents  `json:"subtotal"`
	ShippingTotal  money.Cents  `json:"shippingTotal"`
	Taxes          []taxes      `json:"taxes"`
	Total          money.Cents  `json:"total"`
	Discounts      []discount   `json:"discounts"`
	PaymentStatus  string       `json:"paymentStatus"`
	Payment        orderPayment `json:"payment"`
	Refunds        []refund     `json:"refunds"`
	AllowedActions []string     `json:"allowedActions"`
	PlacedAt       time.Time    `json:"placedAt"`
	ReturnUntil    *time.Time   `json:"returnUntil"`
	Withdrawal     *withdrawal  `json:"withdrawal"` // null: there is no right to it
	Included       struct {
		Tracking *tracking       `json:"tracking"`
		Returns  []returnRequest `json:"returns"`
	} `json:"included"`
}

type orderItem struct {
	ID           string            `json:"id"`
	VariantID    string            `json:"variantId"`
	Name         string            `json:"name"`
	Slug         *string           `json:"slug"`
	Options      map[string]string `json:"options"`
	Image        *image            `json:"image"`
	UnitPrice    money.Cents       `json:"unitPrice"`
	Quantity     int               `json:"quantity"`
	Cancelled    int               `json:"cancelled"`
	Returnable   int               `json:"returnable"`
	Withdrawable int               `json:"withdrawable"`

	LineTotal money.Cents `json:"lineTotal"`
}

type shipTo struct {
	FullName string  `json:"fullName"`
	Company  *string `json:"company"`
	Address  string  `json:"address"`
	Country  string  `json:"country"`
	VATID    *string `json:"vatId"` // of a business that gets the invoice
}

// OtherBillTo is to whom the invoice goes, nil when that is the destination and no more.
func (o order) OtherBillTo() *shipTo {
	b := o.BillTo
	if b == nil || b.VATID == nil && b.FullName == o.ShipTo.FullName && deref(b.Company) == deref(o.ShipTo.Company) &&
		b.Address == o.ShipTo.Address && b.Country == o.ShipTo.Country {
		return nil
	}
	return b
}

type shipment struct {
	ID                  string     `json:"id"`
	Carrier             *string    `json:"carrier"`
	TrackingNumber      *string    `json:"trackingNumber"`
	TrackingURL         *string    `json:"trackingUrl"`
	TrackingStatus      string     `json:"trackingStatus"`
	EstimatedDeliveryAt *time.Time `json:"estimatedDeliveryAt"`
	DeliveredAt         *time.Time `json:"deliveredAt"`
}

type orderPayment struct {
	Method       string      `json:"method"`
	Instructions *string     `json:"instructions"`
	Transfer     *transfer   `json:"transfer"`
	Processing   bool        `json:"processing"`
	PaidAt       *time.Time  `json:"paidAt"`
	Due          money.Cents `json:"due"`
	DueAt        *time.Time  `json:"dueAt"`
}

type transfer struct {
	IBAN      *string     `json:"iban"`
	BIC       *string     `json:"bic"`
	Holder    string      `json:"holder"`
	Reference string      `json:"reference"`
	Amount    money.Cents `json:"amount"`
	DueAt     *time.Time  `json:"dueAt"`
}

type refund struct {
	Amount    money.Cents `json:"amount"`
	Status    string      `json:"status"` // pending, succeeded, failed
	CreatedAt time.Time   `json:"createdAt"`
	SettledAt *time.Time  `json:"settledAt"`
}

type tracking struct {
	Events []trackingEvent `json:"events"`
}

type trackingEvent struct {
	Status      string    `json:"status"`
	Description *string   `json:"description"`
	Location    *string   `json:"location"`
	OccurredAt  time.Time `json:"occurredAt"`
}

// eventWords are the entries of a timeline that the pages have words for.
var eventWords = []string{
	"placed", "paid", "processing", "address_changed", "billing_address_changed", "shipped", "delivered", "undelivered",
	"items_cancelled", "cancelled", "return_requested", "returned", "refunded", "label_created", "picked_up", "in_transit",
	"out_for_delivery", "attempted", "delayed", "exception", "return_to_sender",
}

// Known is the status as the pages have words for it. The interface may come to know others.
func (e trackingEvent) Known() string {
	if slices.Contains(eventWords, e.Status) {
		return e.Status
	}
	return "other"
}

// orderView is the page of an order, which is its confirmation too.
type orderView struct {
	frame
	Order  order
	Placed bool // just now
	Steps  []step
	Said   string          // what came of a button, one of orderSays
	Key    string          // of the forms
	Others []paymentMethod // by which the order may be paid instead

	Documents []document // oldest first
}

// orderSays are what the page may say of what came of a button.
var orderSays = []string{
	"cancelled", "tooLate", "returnRequested", "paid", "processing", "paymentAwaited", "paymentChanged", "methodRefused",
	"documentUnmade",
}

// methodCard is the way to pay that has a page of its own.
const methodCard = "card"

// Payable reports whether the order is to be paid on the page of the payment.
func (o order) Payable() bool {
	return o.Payment.Method == methodCard && o.Payment.Due > 0 && !o.Payment.Processing && o.Stage != "cancelled"
}

// Warns reports whether what the page says is that something was not done.
func (o orderView) Warns() bool {
	return slices.Contains([]string{"tooLate", "methodRefused", "paymentAwaited", "documentUnmade"}, o.Said)
}

// Back are the refunds that have been sent, or will be.
func (o order) Back() []refund {
	return slices.DeleteFunc(slices.Clone(o.Refunds), func(r refund) bool { return r.Status == "failed" })
}

// ProductPath is the page of the line's product; "" when it is no longer sold.
func (i orderItem) ProductPath() string { return productPath(i.Slug) }

// PaidWith is the title of the order's way to pay; "" where the shop does not offer that any more.
func (o orderView) PaidWith() string {
	for _, m := range o.Shop().PaymentMethods {
		if m.Method == o.Order.Payment.Method {
			return m.Title
		}
	}
	return ""
}

// step is one of the stages on an order's way.
type step struct {
	Key  string
	At   *time.Time
	Done bool
	Now  bool
}

// May reports whether the visitor may do this now.
func (o orderView) May(action string) bool { return slices.Contains(o.Order.AllowedActions, action) }

// isNew reports whether nothing has come of the order yet.
func (o order) isNew() bool { return o.Stage == "placed" || o.Stage == "awaiting_payment" }

// Units is the number of pieces that the sum is of: those that were cancelled since are among them.
func (o order) Units() int {
	units := 0
	for _, i := range o.Items {
		units += i.Quantity
	}
	return units
}

func (v *visit) order() error {
	id := v.r.PathValue("id")
	o, err := v.loadOrder(id)
	if err != nil {
		return err
	}
	return v.showOrder(http.StatusOK, o, v.r.URL.Query().Get("said"))
}

// loadOrder is an order of the visitor's account, or one whose token they have. Without either they
// look it up, or sign in again when their session was ended elsewhere.
func (v *visit) loadOrder(id string) (o order, err error) {
	k := call{method: http.MethodGet, path: "/v1/orders/" + url.PathEscape(id), answer: &o}
	k.query = url.Values{"include": {"tracking,returns"}}
	if _, err = v.do(v.withGrant(k, id)); err == nil {
		return o, nil
	}
	// Somebody else's, to whom a mail links it, or whose token is over.
	unknown := isProblem(err, http.StatusNotFound) && (v.r.URL.Query().Has("number") || !v.session.signedIn())
	switch {
	case isProblem(err, http.StatusUnauthorized) && v.endedAccount() != "":
		return o, errSignIn
	case isProblem(err, http.StatusUnauthorized), unknown:
		query := url.Values{"order": {id}}
		if number := v.r.URL.Query().Get("number"); number != "" {
			query.Set("number", number)
		}
		return o, movedOn{"/orders/find?" + query.Encode()}
	}
	return o, err
}

// withGrant adds the token of the order, when the visitor has one.
func (v *visit) withGrant(k call, orderID string) call {
	if token := v.session.grantOf(orderID); token != "" {
		k.header = http.Header{"X-Order-Token": {token}}
	}
	return k
}

// movedOn is returned when another page goes on with what the visitor wants.
type movedOn struct{ path string }

func (m movedOn) Error() string { return "storefront: it goes on at " + m.path }

func (v *visit) showOrder(status int, o order, said string) error {
	view := orderView{
		frame: v.frame(o.Number), Order: o, Placed: v.r.URL.Query().Has("placed") && o.isNew(), Steps: stepsOf(o),
		Key: newKey(),
	}
	if slices.Contains(orderSays, said) {
		view.Said = said
	}
	var err error
	if view.Others, err = v.otherMethods(o); err != nil {
		return err
	}
	if view.Documents, err = v.documents(o.ID); err != nil {
		return err
	}
	view.Private, v.private = true, true
	return v.show(status, "order", view)
}

// wayOf are the stages of an order that nothing stops, in their order.
var wayOf = []string{"placed", "paid", "processing", "shipped", "delivered"}

// stepsOf is how far the order has come, by what its timeline says. A cancelled or returned order
// is on no way.
func stepsOf(o order) []step {
	if o.Stage == "cancelled" || o.Stage == "returned" {
		return nil
	}
	at := o.stageTimes()
	paidLater := o.Payment.Method == "cash_on_delivery" || o.Payment.Method == "invoice"
	var steps []step
	for _, key := range wayOf {
		if key == "paid" && paidLater && o.Payment.PaidAt == nil {
			continue
		}
		steps = append(steps, step{Key: key, At: at[key], Done: at[key] != nil})
	}
	last := -1
	for i, s := range steps {
		if s.Done {
			last = i
		}
	}
	for i := range steps {
		steps[i].Done = i < last || i == last && steps[i].Key == "delivered"
		steps[i].Now = i == last && !steps[i].Done
		steps[i].Key = o.ShippingMethod.shown(steps[i].Key)
	}
	return steps
}

// stageTimes are when the order has come to each stage, by its name: of parcels the last.
func (o order) stageTimes() map[string]*time.Time {
	at := map[string]*time.Time{"placed": &o.PlacedAt, "paid": o.Payment.PaidAt}
	if o.Included.Tracking == nil {
		return at
	}
	for _, e := range o.Included.Tracking.Events {
		if _, known := at[e.Status]; !known || e.Status == "shipped" {
			at[e.Status] = &e.OccurredAt
		}
	}
	return at
}

func (v *visit) cancelOrder() error {
	id := v.r.PathValue("id")
	return v.act(id, "cancel", "cancelled")
}

// act does a command of the order, and shows the order again. One that is not allowed any more
// leaves the page to say so.
func (v *visit) act(id, command, said string) error {
	k := call{method: http.MethodPost, path: "/v1/orders/" + url.PathEscape(id) + "/" + command, body: struct{}{}}
	k.key = v.r.PostFormValue("key")
	_, err := v.do(v.withGrant(k, id))
	if isProblem(err, http.StatusConflict) {
		said = "tooLate"
	} else if err != nil {
		return err
	}
	return v.redirect("/orders/" + url.PathEscape(id) + "?" + url.Values{"said": {said}}.Encode())
}
