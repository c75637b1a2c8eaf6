package ordering

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
)

func load(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// Days, weeks and months begin when they do in the time zone, whatever its clocks do.
func TestSalesIntervals(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		parsed, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for _, c := range []struct {
		zone, from, to string
		by             salesInterval
		want           []string
	}{
		{"UTC", "2026-11-20T13:00:00Z", "2026-11-22T00:00:00Z", salesByDay,
			[]string{"2026-11-20T13:00:00Z", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"}},
		// The clocks go forward on 29 March and back on 25 October.
		{"Europe/Berlin", "2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z", salesByDay,
			[]string{"2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z"}},
		{"Europe/Berlin", "2026-10-23T22:00:00Z", "2026-10-26T23:00:00Z", salesByDay,
			[]string{"2026-10-23T22:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-26T23:00:00Z"}},
		{"Europe/Berlin", "2026-02-28T23:00:00Z", "2026-04-30T22:00:00Z", salesByMonth,
			[]string{"2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z", "2026-04-30T22:00:00Z"}},
		{"Europe/Berlin", "2026-03-25T12:00:00Z", "2026-04-06T00:00:00Z", salesByWeek,
			[]string{"2026-03-25T12:00:00Z", "2026-03-29T22:00:00Z", "2026-04-05T22:00:00Z", "2026-04-06T00:00:00Z"}},
		{"Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", salesByDay,
			[]string{"2026-01-01T00:00:00Z", "2026-01-01T18:15:00Z", "2026-01-02T00:00:00Z"}},
		{"UTC", "2026-12-31T00:00:00Z", "2027-01-02T00:00:00Z", salesByMonth,
			[]string{"2026-12-31T00:00:00Z", "2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z"}},
		// Midnight of 7 September is skipped: the day begins at 01:00.
		{"America/Santiago", "2025-09-06T12:00:00Z", "2025-09-08T12:00:00Z", salesByDay,
			[]string{"2025-09-06T12:00:00Z", "2025-09-07T04:00:00Z", "2025-09-08T03:00:00Z", "2025-09-08T12:00:00Z"}},
		// Midnight of 2 November comes twice: the day begins at the first.
		{"America/Havana", "2025-11-01T12:00:00Z", "2025-11-03T12:00:00Z", salesByDay,
			[]string{"2025-11-01T12:00:00Z", "2025-11-02T04:00:00Z", "2025-11-03T05:00:00Z", "2025-11-03T12:00:00Z"}},
		// 30 December was left out.
		{"Pacific/Apia", "2011-12-29T11:00:00Z", "2011-12-31T12:00:00Z", salesByDay,
			[]string{"2011-12-29T11:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z", "2011-12-31T12:00:00Z"}},
	} {
		p, ok := newSalesPeriod(at(c.from), at(c.to), c.by, load(t, c.zone))
		var got []string
		for _, b := range p.boundaries {
			got = append(got, b.UTC().Format(time.RFC3339))
		}
		if !ok || !slices.Equal(got, c.want) {
			t.Errorf("%s by %s: %v, want %v", c.zone, c.by, got, c.want)
		}
	}
	if _, ok := newSalesPeriod(at("2000-01-01T00:00:00Z"), at("2026-01-01T00:00:00Z"), salesByDay, time.UTC); ok {
		t.Error("too many intervals were accepted")
	}
}

// salesReport is the answer of the report.
type salesReport struct {
	Totals struct {
		Orders, Items                                               int
		Gross, Discounts, Shipping, Tax, Refunds, Net, AverageOrder json.Number
		Cancelled, Received                                         json.Number
	}
	Series []struct {
		Start          time.Time
		Orders         int
		Gross, Refunds json.Number

		Cancelled, Net, Received json.Number
	}
	TopProducts []struct {
		ProductID, Name string
		Units           int
		Gross           json.Number
	}
}

func (s *setup) sales(t *testing.T, from, to time.Time, more string) (r salesReport) {
	t.Helper()
	query := url.Values{"from": {from.UTC().Format(time.RFC3339Nano)}, "to": {to.UTC().Format(time.RFC3339Nano)}}
	s.admin.Do(t, "GET", "/v1/admin/sales?"+query.Encode()+more, nil).Require(t, 200).Decode(t, &r)
	return r
}

// The sums of the report are those of the export, to the cent: of all orders, whatever became of
// them, of what was cancelled, of the refunds of what was not, and of the money that came. So they
// are when the sums of the month are kept, and when an order of such a month is cancelled.
func TestSalesEqualTheExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		began := s.Clock.Now()
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		var last ordered
		for i := range 5 {
			last = s.place(t, c, payByBankTransfer, []bought{{lines[0].item, 1 + i%2, 1999}, lines[1]})
			switch i {
			case 0:
				s.do(t, last, "cancel", nil)
			case 1:
				s.deliverAll(t, last)
				s.do(t, last, "refund", body{"amount": 3.33, "reason": "A dent."})
			case 2:
				s.do(t, last, "mark-paid", nil)
				s.do(t, last, "cancel", nil) // with a refund
			default:
				s.do(t, last, "mark-paid", nil)
			}
			s.confirmRefunds(t, last)
			s.advance(t, 14*time.Hour, &c)
		}
		s.requireSalesOfExport(t, began)

		s.advance(t, 62*24*time.Hour, &c)
		s.sumPastMonths(t)
		if kept, err := salesKeptUntil(s.DB); err != nil || !began.Before(kept) {
			t.Fatalf("the sums are kept until %s: %v", kept, err)
		}
		s.requireSalesOfExport(t, began)
		month := s.sales(t, startOfMonth(began), startOfMonth(began).AddDate(0, 1, 0), "")
		s.do(t, last, "cancel", nil)
		s.confirmRefunds(t, last)
		s.requireSalesOfExport(t, began)
		if after := s.sales(t, startOfMonth(began), startOfMonth(began).AddDate(0, 1, 0), ""); !reflect.DeepEqual(after, month) {
			t.Errorf("a past month was\n%+v, and is\n%+v", month, after)
		}
	})
}

