package ordering

import (
	"encoding/json"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// orderList says which orders a list has, in which order (a key of orderSorts), and whether with
// the notes of staff.
type orderList struct {
	Match scope
	Sort  string
	Notes bool
}

// loadOrderPage reads a page of a list, with what the views of its orders show, and how many orders
// match. It costs five queries, and one for the notes, whatever the number of orders.
func loadOrderPage(db *gorm.DB, list orderList, p httpapi.Page) (orders []order, total int64, err error) {
	matching := list.Match(db.Model(&order{})).Session(&gorm.Session{})
	page := matching.Order(orderSorts[list.Sort]).Offset(p.Offset()).Limit(p.Limit).Session(&gorm.Session{})
	in := " IN (?)"
	if database.Dialect(db) == database.Postgres {
		in = " = ANY (ARRAY(?))" // the planner would hash the ids and then scan once for each
	}
	of := func(rows *gorm.DB, orderID string) *gorm.DB { return rows.Where(orderID+in, page.Select("id")) }

	orders = make([]order, 0, p.Limit)
	byID := make(map[string]*order, p.Limit)
	var i orderItem // of each row: one in the heap for all
	decoded := decodedOptions{}
	selects := []database.Select{
		{Query: matching.Select("count(*)"), Scan: func(row database.RowScan) error { return row(&total) }},
		{Query: page.Select(listedOrderColumns), Scan: func(row database.RowScan) error {
			orders = append(orders, order{}) // never beyond its capacity: byID points into it
			o := &orders[len(orders)-1]
			err := scanListedOrder(row, o)
			byID[o.ID] = o
			return err
		}},
		{Query: of(listedItems(db), "order_id"), Scan: func(row database.RowScan) error {
			i = orderItem{}
			err := scanListedItem(row, &i, decoded)
			if err == nil {
				byID[i.OrderID].Items = append(byID[i.OrderID].Items, i)
			}
			return err
		}},
		{Query: of(listedShipments(db), "s.order_id"), Scan: func(row database.RowScan) error {
			s, item, err := scanListedShipment(row)
			if err == nil {
				byID[s.OrderID].addShipped(s, item)
			}
			return err
		}},
		{Query: of(listedRefunds(db), "order_id"), Scan: func(row database.RowScan) error {
			r, err := scanListedRefund(row)
			if err == nil {
				byID[r.OrderID].Refunds = append(byID[r.OrderID].Refunds, r)
			}
			return err
		}},
	}
	if list.Notes {
		selects = append(selects, database.Select{Query: of(listedNotes(db), "order_id"), Scan: func(row database.RowScan) error {
			n, err := scanListedNote(row)
			if err == nil {
				byID[n.OrderID].Notes = append(byID[n.OrderID].Notes, n)
			}
			return err
		}})
	}
	err = database.Snapshot(db, selects...)
	return orders, total, err
}

// loadFilteredPage is loadOrderPage for a filter of staff, with the notes. A search counts at most
// search.MaxFound orders.
func loadFilteredPage(db *gorm.DB, f orderFilter, sort string, p httpapi.Page) (orders []order, total int64, err error) {
	list := orderList{Match: f.restrict, Sort: sort, Notes: true}
	if !f.searches() {
		return loadOrderPage(db, list, p)
	}
	ids, total, err := findOrders(db, f, sort, p)
	if err != nil || len(ids) == 0 {
		return nil, total, err
	}
	list.Match = func(q *gorm.DB) *gorm.DB { return q.Where("id IN ?", ids) }
	orders, _, err = loadOrderPage(db, list, httpapi.Page{Page: 1, Limit: len(ids)})
	return orders, total, err
}

// The columns of an order that a view shows or is derived from.
const listedOrderColumns = `id, number, user_id, status, payment_status, fulfillment_status, buyer_email, buyer_name,
	ship_to_name, ship_to_phone, ship_to_address, ship_to_country, version, recipient_id, shipping_method_id, shipping_method_name,
	payment_method, instructions, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents,
	paid_cents, refunding_cents, refunded_cents, returned_cents, received_provider_cents, refunding_provider_cents, refunding_shipping_cents,
	cancelled_cents, conceded_cents, marked_paid_status, marked_paid_payment_status, discounts, note, cancellation_reason, cancellation_actor,
	placed_at, paid_at, delivered_at, completed_at, cancelled_at, created_at, updated_at`

func scanListedOrder(row database.RowScan, o *order) error {
	return row(&o.ID, &o.Number, &o.UserID, &o.Status, &o.PaymentStatus, &o.FulfillmentStatus, &o.BuyerEmail, &o.BuyerName,
		&o.ShipTo.Name, &o.ShipTo.Phone, &o.ShipTo.Address, &o.ShipTo.Country, &o.Version, &o.RecipientID, &o.ShippingMethodID, &o.ShippingMethodName,
		&o.PaymentMethod, &o.Instructions, &o.Subtotal, &o.Discount, &o.Shipping, &o.Tax, &o.Total,
		&o.Paid, &o.Refunding, &o.Refunded, &o.Returned, &o.ReceivedProvider, &o.RefundingProvider, &o.RefundingShipping,
		&o.Cancelled, &o.Conceded, &o.MarkedPaidStatus, &o.MarkedPaidPaymentStatus, database.JSON(&o.Discounts), &o.Note, &o.CancellationReason, &o.CancellationActor,
		&o.PlacedAt, &o.PaidAt, &o.DeliveredAt, &o.CompletedAt, &o.CancelledAt, &o.CreatedAt, &o.UpdatedAt)
}

func listedItems(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_order_items").Order("position").Select(`id, order_id, product_id, variant_id, sku, name, options, image_url,
		unit_price_cents, quantity, line_total_cents, discount_cents, tax_rate, cancelled, shipped, delivered, in_return, returned, undone, undone_cents`)
}

func scanListedItem(row database.RowScan, i *orderItem, decoded decodedOptions) error {
	var options string
	err := row(&i.ID, &i.OrderID, &i.ProductID, &i.VariantID, &i.SKU, &i.Name, &options, &i.ImageURL,
		&i.UnitPrice, &i.Quantity, &i.LineTotal, &i.Discount, &i.TaxRate, &i.Cancelled, &i.Shipped, &i.Delivered, &i.InReturn, &i.Returned, &i.Undone, &i.UndoneValue)
	if err == nil {
		i.Options, err = decoded.of(options)
	}
	return err
}

// decodedOptions are the options of lines by their JSON. Many lines have the same, which is decoded
// once.
type decodedOptions map[string]map[string]string

func (d decodedOptions) of(text string) (options map[string]string, err error) {
	if known, ok := d[text]; ok {
		return known, nil
	}
	err = json.Unmarshal([]byte(text), &options)
	d[text] = options
	return options, err
}

// listedShipments selects shipments, one row for each line that is in them.
func listedShipments(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_shipments AS s").Joins("JOIN ordering_shipment_items i ON i.shipment_id = s.id").Order("s.id, i.order_item_id").
		Select(`s.id, s.order_id, s.carrier, s.tracking_number, s.tracking_url, s.tracking_status, s.estimated_delivery_at, s.shipped_at,
			s.delivered_at, s.outcome, s.undelivered_at, i.order_item_id, i.quantity`)
}

func scanListedShipment(row database.RowScan) (s shipment, i shipmentItem, err error) {
	err = row(&s.ID, &s.OrderID, &s.Carrier, &s.TrackingNumber, &s.TrackingURL, &s.TrackingStatus, &s.EstimatedDeliveryAt, &s.ShippedAt,
		&s.DeliveredAt, &s.Outcome, &s.UndeliveredAt, &i.OrderItemID, &i.Quantity)
	return s, i, err
}

// addShipped adds a line to the shipment s, which is the order's last one or comes after it.
func (o *order) addShipped(s shipment, i shipmentItem) {
	if n := len(o.Shipments); n == 0 || o.Shipments[n-1].ID != s.ID {
		o.Shipments = append(o.Shipments, s)
	}
	last := &o.Shipments[len(o.Shipments)-1]
	last.Items = append(last.Items, i)
}

func listedRefunds(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_refunds").Order("id").Select(`id, order_id, return_id, channel, origin, amount_cents,
		items, goods_cents, shipping_cents, reason, reference, failure, status, settled_at, created_at`)
}

func scanListedRefund(row database.RowScan) (r refund, err error) {
	err = row(&r.ID, &r.OrderID, &r.ReturnID, &r.Channel, &r.Origin, &r.Amount,
		database.JSON(&r.Items), &r.Goods, &r.Shipping, &r.Reason, &r.Reference, &r.Failure, &r.Status, &r.SettledAt, &r.CreatedAt)
	return r, err
}

// listedNotes selects notes with the names of their authors.
func listedNotes(db *gorm.DB) *gorm.DB {
	return withActorName(db.Table("ordering_order_notes AS n"), "n.author").Order("n.id").
		Select("n.id, n.order_id, n.text, n.author, n.created_at, " + actorName)
}

func scanListedNote(row database.RowScan) (n orderNote, err error) {
	err = row(&n.ID, &n.OrderID, &n.Text, &n.Author, &n.CreatedAt, &n.AuthorName)
	return n, err
}
