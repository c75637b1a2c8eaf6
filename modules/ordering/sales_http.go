package ordering

import (
	"context"
	"net/http"
	"strings"
	"time"

	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) salesRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getSales", Scope: "reports:read", Method: http.MethodGet, Path: "/v1/admin/sales", Tag: tagReports,
		Summary: "Read the sales of a period",
		Detail: "Orders count when they were placed, whatever became of them; unpaid ones count too. What was cancelled, " +
			"refunded and received counts on its own day, of whichever order, so that a past day never changes. An order " +
			"that was placed, paid and cancelled is 0 in sum: what is refunded of what was cancelled is no refund here.",
	}, a.getSales, a.checkSales)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "countOrders", Scope: "reports:read", Method: http.MethodGet, Path: "/v1/admin/orders/counts", Tag: tagReports,
		Summary: "Count the orders of each stage",
		Detail:  "Of all orders, as `?stage` of the list finds them. A stage without an order counts 0.",
	}, a.countOrders)
}

type salesInput struct {
	From     time.Time     `query:"from" doc:"Inclusive. Default: with to, the last 30 days of the time zone, today included." example:"2026-11-01T00:00:00.000Z"`
	To       time.Time     `query:"to" doc:"Exclusive. Default: the end of today in the time zone." example:"2026-12-01T00:00:00.000Z"`
	Interval salesInterval `query:"interval" default:"day" doc:"Of the series; weeks begin on Monday."`
	TimeZone string        `query:"timeZone" default:"UTC" maxLength:"64" doc:"Where days begin: a name of the IANA database." example:"Europe/Berlin"`
}

// period is the period of the report, and what is wrong with it.
func (in *salesInput) period(now time.Time) (p salesPeriod, wrong []fault.Field) {
	zone, err := time.LoadLocation(in.TimeZone)
	if err != nil || strings.EqualFold(in.TimeZone, "local") {
		zone = time.UTC
		wrong = append(wrong, fault.Field{
			Pointer: "?timeZone", Code: fault.NotAllowed, Detail: "must be a name of the IANA database",
		})
	}
	from, to := defaultSalesPeriod(now, zone)
	if !in.To.IsZero() {
		to = clock.Normalize(in.To)
		from, _ = defaultSalesPeriod(to.Add(-time.Microsecond), zone)
	}
	if !in.From.IsZero() {
		from = clock.Normalize(in.From)
	}
	if !from.Before(to) {
		return p, append(wrong, fault.Field{Pointer: "?from", Code: fault.OutOfRange, Detail: "must be before to"})
	}
	p, ok := newSalesPeriod(from, to, in.Interval, zone)
	if !ok {
		wrong = append(wrong, fault.Field{
			Pointer: "?from", Code: fault.OutOfRange, Detail: "must be at most %d intervals before to",
			Args: []any{maxSalesIntervals},
		})
	}
	return p, wrong
}

// checkSales rejects a period that is none or too long, and an unknown time zone.
func (a *api) checkSales(in *salesInput) []fault.Field {
	_, wrong := in.period(a.Clock.Now())
	return wrong
}

type salesView struct {
	Totals      salesTotalsView   `json:"totals"`
	Series      []salesPointView  `json:"series" nullable:"false" doc:"Every interval of the period, oldest first. The first begins at from."`
	TopProducts []soldProductView `json:"topProducts" nullable:"false" doc:"At most 10, those with the highest gross first."`
}

// SchemaName is the name in the document.
func (salesView) SchemaName() string { return "Sales" }

