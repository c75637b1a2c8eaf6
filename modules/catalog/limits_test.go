package catalog

import (
	"reflect"
	"strconv"
	"testing"
)

// What a request may say of a product is what a file may say.
func TestLimitsOfProducts(t *testing.T) {
	t.Parallel()
	created, edited := reflect.TypeFor[createProductInput](), reflect.TypeFor[editProductInput]()
	for _, c := range []struct {
		in         reflect.Type
		field, tag string
		want       int
	}{
		{created, "Name", "maxLength", maxName}, {edited, "Name", "maxLength", maxName},
		{created, "Description", "maxLength", maxDescription}, {edited, "Description", "maxLength", maxDescription},
		{created, "CategoryIDs", "maxItems", maxCategories}, {edited, "CategoryIDs", "maxItems", maxCategories},
		{created, "Images", "maxItems", maxImages}, {edited, "Images", "maxItems", maxImages},
		{created, "Options", "maxItems", maxOptions}, {edited, "Options", "maxItems", maxOptions},
		{created, "Variants", "maxItems", maxVariants}, {edited, "Variants", "maxItems", maxVariants},
		{reflect.TypeFor[imageInput](), "URL", "maxLength", maxURL}, {reflect.TypeFor[imageInput](), "Alt", "maxLength", maxAlt},
		{reflect.TypeFor[optionInput](), "Name", "maxLength", maxOptionLength},
		{reflect.TypeFor[optionInput](), "Values", "maxLength", maxOptionLength},
		{reflect.TypeFor[optionInput](), "Values", "maxItems", maxOptionValues},
		{reflect.TypeFor[variantInput](), "SKU", "maxLength", maxSKU},
		{reflect.TypeFor[variantInput](), "Price", "maximum", maxPrice / 100},
		{reflect.TypeFor[variantInput](), "CompareAtPrice", "maximum", maxPrice / 100},
		{reflect.TypeFor[variantInput](), "WholesalePrices", "maxItems", maxTiers},
		{reflect.TypeFor[variantInput](), "WeightGrams", "maximum", maxWeightGrams},
		{created, "Safety", "maxItems", maxNotes}, {edited, "Safety", "maxItems", maxNotes},
		{created, "Tags", "maxItems", maxTags}, {edited, "Tags", "maxItems", maxTags},
		{created, "Tags", "maxLength", maxTag}, {edited, "Tags", "maxLength", maxTag},
		{created, "MPN", "maxLength", maxMPN}, {edited, "MPN", "maxLength", maxMPN},
		{created, "Attributes", "maxItems", maxProductAttributes}, {edited, "Attributes", "maxItems", maxProductAttributes},
		{reflect.TypeFor[variantInput](), "Attributes", "maxItems", maxVariantAttributes},
		{reflect.TypeFor[attributeValuesInput](), "Values", "maxItems", maxAttributeValues},
		{reflect.TypeFor[attributeValuesInput](), "Values", "maxLength", maxAttributeText},
		{reflect.TypeFor[attributeValuesInput](), "Code", "maxLength", maxAttributeCode},
		{reflect.TypeFor[createAttributeInput](), "Choices", "maxItems", maxChoices},
		{reflect.TypeFor[editAttributeInput](), "Choices", "maxItems", maxChoices},
		{reflect.TypeFor[seoInput](), "Title", "maxLength", maxSEOTitle},
		{reflect.TypeFor[seoInput](), "Description", "maxLength", maxSEODescription},
		{reflect.TypeFor[safetyNoteInput](), "Text", "maxLength", maxNote},
		{reflect.TypeFor[partyInput](), "Name", "maxLength", maxPartyName},
		{reflect.TypeFor[partyInput](), "Address", "maxLength", maxPartyAddress},
		{reflect.TypeFor[partyInput](), "Contact", "maxLength", maxPartyContact},
		{reflect.TypeFor[priceTierInput](), "MinQuantity", "maximum", maxMinQuantity},
		{reflect.TypeFor[priceTierInput](), "Price", "maximum", maxPrice / 100},
	} {
		in := c.in
		if body, ok := in.FieldByName("Body"); ok {
			in = body.Type
		}
		field, ok := in.FieldByName(c.field)
		if got := field.Tag.Get(c.tag); !ok || got != strconv.Itoa(c.want) {
			t.Errorf("%s.%s: %s %q, want %d", c.in.Name(), c.field, c.tag, got, c.want)
		}
	}
}
