package catalog

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// bulkKind says what a bulk edit does to each product.
type bulkKind string

const (
	bulkPublish         bulkKind = "publish"
	bulkArchive         bulkKind = "archive"
	bulkChangePrices    bulkKind = "change_prices"
	bulkAddCategory     bulkKind = "add_category"
	bulkRemoveCategory  bulkKind = "remove_category"
	bulkSetTaxClass     bulkKind = "set_tax_class"
	bulkSetAttribute    bulkKind = "set_attribute"
	bulkRemoveAttribute bulkKind = "remove_attribute"
	bulkAddTags         bulkKind = "add_tags"
	bulkRemoveTags      bulkKind = "remove_tags"
)

// Values are all of them.
func (bulkKind) Values() []string {
	return convert.Strings(bulkPublish, bulkArchive, bulkChangePrices, bulkAddCategory, bulkRemoveCategory,
		bulkSetTaxClass, bulkSetAttribute, bulkRemoveAttribute, bulkAddTags, bulkRemoveTags)
}

// SchemaName is the name in the OpenAPI document.
func (bulkKind) SchemaName() string { return "BulkEditKind" }

// bulkAction is what a bulk edit does to each product. The fields beside the kind are those that
// the kind needs.
type bulkAction struct {
	Kind            bulkKind      `json:"kind"`
	Percent         percentChange `json:"percent,omitempty"`
	WholesalePrices bool          `json:"wholesalePrices,omitempty"` // they change too
	CategoryID      string        `json:"categoryId,omitempty"`
	TaxClass        taxClass      `json:"taxClass,omitempty"`
	AttributeCode   string        `json:"attributeCode,omitempty"`
	Values          []string      `json:"values,omitempty"` // of the attribute
	Tags            []string      `json:"tags,omitempty"`
}

// percentChange is by how much prices change, in tenths of a percent: -125 is -12.5 %. In JSON it
// is the percentage.
type percentChange int64

// Schema is the schema of a change that leaves something of a price.
func (percentChange) Schema(huma.Registry) *huma.Schema {
	lowest, highest := -99.9, 1000.0
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &lowest, Maximum: &highest, Examples: []any{-12.5},
		Extensions: map[string]any{"x-decimals": 1},
	}
}

// MarshalJSON writes the percentage without trailing zeros: -12.5, 3.
func (p percentChange) MarshalJSON() ([]byte, error) { return money.Measure(p * 100).MarshalJSON() }

// UnmarshalJSON reads a percentage exactly. It returns an error for a text that is no number, and
// for more than one decimal. null changes nothing.
func (p *percentChange) UnmarshalJSON(b []byte) error {
	thousandths := money.Measure(*p) * 100
	if err := thousandths.UnmarshalJSON(b); err != nil {
		return err
	}
	if thousandths%100 != 0 {
		return strconv.ErrSyntax
	}
	*p = percentChange(thousandths / 100)
	return nil
}

// of is the changed price, rounded to the cent, half up.
func (p percentChange) of(price money.Cents) money.Cents {
	return money.Cents((int64(price)*int64(1000+p) + 500) / 1000)
}

// apply changes the spec as the action wants it. It returns what is wrong with the prices that it
// makes.
func (a *bulkAction) apply(spec *productSpec) (wrong []fault.Field) {
	spec.variantsStay = a.Kind != bulkChangePrices
	switch a.Kind {
	case bulkPublish:
		spec.Status = events.ProductActive
	case bulkArchive:
		spec.Status = events.ProductArchived
	case bulkChangePrices:
		return a.changePrices(spec)
	case bulkAddCategory:
		if !slices.Contains(spec.CategoryIDs, a.CategoryID) {
			spec.CategoryIDs = append(slices.Clone(spec.CategoryIDs), a.CategoryID)
		}
		if len(spec.CategoryIDs) > maxCategories {
			return []fault.Field{{Pointer: "/categoryIds", Code: fault.TooLong, Detail: "must have at most 20 entries"}}
		}
	case bulkRemoveCategory:
		isIt := func(id string) bool { return id == a.CategoryID }
		spec.CategoryIDs = slices.DeleteFunc(slices.Clone(spec.CategoryIDs), isIt)
	case bulkSetTaxClass:
		spec.TaxClass = a.TaxClass
	case bulkSetAttribute:
		spec.setAttribute(attributeValues{Code: a.AttributeCode, Values: a.Values})
	case bulkRemoveAttribute:
		spec.setAttribute(attributeValues{Code: a.AttributeCode})
	case bulkAddTags:
		return a.addTags(spec)
	case bulkRemoveTags:
		isOne := func(tag string) bool { return slices.Contains(tagKeys(a.Tags), tagKey(tag)) }
		spec.Tags = slices.DeleteFunc(slices.Clone(spec.Tags), isOne)
	}
	return nil
}

