package ordering

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// bought is a line of an order in a test.
type bought struct {
	item
	Quantity int
	Price    money.Cents
}

// mokaAndCup is what most tests buy: 3 × 19.99 and 1 × 5.00.
func (s *setup) mokaAndCup(t *testing.T) []bought {
	t.Helper()
	return []bought{{s.sell(t, 1999, 10), 3, 1999}, {s.sell(t, 500, 10), 1, 500}}
}

// ordered is an order in a test, with the ids of its lines.
type ordered struct {
	events.Order
	Items []string
	Lines []bought
}

func (o ordered) path(command string) string      { return "/v1/orders/" + o.OrderID + command }
func (o ordered) adminPath(command string) string { return "/v1/admin/orders/" + o.OrderID + command }

// told is n of the order's i-th line, as events tell it.
func (o ordered) told(i, n int) events.ShipmentItem {
	return events.ShipmentItem{OrderItemID: o.Items[i], ProductID: o.Lines[i].ProductID, Name: "Moka", Options: map[string]string{}, Quantity: n}
}

// some is n of the order's i-th line, as requests name it.
func (o ordered) some(i, n int) body { return body{"orderItemId": o.Items[i], "quantity": n} }

// place writes an order of the lines as a checkout does: with 10 % off, 4.90 for shipping, the stock reserved and the placing told.
func (s *setup) place(t *testing.T, c customer, method paymentMethod, lines []bought, changes ...func(o *order)) ordered {
	t.Helper()
	now := s.Clock.Now()
	o := order{
		ID: id.New(), UserID: c.ID, CartID: id.New(), Status: orderPlaced, PaymentStatus: paymentUnpaid, FulfillmentStatus: fulfillmentUnfulfilled,
		Locale: "en", BuyerEmail: c.Email, BuyerName: "Ada Lovelace",
		ShipTo:    shipTo{Name: "Ada Lovelace", Phone: new("+49 30 1234567"), Address: "Unter den Linden 1, 10117 Berlin", Country: "DE"},
		Recipient: recipientSelf, ShippingMethodID: id.New(), ShippingMethodName: "Standard", PaymentMethod: method, Shipping: 490,
		Discounts: []discount{}, PlacedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	o.Number = "ORD-" + fmt.Sprintf("%010d", numbers.Add(1))
	if method == payByBankTransfer || method == payByCard {
		o.Status, o.PaymentDueAt = orderPendingPayment, new(now.Add(testConfig.PaymentDeadline))
	}
	made := ordered{Lines: lines}
	items, weights, all := make([]orderItem, len(lines)), make([]int64, len(lines)), make([]units, len(lines))
	for i, l := range lines {
		items[i] = orderItem{
			ID: id.New(), OrderID: o.ID, Position: i, ProductID: l.ProductID, VariantID: l.VariantID, SKU: l.SKU, Name: "Moka", Options: map[string]string{},
			UnitPrice: l.Price, Quantity: l.Quantity, LineTotal: l.Price * money.Cents(l.Quantity), TaxRate: 1900,
		}
		o.Subtotal += items[i].LineTotal
		weights[i], all[i] = int64(items[i].LineTotal), units{l.VariantID, int64(l.Quantity)}
		made.Items = append(made.Items, items[i].ID)
	}
	o.Discount = o.Subtotal / 10
	for i, part := range money.Split(o.Discount, weights) {
		items[i].Discount = part
	}
	o.Total = o.Subtotal - o.Discount + o.Shipping
	o.Tax = money.Rate(1900).TaxIn(o.Total)
	for _, change := range changes {
		change(&o)
	}
	o.Search = strings.ToLower(strings.Join([]string{o.Number, o.BuyerName, o.BuyerEmail}, "\n"))
	made.Order = o.announcement()
	s.inTx(t, func(tx *gorm.DB) error {
		if err := moveStock(tx, move{Reason: moveReserve, OrderID: &o.ID, At: now}, all); err != nil {
			return err
		}
		if err := tx.Create(&o).Error; err != nil {
			return err
		}
		if err := tx.Create(&items).Error; err != nil {
			return err
		}
		about := made.Order
		about.EntryID = new(id.New())
		return tell(t.Context(), tx, events.OrderPlaced{
			Order: about, CartID: o.CartID, Status: o.Status, PaymentStatus: o.PaymentStatus, Lines: listOf(items, orderItem.line), VoucherIDs: []string{}, PlacedAt: o.PlacedAt,
			Recipient: o.Recipient, ShipToName: o.ShipTo.Name,
		})
	})
	return made
}

// do is an admin's command that succeeds.
func (s *setup) do(t *testing.T, o ordered, command string, b any) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", o.adminPath("/"+command), b).Require(t, 200)
}

