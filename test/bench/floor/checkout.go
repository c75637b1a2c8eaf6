package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
)

// checkoutHandler makes an order of the lines that the request names: the order, its lines, the
// stock and a row of the outbox, in one statement. It reads no cart and asks for no address,
// method, code or price list of its caller; what the order says of these is in the request or made
// up.
type checkoutHandler struct {
	pool *pgxpool.Pool
	door authenticator
}

type checkoutInput struct {
	ShippingMethodID string `json:"shippingMethodId"`
	PaymentMethod    string `json:"paymentMethod"`
	Lines            []struct {
		VariantID string `json:"variantId"`
		Quantity  int    `json:"quantity"`
	} `json:"lines"`
}

// writeOrderSQL relies on the CHECK of ordering_stock: an order of more than there is fails as a
// whole. The stock is locked in the order of the ids.
const writeOrderSQL = `WITH want AS (
	SELECT * FROM unnest($5::uuid[], $6::uuid[], $7::int[]) WITH ORDINALITY AS w (id, variant_id, quantity, position)
), lines AS (
	SELECT w.*, v.product_id, v.sku, v.name, CASE WHEN v.sold THEN v.slug END AS slug, v.options, v.image_url, v.image, v.price_cents
	FROM want w JOIN ordering_variants v ON v.id = w.variant_id
), locked AS (
	SELECT w.variant_id, w.quantity FROM want w JOIN ordering_stock s USING (variant_id) ORDER BY s.variant_id FOR UPDATE OF s
), moved AS (
	UPDATE ordering_stock s SET reserved = s.reserved + l.quantity, updated_at = $4 FROM locked l WHERE s.variant_id = l.variant_id
), placed AS (
	INSERT INTO ordering_orders (id, number, user_id, cart_id, status, payment_status, fulfillment_status, locale, buyer_email, buyer_name,
		buyer_erased, search,
		ship_to_name, ship_to_address, ship_to_country, bill_to_name, bill_to_address, bill_to_country, recipient,
		shipping_method_id, shipping_method_name, payment_method, instructions,
			payment_due_at,
		subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, paid_cents, refunding_cents, refunded_cents, returned_cents,
			discounts,
		placed_at, created_at, updated_at)
	SELECT $1, $2, $3, gen_random_uuid(), 'pending_payment', 'unpaid', 'unfulfilled', 'en', $8, $9, FALSE, $10, $9, $11,
		'DE', $9, $11, 'DE', 'self', $12,
		'Standard', $13, $14,
		$4::timestamptz + interval '72 hours', sum(price_cents * quantity), 0, 0, round(sum(price_cents * quantity) * 19 / 119),
			sum(price_cents * quantity),
		0, 0, 0, 0, '[]', $4, $4, $4 FROM lines
), listed AS (
	INSERT INTO ordering_order_items (id, order_id, position, product_id, variant_id, sku, name, options, image_url, image, unit_price_cents,
		quantity, line_total_cents,
		discount_cents, tax_rate, shipped, delivered, in_return, returned)
	SELECT id, $1, position, product_id, variant_id, sku, name, options, image_url, image, price_cents, quantity, price_cents * quantity, 0,
		1900, 0, 0, 0, 0 FROM lines
), told AS (
	INSERT INTO events (id, name, key, subject, payload, personal, occurred_at, request_id, actor)
	SELECT $15, 'floor.order_placed.v1', $1::text, $3::text, json_build_object('orderId', $1, 'number', $2, 'lines', json_agg(l)),
		json_build_object('email', $8), $4, '', $3::text
	FROM (SELECT id, variant_id, quantity, position, product_id, sku, name, options, image_url, price_cents FROM lines) l
)
SELECT id::text, product_id::text, variant_id::text, sku, name, slug, options, image_url, image, price_cents, quantity FROM lines
ORDER BY position`

func (t checkoutHandler) checkout(w http.ResponseWriter, r *http.Request) {
	c, err := t.door.caller(r)
	if err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return
	}
	var want checkoutInput
	if err := json.NewDecoder(r.Body).Decode(&want); err != nil {
		http.Error(w, "malformed", http.StatusBadRequest)
		return
	}
	o, err := t.placeOrder(r.Context(), c, want)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Location", "/v1/orders/"+o.ID)
	send(w, http.StatusCreated, o)
}

