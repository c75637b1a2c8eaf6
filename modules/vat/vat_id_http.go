package vat

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"gorm.io/gorm"

	"orderd/modules/vat/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// writtenID is a VAT id as people write it, with blanks, dots, dashes and slashes, and GR for EL.
// Its value is as money.ParseVATID returns it.
type writtenID string

// Schema is the id's schema.
func (writtenID) Schema(r huma.Registry) *huma.Schema { return httpapi.Text("").Schema(r) }

// UnmarshalJSON reads one.
func (w *writtenID) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	number, _ := money.ParseVATID(text)
	*w = writtenID(number)
	return nil
}

type setVATIDInput struct {
	Body struct {
		VATID writtenID `json:"vatId" minLength:"1" maxLength:"40" doc:"Stored in capitals without separators, with EL for Greece." example:"FR 40 303 265 045"`
	}
}

// Check rejects what has the form of no member state's VAT ids.
func (in *setVATIDInput) Check() []fault.Field {
	if _, ok := money.ParseVATID(string(in.Body.VATID)); ok {
		return nil
	}
	return []fault.Field{{
		Pointer: "/vatId", Code: fault.BadFormat, Detail: "must be a VAT id of a member state of the EU",
	}}
}

type listVATIDsInput struct {
	httpapi.Page
	Status events.Status `query:"status"`
	Q      string        `query:"q" maxLength:"200" doc:"Words of which each is part of the number or the name; without regard to case, accents and small typing errors."`
	UserID string        `query:"userId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

type userInput struct {
	UserID string `path:"userId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

type confirmVATIDInput struct {
	UserID string `path:"userId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Body   struct {
		ConsultationNumber httpapi.Text `json:"consultationNumber" minLength:"1" maxLength:"60" doc:"Of the proof." example:"BZSt 4711"`
		Reason             httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"For the audit." example:"Qualified confirmation of the BZSt."`
		VATID              *writtenID   `json:"vatId,omitempty" minLength:"1" maxLength:"40" doc:"That was proved: refused when the user has another one by now." example:"FR40303265045"`
	}
}

func (in *confirmVATIDInput) proof() proof {
	p := proof{ConsultationNumber: string(in.Body.ConsultationNumber), Reason: string(in.Body.Reason)}
	if in.Body.VATID != nil {
		p.VATID = (*string)(in.Body.VATID)
	}
	return p
}

func (a *api) getVATID(ctx context.Context, _ *struct{}) (*httpapi.Reply[vatIDView], error) {
	found, err := idOf(a.db.WithContext(ctx), auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewID(found))
}

func (a *api) setVATID(ctx context.Context, in *setVATIDInput) (*httpapi.Reply[vatIDView], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (vatIDView, error) {
		v, err := setID(ctx, tx, a.wake, userID, string(in.Body.VATID), a.clock.Now())
		return viewID(v), err
	})
}

func (a *api) deleteVATID(ctx context.Context, _ *struct{}) (*httpapi.Reply[httpapi.None], error) {
	userID := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, removeID(ctx, tx, userID)
	})
}

func (a *api) listVATIDs(
	ctx context.Context, in *listVATIDsInput,
) (*httpapi.Reply[httpapi.List[vatIDView]], error) {
	found, total, err := pageOfIDs(a.db.WithContext(ctx), in.Status, in.UserID, in.Q, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewID), total, in.Page))
}

// shownChecks are how many answers staff see of a user.
const shownChecks = 20

func (a *api) getUserVATID(ctx context.Context, in *userInput) (*httpapi.Reply[provedIDView], error) {
	db := a.db.WithContext(ctx)
	found, err := idOf(db, in.UserID)
	if err != nil {
		return nil, err
	}
	checks, err := checksOf(db, in.UserID, shownChecks)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(provedIDView{viewID(found), convert.All(checks, viewCheck)})
}

func (a *api) confirmVATID(ctx context.Context, in *confirmVATIDInput) (*httpapi.Reply[vatIDView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (vatIDView, error) {
		v, err := confirmID(ctx, tx, in.UserID, in.proof(), a.settings.Current().maxAge, a.clock.Now())
		return viewID(v), err
	})
}
