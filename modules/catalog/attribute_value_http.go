package catalog

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

type attributeValuesInput struct {
	Code   httpapi.Text   `json:"code" minLength:"1" maxLength:"40" example:"roast"`
	Values []httpapi.Text `json:"values" minItems:"1" maxItems:"20" minLength:"1" maxLength:"500" doc:"Of a choice one or more, else one: 12.5, 2026-11-20, true, or a text." example:"dark"`
}

// SchemaName is the name in the document.
func (attributeValuesInput) SchemaName() string { return "AttributeValuesInput" }

func (in attributeValuesInput) values() attributeValues {
	return attributeValues{
		Code: string(in.Code), Values: convert.All(in.Values, func(v httpapi.Text) string { return string(v) }),
	}
}

// checkAttributeCodes rejects attributes that are there twice, at pointers below the given one.
func checkAttributeCodes(list []attributeValuesInput, pointer string) (found []fault.Field) {
	for i, in := range list[:min(len(list), maxProductAttributes)] {
		if in.Code != "" && slices.ContainsFunc(list[:i], func(o attributeValuesInput) bool { return o.Code == in.Code }) {
			found = append(found, fault.Field{
				Pointer: pointer + "/" + strconv.Itoa(i) + "/code", Code: fault.NotAllowed, Detail: "is there twice",
			})
		}
	}
	return found
}

// checkVariantAttributes is checkAttributeCodes of all variants.
func checkVariantAttributes(variants []variantInput) (found []fault.Field) {
	for i, v := range variants {
		found = append(found, checkAttributeCodes(v.Attributes, "/variants/"+strconv.Itoa(i)+"/attributes")...)
	}
	return found
}

// attributeValuesView are the values that a product or a variant has of one attribute.
type attributeValuesView struct {
	Code   string               `json:"code" example:"roast"`
	Name   string               `json:"name" doc:"In the language of the request." example:"Roast"`
	Kind   attributeKind        `json:"kind" example:"choice"`
	Unit   *string              `json:"unit" example:"g"`
	Values []attributeValueView `json:"values"`
}

// SchemaName is the name in the document.
func (attributeValuesView) SchemaName() string { return "AttributeValues" }

type attributeValueView struct {
	Value string `json:"value" example:"dark"`
	Label string `json:"label" doc:"Of a choice, in the language of the request; else the value." example:"Dark"`
}

// SchemaName is the name in the document.
func (attributeValueView) SchemaName() string { return "AttributeValue" }

// viewAttributes are the values that the viewer may see, in the order of lists. An attribute that
// was deleted since the values were read is left out.
func (w productViewer) viewAttributes(list []attributeValues) []attributeValuesView {
	views := []attributeValuesView{}
	for _, a := range w.tree.attributes {
		i := slices.IndexFunc(list, func(v attributeValues) bool { return v.Code == a.Code })
		if i < 0 || !a.Shown && !w.isAdmin {
			continue
		}
		views = append(views, attributeValuesView{
			Code: a.Code, Name: w.language.nameOf(a.Names), Kind: a.Kind, Unit: a.Unit,
			Values: convert.All(a.inOrder(list[i].Values), func(value string) attributeValueView {
				return attributeValueView{value, w.language.labelOf(a, value)}
			}),
		})
	}
	return views
}

// inOrder are the values of a choice in the order of display, those of any other kind as they are.
func (a *attribute) inOrder(values []string) []string {
	if a.Kind != events.AttributeChoice || len(values) < 2 {
		return values
	}
	place := func(value string) int {
		return slices.IndexFunc(a.Choices, func(c attributeChoice) bool { return c.Value == value })
	}
	return slices.SortedStableFunc(slices.Values(values), func(x, y string) int { return place(x) - place(y) })
}

// language is the one in which a caller reads names, and the shop's own.
type language struct{ asked, own string }

// languageFor is the language of the caller of the request. Without attributes nothing has names in
// languages, and it is blank.
func (t *taxonomy) languageFor(ctx context.Context, p shop.Profile) language {
	if len(t.attributes) == 0 {
		return language{}
	}
	return language{httpapi.LocaleAmong(ctx, "", p.Locales, cmp.Or(p.Locale, string(locale.English))), p.Locale}
}

func (l language) nameOf(names []localName) string { return nameIn(names, l.asked, l.own) }

// labelOf is what the caller reads of a value.
func (l language) labelOf(a *attribute, value string) string {
	if c := a.choice(value); c != nil {
		return l.nameOf(c.Names)
	}
	return value
}
