package catalog

import (
	"maps"
	"slices"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

// bulkFilterInput are the filters of the list of products.
type bulkFilterInput struct {
	Q        httpapi.Text       `json:"q,omitempty" maxLength:"200" example:"cup"`
	Status   productStatus      `json:"status,omitempty" example:"active"`
	Brand    []string           `json:"brand,omitempty" minItems:"1" maxItems:"100" maxLength:"140" doc:"Ids or slugs; any of them."`
	Category []string           `json:"category,omitempty" minItems:"1" maxItems:"100" maxLength:"140" doc:"Ids or slugs; any of them, categories below included."`
	Tag      []string           `json:"tag,omitempty" minItems:"1" maxItems:"100" maxLength:"60" doc:"Any of them, in any case."`
	TaxClass taxClass           `json:"taxClass,omitempty" example:"standard"`
	Stock    productStockFilter `json:"stock,omitempty" example:"low"`

	Attribute httpapi.NamedValues `json:"attr,omitempty" doc:"By their codes; any of the values of each; also attributes that are not shown. Of numbers and dates ranges too: 250..500, 250.. or ..500."`
	Metadata  httpapi.NamedValues `json:"meta,omitempty" doc:"By their keys; any of the values of each, of the product or of a variant."`
}

// SchemaName is the name in the OpenAPI document.
func (bulkFilterInput) SchemaName() string { return "BulkEditFilter" }

// query is the query of the list that has the same products.
func (in *bulkFilterInput) query() *listAsAdminInput {
	return &listAsAdminInput{
		Q: string(in.Q), Status: in.Status, Brand: in.Brand, Category: in.Category, Tag: in.Tag, TaxClass: in.TaxClass,
		Stock: in.Stock, Attribute: in.Attribute.Lists(), Metadata: in.Metadata.Lists(),
	}
}

// check returns what is wrong with the filter whatever there is in the catalogue.
func (in *bulkFilterInput) check() []fault.Field {
	if in == nil {
		return nil
	}
	if found := append(in.Attribute.Check("/filter/attr"), in.Metadata.Check("/filter/meta")...); len(found) > 0 {
		return found
	}
	return metadata.CheckKeys(in.Metadata, "/filter/meta")
}

// checkAttributes returns a fault for each attribute that there is none of, and for values that are
// none of their attribute.
func (in *bulkFilterInput) checkAttributes(d definitions) (found []fault.Field) {
	for _, code := range slices.Sorted(maps.Keys(in.Attribute)) {
		wrong, _ := d.checkFilter(code, plainTexts(in.Attribute[code]))
		if wrong.Code != "" {
			wrong.Pointer = "/filter/attr/" + httpapi.EscapePointer(code)
			found = append(found, wrong)
		}
	}
	return found
}

// bulkActionInput is an action of a request.
type bulkActionInput struct {
	Kind            bulkKind            `json:"kind" example:"change_prices"`
	Percent         *percentChange      `json:"percent,omitempty" doc:"By how much change_prices raises the prices of all variants, with one decimal; below 0 it lowers them. Half a cent is rounded up." example:"-12.5"`
	WholesalePrices bool                `json:"wholesalePrices,omitempty" doc:"true: change_prices changes the wholesale prices too." example:"true"`
	CategoryID      string              `json:"categoryId,omitempty" schema:"Id" doc:"Of add_category and remove_category." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80911"`
	TaxClass        taxClass            `json:"taxClass,omitempty" doc:"Of set_tax_class." example:"reduced"`
	Attribute       *bulkAttributeInput `json:"attribute,omitempty" doc:"Of set_attribute and remove_attribute: the product's own, not those of variants."`
	Tags            []httpapi.Text      `json:"tags,omitempty" maxItems:"100" minLength:"1" maxLength:"60" doc:"Of add_tags and remove_tags."`
}

// SchemaName is the name in the OpenAPI document.
func (bulkActionInput) SchemaName() string { return "BulkEditActionInput" }

type bulkAttributeInput struct {
	Code   httpapi.Text   `json:"code" minLength:"1" maxLength:"40" example:"roast"`
	Values []httpapi.Text `json:"values,omitempty" maxItems:"20" minLength:"1" maxLength:"500" doc:"Of set_attribute; in place of those that the product has." example:"dark"`
}

// SchemaName is the name in the OpenAPI document.
func (bulkAttributeInput) SchemaName() string { return "BulkEditAttributeInput" }

// bulkFields are for each kind of action its field, and another one that it may have.
var bulkFields = map[bulkKind][]string{
	bulkPublish: {"", ""}, bulkArchive: {"", ""}, bulkChangePrices: {"percent", "wholesalePrices"},
	bulkAddCategory: {"categoryId", ""}, bulkRemoveCategory: {"categoryId", ""}, bulkSetTaxClass: {"taxClass", ""},
	bulkSetAttribute: {"attribute", ""}, bulkRemoveAttribute: {"attribute", ""},
	bulkAddTags: {"tags", ""}, bulkRemoveTags: {"tags", ""},
}

// check rejects fields that the kind does not need, and requires the one that it does.
func (in *bulkActionInput) check() (found []fault.Field) {
	fields, known := bulkFields[in.Kind]
	if !known {
		return nil // the schema reports it
	}
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"percent", in.Percent != nil}, {"wholesalePrices", in.WholesalePrices}, {"categoryId", in.CategoryID != ""},
		{"taxClass", in.TaxClass != ""}, {"attribute", in.Attribute != nil}, {"tags", len(in.Tags) > 0},
	} {
		switch {
		case field.given && !slices.Contains(fields, field.name):
			found = append(found, fault.Field{Pointer: "/action/" + field.name, Code: fault.NotAllowed,
				Detail: "is not for this kind of action"})
		case !field.given && fields[0] == field.name:
			found = append(found, fault.Field{Pointer: "/action/" + field.name, Code: fault.Required,
				Detail: "is required for this kind of action"})
		}
	}
	return append(found, in.checkValues()...)
}

func (in *bulkActionInput) checkValues() (found []fault.Field) {
	if in.Percent != nil && *in.Percent == 0 {
		found = append(found, fault.Field{Pointer: "/action/percent", Code: fault.NotAllowed, Detail: "must not be 0"})
	}
	switch values := in.Attribute; {
	case values == nil:
	case in.Kind == bulkSetAttribute && len(values.Values) == 0:
		found = append(found, fault.Field{Pointer: "/action/attribute/values", Code: fault.Required,
			Detail: "is required for this kind of action"})
	case in.Kind == bulkRemoveAttribute && len(values.Values) > 0:
		found = append(found, fault.Field{Pointer: "/action/attribute/values", Code: fault.NotAllowed,
			Detail: "is not for this kind of action"})
	}
	for _, wrong := range checkTags(in.Tags) {
		wrong.Pointer = "/action" + wrong.Pointer
		found = append(found, wrong)
	}
	return found
}

func (in *bulkActionInput) action() bulkAction {
	a := bulkAction{Kind: in.Kind, WholesalePrices: in.WholesalePrices, CategoryID: strings.ToLower(in.CategoryID),
		TaxClass: in.TaxClass}
	if in.Percent != nil {
		a.Percent = *in.Percent
	}
	if in.Attribute != nil {
		a.AttributeCode, a.Values = string(in.Attribute.Code), tagsOf(in.Attribute.Values)
	}
	if len(in.Tags) > 0 {
		a.Tags = tagsOf(in.Tags)
	}
	return a
}