var dhl = body{"carrier": "DHL", "trackingNumber": "0034"}

// deliverAll takes an order to its delivery.
func (s *setup) deliverAll(t *testing.T, o ordered) {
	t.Helper()
	if o.PaymentMethod == payByBankTransfer || o.PaymentMethod == payByCard {
		s.do(t, o, "mark-paid", nil)
	}
	s.do(t, o, "process", nil)
	s.do(t, o, "ship", dhl)
	s.do(t, o, "deliver", nil)
}

// requireAxes checks stage, status, paymentStatus and fulfillmentStatus.
func requireAxes(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	got := []string{a.Text("stage"), a.Text("status"), a.Text("paymentStatus"), a.Text("fulfillmentStatus")}
	if !slices.Equal(got, want) {
		t.Errorf("axes %v, want %v", got, want)
	}
}

// requireStock checks what is on hand and reserved.
func (s *setup) requireStock(t *testing.T, of item, onHand, reserved int64) {
	t.Helper()
	if got := s.stockOf(t, of.VariantID); got.OnHand != onHand || got.Reserved != reserved {
		t.Errorf("on hand %d, reserved %d; want %d, %d", got.OnHand, got.Reserved, onHand, reserved)
	}
}

// requireTimeline checks the statuses of the timeline that the buyer sees, and that the log leads to the same timeline.
func (s *setup) requireTimeline(t *testing.T, c customer, o ordered, want ...string) kit.Answer {
	t.Helper()
	a := c.Do(t, "GET", o.path("/tracking"), nil).Require(t, 200)
	var v trackingView
	a.Decode(t, &v)
	var got []string
	for _, e := range v.Events {
		got = append(got, string(e.Status))
	}
	if !slices.Equal(got, want) {
		t.Errorf("timeline %v, want %v", got, want)
	}
	s.requireRebuilt(t, o)
	return a
}

// requireRebuilt checks that the timeline is the same when it is made again from the event log.
func (s *setup) requireRebuilt(t *testing.T, o ordered) {
	t.Helper()
	log, _, err := eventbus.ListLog(t.Context(), s.DB, eventbus.LogFilter{Key: o.OrderID}, 1000, 0)
	if err != nil {
		t.Fatal(err)
	}
	var rebuilt []entry
	for _, logged := range log {
		if e, ok := entryOf(decoded(t, logged)); ok {
			rebuilt = append(rebuilt, e)
		}
	}
	kept, err := timelineOf(s.DB, o.OrderID)
	if err != nil {
		t.Fatal(err)
	}
	byID := func(a, b entry) int { return strings.Compare(a.ID, b.ID) }
	slices.SortFunc(kept, byID)
	slices.SortFunc(rebuilt, byID)
	if len(kept) == 0 || !reflect.DeepEqual(utc(kept), utc(rebuilt)) {
		t.Errorf("the timeline is\n%+v, and the log leads to\n%+v", kept, rebuilt)
	}
}

// utc gives all times one form.
func utc(entries []entry) []entry {
	for i := range entries {
		entries[i].OccurredAt = entries[i].OccurredAt.UTC().Round(0)
	}
	return entries
}

// decoded is the event that the log keeps.
func decoded(t *testing.T, logged eventbus.LogEntry) eventbus.Event {
	t.Helper()
	for _, kind := range []eventbus.Event{
		events.OrderPlaced{}, events.OrderPaid{}, events.OrderProcessing{}, events.OrderShipped{}, events.ShipmentTracked{}, events.OrderDelivered{},
		events.OrderEarned{}, events.OrderCancelled{}, events.ReturnRequested{}, events.ReturnDecided{}, events.ReturnReceived{},
		events.RefundRequested{}, events.RefundSettled{}, events.OrderPaymentFailed{},
	} {
		if kind.EventName() != logged.Name {
			continue
		}
		into := reflect.New(reflect.TypeOf(kind))
		if err := json.Unmarshal(logged.Payload, into.Interface()); err != nil {
			t.Fatal(err)
		}
		return into.Elem().Interface().(eventbus.Event)
	}
	if strings.HasPrefix(logged.Name, "ordering.") {
		t.Fatalf("%s has the key of an order", logged.Name)
	}
	return nil // somebody else's word on the order
}

// advance moves the clock and gives the customer and the admin tokens that are good then.
func (s *setup) advance(t *testing.T, by time.Duration, c *customer) {
	t.Helper()
	s.Clock.Advance(by)
	s.admin = s.AsUser(t, principal(s.adminID, "admin"))
	c.API = s.AsUser(t, principal(c.ID, "customer"))
}

func principal(userID string, role auth.Role) auth.Principal {
	return auth.Principal{UserID: userID, SessionID: id.New(), Role: role}
}

// numbers counts the orders.
var numbers atomic.Int64
