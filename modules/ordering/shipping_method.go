package ordering

import (
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// shippingMethod is a way to send an order.
type shippingMethod struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	Kind      events.ShippingMethodKind
	Countries []string     `gorm:"serializer:json"` // ISO 3166-1 alpha-2; none means everywhere
	Price     money.Cents  `gorm:"column:price_cents"`
	FreeFrom  *money.Cents `gorm:"column:free_from_cents"` // of the goods after the promotion
	MinDays   int
	MaxDays   int
	Active    bool
	Announced bool      // the last event about it has all that events have
	Version   int64     `gorm:"default:1"` // rises with every change
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (shippingMethod) TableName() string { return "ordering_shipping_methods" }

// serves reports whether the method may be chosen for an order to the country.
func (m *shippingMethod) serves(country string) bool {
	return m.Active && (len(m.Countries) == 0 || slices.Contains(m.Countries, country))
}

// priceFor is the price of sending goods that cost this much after the promotion.
func (m *shippingMethod) priceFor(goods money.Cents) money.Cents {
	if m.FreeFrom != nil && goods >= *m.FreeFrom {
		return 0
	}
	return m.Price
}
