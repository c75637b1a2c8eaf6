package ordering

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// asksBack is a request for a return.
func asksBack(items ...body) body { return body{"items": items, "reason": " It is too small. "} }

func adminReturn(r kit.Answer, command string) string {
	return "/v1/admin/returns/" + r.Text("id") + command
}

func TestAReturnFromItsRequestToItsRefund(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		o := s.place(t, c, payByBankTransfer, lines)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 409, "invalid_transition")
		s.deliverAll(t, o)
		requireActions(t, c.Do(t, "GET", o.path(""), nil), "return", "withdraw", "reorder")

		log := eventbustest.Record(t, s.DB)
		first := s.returnFirst(t, c, o)
		rest := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 2))).Require(t, 201)
		requireActions(t, c.Do(t, "GET", o.path(""), nil), "reorder") // every unit is in a return
		s.admin.Do(t, "POST", adminReturn(rest, "/approve"), nil).Require(t, 200)
		s.admin.Do(t, "POST", adminReturn(rest, "/receive"), nil).Require(t, 200)
		s.confirmRefunds(t, o)
		got := c.Do(t, "GET", o.path(""), nil)
		requireAxes(t, got, "returned", "completed", "partially_refunded", "returned")
		// What the goods had cost, to the cent.
		got.RequireFields(t, kit.Fields{"payment.refundedTotal": 58.48})
		s.requireTimeline(t, c, o, "placed", "paid", "processing", "shipped", "delivered", "return_requested", "returned", "refunded",
			"return_requested", "returned", "refunded")
		requireEvents(t, log, "return_requested", "return_decided", "return_received", "refund_requested", "refund_settled",
			"return_requested", "return_decided", "return_received", "refund_requested", "refund_settled")
		requireReturnEvents(t, log, c, o, first.Text("id"))
	})
}

// A buyer sees the returns of all own orders, and none of other buyers.
func TestOwnReturns(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, eve := s.customer(t), s.customer(t)
		var requested []string // newest first
		for range 2 {
			o := s.place(t, ada, payByBankTransfer, s.mokaAndCup(t))
			s.deliverAll(t, o)
			asked := ada.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
			requested = append([]string{asked.Text("id")}, requested...)
		}
		s.admin.Do(t, "POST", "/v1/admin/returns/"+requested[1]+"/reject", body{"reason": "It was used."}).Require(t, 200)
		ids := func(caller customer, query string) (found []string) {
			t.Helper()
			var page struct{ Data []struct{ ID string } }
			caller.Do(t, "GET", "/v1/returns"+query, nil).Require(t, 200).Decode(t, &page)
			for _, r := range page.Data {
				found = append(found, r.ID)
			}
			return found
		}
		for query, want := range map[string][]string{
			"": requested, "?status=requested": requested[:1], "?status=rejected": requested[1:], "?status=approved,received": nil,
			"?limit=1&page=2": requested[1:],
		} {
			if got := ids(ada, query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
			if got := ids(eve, query); len(got) > 0 {
				t.Errorf("another buyer, %s: %v", query, got)
			}
		}
		got := ada.Do(t, "GET", "/v1/returns?status=lost", nil).Require(t, 422, "validation_failed").Pointers()
		if !slices.Equal(got, []string{"?status not_allowed"}) {
			t.Errorf("%v", got)
		}
	})
}

