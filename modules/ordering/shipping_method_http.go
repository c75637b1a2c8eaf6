package ordering

import (
	"cmp"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/money"
)

func (a *api) shippingMethodRoutes(r *httpapi.Router) {
	op := func(id string, scope auth.Scope, method, path, summary, detail string) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: scope, Method: method, Path: "/v1/admin/shipping-methods" + path, Tag: tagConditions,
			Summary: summary, Detail: detail,
		}
	}
	create := op("createShippingMethod", "settings:write", http.MethodPost, "", "Make a shipping method",
		"It can be chosen at once, unless `active` is `false`.")
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listShippingMethods", "settings:read", http.MethodGet, "",
		"List shipping methods",
		"Inactive ones too. By name, unless `sort` says otherwise."), a.listShippingMethods)
	httpapi.Handle(r, httpapi.Admin, create, a.createShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("getShippingMethod", "settings:read", http.MethodGet, "/{id}",
		"Read a shipping method",
		"Deleted ones are 404."), a.getShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("updateShippingMethod", "settings:write", http.MethodPatch, "/{id}",
		"Change a shipping method",
		"Absent fields stay, `null` clears. Quotes and checkouts change at once, orders never."), a.updateShippingMethod)
	httpapi.Handle(r, httpapi.Admin, op("deleteShippingMethod", "settings:write", http.MethodDelete, "/{id}",
		"Delete a shipping method; orders keep its name",
		"To take it away for a while, set `active` to `false`."), a.deleteShippingMethod)
}

// methodTextBody is what buyers read of a method in a language.
type methodTextBody struct {
	Locale locale.Code  `json:"locale" example:"en"`
	Text   httpapi.Text `json:"text" minLength:"1" maxLength:"500" example:"Parcel, with tracking."`
}

// SchemaName is the name in the document.
func (methodTextBody) SchemaName() string { return "ShippingMethodTextInput" }

func (b methodTextBody) text() methodText { return methodText{Locale: b.Locale, Text: string(b.Text)} }

// rateBody is a row of a table of rates.
type rateBody struct {
	Countries      []httpapi.Country `json:"countries,omitempty" maxItems:"250" doc:"Of the method's; empty: all of them." example:"[\"DE\"]"`
	PostalPrefixes []postalPrefix    `json:"postalPrefixes,omitempty" maxItems:"50" doc:"How postal codes begin, without blanks and hyphens; empty: any. They need countries." example:"[\"258\"]"`
	FromGrams      httpapi.Int       `json:"fromGrams,omitempty" minimum:"0" maximum:"1000000" doc:"Weight from which the row counts, packaging included; default: 0." example:"5000"`
	FromGoods      money.Cents       `json:"fromGoods,omitempty" minimum:"0" doc:"Goods, less promotions and not less vouchers, from which the row counts; default: 0." example:"50"`
	Price          money.Cents       `json:"price" minimum:"0" doc:"VAT included." example:"8.9"`
}

// SchemaName is the name in the document.
func (rateBody) SchemaName() string { return "ShippingRateInput" }

func (b rateBody) rate() shippingRate {
	return shippingRate{
		Countries: convert.Strings(b.Countries...), PostalPrefixes: convert.Strings(b.PostalPrefixes...),
		FromGrams: int64(b.FromGrams), FromGoods: b.FromGoods, Price: b.Price,
	}
}

// prefixForm is the form of a postalPrefix.
const prefixForm fault.Text = "capital letters and digits"

// postalPrefix is the beginning of postal codes.
type postalPrefix string

// Schema is the prefix's schema.
func (postalPrefix) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, MinLength: new(1), MaxLength: new(maxPrefix), Pattern: "^[A-Z0-9]+$",
		PatternDescription: string(prefixForm),
	}
}

type createShippingMethodInput struct {
	Body struct {
		Name      httpapi.Text              `json:"name" minLength:"1" maxLength:"120" example:"Standard"`
		Kind      events.ShippingMethodKind `json:"kind,omitempty" doc:"Default: delivery. A pickup has no countries, no rates and no freeFrom, and costs nothing." example:"delivery"`
		Texts     []methodTextBody          `json:"texts,omitempty" maxItems:"10" doc:"What buyers read of it, by language."`
		Countries []httpapi.Country         `json:"countries,omitempty" maxItems:"250" doc:"Empty: everywhere." example:"[\"DE\",\"AT\"]"`
		Price     *money.Cents              `json:"price,omitempty" minimum:"0" doc:"VAT included; where there are rates, these count. Required of a delivery." example:"4.9"`
		FreeFrom  *money.Cents              `json:"freeFrom,omitempty" minimum:"0" doc:"Of the goods after discounts; null: never." example:"50"`
		Rates     []rateBody                `json:"rates,omitempty" maxItems:"200" doc:"Of the rows that fit counts the one with the longest prefix, then one that names the country, then the highest fromGoods, then the highest fromGrams. Where none fits the method is not offered."`
		MinDays   httpapi.Int               `json:"minDays" minimum:"0" maximum:"365" example:"2"`
		MaxDays   httpapi.Int               `json:"maxDays" minimum:"0" maximum:"365" example:"4"`
		Active    *bool                     `json:"active,omitempty" doc:"Default: true." example:"true"`
	}
}

// Check rejects values that do not fit together.
func (in *createShippingMethodInput) Check() []fault.Field {
	m := in.shippingMethod()
	faults := m.check()
	if in.Body.Price == nil && !m.isPickup() {
		faults = append(faults, fault.Field{Pointer: "/price", Code: fault.Required, Detail: "is required"})
	}
	return faults
}

