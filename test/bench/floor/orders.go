package main

import (
	"context"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// orderHandler answers the newest 20 orders of the caller: the count, the orders, and what belongs
// to them, all asked for at once.
type orderHandler struct {
	pool *pgxpool.Pool
	door authenticator
}

// placedOrder is an order with what its answer is derived from.
type placedOrder struct {
	order
	deliveredAt    *time.Time
	withdrawalDays *int
}

const (
	newestOrders = ` FROM ordering_orders o WHERE o.user_id = $1 ORDER BY o.placed_at DESC, o.id DESC LIMIT 20`

	selectOrders = `SELECT o.id::text, o.number, o.status, o.payment_status, o.fulfillment_status, o.user_id::text, o.buyer_name,
		o.bill_to_name, o.bill_to_company, o.bill_to_phone, o.bill_to_address, o.bill_to_line1, o.bill_to_line2, o.bill_to_postal_code,
		o.bill_to_city, o.bill_to_state, o.bill_to_country, o.bill_to_vat_id,
		o.buyer_email, o.guest, o.ship_to_name, o.ship_to_company,
		o.ship_to_phone, o.ship_to_address, o.ship_to_line1, o.ship_to_line2, o.ship_to_postal_code, o.ship_to_city, o.ship_to_state,
		o.ship_to_country, o.recipient_id::text, o.shipping_method_id::text, o.shipping_method_name, o.shipping_method_kind,
			o.price_mode, o.taxes, o.subtotal_cents / 100.0::float8,
		o.discount_cents / 100.0::float8, o.shipping_cents / 100.0::float8, o.tax_cents / 100.0::float8, o.total_cents / 100.0::float8,
			o.discounts, o.payment_method,
		o.paid_at, o.refunded_cents / 100.0::float8,
		o.paid_cents / 100.0::float8, CASE WHEN o.paid_at IS NULL AND o.status <> 'cancelled' THEN
			greatest(0, o.total_cents - o.cancelled_cents - o.returned_cents - o.paid_cents + o.refunding_cents) / 100.0::float8
				ELSE 0 END, o.note, o.cancellation_reason, o.cancellation_actor, o.placed_at, o.delivered_at, o.withdrawal_days, o.completed_at,
		o.cancelled_at, o.created_at, o.updated_at` + newestOrders
	selectOrderItems = `SELECT i.order_id::text, i.id::text, i.product_id::text, i.variant_id::text, i.sku, i.name,
		(SELECT v.slug FROM ordering_variants v WHERE v.id = i.variant_id AND v.sold), i.options, i.image_url, i.image,
		i.unit_price_cents / 100.0::float8,
		i.quantity, i.line_total_cents / 100.0::float8, i.tax_rate / 100.0::float8,
		i.net_cents / 100.0::float8, i.tax_cents / 100.0::float8, i.cancelled, i.delivered - i.in_return,
		CASE WHEN i.withdrawal_excluded IS NULL THEN i.quantity - i.cancelled - i.in_return - i.withdrawing ELSE 0 END
		FROM ordering_order_items i WHERE i.order_id = ANY (ARRAY(SELECT o.id` + newestOrders + `)) ORDER BY i.order_id, i.position`
	selectShipments = `SELECT s.order_id::text, s.id::text, s.carrier, s.tracking_number, s.tracking_url, s.tracking_status,
		s.estimated_delivery_at, s.shipped_at, s.delivered_at,
		s.outcome, s.undelivered_at,
		i.order_item_id::text, i.quantity
		FROM ordering_shipments s JOIN ordering_shipment_items i ON i.shipment_id = s.id
		WHERE s.order_id = ANY (ARRAY(SELECT o.id` + newestOrders + `)) ORDER BY s.id, i.order_item_id`
	selectRefunds = `SELECT r.order_id::text, r.id::text, r.amount_cents / 100.0::float8, r.items, r.shipping_cents / 100.0::float8,
		r.return_id::text, r.channel, r.origin, r.reason, r.status, r.settled_at, r.created_at
		FROM ordering_refunds r WHERE r.order_id = ANY (ARRAY(SELECT o.id` + newestOrders + `)) ORDER BY r.id`
	countOrders = `SELECT count(*) FROM ordering_orders WHERE user_id = $1`
)

func (h orderHandler) list(w http.ResponseWriter, r *http.Request) {
	c, err := h.door.caller(r)
	if err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return
	}
	found, err := h.newest(r.Context(), c.Subject)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	for _, o := range found.Data {
		o.derive(time.Now())
	}
	send(w, http.StatusOK, found)
}