func (t checkoutHandler) placeOrder(ctx context.Context, c caller, want checkoutInput) (*order, error) {
	now := time.Now()
	o, err := newOrder(c, want, now)
	if err != nil {
		return nil, err
	}
	ids, variants, quantities := make([]string, len(want.Lines)), make([]string, len(want.Lines)), make([]int, len(want.Lines))
	for i, l := range want.Lines {
		ids[i], variants[i], quantities[i] = newID(), l.VariantID, l.Quantity
	}
	rows, err := t.pool.Query(ctx, writeOrderSQL, o.ID, o.Number, c.Subject, now, ids, variants, quantities, c.Email, c.Name,
		o.Number+"\n"+c.Email,
		o.ShipTo.Address, o.ShippingMethod.ID, o.Payment.Method, o.Payment.Instructions, newID())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var subtotal int64
	for rows.Next() {
		var price int64
		i := orderItem{TaxRate: 19}
		if err := rows.Scan(&i.ID, &i.ProductID, &i.VariantID, &i.SKU, &i.Name, &i.Slug, &i.Options, &i.ImageURL, &i.Image, &price,
			&i.Quantity); err != nil {
			return nil, err
		}
		i.Withdrawable = i.Quantity
		total := price * int64(i.Quantity)
		i.UnitPrice, i.LineTotal = float64(price)/100, float64(total)/100
		tax := containedTax(total, "standard")
		i.Net, i.Tax = new(float64(total-tax)/100), new(float64(tax)/100)
		subtotal += total
		o.Items = append(o.Items, i)
	}
	o.Subtotal, o.Total, o.TaxTotal = float64(subtotal)/100, float64(subtotal)/100, math.Round(float64(subtotal)*19/119)/100
	o.Taxes = []rateTax{{
		Rate: 19, Category: "S", Net: math.Round((o.Total-o.TaxTotal)*100) / 100, Tax: o.TaxTotal, Gross: o.Total,
	}}
	o.Payment.Due, o.Payment.Transfer = o.Total, o.transfer(now)
	o.Payment.DueAt = o.Payment.Transfer.DueAt
	return o, rows.Err()
}

// newOrder is an order without lines.
func newOrder(c caller, want checkoutInput, now time.Time) (*order, error) {
	number, err := rand.Int(rand.Reader, big.NewInt(10_000_000_000))
	if err != nil {
		return nil, err
	}
	o := &order{
		PriceMode: "gross", ID: newID(), Number: fmt.Sprintf("ORD-%010d", number), Stage: "awaiting_payment",
		Status: "pending_payment", PaymentStatus: "unpaid",
		FulfillmentStatus: "unfulfilled", Currency: "EUR", Items: make([]orderItem, 0, len(want.Lines)), Shipments: []shipment{},
		Discounts: json.RawMessage(`[]`), Refunds: []refund{},
		AllowedActions: []string{"cancel", "withdraw", "reorder"}, Withdrawal: &withdrawal{},
		PlacedAt: timestamp(now), CreatedAt: timestamp(now), UpdatedAt: timestamp(now),
	}
	o.Customer.ID, o.Customer.FullName, o.Customer.Email = c.Subject, c.Name, c.Email
	o.ShipTo.FullName, o.ShipTo.Address, o.ShipTo.Country = c.Name, "Unter den Linden 1, 10117 Berlin", "DE"
	o.BillTo = &billTo{FullName: o.ShipTo.FullName, Address: o.ShipTo.Address, Country: o.ShipTo.Country}
	o.ShippingMethod.ID, o.ShippingMethod.Name, o.ShippingMethod.Kind = want.ShippingMethodID, "Standard", "delivery"
	instructions := "Please pay and name " + o.Number + "."
	o.Payment.Method, o.Payment.Instructions = want.PaymentMethod, &instructions
	return o, nil
}

// transfer is to a made-up account.
func (o *order) transfer(now time.Time) *transfer {
	iban, due := "DE02120300000000202051", timestamp(now.Add(72*time.Hour))
	return &transfer{IBAN: &iban, Holder: "Floor", Reference: o.Number, Amount: o.Total, DueAt: &due}
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }
