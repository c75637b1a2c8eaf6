package ordering

import (
	"context"
	"slices"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/money"
	"orderd/platform/search"
)

// variant is a read model of catalog's: what is sold, its name and its price.
type variant struct {
	ID        string `gorm:"primaryKey"`
	ProductID string
	SKU       string
	Name      string            // the product's
	Search    string            // searchText, for staff's ?q
	Slug      *string           // the product's; nil until catalog has published it
	Options   map[string]string `gorm:"serializer:json"`
	ImageURL  *string           // of the product's first image
	Image     *media.Image      `gorm:"serializer:json"` // its own, else the product's first
	TaxClass  catalog.TaxClass
	Price     money.Cents `gorm:"column:price_cents"`
	Tiers     []tier      `gorm:"serializer:json"` // by quantity, smallest first

	WeightGrams *int64 // nil: the shop's default counts
	// WithdrawalExcluded is why buyers may not withdraw, the product's; nil: they may.
	WithdrawalExcluded *withdrawalExclusion
	Sold               bool
	Seq                int64
}

func (variant) TableName() string { return "ordering_variants" }

// searchText is what staff find the variant by in the list of stock, which it also sorts: the name
// ends before all that could stand in it.
func (v *variant) searchText() string { return search.Text(v.Name) + "\n" + search.Text(v.SKU) }

// variantIndex is not kept: the list of stock reads every row. It brings up to date the texts of
// variants that an older version has copied.
var variantIndex = search.Index{
	Name: "ordering.variants", Table: "ordering_variants", Column: "search", Texts: variantTexts,
}

// variantTexts are the search texts of the variants of a query, by id.
func variantTexts(variants *gorm.DB) (map[string]string, error) {
	var found []variant
	err := variants.Select("id", "name", "sku").Find(&found).Error
	texts := make(map[string]string, len(found))
	for i := range found {
		texts[found[i].ID] = found[i].searchText()
	}
	return texts, err
}

// tier is the price of each from a quantity on, for wholesale accounts.
type tier struct {
	MinQuantity int         `json:"minQuantity"`
	Price       money.Cents `json:"price"`
}

// priceFor is the price of each of quantity units, as the catalogue keeps it. The prices of tiers
// are for wholesale accounts.
func (v *variant) priceFor(quantity int, wholesale bool) money.Cents {
	price, _ := v.tierFor(quantity, wholesale)
	return price
}

// tierFor is priceFor, and whether that is the price of a tier.
func (v *variant) tierFor(quantity int, wholesale bool) (price money.Cents, isTier bool) {
	price = v.Price
	for _, t := range v.Tiers {
		if wholesale && quantity >= t.MinQuantity {
			price, isTier = t.Price, true
		}
	}
	return price, isTier
}

// keptPrice is a price as the shop has set it: with VAT unless isNet.
type keptPrice struct {
	amount money.Cents
	isNet  bool
}

// keptPrice is priceFor with whether it has VAT: where wholesale prices are net, those of tiers
// have none.
func (t *saleTerms) keptPrice(v *variant, quantity int, wholesale bool) keptPrice {
	price, isTier := v.tierFor(quantity, wholesale)
	return keptPrice{price, isTier && t.tax.WholesalePrices == shop.PricesNet}
}

// shownSlug is under which slug the variant can be bought; nil when it is no longer sold.
func (v *variant) shownSlug() *string {
	if !v.Sold {
		return nil
	}
	return v.Slug
}

// onProductSaved keeps every variant of the product as it now is. A variant that is new here has a
// stock of 0.
func (d *Deps) onProductSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.ProductSaved]) error {
	variants := variantsOf(m.Event, m.Seq)
	if len(variants) == 0 {
		return nil
	}
	if err := database.UpsertNewer(tx, &variants); err != nil {
		return err
	}
	return createStocks(tx, convert.All(variants, func(v variant) string { return v.ID }), d.Clock.Now())
}

// onVariantsWeighed keeps the weights of variants that it had before events had them.
func onVariantsWeighed(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.VariantsWeighed]) error {
	for _, w := range m.Event.Weights {
		err := tx.Model(&variant{}).Where("id = ? AND seq < ?", w.VariantID, m.Seq).
			UpdateColumns(map[string]any{"weight_grams": w.Grams, "seq": m.Seq}).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// onProductPictured keeps what became known of the pictures of a product.
func onProductPictured(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.ProductPictured]) error {
	for _, v := range m.Event.Variants {
		if err := updateImage(tx, v.VariantID, catalog.ImageOf(m.Event.Images, v.MediaID), m.Seq); err != nil {
			return err
		}
	}
	return nil
}

// updateImage stores the image of a variant, unless what is stored is newer.
func updateImage(tx *gorm.DB, variantID string, image *media.Image, seq int64) error {
	return tx.Model(&variant{}).Where("id = ? AND seq < ?", variantID, seq).Select("image").
		UpdateColumns(&variant{Image: image}).Error
}

// imageOf is an image as answers have it. One that was stored before there were images has its
// address alone.
func imageOf(stored *media.Image, url *string) *media.Image {
	switch {
	case stored != nil:
		return new(stored.Shown())
	case url == nil:
		return nil
	}
	return new(media.ImageAt(*url, nil))
}

// variantsByID returns those of the variants that exist, by id.
func variantsByID(tx *gorm.DB, ids []string) (map[string]variant, error) {
	var variants []variant
	if err := tx.Where("id IN ?", ids).Find(&variants).Error; err != nil {
		return nil, err
	}
	byID := map[string]variant{}
	for _, v := range variants {
		byID[v.ID] = v
	}
	return byID, nil
}

// count is how many rows there are of a kind that is too many to count for every list.
type count struct {
	Name string `gorm:"primaryKey"`
	N    int64
}

func (count) TableName() string { return "ordering_counts" }

const countOfVariants = "variants"

func variantsOf(p catalog.ProductSaved, seq int64) []variant {
	variants := make([]variant, len(p.Variants))
	for i, from := range p.Variants {
		v := variant{
			ID: from.VariantID, ProductID: p.ProductID, SKU: from.SKU, Name: p.Name, Slug: new(p.Slug),
			Options: from.Options, ImageURL: p.ImageURL, Image: catalog.ImageOf(p.Images, from.MediaID),
			TaxClass: p.TaxClass, Price: money.Cents(from.Price),
			Tiers: make([]tier, len(from.WholesalePrices)), Sold: from.Sold && p.Status == catalog.ProductActive, Seq: seq,
			WeightGrams: from.WeightGrams, WithdrawalExcluded: p.WithdrawalExcluded,
		}
		if v.Options == nil {
			v.Options = map[string]string{}
		}
		v.Search = v.searchText()
		for j, t := range from.WholesalePrices {
			v.Tiers[j] = tier{MinQuantity: t.MinQuantity, Price: money.Cents(t.Price)}
		}
		slices.SortFunc(v.Tiers, func(a, b tier) int { return a.MinQuantity - b.MinQuantity })
		variants[i] = v
	}
	return variants
}
