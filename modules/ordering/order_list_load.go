package ordering

import (
	"encoding/json"

	"gorm.io/gorm"

	media "orderd/modules/media/events"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// orderList says which orders a list has, in which order, and whether with the notes of staff.
type orderList struct {
	Match scope
	Sort  orderSort
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
	texts := newLineTexts()
	selects := []database.Select{
		{Query: matching.Select("count(*)"), Scan: func(row database.RowScan) error { return row(&total) }},
		{Query: page.Select(listedOrder.Select("ordering_orders")), Scan: func(row database.RowScan) error {
			orders = append(orders, order{}) // never beyond its capacity: byID points into it
			o := &orders[len(orders)-1]
			err := row(listedOrder.Into(nil, o)...)
			byID[o.ID] = o
			return err
		}},
		{Query: of(listedItems(db), "order_id"), Scan: func(row database.RowScan) error {
			i = orderItem{}
			err := scanListedItem(row, &i, texts)
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
		selects = append(selects, database.Select{Query: of(listedNotes(db), "order_id"),
			Scan: func(row database.RowScan) error {
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
func loadFilteredPage(
	db *gorm.DB, f orderFilter, sort orderSort, p httpapi.Page,
) (orders []order, total int64, err error) {
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

// The columns of the lists: those of the models, but for what no view shows or is derived from. The
// options and images of lines are scanned by lineTexts.
var (
	listedOrder = database.ColumnsOf[order]("cart_id", "guest", "cart_token_hash",
		"instructions", "buyer_erased", "search",
		"recipient",
		"overdue_at", "payment_type", "refunded_goods_cents", "cancelled_goods_cents", "undone_tax_cents",
		"back_at_provider_cents",
		"dispute_status", "dispute_due_at", "promotion_id", "promotion_customer_id", "units", "destination", "network")
	listedItem         = database.ColumnsOf[orderItem]("position", "options", "image", "unreserved", "slug")
	listedShipment     = database.ColumnsOf[shipment]()
	listedShipmentItem = database.ColumnsOf[shipmentItem]("shipment_id")
	listedRefund       = database.ColumnsOf[refund]("event_id", "conceded_cents", "reminded_at", "updated_at")
	listedNote         = database.ColumnsOf[orderNote]()
)

func listedItems(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_order_items AS i").Order("i.position").
		Select(listedItem.Select("i") + ", i.options, i.image, " + itemSlug("i"))
}

func scanListedItem(row database.RowScan, i *orderItem, texts lineTexts) error {
	var options string
	var image *string
	err := row(append(listedItem.Into(nil, i), &options, &image, &i.Slug)...)
	if err == nil {
		i.Options, err = texts.options.of(options)
	}
	if err == nil && image != nil {
		i.Image, err = texts.images.of(*image)
	}
	return err
}

// lineTexts are the options and the images of lines by their JSON. Many lines have the same, which
// is decoded once.
type lineTexts struct {
	options decodedTexts[map[string]string]
	images  decodedTexts[*media.Image]
}

func newLineTexts() lineTexts {
	return lineTexts{options: decodedTexts[map[string]string]{}, images: decodedTexts[*media.Image]{}}
}

type decodedTexts[T any] map[string]T

func (d decodedTexts[T]) of(text string) (value T, err error) {
	if known, ok := d[text]; ok {
		return known, nil
	}
	err = json.Unmarshal([]byte(text), &value)
	d[text] = value
	return value, err
}

// listedShipments selects shipments, one row for each line that is in them.
func listedShipments(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_shipments AS s").Joins("JOIN ordering_shipment_items i ON i.shipment_id = s.id").
		Order("s.id, i.order_item_id").
		Select(listedShipment.Select("s") + ", " + listedShipmentItem.Select("i"))
}

func scanListedShipment(row database.RowScan) (s shipment, i shipmentItem, err error) {
	err = row(listedShipmentItem.Into(listedShipment.Into(nil, &s), &i)...)
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
	return db.Table("ordering_refunds AS r").Order("r.id").Select(listedRefund.Select("r"))
}

func scanListedRefund(row database.RowScan) (r refund, err error) {
	err = row(listedRefund.Into(nil, &r)...)
	return r, err
}

// listedNotes selects notes with the names of their authors.
func listedNotes(db *gorm.DB) *gorm.DB {
	return withActorName(db.Table("ordering_order_notes AS n"), "n.author").Order("n.id").
		Select(listedNote.Select("n") + ", " + actorName)
}

func scanListedNote(row database.RowScan) (n orderNote, err error) {
	err = row(append(listedNote.Into(nil, &n), &n.AuthorName)...)
	return n, err
}