func (in *createShippingMethodInput) shippingMethod() shippingMethod {
	b := in.Body
	m := shippingMethod{
		Name: string(b.Name), Kind: cmp.Or(b.Kind, events.ShippingDelivery), Texts: convert.All(b.Texts, methodTextBody.text),
		Countries: convert.Strings(b.Countries...), FreeFrom: b.FreeFrom, Rates: convert.All(b.Rates, rateBody.rate),
		MinDays: int(b.MinDays), MaxDays: int(b.MaxDays), Active: b.Active == nil || *b.Active,
	}
	if b.Price != nil {
		m.Price = *b.Price
	}
	return m
}

type changeShippingMethodInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name      httpapi.Optional[httpapi.Text]              `json:"name" nullable:"false" minLength:"1" maxLength:"120" example:"Standard"`
		Kind      httpapi.Optional[events.ShippingMethodKind] `json:"kind" nullable:"false" example:"delivery"`
		Texts     httpapi.Optional[[]methodTextBody]          `json:"texts" maxItems:"10" doc:"What buyers read of it, by language."`
		Countries httpapi.Optional[[]httpapi.Country]         `json:"countries" maxItems:"250" doc:"Empty: everywhere." example:"[\"DE\",\"AT\"]"`
		Price     httpapi.Optional[money.Cents]               `json:"price" nullable:"false" minimum:"0" doc:"VAT included." example:"4.9"`
		FreeFrom  httpapi.Optional[money.Cents]               `json:"freeFrom" minimum:"0" doc:"Of the goods after discounts; null: never." example:"50"`
		Rates     httpapi.Optional[[]rateBody]                `json:"rates" maxItems:"200" doc:"The whole table."`
		MinDays   httpapi.Optional[httpapi.Int]               `json:"minDays" nullable:"false" minimum:"0" maximum:"365" example:"2"`
		MaxDays   httpapi.Optional[httpapi.Int]               `json:"maxDays" nullable:"false" minimum:"0" maximum:"365" example:"4"`
		Active    httpapi.Optional[bool]                      `json:"active" nullable:"false" example:"true"`
	}
}

// Check requires that the days are a range, where the change names both.
func (in *changeShippingMethodInput) Check() []fault.Field {
	if b := in.Body; b.MinDays.Set && b.MaxDays.Set && b.MinDays.Value > b.MaxDays.Value {
		return []fault.Field{daysOutOfRange}
	}
	return nil
}

// change applies the fields that the request has. It returns fault.ValidationFailed when they do
// not fit together with the others.
func (in *changeShippingMethodInput) change(m *shippingMethod) error {
	b := in.Body
	if b.Name.Set {
		m.Name = string(b.Name.Value)
	}
	if b.Kind.Set {
		m.Kind = b.Kind.Value
	}
	if b.Texts.Set {
		m.Texts = convert.All(b.Texts.Value, methodTextBody.text)
	}
	if b.Countries.Set {
		m.Countries = convert.Strings(b.Countries.Value...)
	}
	if b.Price.Set {
		m.Price = b.Price.Value
	}
	if b.FreeFrom.Set {
		m.FreeFrom = b.FreeFrom.Ptr()
	}
	if b.Rates.Set {
		m.Rates = convert.All(b.Rates.Value, rateBody.rate)
	}
	if b.MinDays.Set {
		m.MinDays = int(b.MinDays.Value)
	}
	if b.MaxDays.Set {
		m.MaxDays = int(b.MaxDays.Value)
	}
	if b.Active.Set {
		m.Active = b.Active.Value
	}
	if faults := m.check(); len(faults) > 0 {
		return fault.Invalid(faults...)
	}
	return nil
}

type shippingMethodInput struct{ httpapi.PathID }

type deleteShippingMethodInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type listShippingMethodsInput struct {
	httpapi.Page
	Active httpapi.BoolParam  `query:"active"`
	Q      string             `query:"q" maxLength:"200" doc:"Words of which each is part of the name; without regard to case and accents." example:"express"`
	Sort   shippingMethodSort `query:"sort" default:"name"`
}

func (a *api) listShippingMethods(
	ctx context.Context, in *listShippingMethodsInput,
) (*httpapi.Reply[httpapi.List[shippingMethodView]], error) {
	found, total, err := listShippingMethods(a.DB.WithContext(ctx), in.Active.Ptr(), in.Q, in.Sort, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewShippingMethod), total, in.Page))
}

func (a *api) getShippingMethod(
	ctx context.Context, in *shippingMethodInput,
) (*httpapi.Reply[shippingMethodView], error) {
	found, err := database.ByID[shippingMethod](a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewShippingMethod(found))
}

func (a *api) createShippingMethod(
	ctx context.Context, in *createShippingMethodInput,
) (*httpapi.Reply[shippingMethodView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (shippingMethodView, error) {
		m, err := createShippingMethod(ctx, tx, in.shippingMethod(), a.Clock.Now())
		return viewShippingMethod(m), err
	})
}

func (a *api) updateShippingMethod(
	ctx context.Context, in *changeShippingMethodInput,
) (*httpapi.Reply[shippingMethodView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (shippingMethodView, error) {
		m, err := changeShippingMethod(ctx, tx, in.ID, in.IfMatch, in.change, a.Clock.Now())
		return viewShippingMethod(m), err
	})
}

func (a *api) deleteShippingMethod(
	ctx context.Context, in *deleteShippingMethodInput,
) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteShippingMethod(ctx, tx, in.ID, in.IfMatch)
	})
}
