package ordering

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Filters with several values match any of them, here and in the export; stages are found as orders
// show them.
func TestFilterOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		numbers := s.inEveryStage(t, c)
		var all []string
		for _, stage := range orderStages {
			all = append(all, numbers[stage])
			s.requireFound(t, "?stage="+string(stage), numbers[stage])
		}
		slices.Sort(all)
		s.requireFound(t, "", all...)
		s.requireFound(t, "?stage=", all...)
		s.requireFound(t, "?stage=placed&stage=shipped&stage=out_for_delivery", numbers[stagePlaced], numbers[stageShipped],
			numbers[stageOutForDelivery])
		s.requireFound(t, "?status=placed&status=processing", numbers[stagePlaced], numbers[stageProcessing], numbers[stagePartiallyShipped],
			numbers[stageShipped], numbers[stageOutForDelivery])
		s.requireFound(t, "?status=processing&fulfillmentStatus=unfulfilled&fulfillmentStatus=partially_shipped", numbers[stageProcessing],
			numbers[stagePartiallyShipped])
		s.requireFound(t, "?status=,placed&status=&fulfillmentStatus=,", numbers[stagePlaced])
		s.requireFound(t, "?paymentStatus=unpaid,refunded", numbers[stageAwaitingPayment], numbers[stageCancelled])

		other := s.customer(t)
		cash := s.place(t, other, payOnDelivery, s.mokaAndCup(t))
		s.do(t, cash, "process", nil)
		s.do(t, cash, "ship", body{"carrier": "DHL", "trackingNumber": "JD-0001-Xy"})
		s.requireFound(t, "?paymentMethod=cash_on_delivery&paymentMethod=card", cash.Number)
		s.requireFound(t, "?customerId="+other.ID, cash.Number)
		s.requireFound(t, "?customerId="+id.New())
		s.requireFound(t, "?q=jd-0001-x", cash.Number)
		s.requireFound(t, "?q="+strings.ToLower(cash.Lines[1].SKU), cash.Number)
		s.requireFound(t, "?q="+url.QueryEscape("%"))
		s.requireFound(t, "?ids="+cash.OrderID+","+id.New(), cash.Number)
		s.requireFound(t, "?stage=placed&ids="+cash.OrderID)
	})
}

// requireFound checks the numbers of the orders that the list and the export have for the query.
func (s *setup) requireFound(t *testing.T, query string, want ...string) {
	t.Helper()
	got := orderNumbersOf(t, s.admin.Do(t, "GET", "/v1/admin/orders"+query, nil))
	var csv []string
	for _, r := range exported(t, s.admin, query)[1:] {
		csv = append(csv, r[0])
	}
	if !slices.Equal(got, csv) {
		t.Errorf("%q: the list has %v, and the export %v", query, got, csv)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q: %v, want %v", query, got, want)
	}
}

func TestSortOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		var placed []string // oldest first; the second one is the dearest
		for _, units := range []int{1, 3, 2} {
			placed = append(placed, s.placeWith(t, c, payOnDelivery, []bought{{s.sell(t, 1000, 10), units, 1000}}, []string{}).Number)
			s.Clock.Advance(1_000_000)
		}
		for sort, want := range map[string][]int{"-placedAt": {2, 1, 0}, "placedAt": {0, 1, 2}, "total": {0, 2, 1}, "-total": {1, 2, 0}} {
			got := orderNumbersOf(t, s.admin.Do(t, "GET", "/v1/admin/orders?sort="+sort, nil))
			if !slices.Equal(got, []string{placed[want[0]], placed[want[1]], placed[want[2]]}) {
				t.Errorf("%s: %v of %v", sort, got, placed)
			}
			if page := orderNumbersOf(t, s.admin.Do(t, "GET", "/v1/admin/orders?limit=1&page=2&sort="+sort, nil)); page[0] != placed[want[1]] {
				t.Errorf("%s: the second is %v", sort, page)
			}
		}
	})
}

func TestOrderFiltersRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		tooMany := strings.TrimSuffix(strings.Repeat(id.New()+",", 101), ",")
		for query, want := range map[string]string{
			"?stage=packed": "?stage not_allowed", "?status=placed&status=open": "?status not_allowed",
			"?paymentMethod=gold": "?paymentMethod not_allowed",
			"?customerId=ada":     "?customerId bad_format", "?ids=x": "?ids bad_format", "?ids=" + tooMany: "?ids too_long",
			"?q=a&q=b":      "?q not_allowed",
			"?statu=placed": "?statu unexpected_field",
		} {
			for _, path := range []string{"/v1/admin/orders", "/v1/admin/orders/export"} {
				if got := s.admin.Do(t, "GET", path+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
					t.Errorf("%s%.60s: %v, want %s", path, query, got, want)
				}
			}
		}
		if got := s.admin.Do(t, "GET", "/v1/admin/orders?sort=number", nil).Require(t, 422).
			Pointers(); !slices.Equal(got, []string{"?sort not_allowed"}) {
			t.Errorf("sort: %v", got)
		}
		const customers = "/v1/admin/orders/customers"
		s.API.Do(t, "GET", customers+"?ids="+c.ID, nil).Require(t, 401, "unauthenticated")
		c.Do(t, "GET", customers+"?ids="+c.ID, nil).Require(t, 403, "forbidden")
		for query, want := range map[string]string{"": "?ids required", "?ids=x": "?ids bad_format", "?ids=" + tooMany: "?ids too_long"} {
			if got := s.admin.Do(t, "GET", customers+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%.60s: %v, want %s", query, got, want)
			}
		}
	})
}

// What a customer has spent is what was paid and not refunded; cancelled orders do not count.
func TestCustomersOfOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, grace, none := s.customer(t), s.customer(t), id.New()
		lines := s.mokaAndCup(t) // 63.38
		paid := s.place(t, ada, payByBankTransfer, lines)
		s.do(t, paid, "mark-paid", nil)
		s.do(t, paid, "refund", body{"amount": 3.38, "reason": "Sorry."})
		s.confirmRefunds(t, paid)
		s.place(t, ada, payOnDelivery, lines)
		back := s.place(t, ada, payByBankTransfer, lines)
		s.do(t, back, "mark-paid", nil)
		s.do(t, back, "cancel", nil)
		s.confirmRefunds(t, back)
		s.do(t, s.place(t, grace, payByInvoice, lines), "mark-paid", nil)
		got := s.admin.Do(t, "GET", fmt.Sprintf("/v1/admin/orders/customers?ids=%s,%s,%s", grace.ID, none, ada.ID), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"data.#": 3, "data.0.id": grace.ID, "data.0.ordersCount": 1, "data.0.totalSpent": 63.38, "data.1.id": none, "data.1.ordersCount": 0,
			"data.1.totalSpent": 0,
			"data.2.id":         ada.ID, "data.2.ordersCount": 2, "data.2.totalSpent": 60,
		})
	})
}
