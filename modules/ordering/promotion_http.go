package ordering

import (
	"context"
	"net/http"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) promotionRoutes(r *httpapi.Router) {
	op := func(id string, scope auth.Scope, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: scope, Method: method, Path: "/v1/admin/promotions" + path, Tag: tagConditions, Summary: summary,
			Detail: detail, Errors: errors,
		}
	}
	create := op("createPromotion", "promotions:write", http.MethodPost, "", "Make a promotion",
		"Buyers enter its code in the cart. Loyalty vouchers are no promotions: points become them.", fault.InUse)
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listPromotions", "promotions:read", http.MethodGet, "", "List promotions",
		"Past and inactive ones too. By code, unless `sort` says otherwise. `used` counts the orders that are not "+
			"cancelled."), a.listPromotions)
	httpapi.Handle(r, httpapi.Admin, create, a.createPromotion)
	httpapi.Handle(r, httpapi.Admin, op("getPromotion", "promotions:read", http.MethodGet, "/{id}", "Read a promotion",
		"`used` counts the orders that are not cancelled."), a.getPromotion)
	httpapi.Handle(r, httpapi.Admin, op("updatePromotion", "promotions:write", http.MethodPatch, "/{id}",
		"Change a promotion",
		"Absent fields stay, `null` clears. Open carts change at once, orders never.", fault.InUse), a.updatePromotion)
	httpapi.Handle(r, httpapi.Admin, op("deletePromotion", "promotions:write", http.MethodDelete, "/{id}",
		"Delete a promotion; orders keep what it took off",
		"Carts with its code lose the discount."), a.deletePromotion)
}

// promotionView is a promotion as admins see it.
type promotionView struct {
	ID               string        `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405165"`
	Code             string        `json:"code" doc:"In upper case." example:"SPRING10"`
	Kind             promotionKind `json:"kind" example:"percent"`
	Value            money.Cents   `json:"value" doc:"Percent (at most 100) or EUR." example:"10"`
	Minimum          money.Cents   `json:"minimum" doc:"Of the subtotal." example:"20"`
	StartsAt         *httpapi.Time `json:"startsAt" doc:"null: at once."`
	EndsAt           *httpapi.Time `json:"endsAt" doc:"null: for ever."`
	UsageLimit       *int64        `json:"usageLimit" doc:"Orders; null: any number." example:"100"`
	PerCustomerLimit *int64        `json:"perCustomerLimit" doc:"Orders; null: any number." example:"1"`
	Used             int64         `json:"used" doc:"Orders, without cancelled ones." example:"7"`
	Active           bool          `json:"active" example:"true"`
	Version          int64         `json:"version" doc:"Rises with every change that an admin makes; between quotes it is good for If-Match." example:"7"`
}

// ResourceVersion is the version of the promotion.
func (v promotionView) ResourceVersion() int64 { return v.Version }

// Location is the path of the promotion.
func (v promotionView) Location() string { return "/v1/admin/promotions/" + v.ID }

func viewPromotion(p promotion) promotionView {
	return promotionView{
		ID: p.ID, Code: p.Code, Kind: p.Kind, Value: p.Value, Minimum: p.Minimum, StartsAt: httpapi.TimePtr(p.StartsAt),
		EndsAt:     httpapi.TimePtr(p.EndsAt),
		UsageLimit: p.UsageLimit, PerCustomerLimit: p.PerCustomerLimit, Used: p.Used, Active: p.Active, Version: p.Version,
	}
}

type createPromotionInput struct {
	Body struct {
		Code             httpapi.Text  `json:"code" minLength:"1" maxLength:"40" pattern:"^[A-Za-z0-9][A-Za-z0-9_-]*$" doc:"In any case." example:"SPRING10"`
		Kind             promotionKind `json:"kind" example:"percent"`
		Value            money.Cents   `json:"value" minimum:"0.01" doc:"Percent (at most 100) or EUR." example:"10"`
		Minimum          money.Cents   `json:"minimum,omitempty" minimum:"0" doc:"Of the subtotal; default: 0." example:"20"`
		StartsAt         *httpapi.Time `json:"startsAt,omitempty" doc:"null: at once."`
		EndsAt           *httpapi.Time `json:"endsAt,omitempty" doc:"null: for ever."`
		UsageLimit       *httpapi.Int  `json:"usageLimit,omitempty" minimum:"1" maximum:"1000000000" doc:"Orders; null: any number." example:"100"`
		PerCustomerLimit *httpapi.Int  `json:"perCustomerLimit,omitempty" minimum:"1" maximum:"1000000000" doc:"Orders; null: any number." example:"1"`
		Active           *bool         `json:"active,omitempty" doc:"Default: true." example:"true"`
	}
}

