package ordering

import "orderd/platform/money"

// variant is a read model of catalog's: what is sold, how it is called and at which price.
type variant struct {
	ID        string `gorm:"primaryKey"`
	ProductID string
	SKU       string
	Name      string            // the product's
	Search    string            // name and SKU in lower case
	Options   map[string]string `gorm:"serializer:json"`
	ImageURL  *string
	TaxClass  string
	Price     money.Cents `gorm:"column:price_cents"`
	Tiers     []tier      `gorm:"serializer:json"` // by quantity, smallest first
	Sold      bool
	Seq       int64
}

func (variant) TableName() string { return "ordering_variants" }

// tier is the price of each from a quantity on, for wholesale accounts.
type tier struct {
	MinQuantity int         `json:"minQuantity"`
	Price       money.Cents `json:"price"`
}

// priceFor is what one costs who buys quantity of them. Below the smallest tier the retail price applies to everybody.
func (v *variant) priceFor(quantity int, wholesale bool) money.Cents {
	price := v.Price
	for _, t := range v.Tiers {
		if wholesale && quantity >= t.MinQuantity {
			price = t.Price
		}
	}
	return price
}
