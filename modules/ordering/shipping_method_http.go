package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
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

// shippingMethodView is a shipping method as admins see it.
type shippingMethodView struct {
	ID        string            `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405164"`
	Name      string            `json:"name" example:"Standard"`
	Countries []httpapi.Country `json:"countries" nullable:"false" doc:"Empty: everywhere." example:"[\"DE\",\"AT\"]"`
	Price     money.Cents       `json:"price" doc:"VAT included." example:"4.9"`
	FreeFrom  *money.Cents      `json:"freeFrom" doc:"Of the goods after discounts; null: never." example:"50"`
	MinDays   int               `json:"minDays" example:"2"`
	MaxDays   int               `json:"maxDays" example:"4"`
	Active    bool              `json:"active" example:"true"`
	Version   int64             `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
}

// ResourceVersion is the version of the shipping method.
func (v shippingMethodView) ResourceVersion() int64 { return v.Version }

// Location is the path of the shipping method.
func (v shippingMethodView) Location() string { return "/v1/admin/shipping-methods/" + v.ID }

func viewShippingMethod(m shippingMethod) shippingMethodView {
	return shippingMethodView{
		ID: m.ID, Name: m.Name, Countries: convert.All(m.Countries, func(c string) httpapi.Country {
			return httpapi.Country(c)
		}), Price: m.Price, FreeFrom: m.FreeFrom, MinDays: m.MinDays, MaxDays: m.MaxDays, Active: m.Active,
		Version: m.Version,
	}
}

type createShippingMethodInput struct {
	Body struct {
		Name      httpapi.Text      `json:"name" minLength:"1" maxLength:"120" example:"Standard"`
		Countries []httpapi.Country `json:"countries,omitempty" maxItems:"250" doc:"Empty: everywhere." example:"[\"DE\",\"AT\"]"`
		Price     money.Cents       `json:"price" minimum:"0" doc:"VAT included." example:"4.9"`
		FreeFrom  *money.Cents      `json:"freeFrom,omitempty" minimum:"0" doc:"Of the goods after discounts; null: never." example:"50"`
		MinDays   httpapi.Int       `json:"minDays" minimum:"0" maximum:"365" example:"2"`
		MaxDays   httpapi.Int       `json:"maxDays" minimum:"0" maximum:"365" example:"4"`
		Active    *bool             `json:"active,omitempty" doc:"Default: true." example:"true"`
	}
}

// Check requires that the days are a range.
func (in *createShippingMethodInput) Check() []fault.Field {
	if in.Body.MinDays > in.Body.MaxDays {
		return []fault.Field{daysOutOfRange}
	}
	return nil
}

var daysOutOfRange = fault.Field{Pointer: "/maxDays", Code: fault.OutOfRange, Detail: "must not be less than minDays"}

func (in *createShippingMethodInput) shippingMethod() shippingMethod {
	b := in.Body
	return shippingMethod{
		Name: string(b.Name), Kind: events.ShippingDelivery, Countries: convert.Strings(b.Countries...), Price: b.Price, FreeFrom: b.FreeFrom,
		MinDays: int(b.MinDays), MaxDays: int(b.MaxDays), Active: b.Active == nil || *b.Active,
	}
}

type changeShippingMethodInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name      httpapi.Optional[httpapi.Text]      `json:"name" nullable:"false" minLength:"1" maxLength:"120" example:"Standard"`
		Countries httpapi.Optional[[]httpapi.Country] `json:"countries" maxItems:"250" doc:"Empty: everywhere." example:"[\"DE\",\"AT\"]"`
		Price     httpapi.Optional[money.Cents]       `json:"price" nullable:"false" minimum:"0" doc:"VAT included." example:"4.9"`
		FreeFrom  httpapi.Optional[money.Cents]       `json:"freeFrom" minimum:"0" doc:"Of the goods after discounts; null: never." example:"50"`
		MinDays   httpapi.Optional[httpapi.Int]       `json:"minDays" nullable:"false" minimum:"0" maximum:"365" example:"2"`
		MaxDays   httpapi.Optional[httpapi.Int]       `json:"maxDays" nullable:"false" minimum:"0" maximum:"365" example:"4"`
		Active    httpapi.Optional[bool]              `json:"active" nullable:"false" example:"true"`
	}
}

// Check requires that the days are a range, where the change names both.
func (in *changeShippingMethodInput) Check() []fault.Field {
	if b := in.Body; b.MinDays.Set && b.MaxDays.Set && b.MinDays.Value > b.MaxDays.Value {
		return []fault.Field{daysOutOfRange}
	}
	return nil
}

// change applies the fields that the request has. It returns fault.ValidationFailed when the days
// are no range afterwards.
func (in *changeShippingMethodInput) change(m *shippingMethod) error {
	b := in.Body
	if b.Name.Set {
		m.Name = string(b.Name.Value)
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
	if b.MinDays.Set {
		m.MinDays = int(b.MinDays.Value)
	}
	if b.MaxDays.Set {
		m.MaxDays = int(b.MaxDays.Value)
	}
	if b.Active.Set {
		m.Active = b.Active.Value
	}
	if m.MinDays > m.MaxDays {
		return fault.Invalid(daysOutOfRange)
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
	Active httpapi.BoolParam `query:"active"`
	Q      string            `query:"q" maxLength:"200" doc:"Part of the name, in any case." example:"express"`
	Sort   string            `query:"sort" default:"name" enum:"name,-name,price,-price" schema:"ShippingMethodSort"`
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