// returnFirst returns one unit of each line of a delivered order, and is the return when it was
// requested.
func (s *setup) returnFirst(t *testing.T, c customer, o ordered) kit.Answer {
	t.Helper()
	asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1), o.units(1, 1))).Require(t, 201)
	asked.RequireFields(t, kit.Fields{
		"status": "requested", "orderId": o.OrderID, "reason": "It is too small.", "rejectionReason": nil,
		"refundAmount":        22.49, // 59.97 less 5.99 for three, 5.00 less 0.50 for one
		"items.0.orderItemId": o.Items[0], "items.0.name": "Moka", "items.0.quantity": 1,
	})
	if location := asked.Header.Get("Location"); location != o.path("/returns") {
		t.Errorf("the return is at %s", location)
	}
	requireAxes(t, c.Do(t, "GET", o.path(""), nil), "delivered", "completed", "paid", "delivered")
	s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 409, "invalid_transition")
	approved := s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
	approved.RequireFields(t, kit.Fields{"status": "approved"})
	for command, b := range map[string]any{"/approve": nil, "/reject": body{"reason": "Late."}} {
		s.admin.Do(t, "POST", adminReturn(asked, command), b).Require(t, 409, "invalid_transition")
	}
	s.requireStock(t, o.Lines[0].item, 7, 0)

	received := s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
	received.RequireFields(t, kit.Fields{"status": "received", "refundAmount": 22.49})
	s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 409, "invalid_transition")
	s.requireStock(t, o.Lines[0].item, 8, 0)
	s.requireStock(t, o.Lines[1].item, 10, 0)
	requireAxes(t, c.Do(t, "GET", o.path(""), nil), "delivered", "completed", "paid", "partially_returned")
	s.confirmRefunds(t, o)
	got := c.Do(t, "GET", o.path(""), nil)
	requireAxes(t, got, "delivered", "completed", "partially_refunded", "partially_returned")
	got.RequireFields(t, kit.Fields{"refunds.0.amount": 22.49, "refunds.0.reason": "The goods came back.", "payment.refundedTotal": 22.49})
	return asked
}

// requireReturnEvents checks the events of two returns, of which the first one is that of
// returnFirst.
func requireReturnEvents(t *testing.T, log *eventbustest.Recorder, c customer, o ordered, firstID string) {
	t.Helper()
	received := eventbustest.Of[events.ReturnReceived](log)
	if first := received[0]; first.GoodsBefore != 5848 || first.GoodsAfter != 3599 || first.RefundAmount != 2249 || !first.Earned ||
		first.ReturnID != firstID ||
		!reflect.DeepEqual(first.Items, []events.ShipmentItem{o.eventItem(0, 1), o.eventItem(1, 1)}) {
		t.Errorf("received: %+v", first)
	}
	if last := received[1]; last.GoodsBefore != 3599 || last.GoodsAfter != 0 || last.RefundAmount != 3599 {
		t.Errorf("received: %+v", last)
	}
	if requested := eventbustest.Of[events.ReturnRequested](log)[0]; requested.Reason != "It is too small." || requested.Email != c.Email ||
		requested.EntryID == nil {
		t.Errorf("requested: %+v", requested)
	}
}

func TestARejectedReturnDoesNotCount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 3))).Require(t, 201)
		more := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(1, 1), o.units(0, 1))).Require(t, 422, "validation_failed")
		if got := more.Pointers(); !slices.Equal(got, []string{"/items/1/quantity out_of_range"}) {
			t.Errorf("more than is left: %v", got)
		}
		log := eventbustest.Record(t, s.DB)
		rejected := s.admin.Do(t, "POST", adminReturn(asked, "/reject"), body{"reason": "It was used."}).Require(t, 200)
		rejected.RequireFields(t, kit.Fields{"status": "rejected", "rejectionReason": "It was used.", "reason": "It is too small."})
		if decided := eventbustest.Of[events.ReturnDecided](log); len(decided) != 1 || decided[0].Status != returnRejected ||
			*decided[0].Reason != "It was used." {
			t.Errorf("published: %+v", decided)
		}
		for command, b := range map[string]any{"/approve": nil, "/receive": nil, "/reject": body{"reason": "Again."}} {
			s.admin.Do(t, "POST", adminReturn(asked, command), b).Require(t, 409, "invalid_transition")
		}
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 3))).Require(t, 201)
		var list struct {
			Data []returnView
			Meta struct{ Total int }
		}
		c.Do(t, "GET", o.path("/returns"), nil).Require(t, 200).Decode(t, &list)
		if list.Meta.Total != 2 || list.Data[0].Status != returnRequested || list.Data[1].Status != returnRejected ||
			list.Data[1].Items[0].Quantity != 3 {
			t.Errorf("returns: %+v", list)
		}
	})
}

