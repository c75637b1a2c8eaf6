package catalog

import (
	"strconv"
	"strings"
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/money"
)

// pricePlanPriceInput is the price of a variant in a plan.
type pricePlanPriceInput struct {
	VariantID      string               `json:"variantId,omitempty" schema:"Id" doc:"One of variantId and sku is required." example:"0199d5a1-a2c4-7f50-9b1c-6d2e3f405163"`
	SKU            httpapi.Text         `json:"sku,omitempty" maxLength:"64" example:"CUP-90-WHITE"`
	Price          money.Cents          `json:"price" minimum:"0" maximum:"1000000" doc:"VAT included." example:"9.9"`
	CompareAtPrice *money.Cents         `json:"compareAtPrice,omitempty" minimum:"0" maximum:"1000000" doc:"The price that buyers compare with meanwhile. Default: that of the variant stays." example:"12.9"`
	CompareAtKind  events.CompareAtKind `json:"compareAtKind,omitempty" doc:"As of variants. Default: that of the variant." example:"was"`
}

// SchemaName is the name in the document.
func (pricePlanPriceInput) SchemaName() string { return "PricePlanPriceInput" }

func (in pricePlanPriceInput) entry() pricePlanEntry {
	e := pricePlanEntry{Kind: planPrice, Price: in.Price, CompareAtPrice: in.CompareAtPrice, sku: string(in.SKU)}
	if in.VariantID != "" {
		e.VariantID = new(strings.ToLower(in.VariantID))
	}
	if in.CompareAtKind != "" {
		e.CompareAtKind = new(in.CompareAtKind)
	}
	return e
}

// checkPlanPrices rejects prices that name a variant in two ways or not at all, and kinds of prices
// that there are not.
func checkPlanPrices(prices []pricePlanPriceInput) (found []fault.Field) {
	for i, in := range prices[:min(len(prices), maxPlanPrices)] {
		pointer := "/prices/" + strconv.Itoa(i)
		switch {
		case in.VariantID == "" && in.SKU == "":
			found = append(found, fault.Field{Pointer: pointer + "/variantId", Code: fault.Required,
				Detail: "is required without sku"})
		case in.VariantID != "" && in.SKU != "":
			found = append(found, fault.Field{Pointer: pointer + "/sku", Code: fault.NotAllowed,
				Detail: "is not for a price with variantId"})
		case in.VariantID != "" && !id.Valid(in.VariantID):
			found = append(found, fault.Field{Pointer: pointer + "/variantId", Code: fault.BadFormat,
				Detail: "must be the id of a variant"})
		}
		if in.CompareAtKind != "" && in.CompareAtPrice == nil {
			found = append(found, fault.Field{Pointer: pointer + "/compareAtKind", Code: fault.NotAllowed,
				Detail: "is not for a price without compareAtPrice"})
		}
	}
	return found
}

type createPricePlanInput struct {
	Body struct {
		Name     httpapi.Text          `json:"name" minLength:"1" maxLength:"120" example:"Summer sale"`
		StartsAt httpapi.Time          `json:"startsAt" doc:"In the future."`
		EndsAt   *httpapi.Time         `json:"endsAt,omitempty" doc:"null: until the plan is cancelled, or has an end." example:"2026-12-01T23:00:00.000Z"`
		Prices   []pricePlanPriceInput `json:"prices,omitempty" maxItems:"10000" doc:"Each variant once. A plan without prices publishes or archives something."`
		Publish  []string              `json:"publish,omitempty" maxItems:"1000" schema:"Id" doc:"Products, at the start, once they have their prices."`
		Archive  []string              `json:"archive,omitempty" maxItems:"1000" schema:"Id" doc:"Products, at the end."`
	}
}

// Check rejects prices that contradict themselves.
func (in *createPricePlanInput) Check() []fault.Field { return checkPlanPrices(in.Body.Prices) }

func (in *createPricePlanInput) spec() pricePlanSpec {
	b := in.Body
	return pricePlanSpec{
		Name: string(b.Name), StartsAt: time.Time(b.StartsAt), EndsAt: (*time.Time)(b.EndsAt),
		Prices:  convert.All(b.Prices, pricePlanPriceInput.entry),
		Publish: convert.All(b.Publish, strings.ToLower), Archive: convert.All(b.Archive, strings.ToLower),
	}
}

type updatePricePlanInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name     httpapi.Optional[httpapi.Text]          `json:"name" nullable:"false" minLength:"1" maxLength:"120" example:"Summer sale"`
		StartsAt httpapi.Optional[httpapi.Time]          `json:"startsAt" nullable:"false" doc:"In the future."`
		EndsAt   httpapi.Optional[httpapi.Time]          `json:"endsAt" doc:"null: until the plan is cancelled, or has an end." example:"2026-12-01T23:00:00.000Z"`
		Prices   httpapi.Optional[[]pricePlanPriceInput] `json:"prices" nullable:"false" maxItems:"10000" doc:"All of them, each variant once."`
		Publish  httpapi.Optional[[]string]              `json:"publish" nullable:"false" maxItems:"1000" schema:"Id" doc:"All of them."`
		Archive  httpapi.Optional[[]string]              `json:"archive" nullable:"false" maxItems:"1000" schema:"Id" doc:"All of them."`
	}
}

// Check rejects prices that contradict themselves.
func (in *updatePricePlanInput) Check() []fault.Field { return checkPlanPrices(in.Body.Prices.Value) }

// apply changes the spec where the request has a field.
func (in *updatePricePlanInput) apply(spec *pricePlanSpec) {
	b := in.Body
	if b.Name.Set {
		spec.Name = string(b.Name.Value)
	}
	if b.StartsAt.Set {
		spec.StartsAt = time.Time(b.StartsAt.Value)
	}
	if b.EndsAt.Set {
		spec.EndsAt = (*time.Time)(b.EndsAt.Ptr())
	}
	if b.Prices.Set {
		spec.Prices = convert.All(b.Prices.Value, pricePlanPriceInput.entry)
	}
	if b.Publish.Set {
		spec.Publish = convert.All(b.Publish.Value, strings.ToLower)
	}
	if b.Archive.Set {
		spec.Archive = convert.All(b.Archive.Value, strings.ToLower)
	}
}