func (in *createPromotionInput) promotion() promotion {
	b := in.Body
	return promotion{
		Code: strings.ToUpper(string(b.Code)), Kind: b.Kind, Value: b.Value, Minimum: b.Minimum,
		StartsAt: (*time.Time)(b.StartsAt), EndsAt: (*time.Time)(b.EndsAt),
		UsageLimit: (*int64)(b.UsageLimit), PerCustomerLimit: (*int64)(b.PerCustomerLimit), Active: b.Active == nil ||
			*b.Active,
	}
}

// Check rejects values that do not fit together.
func (in *createPromotionInput) Check() []fault.Field {
	p := in.promotion()
	return p.check()
}

// Check is that of the creation for what the change names. What it leaves out is judged with what
// the promotion has.
func (in *changePromotionInput) Check() []fault.Field {
	var p promotion
	in.change(&p)
	return p.check()
}

type changePromotionInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Code             httpapi.Optional[httpapi.Text]  `json:"code" nullable:"false" minLength:"1" maxLength:"40" pattern:"^[A-Za-z0-9][A-Za-z0-9_-]*$" doc:"In any case." example:"SPRING10"`
		Kind             httpapi.Optional[promotionKind] `json:"kind" nullable:"false" example:"percent"`
		Value            httpapi.Optional[money.Cents]   `json:"value" nullable:"false" minimum:"0.01" doc:"Percent (at most 100) or EUR." example:"10"`
		Minimum          httpapi.Optional[money.Cents]   `json:"minimum" minimum:"0" doc:"Of the subtotal; null: 0." example:"20"`
		StartsAt         httpapi.Optional[httpapi.Time]  `json:"startsAt" doc:"null: at once."`
		EndsAt           httpapi.Optional[httpapi.Time]  `json:"endsAt" doc:"null: for ever."`
		UsageLimit       httpapi.Optional[httpapi.Int]   `json:"usageLimit" minimum:"1" maximum:"1000000000" doc:"Orders, not below used; null: any number." example:"100"`
		PerCustomerLimit httpapi.Optional[httpapi.Int]   `json:"perCustomerLimit" minimum:"1" maximum:"1000000000" doc:"Orders; null: any number." example:"1"`
		Active           httpapi.Optional[bool]          `json:"active" nullable:"false" example:"true"`
	}
}

// change applies the fields that the request has.
func (in *changePromotionInput) change(p *promotion) {
	b := in.Body
	if b.Code.Set {
		p.Code = strings.ToUpper(string(b.Code.Value))
	}
	if b.Kind.Set {
		p.Kind = b.Kind.Value
	}
	if b.Value.Set {
		p.Value = b.Value.Value
	}
	if b.Minimum.Set {
		p.Minimum = b.Minimum.Value
	}
	if b.StartsAt.Set {
		p.StartsAt = (*time.Time)(b.StartsAt.Ptr())
	}
	if b.EndsAt.Set {
		p.EndsAt = (*time.Time)(b.EndsAt.Ptr())
	}
	if b.UsageLimit.Set {
		p.UsageLimit = (*int64)(b.UsageLimit.Ptr())
	}
	if b.PerCustomerLimit.Set {
		p.PerCustomerLimit = (*int64)(b.PerCustomerLimit.Ptr())
	}
	if b.Active.Set {
		p.Active = b.Active.Value
	}
}

type promotionInput struct{ httpapi.PathID }

type deletePromotionInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type listPromotionsInput struct {
	httpapi.Page
	Active httpapi.BoolParam `query:"active"`
	Q      string            `query:"q" maxLength:"200" doc:"Words of which each is part of the code; without regard to case and accents." example:"spring"`
	Sort   promotionSort     `query:"sort" default:"code" doc:"Promotions without an end come last by endsAt."`
}

func (a *api) listPromotions(
	ctx context.Context, in *listPromotionsInput,
) (*httpapi.Reply[httpapi.List[promotionView]], error) {
	found, total, err := listPromotions(a.DB.WithContext(ctx), in.Active.Ptr(), in.Q, in.Sort, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewPromotion), total, in.Page))
}

func (a *api) getPromotion(ctx context.Context, in *promotionInput) (*httpapi.Reply[promotionView], error) {
	found, err := database.ByID[promotion](a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewPromotion(found))
}

func (a *api) createPromotion(ctx context.Context, in *createPromotionInput) (*httpapi.Reply[promotionView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (promotionView, error) {
		p, err := createPromotion(ctx, tx, in.promotion(), a.Clock.Now())
		return viewPromotion(p), err
	})
}

func (a *api) updatePromotion(ctx context.Context, in *changePromotionInput) (*httpapi.Reply[promotionView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (promotionView, error) {
		p, err := changePromotion(ctx, tx, in.ID, in.IfMatch, in.change, a.Clock.Now())
		return viewPromotion(p), err
	})
}

func (a *api) deletePromotion(ctx context.Context, in *deletePromotionInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deletePromotion(ctx, tx, in.ID, in.IfMatch)
	})
}
