package ordering

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
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
	PlacedAt time.Time
	Items    []string
	Lines    []bought
}

func (o ordered) path(command string) string      { return "/v1/orders/" + o.OrderID + command }
func (o ordered) adminPath(command string) string { return "/v1/admin/orders/" + o.OrderID + command }

// eventItem is n units of the order's i-th line, as events carry them.
func (o ordered) eventItem(i, n int) events.ShipmentItem {
	return events.ShipmentItem{
		OrderItemID: o.Items[i], ProductID: o.Lines[i].ProductID, Name: "Moka", Options: map[string]string{"size": "6 cups"}, Quantity: n,
	}
}

// units is n units of the order's i-th line, as requests name them.
func (o ordered) units(i, n int) body { return body{"orderItemId": o.Items[i], "quantity": n} }

// place orders the lines, at 10 % off and 4.90 for shipping. The changes are made to the request of
// the checkout.
func (s *setup) place(t *testing.T, c customer, method paymentMethod, lines []bought, changes ...body) ordered {
	t.Helper()
	var subtotal money.Cents
	for _, l := range lines {
		subtotal += l.Price * money.Cents(l.Quantity)
	}
	codes := []string{}
	if off := subtotal / 10; off > 0 {
		codes = append(codes, s.codeFor(t, off))
	}
	return s.placeWith(t, c, method, lines, codes, changes...)
}

// placeWith orders the lines with the codes. An invoice takes a wholesale account.
func (s *setup) placeWith(t *testing.T, c customer, method paymentMethod, lines []bought, codes []string, changes ...body) ordered {
	t.Helper()
	if method == payByInvoice {
		s.Publish(t, identity.AccountTypeChanged{UserID: c.ID, AccountType: identity.WholesaleAccount})
	}
	s.fillCart(t, c.ID, lines, codes)
	buyer := s.AsUser(t, principal(c.ID, "customer"))
	buyer.Contract = nil // the tests of the checkout check its answers
	got := postCheckout(t, buyer, s.standardMethod(t), append([]body{{"paymentMethod": method}}, changes...)...).Require(t, 201)

	var made order
	if err := withItems(s.DB).Where("id = ?", got.Text("id")).Take(&made).Error; err != nil {
		t.Fatal(err)
	}
	return ordered{
		Order: made.eventOrder(), PlacedAt: made.PlacedAt, Lines: lines,
		Items: convert.All(made.Items, func(i orderItem) string { return i.ID }),
	}
}

// fillCart makes a cart of the lines and codes, in place of the one that the user has.
func (s *setup) fillCart(t *testing.T, userID string, lines []bought, codes []string) {
	t.Helper()
	now := s.Clock.Now()
	filled := cart{ID: id.New(), UserID: &userID, Codes: codes, CreatedAt: now, UpdatedAt: now}
	items := convert.All(lines, func(l bought) cartItem {
		return cartItem{ID: id.New(), CartID: filled.ID, VariantID: l.VariantID, Quantity: l.Quantity, UnitPrice: l.Price}
	})
	s.inTx(t, func(tx *gorm.DB) error {
		return errors.Join(deleteUserCart(tx, userID), tx.Create(&filled).Error, tx.Create(&items).Error)
	})
}

// standardMethod is the id of a shipping method for 4.90, the same in a test.
func (s *setup) standardMethod(t *testing.T) string {
	t.Helper()
	if s.methodID == "" {
		s.methodID = s.method(t)
	}
	return s.methodID
}

// codeFor is the code of a promotion that takes the amount off, the same in a test.
func (s *setup) codeFor(t *testing.T, amount money.Cents) string {
	t.Helper()
	code := "OFF-" + strconv.Itoa(int(amount))
	if row[promotion](t, s, "code", code) == nil {
		s.promotion(t, body{"code": code, "kind": "amount", "value": amount})
	}
	return code
}

