package ordering

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) automaticPromotionRoutes(r *httpapi.Router) {
	op := func(id string, scope auth.Scope, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: scope, Method: method, Path: "/v1/admin/automatic-promotions" + path, Tag: tagConditions,
			Summary: summary, Detail: detail, Errors: errors,
		}
	}
	create := op("createAutomaticPromotion", "promotions:write", http.MethodPost, "", "Make an automatic promotion",
		"It takes something off carts by itself, without a code. At most one promotion counts for a cart, the best for "+
			"the buyer: of the code that was entered and the automatic ones that can be used, the one by which goods and "+
			"shipping cost least; of equals the code. Vouchers come on top. There are at most 100, past and "+
			"inactive ones too.", codeLimitReached)
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listAutomaticPromotions", "promotions:read", http.MethodGet, "",
		"List automatic promotions",
		"Past and inactive ones too. By name, unless `sort` says otherwise."), a.listAutomaticPromotions)
	httpapi.Handle(r, httpapi.Admin, create, a.createAutomaticPromotion)
	httpapi.Handle(r, httpapi.Admin, op("getAutomaticPromotion", "promotions:read", http.MethodGet, "/{id}",
		"Read an automatic promotion",
		"Deleted ones are 404."), a.getAutomaticPromotion)
	httpapi.Handle(r, httpapi.Admin, op("updateAutomaticPromotion", "promotions:write", http.MethodPatch, "/{id}",
		"Change an automatic promotion",
		"Absent fields stay, `null` clears. Open carts change at once, orders never. A checkout whose `expectedTotal` "+
			"is from before is 409 `total_changed`."), a.updateAutomaticPromotion)
	httpapi.Handle(r, httpapi.Admin, op("deleteAutomaticPromotion", "promotions:write", http.MethodDelete, "/{id}",
		"Delete an automatic promotion; orders keep what it took off",
		"Carts lose the discount."), a.deleteAutomaticPromotion)
}

// automaticPromotionView is an automatic promotion as admins see it.
type automaticPromotionView struct {
	ID          string                 `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405166"`
	Name        string                 `json:"name" doc:"That buyers see." example:"Spring sale"`
	Kind        automaticPromotionKind `json:"kind" example:"percent"`
	Value       money.Cents            `json:"value" doc:"Percent (less than 100, of buy_x_get_y at most 100) or EUR; of free_shipping the most that it takes off." example:"10"`
	Minimum     money.Cents            `json:"minimum" doc:"Of the subtotal." example:"20"`
	Audience    promotionAudience      `json:"audience" doc:"For whom it counts; guests are retail." example:"everybody"`
	BuyQuantity *int64                 `json:"buyQuantity" doc:"Units at the full price; null but for buy_x_get_y." example:"2"`
	GetQuantity *int64                 `json:"getQuantity" doc:"Units that are cheaper with them, the cheapest of all that it is for; null with buyQuantity." example:"1"`
	ProductIDs  []string               `json:"productIds" nullable:"false" schema:"Id" doc:"The only ones that it is for; none: all."`
	StartsAt    *httpapi.Time          `json:"startsAt" doc:"null: at once."`
	EndsAt      *httpapi.Time          `json:"endsAt" doc:"null: for ever."`
	Active      bool                   `json:"active" example:"true"`
	Version     int64                  `json:"version" doc:"Rises with every change that an admin makes; between quotes it is good for If-Match." example:"7"`
}

// ResourceVersion is the version of the promotion.
func (v automaticPromotionView) ResourceVersion() int64 { return v.Version }

// Location is the path of the promotion.
func (v automaticPromotionView) Location() string { return "/v1/admin/automatic-promotions/" + v.ID }

func viewAutomaticPromotion(p automaticPromotion) automaticPromotionView {
	return automaticPromotionView{
		ID: p.ID, Name: p.Name, Kind: p.Kind, Value: p.Value, Minimum: p.Minimum, Audience: p.Audience,
		BuyQuantity: p.BuyQuantity, GetQuantity: p.GetQuantity, ProductIDs: p.ProductIDs,
		StartsAt: httpapi.TimePtr(p.StartsAt), EndsAt: httpapi.TimePtr(p.EndsAt), Active: p.Active,
		Version: p.Version,
	}
}