func (a *bulkAction) changePrices(spec *productSpec) (wrong []fault.Field) {
	spec.Variants = slices.Clone(spec.Variants)
	changed := func(price money.Cents, pointer string) money.Cents {
		price = a.Percent.of(price)
		if price <= 0 || price > maxPrice {
			wrong = append(wrong, fault.Field{Pointer: pointer, Code: fault.OutOfRange,
				Detail: "would be above 1000000, or not above 0"})
		}
		return price
	}
	for i := range spec.Variants {
		v, pointer := &spec.Variants[i], "/variants/"+strconv.Itoa(i)
		v.Price = changed(v.Price, pointer+"/price")
		if !a.WholesalePrices {
			continue
		}
		v.WholesalePrices = slices.Clone(v.WholesalePrices)
		for n := range v.WholesalePrices {
			tier := &v.WholesalePrices[n]
			tier.Price = changed(tier.Price, pointer+"/wholesalePrices/"+strconv.Itoa(n)+"/price")
		}
	}
	if len(wrong) == 0 {
		wrong = checkTiers(spec.Variants)
	}
	return wrong
}

func (a *bulkAction) addTags(spec *productSpec) []fault.Field {
	spec.Tags = slices.Clone(spec.Tags)
	for _, tag := range a.Tags {
		if !slices.Contains(tagKeys(spec.Tags), tagKey(tag)) {
			spec.Tags = append(spec.Tags, tag)
		}
	}
	if len(spec.Tags) > maxTags {
		return []fault.Field{{Pointer: "/tags", Code: fault.TooLong, Detail: "must have at most 100 entries"}}
	}
	return nil
}

// setAttribute makes the values those of the product by itself; without values it has none of the
// attribute.
func (spec *productSpec) setAttribute(values attributeValues) {
	spec.Attributes = slices.Clone(spec.Attributes)
	at := slices.IndexFunc(spec.Attributes, func(v attributeValues) bool { return v.Code == values.Code })
	switch {
	case at < 0 && len(values.Values) > 0:
		spec.Attributes = append(spec.Attributes, values)
	case at < 0:
	case len(values.Values) > 0:
		spec.Attributes[at] = values
	default:
		spec.Attributes = slices.Delete(spec.Attributes, at, at+1)
	}
}

// bulkValue is what a product has of the fields that an action is about.
type bulkValue struct {
	Status      productStatus            `json:"status,omitempty"`
	TaxClass    taxClass                 `json:"taxClass,omitempty"`
	CategoryIDs []string                 `json:"categoryIds,omitempty"`
	Tags        []string                 `json:"tags,omitempty"`
	Attribute   []string                 `json:"attribute,omitempty"` // the values of the attribute
	Prices      map[string]variantPrices `json:"prices,omitempty"`    // by the ids of variants on sale
}

// variantPrices are the prices of a variant that an action changes.
type variantPrices struct {
	Price           money.Cents `json:"price"`
	WholesalePrices []priceTier `json:"wholesalePrices,omitempty"` // where they change too
}

// valueOf is what the spec has of the fields that the action is about. Lists that are empty are
// nil.
func (a *bulkAction) valueOf(spec *productSpec) (v bulkValue) {
	switch a.Kind {
	case bulkPublish, bulkArchive:
		v.Status = spec.Status
	case bulkChangePrices:
		v.Prices = map[string]variantPrices{}
		for _, sold := range spec.Variants {
			v.Prices[sold.ID] = a.pricesOf(sold)
		}
	case bulkAddCategory, bulkRemoveCategory:
		v.CategoryIDs = append(v.CategoryIDs, spec.CategoryIDs...)
	case bulkSetTaxClass:
		v.TaxClass = spec.TaxClass
	case bulkSetAttribute, bulkRemoveAttribute:
		for _, values := range spec.Attributes {
			if values.Code == a.AttributeCode {
				v.Attribute = values.Values
			}
		}
	case bulkAddTags, bulkRemoveTags:
		v.Tags = append(v.Tags, spec.Tags...)
	}
	return v
}

func (a *bulkAction) pricesOf(v variantSpec) variantPrices {
	p := variantPrices{Price: v.Price}
	if a.WholesalePrices {
		p.WholesalePrices = append(p.WholesalePrices, v.WholesalePrices...)
	}
	return p
}

// among is the value without the prices of other variants than those of another value.
func (v bulkValue) among(other bulkValue) bulkValue {
	isOther := func(id string, _ variantPrices) bool { _, has := other.Prices[id]; return !has }
	v.Prices = maps.Clone(v.Prices)
	maps.DeleteFunc(v.Prices, isOther)
	return v
}

func (v bulkValue) equal(other bulkValue) bool { return reflect.DeepEqual(v, other) }

// restore gives the spec a value from before the action.
func (a *bulkAction) restore(spec *productSpec, v bulkValue) {
	spec.variantsStay = a.Kind != bulkChangePrices
	switch a.Kind {
	case bulkPublish, bulkArchive:
		spec.Status = v.Status
	case bulkChangePrices:
		spec.Variants = slices.Clone(spec.Variants)
		for i := range spec.Variants {
			if p, has := v.Prices[spec.Variants[i].ID]; has {
				spec.Variants[i].Price = p.Price
				if a.WholesalePrices {
					spec.Variants[i].WholesalePrices = append([]priceTier{}, p.WholesalePrices...)
				}
			}
		}
	case bulkAddCategory, bulkRemoveCategory:
		spec.CategoryIDs = append([]string{}, v.CategoryIDs...)
	case bulkSetTaxClass:
		spec.TaxClass = v.TaxClass
	case bulkSetAttribute, bulkRemoveAttribute:
		spec.setAttribute(attributeValues{Code: a.AttributeCode, Values: v.Attribute})
	case bulkAddTags, bulkRemoveTags:
		spec.Tags = append([]string{}, v.Tags...)
	}
}