// The units of a closed month stay as they were placed when staff cancel some of them later,
// whether the sums of the month are kept or not.
func TestSalesItemsAfterCancelledUnits(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t)) // 3 and 1
		month := startOfMonth(o.PlacedAt)
		items := func() int { return s.sales(t, month, month.AddDate(0, 1, 0), "").Totals.Items }
		s.advance(t, 62*24*time.Hour, &c)
		s.do(t, o, "cancel-items", takesOff(o.units(0, 1)))
		if got := items(); got != 4 {
			t.Errorf("%d items of a month without kept sums, want 4", got)
		}
		s.sumPastMonths(t)
		if kept, err := salesKeptUntil(s.DB); err != nil || !o.PlacedAt.Before(kept) {
			t.Fatalf("the sums are kept until %s: %v", kept, err)
		}
		if got := items(); got != 4 {
			t.Errorf("%d items of a month that was summed after it, want 4", got)
		}
		s.do(t, o, "cancel-items", takesOff(o.units(0, 1)))
		if got := items(); got != 4 {
			t.Errorf("%d items of a month that was summed before it, want 4", got)
		}
		s.forgetSums(t)
		if got := items(); got != 4 {
			t.Errorf("%d items without the kept sums, want 4", got)
		}
	})
}

func (s *setup) requireSalesOfExport(t *testing.T, began time.Time) {
	t.Helper()
	r := s.sales(t, startOfMonth(began), s.Clock.Now(), "&timeZone=Europe/Berlin")
	want := exportedSums(t, exported(t, s.admin, ""))
	got := map[string]int64{
		"orders": int64(r.Totals.Orders), "units": int64(r.Totals.Items), "total": cents(t, r.Totals.Gross),
		"discountTotal": cents(t, r.Totals.Discounts),
		"shippingTotal": cents(t, r.Totals.Shipping), "taxTotal": cents(t, r.Totals.Tax), "refundedTotal": cents(t, r.Totals.Refunds),
		"cancelledTotal": cents(t, r.Totals.Cancelled), "receivedTotal": cents(t, r.Totals.Received),
	}
	if net := cents(t, r.Totals.Net); net != want["total"]-want["cancelledTotal"]-want["refundedTotal"] || net != want["kept"] {
		t.Errorf("net %d, and the shop keeps %d", net, want["kept"])
	}
	goods := want["goods"]
	delete(want, "kept")
	delete(want, "goods")
	if fmt.Sprint(got) != fmt.Sprint(want) || want["orders"] != 5 || want["refundedTotal"] == 0 || want["cancelledTotal"] == 0 {
		t.Errorf("the report has\n%v, and the export\n%v", got, want)
	}
	if average := cents(t, r.Totals.AverageOrder); average != int64(math.Round(float64(got["total"])/5)) {
		t.Errorf("average %d of %d", average, got["total"])
	}
	var sums [5]int64
	for _, p := range r.Series {
		for i, amount := range []json.Number{p.Gross, p.Cancelled, p.Refunds, p.Net, p.Received} {
			sums[i] += cents(t, amount)
		}
	}
	if want := [5]int64{got["total"], got["cancelledTotal"], got["refundedTotal"], cents(t, r.Totals.Net),
		got["receivedTotal"]}; sums != want || len(r.Series) < 3 {
		t.Errorf("the %d days have %d, and the whole %d", len(r.Series), sums, want)
	}
	var products int64
	for _, p := range r.TopProducts {
		products += cents(t, p.Gross)
	}
	if products != goods {
		t.Errorf("the products have %d, want %d", products, goods)
	}
}