type createAutomaticPromotionInput struct {
	Body struct {
		Name        httpapi.Text           `json:"name" minLength:"1" maxLength:"80" doc:"That buyers see." example:"Spring sale"`
		Kind        automaticPromotionKind `json:"kind" example:"percent"`
		Value       money.Cents            `json:"value" minimum:"0.01" doc:"Percent (less than 100, of buy_x_get_y at most 100) or EUR; of free_shipping the most that it takes off." example:"10"`
		Minimum     money.Cents            `json:"minimum,omitempty" minimum:"0" doc:"Of the subtotal; default: 0. That of an amount is more than the amount." example:"20"`
		Audience    promotionAudience      `json:"audience,omitempty" doc:"Default: everybody." example:"everybody"`
		BuyQuantity *httpapi.Int           `json:"buyQuantity,omitempty" minimum:"1" maximum:"100" doc:"Of buy_x_get_y, which needs it." example:"2"`
		GetQuantity *httpapi.Int           `json:"getQuantity,omitempty" minimum:"1" maximum:"100" doc:"Of buy_x_get_y, which needs it." example:"1"`
		ProductIDs  []string               `json:"productIds,omitempty" maxItems:"100" schema:"Id" doc:"None: all."`
		StartsAt    *httpapi.Time          `json:"startsAt,omitempty" doc:"null: at once."`
		EndsAt      *httpapi.Time          `json:"endsAt,omitempty" doc:"null: for ever."`
		Active      *bool                  `json:"active,omitempty" doc:"Default: true." example:"true"`
	}
}

func (in *createAutomaticPromotionInput) promotion() automaticPromotion {
	b := in.Body
	return automaticPromotion{
		Name: string(b.Name), Kind: b.Kind, Value: b.Value, Minimum: b.Minimum,
		Audience: cmp.Or(b.Audience, forEverybody), BuyQuantity: (*int64)(b.BuyQuantity),
		GetQuantity: (*int64)(b.GetQuantity), ProductIDs: append([]string{}, b.ProductIDs...),
		StartsAt: (*time.Time)(b.StartsAt), EndsAt: (*time.Time)(b.EndsAt),
		Active: b.Active == nil || *b.Active,
	}
}

// Check rejects values that do not fit together.
func (in *createAutomaticPromotionInput) Check() []fault.Field {
	p := in.promotion()
	return p.check()
}

type changeAutomaticPromotionInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name        httpapi.Optional[httpapi.Text]           `json:"name" nullable:"false" minLength:"1" maxLength:"80" doc:"That buyers see." example:"Spring sale"`
		Kind        httpapi.Optional[automaticPromotionKind] `json:"kind" nullable:"false" example:"percent"`
		Value       httpapi.Optional[money.Cents]            `json:"value" nullable:"false" minimum:"0.01" doc:"Percent (less than 100, of buy_x_get_y at most 100) or EUR; of free_shipping the most that it takes off." example:"10"`
		Minimum     httpapi.Optional[money.Cents]            `json:"minimum" minimum:"0" doc:"Of the subtotal; null: 0." example:"20"`
		Audience    httpapi.Optional[promotionAudience]      `json:"audience" nullable:"false" example:"everybody"`
		BuyQuantity httpapi.Optional[httpapi.Int]            `json:"buyQuantity" minimum:"1" maximum:"100" doc:"null for other kinds than buy_x_get_y; goes by itself with another kind." example:"2"`
		GetQuantity httpapi.Optional[httpapi.Int]            `json:"getQuantity" minimum:"1" maximum:"100" doc:"As buyQuantity." example:"1"`
		ProductIDs  httpapi.Optional[[]string]               `json:"productIds" maxItems:"100" schema:"Id" doc:"null: all."`
		StartsAt    httpapi.Optional[httpapi.Time]           `json:"startsAt" doc:"null: at once."`
		EndsAt      httpapi.Optional[httpapi.Time]           `json:"endsAt" doc:"null: for ever."`
		Active      httpapi.Optional[bool]                   `json:"active" nullable:"false" example:"true"`
	}
}