func TestReturnsEndAfterThirtyDays(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		s.advance(t, 30*24*time.Hour-time.Minute, &c)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		s.advance(t, 2*time.Minute, &c)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 409, "invalid_transition")
		if got := c.Do(t, "GET", o.path(""), nil); slices.Contains(actions(got), "return") {
			t.Errorf("after 30 days: %v", actions(got))
		}
	})
}

// The 30 days begin when the last parcel arrived, as its carrier says, whenever it was reported.
func TestReturnsEndThirtyDaysAfterTheCarrierDelivered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		orders := map[[2]int]ordered{}
		for _, days := range [][2]int{{31, 31}, {31, 29}, {29, 31}} {
			o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
			s.do(t, o, "process", nil)
			for parcel := range days {
				s.do(t, o, "ship", body{"items": []body{o.units(parcel, o.Lines[parcel].Quantity)}})
			}
			orders[days] = o
		}
		s.advance(t, 32*24*time.Hour, &c)
		now := s.Clock.Now()
		for days, want := range map[[2]int]int{{31, 31}: 409, {31, 29}: 201, {29, 31}: 201} {
			o := orders[days]
			sent := s.admin.Do(t, "GET", o.adminPath(""), nil)
			for parcel, ago := range days {
				s.do(t, o, "tracking", body{
					"shipmentId": sent.Text(fmt.Sprintf("shipments.%d.id", parcel)), "status": trackingDelivered,
					"occurredAt": now.AddDate(0, 0, -ago).Format(time.RFC3339),
				})
			}
			got := c.Do(t, "GET", o.path(""), nil)
			requireAxes(t, got, "delivered", "completed", "unpaid", "delivered")
			if may := slices.Contains(actions(got), "return"); may != (want == 201) {
				t.Errorf("%v days ago: %v", days, actions(got))
			}
			c.Do(t, "POST", o.path("/returns"), asksBack(o.units(1, 1))).Require(t, want)
		}
	})
}

// What came back before an invoice was paid is neither paid nor counted.
func TestAReturnBeforeThePayment(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.deliverAll(t, o)
		log := eventbustest.Record(t, s.DB)
		asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 3))).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
		if got := s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200); got.Number("refundAmount") != 0 {
			t.Errorf("nothing was paid: %s", got.Body)
		}
		requireAxes(t, s.do(t, o, "mark-paid", nil), "delivered", "completed", "paid", "partially_returned")
		if back := eventbustest.Of[events.ReturnReceived](log)[0]; back.Earned || back.GoodsAfter != 450 {
			t.Errorf("received: %+v", back)
		}
		if earned := eventbustest.Of[events.OrderEarned](log); len(earned) != 1 || earned[0].Goods != 450 {
			t.Errorf("earned: %+v", earned)
		}
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"amount": 9.41, "reason": "x"}).Require(t, 422, "validation_failed")
		s.do(t, o, "refund", body{"amount": 9.40, "reason": "Sorry."})
		requireAxes(t, s.confirmRefunds(t, o), "delivered", "completed", "refunded", "partially_returned")
	})
}

func TestReturnsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		other, _ := s.As(t, auth.RoleCustomer)
		for _, op := range []struct {
			method string
			valid  any
		}{{"POST", asksBack(o.units(0, 1))}, {"GET", nil}} {
			s.API.Do(t, op.method, o.path("/returns"), op.valid).Require(t, 401, "unauthenticated")
			other.Do(t, op.method, o.path("/returns"), op.valid).Require(t, 404, "not_found")
			for _, unknown := range []string{id.New(), "no-id"} {
				c.Do(t, op.method, "/v1/orders/"+unknown+"/returns", op.valid).Require(t, 404, "not_found")
			}
		}
		for _, op := range []struct {
			method, suffix string
			valid          any
		}{{"GET", "", nil}, {"POST", "/approve", nil}, {"POST", "/reject", body{"reason": "x"}}, {"POST", "/receive", nil}} {
			s.API.Do(t, op.method, adminReturn(asked, op.suffix), op.valid).Require(t, 401, "unauthenticated")
			c.Do(t, op.method, adminReturn(asked, op.suffix), op.valid).Require(t, 403, "forbidden")
			for _, unknown := range []string{id.New(), "no-id"} {
				s.admin.Do(t, op.method, "/v1/admin/returns/"+unknown+op.suffix, op.valid).Require(t, 404, "not_found")
			}
		}
		c.Do(t, "GET", "/v1/admin/returns", nil).Require(t, 403)
		s.admin.Do(t, "GET", "/v1/admin/returns?status=open", nil).Require(t, 422)
		for _, bad := range []struct {
			body any
			want []string
		}{
			{body{}, []string{"/items required", "/reason required"}},
			{body{"items": []body{}, "reason": " "}, []string{"/items too_short", "/reason required"}},
			{asksBack(body{"orderItemId": id.New(), "quantity": 1}), []string{"/items/0/orderItemId not_allowed"}},
			{asksBack(o.units(0, 0)), []string{"/items/0/quantity out_of_range"}},
			{asksBack(o.units(0, 4)), []string{"/items/0/quantity out_of_range"}},
			{asksBack(o.units(0, 3)), []string{"/items/0/quantity out_of_range"}},
			{asksBack(body{"orderItemId": id.New(), "quantity": 1}, o.units(0, 3)),
				[]string{"/items/0/orderItemId not_allowed", "/items/1/quantity out_of_range"}},
			{asksBack(o.units(0, 2), o.units(0, 2)), []string{"/items/1/quantity out_of_range"}},
			{asksBack(body{"orderItemId": o.Items[0], "quantity": 1.5}), []string{"/items/0/quantity wrong_type"}},
		} {
			if got := c.Do(t, "POST", o.path("/returns"), bad.body).Require(t, 422).Pointers(); !slices.Equal(got, bad.want) {
				t.Errorf("%v: %v, want %v", bad.body, got, bad.want)
			}
		}
		if got := s.admin.Do(t, "POST", adminReturn(asked, "/reject"), body{}).
			Require(t, 422); !slices.Equal(got.Pointers(), []string{"/reason required"}) {
			t.Errorf("no reason: %v", got.Pointers())
		}
	})
}

func TestListAllReturns(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		var asked []string
		for range 3 {
			asked = append([]string{c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201).Text("id")}, asked...)
		}
		s.admin.Do(t, "POST", "/v1/admin/returns/"+asked[1]+"/approve", nil).Require(t, 200)
		for query, want := range map[string][]string{
			"": asked, "?status=approved": {asked[1]}, "?status=approved&status=requested": asked, "?orderId=" + o.OrderID: asked,
			"?orderId=" + id.New():            nil,
			"?q=" + strings.ToLower(o.Number): asked, "?q=" + url.QueryEscape(c.Email): asked, "?q=unknown@": nil, "?q=L%C3%B6velace": asked,
			"?q=lovlace": asked, "?q=10117": asked, "?status=requested&orderId=" + o.OrderID: {asked[0], asked[2]},
			"?to=2000-01-01T00:00:00Z": nil, "?from=2000-01-01T00:00:00Z": asked, "?status=requested": {asked[0], asked[2]}, "?status=received": nil,
			"?limit=1&page=3": {asked[2]},
		} {
			var list struct{ Data []struct{ ID string } }
			s.admin.Do(t, "GET", "/v1/admin/returns"+query, nil).Require(t, 200).Decode(t, &list)
			var got []string
			for _, r := range list.Data {
				got = append(got, r.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		s.admin.Do(t, "GET", "/v1/admin/returns", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.orderNumber": o.Number, "data.0.customer.id": c.ID, "data.0.customer.email": c.Email, "data.0.customer.fullName": "Ada Lovelace",
		})
		for query, want := range map[string]string{"?orderId=x": "?orderId bad_format", "?status=requested&status=open": "?status not_allowed",
			"?from=x": "?from bad_format"} {
			if got := s.admin.Do(t, "GET", "/v1/admin/returns"+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %v", query, got)
			}
		}
		if got := s.admin.Do(t, "GET", "/v1/admin/returns/"+asked[1], nil).Require(t, 200); got.Text("status") != "approved" ||
			fmt.Sprint(got.At("items.0.quantity")) != "1" {
			t.Errorf("got %s", got.Body)
		}
	})
}
