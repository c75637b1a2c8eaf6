package catalog

import (
	"cmp"
	"strconv"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
	"orderd/platform/money"
)

type createProductInput struct {
	Body struct {
		Name        httpapi.Text   `json:"name" minLength:"1" maxLength:"200" example:"Espresso cup"`
		Slug        slugField      `json:"slug,omitempty" doc:"Default: made from the name." example:"espresso-cup"`
		Description *httpapi.Text  `json:"description,omitempty" maxLength:"20000" example:"Thick porcelain keeps the crema warm."`
		BrandID     *string        `json:"brandId,omitempty" schema:"Id" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
		CategoryIDs []string       `json:"categoryIds,omitempty" maxItems:"20" schema:"Id"`
		Status      productStatus  `json:"status,omitempty" doc:"Default: draft." example:"active"`
		Images      []imageInput   `json:"images,omitempty" maxItems:"20"`
		Options     []optionInput  `json:"options,omitempty" maxItems:"5" doc:"Default: what the variants choose."`
		Variants    []variantInput `json:"variants,omitempty" maxItems:"200"`
		TaxClass    taxClass       `json:"taxClass,omitempty" doc:"Default: standard." example:"standard"`

		Manufacturer       *partyInput                 `json:"manufacturer,omitempty"`
		ResponsiblePerson  *partyInput                 `json:"responsiblePerson,omitempty" doc:"In the EU, where the manufacturer is not."`
		Safety             []safetyNoteInput           `json:"safety,omitempty" maxItems:"10"`
		WithdrawalExcluded *events.WithdrawalExclusion `json:"withdrawalExcluded,omitempty" doc:"Why there is no right of withdrawal." example:"perishable"`

		SEO       *seoInput        `json:"seo,omitempty" doc:"For search engines."`
		Tags      []httpapi.Text   `json:"tags,omitempty" maxItems:"100" minLength:"1" maxLength:"60" doc:"Without commas and |, each once in any case. Lists filter by them."`
		MPN       *httpapi.Text    `json:"mpn,omitempty" minLength:"1" maxLength:"70" doc:"The manufacturer's number of the product." example:"EC-90"`
		Condition events.Condition `json:"condition,omitempty" doc:"Default: new." example:"new"`

		Attributes []attributeValuesInput `json:"attributes,omitempty" maxItems:"50" doc:"Each attribute once."`
		Metadata   metadata.Object        `json:"metadata,omitempty"`
	}
}

// CheckLate rejects a slug that is reserved or looks like an id, images, contacts, tags and GTINs
// that are none, and variants that contradict the options.
func (in *createProductInput) CheckLate() []fault.Field {
	found, spec := append(checkSlug(string(in.Body.Slug), reservedSlugs...), checkImages(in.Body.Images)...), in.spec()
	found = append(found, in.Body.Manufacturer.check("/manufacturer")...)
	found = append(found, in.Body.ResponsiblePerson.check("/responsiblePerson")...)
	found = append(append(found, checkTags(in.Body.Tags)...), checkGTINs(in.Body.Variants)...)
	found = append(found, checkAttributeCodes(in.Body.Attributes, "/attributes")...)
	found = append(found, checkVariantAttributes(in.Body.Variants)...)
	found = append(found, checkMetadata(in.Body.Metadata, in.Body.Variants)...)
	if spec.exceedsLimits() || spec.lacksValues() {
		return found // the schema reports the lists that are too long, or empty
	}
	spec.normalize()
	return append(append(found, checkTiers(spec.Variants)...), spec.validate()...)
}

func (in *createProductInput) spec() productSpec {
	b := in.Body
	return productSpec{
		Name: string(b.Name), Slug: string(b.Slug), Description: (*string)(b.Description), BrandID: b.BrandID,
		CategoryIDs: append([]string{}, b.CategoryIDs...), Status: cmp.Or(b.Status, events.ProductDraft),
		TaxClass: cmp.Or(b.TaxClass, events.TaxStandard),
		Images:   convert.All(b.Images, imageInput.image), Options: convert.All(b.Options, optionInput.option),
		Variants:     convert.All(b.Variants, variantInput.spec),
		Manufacturer: b.Manufacturer.party(), ResponsiblePerson: b.ResponsiblePerson.party(), Safety: safetyOf(b.Safety),
		WithdrawalExcluded: b.WithdrawalExcluded,
		SEO:                b.SEO.seo(), Tags: tagsOf(b.Tags), MPN: (*string)(b.MPN),
		Condition:  cmp.Or(b.Condition, events.ConditionNew),
		Attributes: convert.All(b.Attributes, attributeValuesInput.values), Metadata: b.Metadata.OrEmpty(),
	}
}

type editProductInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name        httpapi.Optional[httpapi.Text]   `json:"name" minLength:"1" maxLength:"200" nullable:"false" example:"Espresso cup"`
		Slug        httpapi.Optional[slugField]      `json:"slug" nullable:"false" example:"espresso-cup"`
		Description httpapi.Optional[httpapi.Text]   `json:"description" maxLength:"20000" example:"Thick porcelain keeps the crema warm."`
		BrandID     httpapi.Optional[string]         `json:"brandId" schema:"Id" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
		CategoryIDs httpapi.Optional[[]string]       `json:"categoryIds" maxItems:"20" schema:"Id"`
		Status      httpapi.Optional[productStatus]  `json:"status" nullable:"false" doc:"Only active products are shown and sold." example:"active"`
		Images      httpapi.Optional[[]imageInput]   `json:"images" maxItems:"20"`
		Options     httpapi.Optional[[]optionInput]  `json:"options" maxItems:"5"`
		Variants    httpapi.Optional[[]variantInput] `json:"variants" maxItems:"200" doc:"The whole list: variants are found by id or sku and keep their ids; those left out are no longer sold."`
		TaxClass    httpapi.Optional[taxClass]       `json:"taxClass" nullable:"false" example:"standard"`

		Manufacturer       httpapi.Optional[partyInput]                 `json:"manufacturer"`
		ResponsiblePerson  httpapi.Optional[partyInput]                 `json:"responsiblePerson"`
		Safety             httpapi.Optional[[]safetyNoteInput]          `json:"safety" maxItems:"10"`
		WithdrawalExcluded httpapi.Optional[events.WithdrawalExclusion] `json:"withdrawalExcluded" example:"perishable"`

		SEO       httpapi.Optional[seoInput]         `json:"seo"`
		Tags      httpapi.Optional[[]httpapi.Text]   `json:"tags" maxItems:"100" minLength:"1" maxLength:"60"`
		MPN       httpapi.Optional[httpapi.Text]     `json:"mpn" minLength:"1" maxLength:"70" example:"EC-90"`
		Condition httpapi.Optional[events.Condition] `json:"condition" nullable:"false" example:"new"`

		Attributes httpapi.Optional[[]attributeValuesInput] `json:"attributes" maxItems:"50" doc:"All of them, each attribute once."`
		Metadata   httpapi.Optional[metadata.Object]        `json:"metadata"`
	}
}