// Check is that of the creation for what the change names. What it leaves out is judged with what
// the promotion has.
func (in *changeAutomaticPromotionInput) Check() []fault.Field {
	var p automaticPromotion
	in.change(&p)
	invalid := p.checkRanges()
	if in.Body.Kind.Set && p.Kind != automaticBuyXGetY {
		invalid = append(invalid, p.checkQuantities()...)
	}
	return invalid
}

// change applies the fields that the request has.
func (in *changeAutomaticPromotionInput) change(p *automaticPromotion) {
	b := in.Body
	if b.Name.Set {
		p.Name = string(b.Name.Value)
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
	if b.Audience.Set {
		p.Audience = b.Audience.Value
	}
	in.changeQuantities(p)
	if b.ProductIDs.Set {
		p.ProductIDs = append([]string{}, b.ProductIDs.Value...)
	}
	if b.StartsAt.Set {
		p.StartsAt = (*time.Time)(b.StartsAt.Ptr())
	}
	if b.EndsAt.Set {
		p.EndsAt = (*time.Time)(b.EndsAt.Ptr())
	}
	if b.Active.Set {
		p.Active = b.Active.Value
	}
}

// changeQuantities changes what buy_x_get_y alone has: a change to another kind clears it.
func (in *changeAutomaticPromotionInput) changeQuantities(p *automaticPromotion) {
	if in.Body.Kind.Set && p.Kind != automaticBuyXGetY {
		p.BuyQuantity, p.GetQuantity = nil, nil
	}
	if in.Body.BuyQuantity.Set {
		p.BuyQuantity = (*int64)(in.Body.BuyQuantity.Ptr())
	}
	if in.Body.GetQuantity.Set {
		p.GetQuantity = (*int64)(in.Body.GetQuantity.Ptr())
	}
}

type automaticPromotionInput struct{ httpapi.PathID }

type deleteAutomaticPromotionInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type listAutomaticPromotionsInput struct {
	httpapi.Page
	Active httpapi.BoolParam      `query:"active"`
	Q      string                 `query:"q" maxLength:"200" doc:"Words of which each is part of the name; without regard to case and accents." example:"spring"`
	Sort   automaticPromotionSort `query:"sort" default:"name" doc:"Promotions without an end come last by endsAt."`
}

func (a *api) listAutomaticPromotions(
	ctx context.Context, in *listAutomaticPromotionsInput,
) (*httpapi.Reply[httpapi.List[automaticPromotionView]], error) {
	found, total, err := listAutomaticPromotions(a.DB.WithContext(ctx), in.Active.Ptr(), in.Q, in.Sort, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewAutomaticPromotion), total, in.Page))
}

func (a *api) getAutomaticPromotion(
	ctx context.Context, in *automaticPromotionInput,
) (*httpapi.Reply[automaticPromotionView], error) {
	found, err := database.ByID[automaticPromotion](a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewAutomaticPromotion(found))
}

func (a *api) createAutomaticPromotion(
	ctx context.Context, in *createAutomaticPromotionInput,
) (*httpapi.Reply[automaticPromotionView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (automaticPromotionView, error) {
		p, err := createAutomaticPromotion(ctx, tx, in.promotion(), a.Clock.Now())
		return viewAutomaticPromotion(p), err
	})
}

func (a *api) updateAutomaticPromotion(
	ctx context.Context, in *changeAutomaticPromotionInput,
) (*httpapi.Reply[automaticPromotionView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (automaticPromotionView, error) {
		p, err := changeAutomaticPromotion(ctx, tx, in.ID, in.IfMatch, in.change, a.Clock.Now())
		return viewAutomaticPromotion(p), err
	})
}

func (a *api) deleteAutomaticPromotion(
	ctx context.Context, in *deleteAutomaticPromotionInput,
) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteAutomaticPromotion(ctx, tx, in.ID, in.IfMatch)
	})
}
