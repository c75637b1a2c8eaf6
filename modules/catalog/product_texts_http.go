package catalog

import (
	"strconv"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

type seoInput struct {
	Title       *httpapi.Text `json:"title,omitempty" minLength:"1" maxLength:"200" doc:"Default: the name. Some 60 characters are shown." example:"Espresso cups that keep the crema warm"`
	Description *httpapi.Text `json:"description,omitempty" minLength:"1" maxLength:"500" doc:"Default: the beginning of the description. Some 160 characters are shown." example:"Thick porcelain, made in Hamburg. Two colours, 90 ml."`
}

// SchemaName is the name in the document.
func (seoInput) SchemaName() string { return "ProductSEOInput" }

// seo is blank for nil.
func (in *seoInput) seo() seo {
	if in == nil {
		return seo{}
	}
	return seo{(*string)(in.Title), (*string)(in.Description)}
}

func tagsOf(tags []httpapi.Text) []string {
	return convert.All(tags, func(t httpapi.Text) string { return string(t) })
}

// checkTags rejects tags with what separates tags, and such as are there twice in any case. The
// schema reports a list that is too long, of which nothing else is said.
func checkTags(tags []httpapi.Text) (found []fault.Field) {
	if len(tags) > maxTags {
		return nil
	}
	known := map[string]bool{}
	for i, t := range tags {
		pointer, key := "/tags/"+strconv.Itoa(i), tagKey(string(t))
		switch {
		case strings.ContainsAny(string(t), tagSeparators):
			found = append(found, fault.Field{Pointer: pointer, Code: fault.BadFormat, Detail: tagDetail})
		case key != "" && known[key]:
			found = append(found, fault.Field{Pointer: pointer, Code: fault.NotAllowed, Detail: "is there twice"})
		}
		known[key] = true
	}
	return found
}

// checkGTINs rejects GTINs that are none.
func checkGTINs(variants []variantInput) (found []fault.Field) {
	for i, v := range variants {
		if v.GTIN != nil && *v.GTIN != "" && !isGTIN(plainGTIN(string(*v.GTIN))) {
			found = append(found, fault.Field{
				Pointer: "/variants/" + strconv.Itoa(i) + "/gtin", Code: fault.BadFormat, Detail: gtinDetail,
			})
		}
	}
	return found
}

// applyTexts changes the spec where the request has a field about search engines, identifiers,
// attributes or metadata.
func (in *editProductInput) applyTexts(spec *productSpec) {
	b := in.Body
	if b.SEO.Set {
		spec.SEO = b.SEO.Ptr().seo()
	}
	if b.Tags.Set {
		spec.Tags = tagsOf(b.Tags.Value)
	}
	if b.MPN.Set {
		spec.MPN = (*string)(b.MPN.Ptr())
	}
	if b.Condition.Set {
		spec.Condition = b.Condition.Value
	}
	if b.Attributes.Set {
		spec.Attributes = convert.All(b.Attributes.Value, attributeValuesInput.values)
	}
	if b.Metadata.Set {
		spec.Metadata = b.Metadata.Value.OrEmpty()
	}
}