// exportedSums adds up the export, in cents. Refunds and VAT are those of orders that are not
// cancelled, goods is what their lines cost, and kept what they cost and was not refunded.
func exportedSums(t *testing.T, rows [][]string) map[string]int64 {
	t.Helper()
	sums := map[string]int64{}
	for _, row := range rows[1:] {
		field := func(name string) string { return row[slices.Index(rows[0], name)] }
		amount := func(name string) int64 { return cents(t, json.Number(field(name))) }
		units, err := strconv.ParseInt(field("units"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sums["orders"]++
		sums["units"] += units
		for _, name := range []string{"total", "discountTotal", "shippingTotal", "cancelledTotal", "receivedTotal"} {
			sums[name] += amount(name)
		}
		if field("status") != string(orderCancelled) {
			sums["refundedTotal"] += amount("refundedTotal")
			sums["taxTotal"] += amount("taxTotal")
			sums["goods"] += amount("subtotal") - amount("discountTotal")
			sums["kept"] += amount("total") - amount("refundedTotal")
		}
	}
	return sums
}

func cents(t *testing.T, amount json.Number) int64 {
	t.Helper()
	f, err := amount.Float64()
	if err != nil {
		t.Fatal(err)
	}
	return int64(math.Round(f * 100))
}

// An order counts on the day of the time zone on which it was placed, also where that day has 23
// hours, and days without orders are there.
func TestSalesByDaysOfATimeZone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		model := row[order](t, s, "id", o.OrderID)
		place := func(at string) {
			t.Helper()
			placed, err := time.Parse(time.RFC3339, at)
			if err != nil {
				t.Fatal(err)
			}
			copied := *model
			copied.ID, copied.CartID, copied.Number, copied.PlacedAt = id.New(), id.New(), "ORD-"+strconv.FormatInt(placed.Unix(), 10), placed.UTC()
			if err := s.DB.Create(&copied).Error; err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range []string{
			"2025-03-28T22:59:59Z",                         // the day before
			"2025-03-28T23:00:00Z", "2025-03-29T22:59:59Z", // Saturday
			"2025-03-29T23:00:00Z", "2025-03-30T21:59:59Z", // Sunday
			"2025-03-30T22:00:00Z", "2025-04-01T21:59:59Z", // Monday, and the end of Tuesday
			"2025-04-01T22:00:00Z", // Wednesday
		} {
			place(at)
		}
		zone := load(t, "Europe/Berlin")
		day := func(d int) time.Time { return time.Date(2025, 3, d, 0, 0, 0, 0, zone) }
		r := s.sales(t, day(29), day(33), "&interval=day&timeZone=Europe%2FBerlin")
		var got []int
		for i, point := range r.Series {
			got = append(got, point.Orders)
			if !point.Start.Equal(day(29 + i)) {
				t.Errorf("day %d starts at %s", i, point.Start)
			}
		}
		if !slices.Equal(got, []int{2, 2, 1, 1}) {
			t.Errorf("orders %v", got)
		}
		empty := s.sales(t, day(1), day(8), "&interval=week&timeZone=Europe/Berlin")
		if len(empty.Series) != 2 || empty.Totals.Orders != 0 || empty.Totals.AverageOrder != "0" || empty.TopProducts == nil ||
			len(empty.TopProducts) != 0 {
			t.Errorf("without orders: %+v", empty)
		}
		var latest salesReport
		s.admin.Do(t, "GET", "/v1/admin/sales", nil).Require(t, 200).Decode(t, &latest)
		if len(latest.Series) != 30 || latest.Totals.Orders != 1 || latest.Series[28].Orders+latest.Series[29].Orders != 1 {
			t.Errorf("the last 30 days: %+v", latest)
		}
	})
}

func TestReportsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for _, path := range []string{"/v1/admin/sales", "/v1/admin/orders/counts"} {
			s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			c.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		}
		for query, want := range map[string]string{
			"?from=yesterday": "?from bad_format", "?interval=year": "?interval not_allowed", "?timeZone=Berlin": "?timeZone not_allowed",
			"?timeZone=Local": "?timeZone not_allowed", "?timeZone=../../etc/passwd": "?timeZone not_allowed",
			"?stage=placed": "?stage unexpected_field",
			"?from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z": "?from out_of_range",
			"?from=2000-01-01T00:00:00Z&to=2026-01-01T00:00:00Z": "?from out_of_range",
		} {
			if got := s.admin.Do(t, "GET", "/v1/admin/sales"+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %v, want %s", query, got, want)
			}
		}
	})
}

// Every order counts in its stage.
func TestCountOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		want := kit.Fields{}
		for _, stage := range orderStages {
			want["counts."+string(stage)] = 0
		}
		s.admin.Do(t, "GET", "/v1/admin/orders/counts", nil).Require(t, 200).RequireFields(t, want)
		s.inEveryStage(t, c)
		for _, stage := range orderStages {
			want["counts."+string(stage)] = 1
		}
		s.admin.Do(t, "GET", "/v1/admin/orders/counts", nil).Require(t, 200).RequireFields(t, want)
	})
}

// inEveryStage places an order for each stage, and returns their numbers by stage.
func (s *setup) inEveryStage(t *testing.T, c customer) map[orderStage]string {
	t.Helper()
	line := []bought{{s.sell(t, 1000, 100), 2, 1000}}
	part := func(o ordered) body {
		return body{"carrier": "DHL", "trackingNumber": "1", "items": []body{o.units(0, 1)}}
	}
	numbers := map[orderStage]string{}
	for stage, reach := range map[orderStage]func(o ordered){
		stageAwaitingPayment: func(ordered) {},
		stagePlaced:          func(o ordered) { s.do(t, o, "mark-paid", nil) },
		stageProcessing:      func(o ordered) { s.do(t, o, "mark-paid", nil); s.do(t, o, "process", nil) },
		stageCancelled:       func(o ordered) { s.do(t, o, "cancel", nil) },
		stagePartiallyShipped: func(o ordered) {
			s.do(t, o, "mark-paid", nil)
			s.do(t, o, "process", nil)
			s.do(t, o, "ship", part(o))
			s.do(t, o, "tracking", body{"status": "out_for_delivery"})
		},
		stageShipped: func(o ordered) { s.do(t, o, "mark-paid", nil); s.do(t, o, "process", nil); s.do(t, o, "ship", dhl) },
		stageOutForDelivery: func(o ordered) {
			s.do(t, o, "mark-paid", nil)
			s.do(t, o, "process", nil)
			s.do(t, o, "ship", part(o))
			s.do(t, o, "tracking", body{"status": "out_for_delivery"})
			s.do(t, o, "ship", part(o))
			s.do(t, o, "tracking", body{"status": "out_for_delivery"})
		},
		stageDelivered: func(o ordered) { s.deliverAll(t, o) },
		stageReturned: func(o ordered) {
			s.deliverAll(t, o)
			asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 2))).Require(t, 201)
			s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
			s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
		},
	} {
		o := s.place(t, c, payByBankTransfer, line)
		reach(o)
		if got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).Text("stage"); got != string(stage) {
			t.Fatalf("the order is %s, not %s", got, stage)
		}
		numbers[stage] = o.Number
	}
	return numbers
}