// CheckLate rejects a slug that is reserved or looks like an id, images, contacts, tags and GTINs
// that are none, and wholesale prices that rise.
func (in *editProductInput) CheckLate() []fault.Field {
	found := append(checkSlug(string(in.Body.Slug.Value), reservedSlugs...), checkImages(in.Body.Images.Value)...)
	found = append(found, in.Body.Manufacturer.Ptr().check("/manufacturer")...)
	found = append(found, in.Body.ResponsiblePerson.Ptr().check("/responsiblePerson")...)
	found = append(append(found, checkTags(in.Body.Tags.Value)...), checkGTINs(in.Body.Variants.Value)...)
	found = append(found, checkAttributeCodes(in.Body.Attributes.Value, "/attributes")...)
	found = append(found, checkVariantAttributes(in.Body.Variants.Value)...)
	found = append(found, checkMetadata(in.Body.Metadata.Value, in.Body.Variants.Value)...)
	return append(found, checkTiers(convert.All(in.Body.Variants.Value, variantInput.spec))...)
}

// checkTiers rejects wholesale prices that rise, or lie above the price.
func checkTiers(variants []variantSpec) (found []fault.Field) {
	for n, v := range variants {
		sortTiers(v.WholesalePrices)
		if wrong := v.tierFault(); wrong != "" {
			found = append(found, fault.Field{
				Pointer: "/variants/" + strconv.Itoa(n) + "/wholesalePrices", Code: fault.NotAllowed, Detail: wrong,
			})
		}
	}
	return found
}

// apply changes the spec where the request has a field.
func (in *editProductInput) apply(spec *productSpec) {
	b := in.Body
	if b.Name.Set {
		spec.Name = string(b.Name.Value)
	}
	if b.Slug.Set {
		spec.Slug = string(b.Slug.Value)
	}
	if b.Description.Set {
		spec.Description = (*string)(b.Description.Ptr())
	}
	if b.BrandID.Set {
		spec.BrandID = b.BrandID.Ptr()
	}
	if b.CategoryIDs.Set {
		spec.CategoryIDs = append([]string{}, b.CategoryIDs.Value...)
	}
	if b.Status.Set {
		spec.Status = b.Status.Value
	}
	spec.variantsStay = !b.Variants.Set
	if b.Images.Set {
		spec.Images = convert.All(b.Images.Value, imageInput.image)
	}
	if b.Options.Set {
		spec.Options = convert.All(b.Options.Value, optionInput.option)
	}
	if b.Variants.Set {
		spec.Variants = convert.All(b.Variants.Value, variantInput.spec)
	}
	if b.TaxClass.Set {
		spec.TaxClass = b.TaxClass.Value
	}
	if b.Manufacturer.Set {
		spec.Manufacturer = b.Manufacturer.Ptr().party()
	}
	if b.ResponsiblePerson.Set {
		spec.ResponsiblePerson = b.ResponsiblePerson.Ptr().party()
	}
	if b.Safety.Set {
		spec.Safety = safetyOf(b.Safety.Value)
	}
	if b.WithdrawalExcluded.Set {
		spec.WithdrawalExcluded = b.WithdrawalExcluded.Ptr()
	}
	in.applyTexts(spec)
}