// newest is the newest 20 orders of the user, in one round trip.
func (h orderHandler) newest(ctx context.Context, userID string) (l list[*placedOrder], err error) {
	batch := &pgx.Batch{}
	l.Data = []*placedOrder{}
	orders := map[string]*placedOrder{}
	batch.Queue(selectOrders, userID).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			o, err := scanOrder(rows)
			if err != nil {
				return err
			}
			l.Data, orders[o.ID] = append(l.Data, o), o
		}
		return rows.Err()
	})
	batch.Queue(selectOrderItems, userID).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var orderID string
			var i orderItem
			if err := rows.Scan(&orderID, &i.ID, &i.ProductID, &i.VariantID, &i.SKU, &i.Name, &i.Slug, &i.Options, &i.ImageURL, &i.Image,
				&i.UnitPrice, &i.Quantity, &i.LineTotal, &i.TaxRate, &i.Net, &i.Tax, &i.Cancelled, &i.Returnable,
				&i.Withdrawable); err != nil {
				return err
			}
			orders[orderID].Items = append(orders[orderID].Items, i)
		}
		return rows.Err()
	})
	batch.Queue(selectShipments, userID).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var orderID string
			var s shipment
			var i shipmentItem
			err := rows.Scan(&orderID, &s.ID, &s.Carrier, &s.TrackingNumber, &s.TrackingURL, &s.TrackingStatus, &s.EstimatedDeliveryAt, &s.ShippedAt,
				&s.DeliveredAt, &s.Outcome, &s.UndeliveredAt, &i.OrderItemID, &i.Quantity)
			if err != nil {
				return err
			}
			orders[orderID].ship(s, i)
		}
		return rows.Err()
	})
	batch.Queue(selectRefunds, userID).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var orderID string
			var f refund
			if err := rows.Scan(&orderID, &f.ID, &f.Amount, &f.Items, &f.Shipping, &f.ReturnID, &f.Channel, &f.Origin, &f.Reason, &f.Status,
				&f.SettledAt, &f.CreatedAt); err != nil {
				return err
			}
			orders[orderID].Refunds = append(orders[orderID].Refunds, f)
		}
		return rows.Err()
	})
	batch.Queue(countOrders, userID).QueryRow(func(row pgx.Row) error { return row.Scan(&l.Meta.Total) })
	if err := h.pool.SendBatch(ctx, batch).Close(); err != nil {
		return l, err
	}
	l.Meta.Page, l.Meta.Limit, l.Meta.TotalPages = 1, 20, (l.Meta.Total+19)/20
	return l, nil
}

func scanOrder(rows pgx.Rows) (*placedOrder, error) {
	o := &placedOrder{order: order{Currency: "EUR", Items: []orderItem{}, Shipments: []shipment{}, Refunds: []refund{}}}
	var reason, actor *string
	var to billTo
	err := rows.Scan(&o.ID, &o.Number, &o.Status, &o.PaymentStatus, &o.FulfillmentStatus, &o.Customer.ID, &o.Customer.FullName,
		&to.FullName, &to.Company, &to.Phone, &to.Address, &to.Line1, &to.Line2, &to.PostalCode, &to.City, &to.State, &to.Country, &to.VATID,
		&o.Customer.Email, &o.Customer.Guest, &o.ShipTo.FullName, &o.ShipTo.Company,
		&o.ShipTo.Phone, &o.ShipTo.Address, &o.ShipTo.Line1, &o.ShipTo.Line2, &o.ShipTo.PostalCode, &o.ShipTo.City, &o.ShipTo.State,
		&o.ShipTo.Country, &o.RecipientID, &o.ShippingMethod.ID, &o.ShippingMethod.Name, &o.ShippingMethod.Kind, &o.PriceMode,
		&o.Taxes, &o.Subtotal, &o.DiscountTotal,
		&o.ShippingTotal, &o.TaxTotal, &o.Total, &o.Discounts, &o.Payment.Method, &o.Payment.PaidAt,
		&o.Payment.RefundedTotal,
		&o.Payment.Received, &o.Payment.Due, &o.Note,
		&reason, &actor, &o.PlacedAt, &o.deliveredAt, &o.withdrawalDays, &o.CompletedAt, &o.CancelledAt, &o.CreatedAt, &o.UpdatedAt)
	if to.Country != "" {
		o.BillTo = &to
	}
	if reason != nil && actor != nil {
		o.Cancellation = &cancellation{*reason, *actor}
	}
	return o, err
}