// do is an admin's command that succeeds.
func (s *setup) do(t *testing.T, o ordered, command string, b any) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", o.adminPath("/"+command), b).Require(t, 200)
}

// forgo gives up what is still to pay for an order.
func (s *setup) forgo(t *testing.T, o ordered) {
	t.Helper()
	s.inTx(t, func(tx *gorm.DB) error {
		c, err := lockOrder(tx, o.OrderID, s.Clock.Now())
		if err != nil {
			return err
		}
		c.Cancelled += c.due()
		c.settleDue()
		return c.save(t.Context())
	})
}

// confirmRefunds confirms all refunds of an order that staff are to send, and returns the order.
func (s *setup) confirmRefunds(t *testing.T, o ordered) kit.Answer {
	t.Helper()
	waiting := s.admin.Do(t, "GET", "/v1/admin/refunds?status=pending&channel=manual&orderId="+o.OrderID, nil).Require(t, 200)
	for i := range int(waiting.Number("meta.total")) {
		refundID := waiting.Text(fmt.Sprintf("data.%d.id", i))
		s.admin.Do(t, "POST", "/v1/admin/refunds/"+refundID+"/confirm", nil).Require(t, 200).RequireFields(t, kit.Fields{"status": "succeeded"})
	}
	return s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
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

// requireEvents checks the names of the recorded events about orders, in short form.
func requireEvents(t *testing.T, log *eventbustest.Recorder, want ...string) {
	t.Helper()
	if got := orderEvents(log.Names()); !slices.Equal(got, want) {
		t.Errorf("published %v, want %v", got, want)
	}
}

// requireActions checks the allowedActions of an order.
func requireActions(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	if got := actions(a); !slices.Equal(got, want) {
		t.Errorf("allowed %v, want %v", got, want)
	}
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

// requireTimeline checks the statuses of the timeline that the buyer sees, and that the log leads
// to the same timeline.
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
	var rebuilt []timelineEntry
	for _, logged := range log {
		if e, ok := timelineEntryOf(decoded(t, logged)); ok {
			e.Actor = &logged.Actor
			rebuilt = append(rebuilt, e)
		}
	}
	kept, err := timelineOf(s.DB, o.OrderID)
	if err != nil {
		t.Fatal(err)
	}
	byID := func(a, b timelineEntry) int { return strings.Compare(a.ID, b.ID) }
	slices.SortFunc(kept, byID)
	slices.SortFunc(rebuilt, byID)
	if len(kept) == 0 || !reflect.DeepEqual(utc(kept), utc(rebuilt)) {
		t.Errorf("the timeline is\n%+v, and the log leads to\n%+v", kept, rebuilt)
	}
}

// utc gives all times one form.
func utc(entries []timelineEntry) []timelineEntry {
	for i := range entries {
		entries[i].OccurredAt = entries[i].OccurredAt.UTC().Round(0)
	}
	return entries
}

// decoded is the event that the log keeps.
func decoded(t *testing.T, logged eventbus.LogEntry) eventbus.Event {
	t.Helper()
	for _, kind := range []eventbus.Event{
		events.OrderPlaced{}, events.OrderPaid{}, events.OrderProcessing{}, events.ShipToChanged{}, events.BillToChanged{}, events.OrderShipped{},
		events.ShipmentTracked{}, events.OrderDelivered{}, events.ShipmentUndelivered{},
		events.OrderEarned{}, events.OrderCancelled{}, events.ItemsCancelled{}, events.ReturnRequested{}, events.ReturnDecided{},
		events.ReturnReceived{},
		events.RefundRequested{}, events.RefundSettled{}, events.RefundOverdue{}, events.OrderPaymentFailed{}, events.OrderUnpaid{},
		events.PaymentOverdue{}, events.PaymentDisputed{}, events.PaymentMethodChanged{}, events.PaymentProcessingChanged{},
		events.PaymentDueChanged{}, events.OrderMetadataChanged{},
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
	return nil // another module's event about the order
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