type imageInput struct {
	URL     *httpapi.Text `json:"url,omitempty" maxLength:"2048" format:"uri" doc:"https, or that of an uploaded picture. The service never fetches it. It gives way to mediaId; one of the two is required." example:"https://cdn.example.com/cup.png"`
	Alt     *httpapi.Text `json:"alt,omitempty" minLength:"1" maxLength:"200" example:"A white cup on a saucer"`
	MediaID *string       `json:"mediaId,omitempty" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

func (in imageInput) image() image {
	i := image{Alt: (*string)(in.Alt), MediaID: in.MediaID}
	if in.URL != nil && in.MediaID == nil {
		i.URL = string(*in.URL)
	}
	return i
}

// checkImages rejects images with neither an address nor an id, and addresses that can be none of a
// picture.
func checkImages(images []imageInput) (found []fault.Field) {
	for n, in := range images {
		pointer := "/images/" + strconv.Itoa(n) + "/url"
		switch {
		case in.MediaID != nil:
		case in.URL == nil:
			found = append(found, fault.Field{Pointer: pointer, Code: fault.Required, Detail: "is required without mediaId"})
		case !mayBePicture(string(*in.URL)):
			found = append(found, fault.Field{Pointer: pointer, Code: fault.BadFormat, Detail: pictureDetail})
		}
	}
	return found
}

type optionInput struct {
	Name   httpapi.Text   `json:"name" minLength:"1" maxLength:"60" example:"Color"`
	Values []httpapi.Text `json:"values" minItems:"1" maxItems:"100" minLength:"1" maxLength:"60"`
}

func (in optionInput) option() option {
	return option{Name: string(in.Name), Values: convert.All(in.Values, func(v httpapi.Text) string { return string(v) })}
}

type variantInput struct {
	ID              string                  `json:"id,omitempty" schema:"Id" doc:"Default: found by sku." example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU             httpapi.Text            `json:"sku" minLength:"1" maxLength:"64" doc:"Unique." example:"CUP-90-WHITE"`
	Options         map[string]httpapi.Text `json:"options,omitempty" doc:"Value by option name."`
	Price           money.Cents             `json:"price" minimum:"0" maximum:"1000000" doc:"VAT included." example:"12.9"`
	CompareAtPrice  *money.Cents            `json:"compareAtPrice,omitempty" minimum:"0" maximum:"1000000" doc:"The price that buyers compare with." example:"15.9"`
	CompareAtKind   events.CompareAtKind    `json:"compareAtKind,omitempty" doc:"was: the former price; rrp: the recommended one. Default: was." example:"was"`
	Content         *events.Content         `json:"content,omitempty" doc:"How much it holds."`
	WholesalePrices []priceTierInput        `json:"wholesalePrices,omitempty" maxItems:"20"`
	WeightGrams     *httpapi.Int            `json:"weightGrams,omitempty" minimum:"0" maximum:"1000000" example:"310"`
	GTIN            *httpapi.Text           `json:"gtin,omitempty" minLength:"1" maxLength:"20" doc:"The number in its barcode, with its check digit: GTIN, EAN, UPC or ISBN-13." example:"4006381333931"`
	MediaID         *string                 `json:"mediaId,omitempty" schema:"Id" doc:"The one of the product's images that shows it. Default: the first." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Attributes      []attributeValuesInput  `json:"attributes,omitempty" maxItems:"20" doc:"Each attribute once."`
	Metadata        metadata.Object         `json:"metadata,omitempty"`
}

func (in variantInput) spec() variantSpec {
	spec := variantSpec{
		ID: in.ID, SKU: string(in.SKU), Options: map[string]string{}, Price: in.Price, CompareAtPrice: in.CompareAtPrice,
		WholesalePrices: convert.All(in.WholesalePrices, func(t priceTierInput) priceTier {
			return priceTier{MinQuantity: int64(t.MinQuantity), Price: t.Price}
		}),
		WeightGrams: (*int64)(in.WeightGrams), CompareAtKind: cmp.Or(in.CompareAtKind, events.CompareAtWas),
		Content: in.Content, Attributes: convert.All(in.Attributes, attributeValuesInput.values),
		Metadata: in.Metadata.OrEmpty(),
	}
	if in.MediaID != nil {
		spec.MediaID = new(strings.ToLower(*in.MediaID))
	}
	if in.GTIN != nil {
		spec.GTIN = new(plainGTIN(string(*in.GTIN)))
	}
	for name, value := range in.Options {
		spec.Options[name] = string(value)
	}
	return spec
}

type priceTierInput struct {
	MinQuantity httpapi.Int `json:"minQuantity" minimum:"1" maximum:"1000000" example:"24"`
	Price       money.Cents `json:"price" minimum:"0" maximum:"1000000" doc:"With VAT, unless the shop's wholesale prices are net." example:"8.9"`
}

// SchemaName is the name in the OpenAPI document.
func (priceTierInput) SchemaName() string { return "WholesalePriceInput" }
