package ordering

import (
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
	"orderd/platform/search"
)

// orderFilter selects orders. A blank field does not restrict; of several values any will do.
type orderFilter struct {
	httpapi.ByIDs
	Status            []orderStatus
	PaymentStatus     []paymentStatus
	FulfillmentStatus []fulfillmentStatus
	Stage             []orderStage
	PaymentMethod     []paymentMethod
	CustomerID        string
	Q                 string    // in order.searchText or a tracking number
	From, To          time.Time // placed in [From, To)
	Metadata          metadata.Filter
}

// apply restricts a query to the orders of the filter. It reads all that the rest of the filter
// leaves for its text: a page of a list is found by findOrders.
func (f orderFilter) apply(q *gorm.DB) *gorm.DB {
	q = f.restrict(q)
	if !f.searches() {
		return q
	}
	fresh := q.Session(&gorm.Session{NewDB: true})
	text := strings.ToLower(strings.TrimSpace(f.Q))
	sent := fresh.Model(&shipment{}).Select("order_id").Where(database.Contains("lower(tracking_number)", text))
	return q.Where("(id IN (?) OR id IN (?))", search.Matching(fresh.Model(&order{}).Select("id"), "search", f.Q), sent)
}

// searches reports whether the filter has a text.
func (f orderFilter) searches() bool { return strings.TrimSpace(f.Q) != "" }

// restrict is apply without the text.
func (f orderFilter) restrict(q *gorm.DB) *gorm.DB {
	q = f.Among(q, "id")
	q = anyOf(q, "status", f.Status)
	q = anyOf(q, "payment_status", f.PaymentStatus)
	q = anyOf(q, "fulfillment_status", f.FulfillmentStatus)
	q = anyOf(q, "payment_method", f.PaymentMethod)
	q = inStages(q, f.Stage)
	if f.CustomerID != "" {
		q = q.Where("user_id = ?", f.CustomerID)
	}
	if !f.From.IsZero() {
		q = q.Where("placed_at >= ?", clock.Normalize(f.From))
	}
	if !f.To.IsZero() {
		q = q.Where("placed_at < ?", clock.Normalize(f.To))
	}
	return orderMetadata.Restrict(q, "id", f.Metadata)
}

// anyOf restricts a query to the rows whose column has one of the values. Blank ones do not count,
// and without a value it does not restrict.
func anyOf[T ~string](q *gorm.DB, column string, values []T) *gorm.DB {
	switch len(values) {
	case 0:
		return q
	case 1:
		return q.Where(column+" = ?", values[0]) // a plan of its own: the list of one state is frequent
	}
	return q.Where(column+" IN ?", values)
}

// stageConditions are the stages in SQL: order.stage says the same.
var stageConditions = map[orderStage]string{
	stageAwaitingPayment:  "status = 'pending_payment'",
	stagePlaced:           "status = 'placed'",
	stageProcessing:       "status = 'processing' AND fulfillment_status = 'unfulfilled'",
	stagePartiallyShipped: "fulfillment_status = 'partially_shipped'",
	stageShipped:          "fulfillment_status = 'shipped' AND id NOT IN (" + outForDelivery + ")",
	stageOutForDelivery:   "fulfillment_status = 'shipped' AND id IN (" + outForDelivery + ")",
	stageDelivered:        "fulfillment_status IN ('delivered', 'partially_returned')",
	stageReturned:         "fulfillment_status = 'returned'",
	stageCancelled:        "status = 'cancelled'",
}

const outForDelivery = "SELECT order_id FROM ordering_shipments WHERE tracking_status = 'out_for_delivery'"

// inStages restricts a query to the orders in one of the stages.
func inStages(q *gorm.DB, stages []orderStage) *gorm.DB {
	var conditions []string
	for _, stage := range stages {
		if condition := stageConditions[stage]; condition != "" {
			conditions = append(conditions, "("+condition+")")
		}
	}
	if len(conditions) == 0 {
		return q
	}
	return q.Where("(" + strings.Join(conditions, " OR ") + ")")
}

// orderSort is what the list of orders may be sorted by.
type orderSort string

const (
	orderSortNewest  orderSort = "-placedAt"
	orderSortOldest  orderSort = "placedAt"
	orderSortTotal   orderSort = "total"
	orderSortLargest orderSort = "-total"
)

// Values are all of them.
func (orderSort) Values() []string {
	return convert.Strings(orderSortNewest, orderSortOldest, orderSortTotal, orderSortLargest)
}

// orderSorts has the ORDER BY of each.
var orderSorts = map[orderSort]string{
	orderSortNewest:  "placed_at DESC, id DESC",
	orderSortOldest:  "placed_at, id",
	orderSortTotal:   "total_cents, id",
	orderSortLargest: "total_cents DESC, id DESC",
}