// ship adds a line to the shipment, which is the last one so far or follows it.
func (o *placedOrder) ship(s shipment, i shipmentItem) {
	if n := len(o.Shipments); n == 0 || o.Shipments[n-1].ID != s.ID {
		o.Shipments = append(o.Shipments, s)
	}
	last := &o.Shipments[len(o.Shipments)-1]
	last.Items = append(last.Items, i)
}

// sumTaxes fills in what the stored taxes add up to.
func (o *placedOrder) sumTaxes() {
	for i := range o.Taxes {
		t := &o.Taxes[i]
		t.Gross = math.Round((t.Net+t.Tax)*100) / 100
	}
}

// mayWithdraw fills in until when the buyer may withdraw, and reports whether that is so now.
func (o *placedOrder) mayWithdraw(now time.Time) bool {
	if o.withdrawalDays == nil {
		for i := range o.Items {
			o.Items[i].Withdrawable = 0
		}
		return false
	}
	o.Withdrawal = &withdrawal{}
	may := o.Status != "cancelled"
	if o.deliveredAt != nil {
		y, m, d := o.deliveredAt.In(berlin).Date()
		last := time.Date(y, m, d+*o.withdrawalDays, 0, 0, 0, 0, berlin)
		for last.Weekday() == time.Saturday || last.Weekday() == time.Sunday {
			last = last.AddDate(0, 0, 1)
		}
		until := timestamp(last.AddDate(0, 0, 1).Add(-time.Millisecond))
		o.Withdrawal.Until = &until
		may = may && now.Before(last.AddDate(0, 0, 1))
	}
	if !may {
		for i := range o.Items {
			o.Items[i].Withdrawable = 0
		}
	}
	return may && slices.ContainsFunc(o.Items, func(i orderItem) bool { return i.Withdrawable > 0 })
}

// berlin is the time zone of the benchmark's shop.
var berlin = must(time.LoadLocation("Europe/Berlin"))

func must(zone *time.Location, err error) *time.Location {
	if err != nil {
		panic(err)
	}
	return zone
}

// instruct tells how to pay what is due: in English and on delivery, as all orders of the run are
// paid. So there is no transfer.
func (o *placedOrder) instruct() {
	if o.Payment.Due == 0 {
		return
	}
	text := "Please have " + euros(o.Payment.Due) + " ready when the order is delivered."
	o.Payment.Instructions = &text
}

// euros is an amount below a million as people read it in English.
func euros(amount float64) string {
	text := strconv.FormatFloat(amount, 'f', 2, 64)
	if at := len(text) - len("000.00"); at > 0 {
		text = text[:at] + "," + text[at:]
	}
	return "€" + text
}

// derive fills in the stage, the taxes and what the buyer may do.
func (o *placedOrder) derive(now time.Time) {
	o.sumTaxes()
	o.AllowedActions = []string{}
	if o.FulfillmentStatus == "unfulfilled" && o.Status != "cancelled" && o.Status != "completed" {
		o.AllowedActions = append(o.AllowedActions, "cancel")
	}
	o.instruct()
	if o.deliveredAt != nil {
		end := o.deliveredAt.Add(30 * 24 * time.Hour) // as no order of the benchmark says otherwise
		until := timestamp(end)
		o.ReturnUntil = &until
		if now.After(end) {
			for i := range o.Items {
				o.Items[i].Returnable = 0
			}
		}
	}
	if slices.ContainsFunc(o.Items, func(i orderItem) bool { return i.Returnable > 0 }) {
		o.AllowedActions = append(o.AllowedActions, "return")
	}
	if o.mayWithdraw(now) {
		o.AllowedActions = append(o.AllowedActions, "withdraw")
	}
	if slices.Contains(o.AllowedActions, "cancel") && o.Payment.Due > 0 {
		o.AllowedActions = append(o.AllowedActions, "change-payment")
	}
	o.AllowedActions = append(o.AllowedActions, "reorder")
	switch {
	case o.Status == "cancelled":
		o.Stage = "cancelled"
	case o.Status == "pending_payment":
		o.Stage = "awaiting_payment"
	case o.FulfillmentStatus == "returned":
		o.Stage = "returned"
	case o.FulfillmentStatus == "delivered", o.FulfillmentStatus == "partially_returned":
		o.Stage = "delivered"
	case o.FulfillmentStatus == "shipped":
		o.Stage = "shipped"
		if slices.ContainsFunc(o.Shipments, func(s shipment) bool { return s.TrackingStatus == "out_for_delivery" }) {
			o.Stage = "out_for_delivery"
		}
	case o.FulfillmentStatus == "partially_shipped":
		o.Stage = "partially_shipped"
	default:
		o.Stage = o.Status
	}
}
