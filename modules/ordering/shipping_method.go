package ordering

import (
	"fmt"
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// shippingMethod is a way for an order to reach its buyer.
type shippingMethod struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	Kind      events.ShippingMethodKind
	Texts     []methodText   `gorm:"serializer:json"`
	Countries []string       `gorm:"serializer:json"` // ISO 3166-1 alpha-2; none means everywhere
	Price     money.Cents    `gorm:"column:price_cents"`
	FreeFrom  *money.Cents   `gorm:"column:free_from_cents"` // of the goods after the promotion
	Rates     []shippingRate `gorm:"serializer:json"`        // none: Price everywhere
	MinDays   int
	MaxDays   int
	Active    bool
	Announced bool      // the last event about it has all that events have
	Version   int64     `gorm:"default:1"` // rises with every change
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (shippingMethod) TableName() string { return "ordering_shipping_methods" }

// methodText is what buyers read of a method in a language.
type methodText struct {
	Locale locale.Code `json:"locale" example:"en"`
	Text   string      `json:"text" example:"Parcel, with tracking."`
}

// SchemaName is the name in the document.
func (methodText) SchemaName() string { return "ShippingMethodText" }

// serves reports whether the method may be chosen for an order to the country.
func (m *shippingMethod) serves(country string) bool {
	return m.Active && (len(m.Countries) == 0 || slices.Contains(m.Countries, country))
}

// priceFor is what it costs to send the parcel. The method is not offered for the parcel unless ok:
// it does not serve the country, or has a table of rates without a row that fits.
func (m *shippingMethod) priceFor(p parcel) (price money.Cents, ok bool) {
	if !m.serves(p.Country) {
		return 0, false
	}
	price = m.Price
	if len(m.Rates) > 0 {
		if price, ok = rateFor(m.Rates, p); !ok {
			return 0, false
		}
	}
	if m.FreeFrom != nil && p.Goods >= *m.FreeFrom {
		return 0, true
	}
	return price, true
}

// asksPostalCode reports whether prices in the country depend on the postal code.
func (m *shippingMethod) asksPostalCode(country string) bool {
	return slices.ContainsFunc(m.Rates, func(r shippingRate) bool {
		return len(r.PostalPrefixes) > 0 && r.ofCountry(country)
	})
}

// isPickup reports whether the buyer collects the goods.
func (m *shippingMethod) isPickup() bool { return m.Kind == events.ShippingPickup }

// textIn is what buyers read in the language, else in the fallback, or nil.
func (m *shippingMethod) textIn(language, fallback string) *string {
	for _, want := range []string{language, fallback} {
		for _, t := range m.Texts {
			if string(t.Locale) == want {
				return &t.Text
			}
		}
	}
	return nil
}

var daysOutOfRange = fault.Field{Pointer: "/maxDays", Code: fault.OutOfRange, Detail: "must not be less than minDays"}

// check returns the faults of the method's fields that concern several of them.
func (m *shippingMethod) check() (faults []fault.Field) {
	if m.MinDays > m.MaxDays {
		faults = append(faults, daysOutOfRange)
	}
	for i, t := range m.Texts {
		if slices.ContainsFunc(m.Texts[:i], func(o methodText) bool { return o.Locale == t.Locale }) {
			faults = append(faults, fault.Field{
				Pointer: fmt.Sprintf("/texts/%d/locale", i), Code: fault.NotAllowed, Detail: "is there twice",
			})
		}
	}
	if m.isPickup() {
		return append(faults, m.checkPickup()...)
	}
	return append(faults, checkRates(m.Rates, m.Countries)...)
}

// checkPickup returns the faults of a pickup: it is free, and goes nowhere.
func (m *shippingMethod) checkPickup() (faults []fault.Field) {
	for _, field := range []struct {
		pointer string
		given   bool
	}{
		{"/price", m.Price != 0}, {"/rates", len(m.Rates) > 0}, {"/countries", len(m.Countries) > 0},
		{"/freeFrom", m.FreeFrom != nil},
	} {
		if field.given {
			faults = append(faults, fault.Field{
				Pointer: field.pointer, Code: fault.NotAllowed, Detail: "must not be given for a pickup",
			})
		}
	}
	return faults
}
