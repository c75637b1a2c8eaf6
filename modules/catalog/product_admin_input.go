package catalog

import (
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type createProductInput struct {
	Body struct {
		Name        httpapi.Text   `json:"name" minLength:"1" maxLength:"200" example:"Espresso cup"`
		Slug        string         `json:"slug,omitempty" maxLength:"140" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case letters and digits with single hyphens between" doc:"Default: made from the name." example:"espresso-cup"`
		Description *httpapi.Text  `json:"description,omitempty" maxLength:"20000" example:"Thick porcelain keeps the crema warm."`
		BrandID     *string        `json:"brandId,omitempty" schema:"Id" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
		CategoryIDs []string       `json:"categoryIds,omitempty" maxItems:"20" schema:"Id"`
		Status      string         `json:"status,omitempty" enum:"draft,active,archived" schema:"ProductStatus" doc:"Default: draft." example:"active"`
		Images      []imageInput   `json:"images,omitempty" maxItems:"20"`
		Options     []optionInput  `json:"options,omitempty" maxItems:"5" doc:"Default: what the variants choose."`
		Variants    []variantInput `json:"variants,omitempty" maxItems:"200"`
		TaxClass    string         `json:"taxClass,omitempty" enum:"standard,reduced,zero" schema:"TaxClass" doc:"Default: standard." example:"standard"`
	}
}

// Check refuses a slug that would be taken for something else, and variants that don't fit to the options.
func (in *createProductInput) Check() []fault.Field {
	found, c := checkSlug(in.Body.Slug, reservedSlug), in.content()
	if c.tooMuch() {
		return found // the tags say so
	}
	c.complete()
	return append(found, c.faults()...)
}

func (in *createProductInput) content() content {
	b := in.Body
	c := content{
		Name: string(b.Name), Slug: b.Slug, Description: (*string)(b.Description), BrandID: b.BrandID, CategoryIDs: listOf(b.CategoryIDs, same),
		Status: b.Status, TaxClass: b.TaxClass, Images: listOf(b.Images, imageInput.image), Options: listOf(b.Options, optionInput.option),
		Variants: listOf(b.Variants, variantInput.content),
	}
	if c.Status == "" {
		c.Status = draft
	}
	if c.TaxClass == "" {
		c.TaxClass = standardTax
	}
	return c
}

type editProductInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Name        httpapi.Optional[httpapi.Text]   `json:"name" minLength:"1" maxLength:"200" nullable:"false" example:"Espresso cup"`
		Slug        httpapi.Optional[string]         `json:"slug" maxLength:"140" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case letters and digits with single hyphens between" nullable:"false" example:"espresso-cup"`
		Description httpapi.Optional[httpapi.Text]   `json:"description" maxLength:"20000" example:"Thick porcelain keeps the crema warm."`
		BrandID     httpapi.Optional[string]         `json:"brandId" schema:"Id" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
		CategoryIDs httpapi.Optional[[]string]       `json:"categoryIds" maxItems:"20" schema:"Id"`
		Status      httpapi.Optional[string]         `json:"status" enum:"draft,active,archived" schema:"ProductStatus" nullable:"false" doc:"Only active products are shown and sold." example:"active"`
		Images      httpapi.Optional[[]imageInput]   `json:"images" maxItems:"20"`
		Options     httpapi.Optional[[]optionInput]  `json:"options" maxItems:"5"`
		Variants    httpapi.Optional[[]variantInput] `json:"variants" maxItems:"200" doc:"The whole list: variants are found by id or sku and keep their ids; those left out are no longer sold."`
		TaxClass    httpapi.Optional[string]         `json:"taxClass" enum:"standard,reduced,zero" schema:"TaxClass" nullable:"false" example:"standard"`
	}
}

// Check refuses a slug that would be taken for something else.
func (in *editProductInput) Check() []fault.Field { return checkSlug(in.Body.Slug.Value, reservedSlug) }

func (in *editProductInput) apply(c *content) {
	b := in.Body
	if b.Name.Set {
		c.Name = string(b.Name.Value)
	}
	if b.Slug.Set {
		c.Slug = b.Slug.Value
	}
	if b.Description.Set {
		c.Description = (*string)(b.Description.Ptr())
	}
	if b.BrandID.Set {
		c.BrandID = b.BrandID.Ptr()
	}
	if b.CategoryIDs.Set {
		c.CategoryIDs = listOf(b.CategoryIDs.Value, same)
	}
	if b.Status.Set {
		c.Status = b.Status.Value
	}
	if b.Images.Set {
		c.Images = listOf(b.Images.Value, imageInput.image)
	}
	if b.Options.Set {
		c.Options = listOf(b.Options.Value, optionInput.option)
	}
	if b.Variants.Set {
		c.Variants = listOf(b.Variants.Value, variantInput.content)
	}
	if b.TaxClass.Set {
		c.TaxClass = b.TaxClass.Value
	}
}

type imageInput struct {
	URL httpapi.Text  `json:"url" maxLength:"2048" format:"uri" doc:"The service never fetches it." example:"https://cdn.example.com/cup.png"`
	Alt *httpapi.Text `json:"alt,omitempty" minLength:"1" maxLength:"200" example:"A white cup on a saucer"`
}

func (in imageInput) image() image { return image{string(in.URL), (*string)(in.Alt)} }

type optionInput struct {
	Name   httpapi.Text   `json:"name" minLength:"1" maxLength:"60" example:"Color"`
	Values []httpapi.Text `json:"values" minItems:"1" maxItems:"100" minLength:"1" maxLength:"60"`
}

func (in optionInput) option() option {
	return option{string(in.Name), listOf(in.Values, func(v httpapi.Text) string { return string(v) })}
}

type variantInput struct {
	ID              string                  `json:"id,omitempty" schema:"Id" doc:"Default: found by sku." example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU             httpapi.Text            `json:"sku" minLength:"1" maxLength:"64" doc:"Unique." example:"CUP-90-WHITE"`
	Options         map[string]httpapi.Text `json:"options,omitempty" doc:"Value by option name."`
	Price           money.Cents             `json:"price" minimum:"0" maximum:"1000000" doc:"VAT included." example:"12.9"`
	CompareAtPrice  *money.Cents            `json:"compareAtPrice,omitempty" minimum:"0" maximum:"1000000" doc:"The former price." example:"15.9"`
	WholesalePrices []tierInput             `json:"wholesalePrices,omitempty" maxItems:"20"`
	WeightGrams     *httpapi.Whole          `json:"weightGrams,omitempty" minimum:"0" maximum:"1000000" example:"310"`
}

func (in variantInput) content() variantContent {
	c := variantContent{
		ID: in.ID, SKU: string(in.SKU), Options: map[string]string{}, Price: in.Price, CompareAtPrice: in.CompareAtPrice,
		WholesalePrices: listOf(in.WholesalePrices, func(t tierInput) tier { return tier{int64(t.MinQuantity), t.Price} }),
		WeightGrams:     (*int64)(in.WeightGrams),
	}
	for name, value := range in.Options {
		c.Options[name] = string(value)
	}
	return c
}

type tierInput struct {
	MinQuantity httpapi.Whole `json:"minQuantity" minimum:"1" maximum:"1000000" example:"24"`
	Price       money.Cents   `json:"price" minimum:"0" maximum:"1000000" doc:"VAT included." example:"8.9"`
}

// SchemaName is the name in the document.
func (tierInput) SchemaName() string { return "WholesalePriceInput" }
