package ordering

import (
	"cmp"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/search"
)

// stockLevel is a variant's stock, with what it is a variant of.
type stockLevel struct {
	VariantID string
	ProductID string
	SKU       string
	Name      string            // the product's
	Options   map[string]string `gorm:"serializer:json"`
	ImageURL  *string
	OnHand    int64
	Reserved  int64
	Version   int64
}

const stockColumns = "v.id AS variant_id, v.product_id, v.sku, v.name, v.options, v.image_url, s.on_hand, " +
	"s.reserved, s.version"

// stockLevels selects the stock levels of all variants.
func stockLevels(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_variants AS v").Joins("LEFT JOIN ordering_stock s ON s.variant_id = v.id").
		Select(stockColumns)
}

// stockLevelsByStock is stockLevels for an order by stock, so that the stock's index is read first.
func stockLevelsByStock(db *gorm.DB) *gorm.DB {
	return db.Table("ordering_stock AS s").Joins("LEFT JOIN ordering_variants v ON v.id = s.variant_id").
		Select(stockColumns)
}

// stockOrder is an order of the list of stock.
type stockOrder struct {
	from func(db *gorm.DB) *gorm.DB
	by   string // its ORDER BY, which ends with the id
}

// stockSort is what the list of stock may be sorted by.
type stockSort string

const (
	stockSortSKU    stockSort = "sku"
	stockSortSKUZA  stockSort = "-sku"
	stockSortName   stockSort = "name"
	stockSortNameZA stockSort = "-name"
	stockSortFewest stockSort = "available"
	stockSortMost   stockSort = "-available"
)

// Values are all of them.
func (stockSort) Values() []string {
	return convert.Strings(stockSortSKU, stockSortSKUZA, stockSortName, stockSortNameZA, stockSortFewest,
		stockSortMost)
}

var stockOrders = map[stockSort]stockOrder{
	stockSortSKU:    {stockLevels, "v.sku, v.id"},
	stockSortSKUZA:  {stockLevels, "v.sku DESC, v.id DESC"},
	stockSortName:   {stockLevels, "v.search, v.id"},
	stockSortNameZA: {stockLevels, "v.search DESC, v.id DESC"},
	stockSortFewest: {stockLevelsByStock, "s.on_hand - s.reserved, s.variant_id"},
	stockSortMost:   {stockLevelsByStock, "s.on_hand - s.reserved DESC, s.variant_id DESC"},
}

// stockFilter says which stock levels a list has, in which order. A zero field does not filter.
type stockFilter struct {
	variants httpapi.ByIDs
	below    int64     // fewer are available
	q        string    // words of the name or SKU
	sort     stockSort // "": by SKU, or with below the fewest available first
}

// listStock is a page of the stock levels, with their number.
func listStock(db *gorm.DB, f stockFilter, p httpapi.Page) ([]stockLevel, int64, error) {
	order := stockOrders[f.order()]
	query := f.variants.Among(order.from(db), "v.id")
	if f.below > 0 {
		query = query.Where("s.on_hand - s.reserved < ?", f.below)
	}
	query = search.Matching(query, "v.search", f.q)
	if f.below > 0 || f.q != "" || len(f.variants.IDs) > 0 {
		return httpapi.FindPage[stockLevel](query, p, order.by)
	}
	var total count // of all variants, which are too many to be counted for every list
	if err := db.Where("name = ?", countOfVariants).Take(&total).Error; err != nil {
		return nil, 0, err
	}
	var levels []stockLevel
	err := query.Order(order.by).Offset(p.Offset()).Limit(p.Limit).Find(&levels).Error
	return levels, total.N, err
}

func (f stockFilter) order() stockSort {
	if f.sort == "" && f.below > 0 {
		return stockSortFewest
	}
	return cmp.Or(f.sort, stockSortSKU)
}

// findStock returns the stock level of the variant, or fault.Missing.
func findStock(db *gorm.DB, variantID string) (stockLevel, error) {
	if !id.Valid(variantID) {
		return stockLevel{}, fault.Missing()
	}
	return database.Take[stockLevel](stockLevels(db).Where("v.id = ?", variantID))
}

// availableOf returns how many units of each of the variants can be sold.
func availableOf(db *gorm.DB, variantIDs []string) (map[string]int64, error) {
	var stocks []stock
	if err := db.Where("variant_id IN ?", variantIDs).Find(&stocks).Error; err != nil {
		return nil, err
	}
	available := map[string]int64{}
	for _, s := range stocks {
		available[s.VariantID] = s.available()
	}
	return available, nil
}

// lockStock reads the stock of a variant and locks it until the transaction ends.
func lockStock(tx *gorm.DB, variantID string) (locked stock, err error) {
	err = database.ForUpdate(tx).Where("variant_id = ?", variantID).Take(&locked).Error
	return locked, err
}

// unannounced selects the stock whose units, available or on hand, are not those that were
// published last. It is the condition of an index.
const unannounced = "announced <> on_hand - reserved OR announced_on_hand <> on_hand"

// loadUnannounced reads up to limit variants whose units have not been published.
func loadUnannounced(db *gorm.DB, limit int) (variantIDs []string, err error) {
	err = db.Model(&stock{}).Where(unannounced).Order("variant_id").Limit(limit).Pluck("variant_id", &variantIDs).Error
	return variantIDs, err
}

// lockUnannounced reads the stock of those of the variants that have still not been published, and
// locks it in the order of the variants.
func lockUnannounced(tx *gorm.DB, variantIDs []string) (stocks []stock, err error) {
	err = database.ForUpdate(tx).Where("variant_id IN ?", variantIDs).Where(unannounced).Order("variant_id").
		Find(&stocks).Error
	return stocks, err
}

// numbersOfOrders are the numbers of the orders of the movements, by the orders' ids.
func numbersOfOrders(db *gorm.DB, movements []movement) (map[string]string, error) {
	var ids []string
	for _, m := range movements {
		if m.OrderID != nil {
			ids = append(ids, *m.OrderID)
		}
	}
	numbers := map[string]string{}
	if len(ids) == 0 {
		return numbers, nil
	}
	var orders []order
	if err := db.Select("id", "number").Where("id IN ?", ids).Find(&orders).Error; err != nil {
		return nil, err
	}
	for _, o := range orders {
		numbers[o.ID] = o.Number
	}
	return numbers, nil
}

// pageOfMovements is a page of the variant's ledger, newest first, and the number of its rows.
func pageOfMovements(db *gorm.DB, variantID string, p httpapi.Page) ([]movement, int64, error) {
	return httpapi.FindPage[movement](db.Where("variant_id = ?", variantID), p, "id DESC")
}
