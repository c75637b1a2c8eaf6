package catalog

import (
	"fmt"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// collectionRule is a stored query of the list of products. What it leaves out does not filter. It
// names brands and categories by id, so that a new slug changes nothing, and attributes by code.
// What was deleted since matches nothing.
type collectionRule struct {
	Q        *string      `json:"q" example:"espresso"`
	Brand    []string     `json:"brand" format:"uuid" doc:"Ids; any of them."`
	Category []string     `json:"category" format:"uuid" doc:"Ids; any of them, categories below included."`
	Tag      []string     `json:"tag" doc:"Any of them, in any case." example:"[\"porcelain\"]"`
	Options  []optionView `json:"options" doc:"Each must match with any of its values."`

	Attributes []ruleAttribute `json:"attributes" doc:"Each must match with any of its values."`

	MinPrice  *money.Cents `json:"minPrice" example:"10"`
	MaxPrice  *money.Cents `json:"maxPrice" example:"24.99"`
	InStock   *bool        `json:"inStock" example:"true"`
	OnSale    *bool        `json:"onSale" example:"true"`
	MinRating *leastRating `json:"minRating" example:"4"`
	Sort      *sortOrder   `json:"sort" doc:"null: newest, or by relevance with q." example:"-discount"`
}

// SchemaName is the name in the OpenAPI document.
func (collectionRule) SchemaName() string { return "CollectionRule" }

// ruleAttribute is an attribute with values, or ranges of them, as the list's parameter has them.
type ruleAttribute struct {
	Code   string   `json:"code" example:"roast"`
	Values []string `json:"values" example:"[\"dark\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (ruleAttribute) SchemaName() string { return "CollectionRuleValues" }

// leastRating is an average of stars in hundredths: 450 are 4.5 stars.
type leastRating money.Cents

// MarshalJSON writes the stars without trailing zeros: 4, 4.5.
func (r leastRating) MarshalJSON() ([]byte, error) { return money.Cents(r).MarshalJSON() }

// UnmarshalJSON reads stars exactly. It returns an error for a text that is no number and for more
// than two decimals.
func (r *leastRating) UnmarshalJSON(b []byte) error { return (*money.Cents)(r).UnmarshalJSON(b) }

// Schema returns the schema of the stars, with the extension of money.Cents.
func (leastRating) Schema(huma.Registry) *huma.Schema {
	lowest, highest := 0.0, 5.0
	return &huma.Schema{
		Type: huma.TypeNumber, Format: "double", Minimum: &lowest, Maximum: &highest, Examples: []any{4},
		Extensions: map[string]any{"x-decimals": 2},
	}
}

// collectionRuleInput is a rule in a request: the parameters of the list of products.
type collectionRuleInput struct {
	Q        *httpapi.Text     `json:"q,omitempty" minLength:"1" maxLength:"200" example:"espresso"`
	Brand    []string          `json:"brand,omitempty" maxItems:"50" maxLength:"140" doc:"Ids or slugs; any of them." example:"[\"moka-sohne\"]"`
	Category []string          `json:"category,omitempty" maxItems:"50" maxLength:"140" doc:"Ids or slugs; any of them, categories below included." example:"[\"espresso-cups\"]"`
	Tag      []httpapi.Text    `json:"tag,omitempty" maxItems:"50" minLength:"1" maxLength:"60" doc:"Any of them, in any case." example:"[\"porcelain\"]"`
	Options  []ruleOptionInput `json:"options,omitempty" maxItems:"10" doc:"Each must match with any of its values."`

	Attributes []ruleAttributeInput `json:"attributes,omitempty" maxItems:"10" doc:"Each must match with any of its values."`

	MinPrice  *money.Cents `json:"minPrice,omitempty" minimum:"0" maximum:"1000000" doc:"Of the lowest retail price." example:"10"`
	MaxPrice  *money.Cents `json:"maxPrice,omitempty" minimum:"0" maximum:"1000000" doc:"Of the lowest retail price." example:"24.99"`
	InStock   *bool        `json:"inStock,omitempty" example:"true"`
	OnSale    *bool        `json:"onSale,omitempty" example:"true"`
	MinRating *leastRating `json:"minRating,omitempty" example:"4"`
	Sort      *sortOrder   `json:"sort,omitempty" doc:"Of the list, unless a caller asks for another." example:"-discount"`

	// Collection is refused. It is here so that the refusal can say why.
	Collection *httpapi.Text `json:"collection,omitempty" maxLength:"140" doc:"Not allowed: a rule can't name a collection, itself included."`
}

// SchemaName is the name in the OpenAPI document.
func (collectionRuleInput) SchemaName() string { return "CollectionRuleInput" }

type ruleOptionInput struct {
	Name   httpapi.Text   `json:"name" minLength:"1" maxLength:"60" example:"Color"`
	Values []httpapi.Text `json:"values" minItems:"1" maxItems:"50" minLength:"1" maxLength:"60" example:"[\"White\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (ruleOptionInput) SchemaName() string { return "CollectionRuleOption" }

type ruleAttributeInput struct {
	Code   string         `json:"code" minLength:"1" maxLength:"40" example:"roast"`
	Values []httpapi.Text `json:"values" minItems:"1" maxItems:"50" minLength:"1" maxLength:"500" doc:"Of numbers and dates ranges too: 250..500, 250.. or ..500." example:"[\"dark\"]"`
}

// SchemaName is the name in the OpenAPI document.
func (ruleAttributeInput) SchemaName() string { return "CollectionRuleAttribute" }

// check returns what is wrong with the rule whatever else there is in the catalogue.
func (in *collectionRuleInput) check() (faults []fault.Field) {
	if in == nil {
		return nil
	}
	if in.Collection != nil {
		faults = append(faults, fault.Field{
			Pointer: "/rule/collection", Code: fault.NotAllowed, Detail: "a rule can't name a collection, itself included",
		})
	}
	if in.MinPrice != nil && in.MaxPrice != nil && *in.MinPrice > *in.MaxPrice {
		faults = append(faults, fault.Field{
			Pointer: "/rule/maxPrice", Code: fault.OutOfRange, Detail: "must not be less than minPrice",
		})
	}
	return faults
}

// rule is the rule of a request, whose brands and categories are to be resolved.
func (in *collectionRuleInput) rule() *collectionRule {
	if in == nil {
		return nil
	}
	return &collectionRule{
		Q: (*string)(in.Q), Brand: append([]string{}, in.Brand...), Category: append([]string{}, in.Category...),
		Tag: plainTexts(in.Tag),
		Options: convert.All(in.Options, func(o ruleOptionInput) optionView {
			return optionView{string(o.Name), plainTexts(o.Values)}
		}),
		Attributes: convert.All(in.Attributes, func(a ruleAttributeInput) ruleAttribute {
			return ruleAttribute{a.Code, plainTexts(a.Values)}
		}),
		MinPrice: in.MinPrice, MaxPrice: in.MaxPrice, InStock: in.InStock, OnSale: in.OnSale, MinRating: in.MinRating,
		Sort: in.Sort,
	}
}

func plainTexts(texts []httpapi.Text) []string {
	return convert.All(texts, func(text httpapi.Text) string { return string(text) })
}

// shown is the rule as answers have it. One from before there were tags and attributes in rules has
// none.
func (r *collectionRule) shown() *collectionRule {
	if r == nil {
		return nil
	}
	all := *r
	if all.Tag == nil {
		all.Tag = []string{}
	}
	if all.Attributes == nil {
		all.Attributes = []ruleAttribute{}
	}
	return &all
}

// resolve puts ids in the place of slugs. It returns a fault for each brand, category and attribute
// that there is none of, and for values that are none of their attribute.
func (r *collectionRule) resolve(t *taxonomy) (faults []fault.Field) {
	r.Brand, faults = resolveNamed(r.Brand, "/rule/brand", "must be a brand", t.brandIDs, t.brands, faults)
	r.Category, faults = resolveNamed(r.Category, "/rule/category", "must be a category", t.categoryIDs, t.categories,
		faults)
	return append(faults, r.checkAttributes(t.definitions)...)
}

func (r *collectionRule) checkAttributes(d definitions) (faults []fault.Field) {
	for i, named := range r.Attributes {
		wrong, isUnknown := d.checkFilter(named.Code, named.Values)
		wrong.Pointer = fmt.Sprint("/rule/attributes/", i, "/values")
		if isUnknown {
			wrong.Pointer = fmt.Sprint("/rule/attributes/", i, "/code")
		}
		if wrong.Code != "" {
			faults = append(faults, wrong)
		}
	}
	return faults
}

func resolveNamed[V any](
	given []string, pointer string, detail fault.Text, idsBySlug map[string]string, byID map[string]V,
	faults []fault.Field,
) ([]string, []fault.Field) {
	ids := []string{}
	for i, idOrSlug := range given {
		found := resolveIDs([]string{idOrSlug}, idsBySlug, byID)
		if len(found) == 0 {
			faults = append(faults, fault.Field{
				Pointer: fmt.Sprint(pointer, "/", i), Code: fault.NotAllowed, Detail: detail,
			})
		}
		if len(found) > 0 && !slices.Contains(ids, found[0]) {
			ids = append(ids, found[0])
		}
	}
	return ids, faults
}

// filter is what the rule finds.
func (r *collectionRule) filter(t *taxonomy) filter {
	f := filter{minPrice: r.MinPrice, maxPrice: r.MaxPrice, inStock: r.InStock, onSale: r.OnSale}
	if r.Q != nil {
		f.ask(*r.Q, t)
	}
	if r.MinRating != nil {
		f.minRating = int64(*r.MinRating)
	}
	f.brandIDs = resolveIDs(r.Brand, t.brandIDs, t.brands)
	f.categoryIDs = resolveIDs(r.Category, t.categoryIDs, t.categories)
	for _, o := range r.Options {
		f.addOption(o.Name, o.Values)
	}
	if len(r.Tag) > 0 {
		f.tags = tagKeys(r.Tag)
	}
	for _, named := range r.Attributes {
		a := t.definitions[named.Code]
		if a == nil {
			f.nothing = true
			continue
		}
		restriction, wrong := a.filter(slices.Clone(named.Values))
		f.attributes, f.nothing = append(f.attributes, restriction), f.nothing || wrong.Code != ""
	}
	return f
}

// within returns the filter restricted to the products of a collection; nil is one that there is
// not, and matches nothing. Without a query, the rule's own is the list's. The rest of the rule
// stays apart: facets are counted without the query's own filters, and never without the rule's.
func (f filter) within(c *collection, t *taxonomy) filter {
	switch {
	case c == nil:
		f.collectionIDs = []string{}
	case c.Rule == nil:
		f.collectionIDs = []string{c.ID}
	default:
		rule := c.Rule.filter(t)
		if f.phrase == "" {
			f.phrase, f.words, f.spelled, f.synonyms = rule.phrase, rule.words, rule.spelled, rule.synonyms
			rule.phrase, rule.words, rule.spelled = "", nil, nil
		}
		if !rule.isEverything() {
			f.rule = &rule
		}
	}
	return f
}
