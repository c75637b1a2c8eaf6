package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) userRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/users", "/v1/admin/users/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUsers", Method: http.MethodGet, Path: list, Tag: tagUserAdmin, Summary: "List users, newest first",
		Detail: "Erased accounts are not among them.",
	}, a.listUsers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUser", Method: http.MethodGet, Path: one, Tag: tagUserAdmin, Summary: "Read a user",
		Detail: "The profile, and whether the account is `disabled`.",
	}, a.getUser)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateUser", Method: http.MethodPatch, Path: one, Tag: tagUserAdmin, Errors: []fault.Code{codeLastAdmin},
		Summary: "Change a user's role, or shut the user out",
		Detail: "Another `role` ends the access tokens, but a refresh brings a new one; `disabled` ends the sessions too. Both count " +
			"within a second.",
	}, a.updateUser)
}

type listUsersInput struct {
	httpapi.Page
	Q    string `query:"q" maxLength:"200" doc:"Part of the email or the name, in any case." example:"ada"`
	Role string `query:"role" enum:"customer,admin" schema:"Role"`
}

type userInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type updateUserInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Role     httpapi.Optional[string] `json:"role" enum:"customer,admin" schema:"Role" nullable:"false" example:"admin"`
		Disabled httpapi.Optional[bool]   `json:"disabled" nullable:"false" doc:"Shuts the user out at once." example:"true"`
	}
}

func (in *updateUserInput) change() (c accessChange) {
	b := &in.Body
	if b.Role.Set {
		c.Role = (*auth.Role)(&b.Role.Value)
	}
	if b.Disabled.Set {
		c.Disabled = &b.Disabled.Value
	}
	return c
}

// managedUserView is what an admin sees of an account: the profile, and whether it is disabled.
type managedUserView struct {
	profileView
	Disabled bool `json:"disabled" example:"false"`
}

func viewOfManagedUser(u user) managedUserView {
	return managedUserView{profileView: viewOfProfile(u), Disabled: u.disabled()}
}

func (a *api) listUsers(ctx context.Context, in *listUsersInput) (*httpapi.Reply[httpapi.List[managedUserView]], error) {
	users, total, err := findUsers(a.DB.WithContext(ctx), in.Q, auth.Role(in.Role), in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(users, viewOfManagedUser), total, in.Page))
}

func (a *api) getUser(ctx context.Context, in *userInput) (*httpapi.Reply[managedUserView], error) {
	u, err := userForAdmin(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewOfManagedUser(u))
}

func (a *api) updateUser(ctx context.Context, in *updateUserInput) (*httpapi.Reply[managedUserView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (managedUserView, error) {
		u, err := changeAccess(ctx, tx, a.Authority, in.ID, in.change(), a.Clock.Now())
		return viewOfManagedUser(u), err
	})
}
