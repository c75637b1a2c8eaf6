package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
)

func (a *api) userRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/users", "/v1/admin/users/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUsers", Scope: "customers:read", Method: http.MethodGet, Path: list, Tag: tagUserAdmin,
		Summary: "List users, newest first", Detail: "Erased accounts are not among them.",
	}, a.listUsers)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getUser", Scope: "customers:read", Method: http.MethodGet, Path: one, Tag: tagUserAdmin, Summary: "Read a user",
		Detail: "The profile, and whether the account is `disabled`.",
	}, a.getUser)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateUser", Scope: "customers:write", StepUp: httpapi.StepUpPartly, Method: http.MethodPatch, Path: one,
		Tag: tagUserAdmin, Errors: []fault.Code{codeLastAdmin},
		Summary: "Change a user's role, access, name, phone or metadata",
		Detail: "Another `role` ends the access tokens, but a refresh brings a new one; `disabled` ends the sessions too. " +
			"Both count within a second. `fullName` and `phone` are the user's own, as in `updateProfile`: absent, they " +
			"stay, and `null` clears `phone`; `metadata` is replaced as a whole. `role`, and any change of the staff, " +
			"needs the scope `staff:write` too, and `role` a step-up.",
	}, a.updateUser)
}

type listUsersInput struct {
	httpapi.Page
	Q           string                    `query:"q" maxLength:"200" doc:"Words of which each is part of the email, the name, the business or the phone number; without regard to case, accents and small typing errors. At most the 5 000 newest matches are found." example:"ada"`
	Role        events.Role               `query:"role"`
	AccountType events.AccountType        `query:"accountType"`
	Disabled    string                    `query:"disabled" enum:"true,false" doc:"true: those alone who are shut out; false: the others."`
	IDs         httpapi.ListParam[string] `query:"ids" format:"uuid" doc:"These users alone; unknown ids are left out." example:"[\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\"]"`
	Metadata    httpapi.NamedLists        `query:"meta" doc:"By metadata: meta.erp.id=4711,4712 has one of these values."`
	Sort        userSort                  `query:"sort" default:"-createdAt"`
}

func (in *listUsersInput) filter() userFilter {
	return userFilter{
		Q: in.Q, Role: auth.Role(in.Role), AccountType: in.AccountType, Disabled: in.Disabled, IDs: in.IDs,
		Metadata: metadata.FilterOf(in.Metadata),
	}
}

type userInput struct{ httpapi.PathID }

type updateUserInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		personFields
		Role     httpapi.Optional[string]          `json:"role" enum:"customer,admin" schema:"AssignableRole" nullable:"false" example:"admin"`
		Metadata httpapi.Optional[metadata.Object] `json:"metadata"`
		Disabled httpapi.Optional[bool]            `json:"disabled" nullable:"false" doc:"Shuts the user out at once." example:"true"`
	}
}

// Check rejects metadata with wrong keys, or too many.
func (in *updateUserInput) Check() []fault.Field { return in.Body.Metadata.Value.Check("/metadata") }

func (in *updateUserInput) change() (c userChange) {
	b := &in.Body
	c.Metadata = metadata.ChangeOf(b.Metadata)
	if b.Role.Set {
		c.Role = (*auth.Role)(&b.Role.Value)
	}
	if b.Disabled.Set {
		c.Disabled = &b.Disabled.Value
	}
	c.Profile = b.personFields.change()
	return c
}

// managedUserView is what an admin sees of an account: the profile, and whether it is disabled.
type managedUserView struct {
	profileView
	Disabled bool            `json:"disabled" example:"false"`
	Metadata metadata.Object `json:"metadata"`
	Version  int64           `json:"version" doc:"Rises with every change of the account, its owner's too; between quotes it is good for If-Match." example:"7"`
}

// ResourceVersion is the version of the user.
func (v managedUserView) ResourceVersion() int64 { return v.Version }

func (a *api) viewManagedUser(u user) managedUserView {
	return managedUserView{
		profileView: viewProfile(u, a.Authority.Scopes()), Disabled: u.disabled(), Metadata: u.Metadata,
		Version: u.Version,
	}
}

// pointers are the addresses of the users in the slice.
func pointers(users []user) []*user {
	all := make([]*user, len(users))
	for i := range users {
		all[i] = &users[i]
	}
	return all
}

func (a *api) listUsers(
	ctx context.Context, in *listUsersInput,
) (*httpapi.Reply[httpapi.List[managedUserView]], error) {
	users, total, err := findUsers(a.DB.WithContext(ctx), in.filter(), in.Sort, in.Page)
	if err != nil {
		return nil, err
	}
	if err := loadStaffRoles(a.DB.WithContext(ctx), pointers(users)...); err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(users, a.viewManagedUser), total, in.Page))
}

func (a *api) getUser(ctx context.Context, in *userInput) (*httpapi.Reply[managedUserView], error) {
	db := a.DB.WithContext(ctx)
	u, err := userForAdmin(db, in.ID)
	if err != nil {
		return nil, err
	}
	if err := loadStaffRoles(db, &u); err != nil {
		return nil, err
	}
	return httpapi.OK(a.viewManagedUser(u))
}

func (a *api) updateUser(ctx context.Context, in *updateUserInput) (*httpapi.Reply[managedUserView], error) {
	if in.Body.Role.Set {
		if err := httpapi.RequireStepUp(ctx); err != nil {
			return nil, err
		}
	}
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (managedUserView, error) {
		u, err := updateUser(ctx, tx, a.Authority, auth.MustFrom(ctx), in.ID, in.IfMatch, in.change(), a.Clock.Now())
		if err == nil {
			err = loadStaffRoles(tx, &u)
		}
		return a.viewManagedUser(u), err
	})
}