type salesTotalsView struct {
	Orders       int64     `json:"orders" doc:"Placed in the period, whatever became of them." example:"27"`
	Items        int64     `json:"items" doc:"Units in these orders." example:"61"`
	Gross        money.Sum `json:"gross" doc:"Sum of these orders' totals." example:"1347.35"`
	Discounts    money.Sum `json:"discounts" doc:"Taken off, in gross; of net orders without VAT, as shipping is." example:"42.1"`
	Shipping     money.Sum `json:"shipping" doc:"Contained in gross." example:"98"`
	Tax          money.Sum `json:"tax" doc:"VAT contained in gross, less that of what was cancelled or returned in the period." example:"215.12"`
	Cancelled    money.Sum `json:"cancelled" doc:"What was cancelled in the period: whole orders, units, and goods that came back unpaid." example:"24.9"`
	Refunds      money.Sum `json:"refunds" doc:"What went back in the period, beyond what was cancelled." example:"38.48"`
	Net          money.Sum `json:"net" doc:"gross − cancelled − refunds." example:"1283.97"`
	Received     money.Sum `json:"received" doc:"Money that came in the period." example:"1299.1"`
	AverageOrder money.Sum `json:"averageOrder" doc:"gross ÷ orders; 0 without orders." example:"49.9"`
}

// SchemaName is the name in the document.
func (salesTotalsView) SchemaName() string { return "SalesTotals" }

type salesPointView struct {
	Start     httpapi.Time `json:"start"`
	Orders    int64        `json:"orders" example:"3"`
	Gross     money.Sum    `json:"gross" example:"149.7"`
	Cancelled money.Sum    `json:"cancelled" example:"0"`
	Refunds   money.Sum    `json:"refunds" example:"0"`
	Net       money.Sum    `json:"net" example:"149.7"`
	Received  money.Sum    `json:"received" example:"99.8"`
}

// SchemaName is the name in the document.
func (salesPointView) SchemaName() string { return "SalesPoint" }

type soldProductView struct {
	ProductID string    `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name      string    `json:"name" doc:"As it was ordered." example:"Moka pot"`
	Units     int64     `json:"units" example:"12"`
	Gross     money.Sum `json:"gross" doc:"Its lines, less their discounts, and less what was cancelled or returned in the period." example:"215.9"`
}

// SchemaName is the name in the document.
func (soldProductView) SchemaName() string { return "SoldProduct" }

func viewSales(p salesPeriod, series []sales, top []soldProduct) salesView {
	var total sales
	v := salesView{Series: make([]salesPointView, len(series))}
	for n, s := range series {
		total.add(s)
		v.Series[n] = salesPointView{
			Start: httpapi.TimeOf(p.boundaries[n]), Orders: s.Orders, Gross: money.Sum(s.Gross),
			Cancelled: money.Sum(s.Cancelled), Refunds: money.Sum(s.Refunds), Net: money.Sum(s.net()),
			Received: money.Sum(s.Received),
		}
	}
	v.Totals = salesTotalsView{
		Orders: total.Orders, Items: total.Units, Gross: money.Sum(total.Gross), Discounts: money.Sum(total.Discount),
		Shipping: money.Sum(total.Shipping), Tax: money.Sum(total.Tax), Cancelled: money.Sum(total.Cancelled),
		Refunds: money.Sum(total.Refunds), Net: money.Sum(total.net()), Received: money.Sum(total.Received),
		AverageOrder: money.Sum(total.average()),
	}
	v.TopProducts = convert.All(top, func(s soldProduct) soldProductView {
		return soldProductView{ProductID: s.ProductID, Name: s.Name, Units: s.Units, Gross: money.Sum(s.Gross)}
	})
	return v
}

func (a *api) getSales(ctx context.Context, in *salesInput) (*httpapi.Reply[salesView], error) {
	p, _ := in.period(a.Clock.Now())
	series, top, err := loadSales(a.DB.WithContext(ctx), p)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewSales(p, series, top))
}

type orderCountsView struct {
	Counts map[orderStage]int64 `json:"counts" nullable:"false" doc:"By stage."`
}

// SchemaName is the name in the document.
func (orderCountsView) SchemaName() string { return "OrderCounts" }

func (a *api) countOrders(ctx context.Context, _ *struct{}) (*httpapi.Reply[orderCountsView], error) {
	counts, err := countByStage(a.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(orderCountsView{counts})
}
