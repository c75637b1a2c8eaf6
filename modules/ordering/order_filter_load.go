package ordering

import (
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/httpapi"
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
	Q                 string    // in what identifies it, an SKU or a tracking number
	From, To          time.Time // placed in [From, To)
}

// apply restricts a query to the orders of the filter.
func (f orderFilter) apply(q *gorm.DB) *gorm.DB {
	q = f.Among(q, "id")
	q = anyOf(q, "status", f.Status)
	q = anyOf(q, "payment_status", f.PaymentStatus)
	q = anyOf(q, "fulfillment_status", f.FulfillmentStatus)
	q = anyOf(q, "payment_method", f.PaymentMethod)
	q = inStages(q, f.Stage)
	if f.CustomerID != "" {
		q = q.Where("user_id = ?", f.CustomerID)
	}
	if text := strings.ToLower(strings.TrimSpace(f.Q)); text != "" {
		q = containing(q, text)
	}
	if !f.From.IsZero() {
		q = q.Where("placed_at >= ?", clock.Normalize(f.From))
	}
	if !f.To.IsZero() {
		q = q.Where("placed_at < ?", clock.Normalize(f.To))
	}
	return q
}

// anyOf restricts a query to the rows whose column has one of the values. Blank ones do not count,
// and without a value it does not restrict.
func anyOf[T ~string](q *gorm.DB, column string, values []T) *gorm.DB {
	given := slices.DeleteFunc(slices.Clone(values), func(v T) bool { return v == "" })
	switch len(given) {
	case 0:
		return q
	case 1:
		return q.Where(column+" = ?", given[0]) // a plan of its own: the list of one state is frequent
	}
	return q.Where(column+" IN ?", given)
}

// containing restricts a query to the orders with the text, in lower case, in what identifies them,
// in the SKU of a line or in the tracking number of a shipment.
func containing(q *gorm.DB, text string) *gorm.DB {
	of := func(model any, column string) *gorm.DB {
		return q.Session(&gorm.Session{NewDB: true}).Model(model).Select("order_id").Where(database.Contains("lower("+column+")", text))
	}
	return q.Where("(? OR id IN (?) OR id IN (?))", database.Contains("search", text), of(&orderItem{}, "sku"), of(&shipment{}, "tracking_number"))
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

// orderSorts are the orders of a list by the values of ?sort.
var orderSorts = map[string]string{
	"-placedAt": "placed_at DESC, id DESC",
	"placedAt":  "placed_at, id",
	"total":     "total_cents, id",
	"-total":    "total_cents DESC, id DESC",
}

// newestFirst is the value of ?sort that is the default.
const newestFirst = "-placedAt"
