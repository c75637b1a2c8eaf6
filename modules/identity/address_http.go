package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/postal"
)

func (a *api) addressRoutes(r *httpapi.Router) {
	const list, one = "/v1/users/me/addresses", "/v1/users/me/addresses/{id}"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listAddresses", Method: http.MethodGet, Path: list, Tag: tagProfile,
		Summary: "List the caller's addresses, oldest first",
		Detail:  "All of them, without pages. The one with `isDefault` is that of a checkout without a recipient.",
	}, a.listAddresses)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "addAddress", Method: http.MethodPost, Path: list, Tag: tagProfile, Status: http.StatusCreated,
		Summary: "Add an address",
		Detail:  "The first one is the default. At most 50: one more is 422.",
	}, a.addAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getAddress", Method: http.MethodGet, Path: one, Tag: tagProfile, Summary: "Read an address",
		Detail: "Only the caller's own; every other is 404.",
	}, a.getAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "replaceAddress", Method: http.MethodPut, Path: one, Tag: tagProfile, Summary: "Replace an address",
		Detail: "A field that is left out is cleared. Orders keep theirs.",
	}, a.replaceAddress)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteAddress", Method: http.MethodDelete, Path: one, Tag: tagProfile,
		Summary: "Delete an address",
		Detail:  "If it was the default, the oldest of the others becomes it. Orders keep theirs.",
	}, a.deleteAddress)
}

// addressBody is an address as a request carries it.
type addressBody struct {
	Label      httpapi.Text `json:"label,omitempty" maxLength:"60" example:"Home"`
	FullName   httpapi.Text `json:"fullName" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
	Company    httpapi.Text `json:"company,omitempty" maxLength:"200" example:"Analytical Engines Ltd"`
	Phone      httpapi.Text `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
	Line1      httpapi.Text `json:"line1" minLength:"1" maxLength:"200" example:"Unter den Linden 1"`
	Line2      httpapi.Text `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
	City       httpapi.Text `json:"city,omitempty" maxLength:"120" doc:"Required, but in countries that are a city." example:"Berlin"`
	State      httpapi.Text `json:"state,omitempty" maxLength:"120" example:"Berlin"`
	PostalCode httpapi.Text `json:"postalCode,omitempty" maxLength:"20" doc:"Required, but in countries that have none." example:"10117"`
	Country    country      `json:"country" schema:"Country" doc:"Officially assigned, and XK." example:"DE"`
	IsDefault  bool         `json:"isDefault,omitempty" doc:"The default one stays so until another becomes it." example:"true"`
}

func (b *addressBody) postalAddress() postalAddress {
	return postalAddress{
		Label: optional(b.Label), FullName: string(b.FullName), Company: optional(b.Company), Phone: optional(b.Phone),
		Line1: string(b.Line1), Line2: optional(b.Line2),
		City: string(b.City), State: optional(b.State), PostalCode: string(b.PostalCode), Country: string(b.Country),
	}
}

// missing is what an address of the country lacks.
func (b *addressBody) missing() []fault.Field {
	return postal.Missing("", string(b.Country), string(b.City), string(b.PostalCode))
}

type addAddressInput struct{ Body addressBody }

// Check rejects an address without a part that its country has.
func (in *addAddressInput) Check() []fault.Field { return in.Body.missing() }

type addressInput struct{ httpapi.PathID }

type replaceAddressInput struct {
	httpapi.PathID
	Body addressBody
}

// Check rejects an address without a part that its country has.
func (in *replaceAddressInput) Check() []fault.Field { return in.Body.missing() }

// addressView is an address of the caller.
type addressView struct {
	ID         string          `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Label      *string         `json:"label" example:"Home"`
	FullName   string          `json:"fullName" example:"Ada Lovelace"`
	Company    *string         `json:"company" example:"Analytical Engines Ltd"`
	Phone      *string         `json:"phone" example:"+49 30 1234567"`
	Line1      string          `json:"line1" example:"Unter den Linden 1"`
	Line2      *string         `json:"line2" example:"c/o Babbage"`
	City       string          `json:"city" example:"Berlin"`
	State      *string         `json:"state" example:"Berlin"`
	PostalCode string          `json:"postalCode" example:"10117"`
	Country    httpapi.Country `json:"country"`
	IsDefault  bool            `json:"isDefault" doc:"Exactly one address is." example:"true"`
	CreatedAt  httpapi.Time    `json:"createdAt"`
	UpdatedAt  httpapi.Time    `json:"updatedAt"`
}

// Location is the path of the address.
func (v addressView) Location() string { return "/v1/users/me/addresses/" + v.ID }

func viewAddress(a address) addressView {
	p := a.Postal
	return addressView{
		ID: a.ID, Label: p.Label, FullName: p.FullName, Company: p.Company, Phone: p.Phone, Line1: p.Line1, Line2: p.Line2,
		City: p.City, State: p.State, PostalCode: p.PostalCode, Country: httpapi.Country(p.Country), IsDefault: a.IsDefault,
		CreatedAt: httpapi.TimeOf(a.CreatedAt), UpdatedAt: httpapi.TimeOf(a.UpdatedAt),
	}
}

func (a *api) listAddresses(ctx context.Context, _ *struct{}) (*httpapi.Reply[[]addressView], error) {
	addresses, err := addressesOf(a.DB.WithContext(ctx), auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(convert.All(addresses, viewAddress))
}

func (a *api) addAddress(ctx context.Context, in *addAddressInput) (*httpapi.Reply[addressView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (addressView, error) {
		added, err := addAddress(ctx, tx, auth.MustFrom(ctx).UserID, in.Body.postalAddress(), in.Body.IsDefault,
			a.Clock.Now())
		return viewAddress(added), err
	})
}

func (a *api) getAddress(ctx context.Context, in *addressInput) (*httpapi.Reply[addressView], error) {
	found, err := addressOf(a.DB.WithContext(ctx), auth.MustFrom(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewAddress(found))
}

func (a *api) replaceAddress(ctx context.Context, in *replaceAddressInput) (*httpapi.Reply[addressView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (addressView, error) {
		replaced, err := replaceAddress(ctx, tx, auth.MustFrom(ctx).UserID, in.ID, in.Body.postalAddress(), in.Body.IsDefault,
			a.Clock.Now())
		return viewAddress(replaced), err
	})
}

func (a *api) deleteAddress(ctx context.Context, in *addressInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteAddress(ctx, tx, auth.MustFrom(ctx).UserID, in.ID, a.Clock.Now())
	})
}
