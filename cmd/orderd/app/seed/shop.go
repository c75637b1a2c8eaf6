package seed

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed shop.yaml
var shopFile []byte

// shop is what stands in shop.yaml. Amounts keep their text, so that they arrive as they were
// written.
type shop struct {
	Brands     []brand
	Categories []category
	Shipping   []shippingMethod
	Promotions []promotion
	Attributes []attribute
	Products   []product
	Shapes     map[string]string // of the pictures, and what they show
	Storefront storefront
}

// brand has what the products of it say of who made them.
type brand struct {
	Name         string `json:"name"`
	Slug         string `json:"slug"`
	Manufacturer party  `json:"-"`
	Responsible  *party `json:"-"`
}

type party struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Contact string `json:"contact"`
}

// category is shown by the picture of a product, whose slug it has.
type category struct {
	Name, Slug, Parent, Tax, Text, Picture string
	Safety                                 []safetyNote // of its products
}

type safetyNote struct {
	Locale string `json:"locale"`
	Text   string `json:"text"`
}

type shippingMethod struct {
	Name      string   `json:"name"`
	Countries []string `json:"countries"`
	Price     amount   `json:"price"`
	FreeFrom  *amount  `json:"freeFrom,omitempty" yaml:"freeFrom"`
	MinDays   int      `json:"minDays" yaml:"minDays"`
	MaxDays   int      `json:"maxDays" yaml:"maxDays"`
}

type promotion struct {
	Code             string `json:"code"`
	Kind             string `json:"kind"`
	Value            amount `json:"value"`
	Minimum          amount `json:"minimum"`
	UsageLimit       *int   `json:"usageLimit,omitempty" yaml:"usageLimit"`
	PerCustomerLimit *int   `json:"perCustomerLimit,omitempty" yaml:"perCustomerLimit"`
}

type product struct {
	Name, Brand, Category, Text string
	Picture, Color              string
	Attributes                  map[string]string // a value of each, by code
	Variants                    []variant
}

// attribute is something that is said of products; names are by language.
type attribute struct {
	Code, Kind, Unit  string
	Names             map[string]string
	Facet, Searchable bool
	Choices           []struct {
		Value string
		Names map[string]string
	}
}

type variant struct {
	SKU     string
	Options map[string]string
	Price   amount
	Was     *amount
	KG      *amount // of what is in it
	Tiers   map[int]amount
	Weight  int
	Stock   int
}

// slug is the product's name in addresses.
func (p product) slug() string { return strings.ToLower(strings.ReplaceAll(p.Name, " ", "-")) }

// body is the product as the API takes it.
func (p product) body(brandID, categoryID string) map[string]any {
	tax, safety := "standard", []safetyNote{}
	for _, k := range demo.Categories {
		if k.Slug != p.Category {
			continue
		}
		tax, safety = cmp.Or(k.Tax, tax), append(safety, k.Safety...)
	}
	var made brand
	for _, b := range demo.Brands {
		if b.Slug == p.Brand {
			made = b
		}
	}
	variants := make([]map[string]any, len(p.Variants))
	for i, v := range p.Variants {
		tiers := []map[string]any{}
		for quantity, price := range v.Tiers {
			tiers = append(tiers, map[string]any{"minQuantity": quantity, "price": price})
		}
		variants[i] = map[string]any{
			"sku": v.SKU, "options": v.Options, "price": v.Price, "compareAtPrice": v.Was, "wholesalePrices": tiers,
			"weightGrams": v.Weight,
		}
		if v.KG != nil {
			variants[i]["content"] = map[string]any{"amount": v.KG, "unit": "kg"}
		}
	}
	return map[string]any{
		"name": p.Name, "slug": p.slug(), "description": p.Text, "brandId": brandID, "categoryIds": []string{categoryID},
		"status": "active", "taxClass": tax, "manufacturer": made.Manufacturer, "responsiblePerson": made.Responsible,
		"safety": safety, "variants": variants, "attributes": p.values(),
	}
}

// values are what is said of the product by attributes, as the API takes it.
func (p product) values() []map[string]any {
	values := []map[string]any{}
	for _, a := range demo.Attributes {
		if value := p.Attributes[a.Code]; value != "" {
			values = append(values, map[string]any{"code": a.Code, "values": []string{value}})
		}
	}
	return values
}

// body is the attribute as the API takes it.
func (a attribute) body(position int) map[string]any {
	body := map[string]any{
		"code": a.Code, "kind": a.Kind, "names": localNames(a.Names), "facet": a.Facet, "searchable": a.Searchable,
		"position": position,
	}
	if a.Unit != "" {
		body["unit"] = a.Unit
	}
	choices := []map[string]any{}
	for _, c := range a.Choices {
		choices = append(choices, map[string]any{"value": c.Value, "names": localNames(c.Names)})
	}
	if len(choices) > 0 {
		body["choices"] = choices
	}
	return body
}

func localNames(names map[string]string) (list []map[string]string) {
	for _, language := range slices.Sorted(maps.Keys(names)) {
		list = append(list, map[string]string{"locale": language, "name": names[language]})
	}
	return list
}

// body is the category as the API takes it; parentID is "" for one without a parent.
func (c category) body(parentID string, position int) map[string]any {
	body := map[string]any{"name": c.Name, "slug": c.Slug, "description": c.Text, "position": position}
	if parentID != "" {
		body["parentId"] = parentID
	}
	return body
}

// amount is a number as it was written.
type amount string

// MarshalJSON writes it as it was written.
func (a amount) MarshalJSON() ([]byte, error) { return []byte(json.Number(a)), nil }

// demo is the demo shop.
var demo = func() (s shop) {
	if err := yaml.Unmarshal(shopFile, &s); err != nil {
		panic(fmt.Sprintf("seed: shop.yaml: %v", err)) // it is part of the binary
	}
	return s
}()
