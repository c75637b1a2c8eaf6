package events

// StockChanged: the number of units of a variant that can be sold, or that are on hand, has
// changed. At most one a second and variant, with the newest numbers.
type StockChanged struct {
	VariantID string `json:"variantId"`
	ProductID string `json:"productId"`
	Available int64  `json:"available"`
	OnHand    *int64 `json:"onHand"` // nil in older events
}

func (StockChanged) EventName() string  { return "ordering.stock_changed.v1" }
func (e StockChanged) EventKey() string { return e.VariantID }

// StockAdjusted: an admin counted or corrected the stock.
type StockAdjusted struct {
	VariantID string `json:"variantId"`
	SKU       string `json:"sku"`
	Delta     int64  `json:"delta"`
	OnHand    int64  `json:"onHand"`
	Reason    string `json:"reason"`
}

func (StockAdjusted) EventName() string  { return "ordering.stock_adjusted.v1" }
func (e StockAdjusted) EventKey() string { return e.VariantID }

// StockCountRefused: an imported file counted fewer units of a variant than are reserved for
// orders. The stock is as it was.
type StockCountRefused struct {
	VariantID string `json:"variantId"`
	SKU       string `json:"sku"`
	OnHand    int64  `json:"onHand"` // that were counted
	Reserved  int64  `json:"reserved"`
}

func (StockCountRefused) EventName() string  { return "ordering.stock_count_refused.v1" }
func (e StockCountRefused) EventKey() string { return e.VariantID }

// StockLow: the number of units that can be sold fell to the low mark of the settings
// or below; once for each crossing.
type StockLow struct {
	VariantID string `json:"variantId"`
	ProductID string `json:"productId"`
	SKU       string `json:"sku"`
	Name      string `json:"name"`
	Available int64  `json:"available"`
}

func (StockLow) EventName() string  { return "ordering.stock_low.v1" }
func (e StockLow) EventKey() string { return e.VariantID }
