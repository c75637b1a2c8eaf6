package identity

import (
	"context"
	"net/http"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) addressAdminRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUserAddresses", Scope: "customers:read", Method: http.MethodGet, Path: "/v1/admin/users/{id}/addresses",
		Tag: tagUserAdmin, Summary: "List a user's addresses, oldest first",
		Detail: "All of them, without pages. The one with `isDefault` is that of a checkout without a recipient.",
		Errors: []fault.Code{fault.NotFound},
	}, a.listUserAddresses)
}

func (a *api) listUserAddresses(ctx context.Context, in *userInput) (*httpapi.Reply[[]addressView], error) {
	db := a.DB.WithContext(ctx)
	u, err := userForAdmin(db, in.ID)
	if err != nil {
		return nil, err
	}
	addresses, err := addressesOf(db, u.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(convert.All(addresses, viewAddress))
}
