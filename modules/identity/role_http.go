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

func (a *api) roleRoutes(r *httpapi.Router) {
	op := func(id string, scope auth.Scope, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: scope, StepUp: stepUpOfWrites(method), Method: method, Path: "/v1/admin/roles" + path, Tag: tagStaff,
			Summary: summary, Detail: detail, Errors: errors,
		}
	}
	create := op("createRole", "staff:write", http.MethodPost, "", "Make a role",
		"Of scopes that the caller has; `x:write` includes `x:read`.", fault.InUse)
	create.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, op("listRoles", "staff:read", http.MethodGet, "", "List the roles, by name",
		"`owner` is built in: its members are the users with the role `admin`."), a.listRoles)
	httpapi.Handle(r, httpapi.Admin, create, a.createRole)
	httpapi.Handle(r, httpapi.Admin, op("getRole", "staff:read", http.MethodGet, "/{id}", "Read a role",
		"`members` counts the staff who have it."), a.getRole)
	httpapi.Handle(r, httpapi.Admin, op("updateRole", "staff:write", http.MethodPatch, "/{id}", "Change a role",
		"Absent fields stay. Other scopes end the access tokens of its members within a second; a refresh brings new ones. "+
			"The "+
			"caller has its scopes, before and after.", fault.InUse, fault.InvalidTransition), a.updateRole)
	remove := op("deleteRole", "staff:write", http.MethodDelete, "/{id}", "Delete a role",
		"Give its members another one and revoke the invitations to it first.", fault.InUse, fault.InvalidTransition)
	remove.ProblemMembers = roleInUseExample
	httpapi.Handle(r, httpapi.Admin, remove, a.deleteRole)
}

type createRoleInput struct {
	Body struct {
		Name   httpapi.Text        `json:"name" minLength:"1" maxLength:"60" example:"Packer"`
		Scopes []httpapi.RoleScope `json:"scopes" minItems:"1" maxItems:"100" example:"[\"orders:write\",\"stock:read\"]"`
	}
}

type updateRoleInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name   httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"60" nullable:"false" example:"Packer"`
		Scopes []httpapi.RoleScope            `json:"scopes,omitempty" minItems:"1" maxItems:"100" example:"[\"orders:write\",\"stock:read\"]"`
	}
}

func (in *updateRoleInput) change() (c roleChange) {
	if in.Body.Name.Set {
		c.Name = (*string)(&in.Body.Name.Value)
	}
	if in.Body.Scopes != nil {
		c.Scopes = httpapi.ScopesOf(in.Body.Scopes)
	}
	return c
}

type roleInput struct{ httpapi.PathID }

type deleteRoleInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type listRolesInput struct{ httpapi.Page }

// roleView is a role as the staff see it.
type roleView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name      string       `json:"name" example:"Packer"`
	Scopes    []auth.Scope `json:"scopes" nullable:"false" example:"[\"orders:write\",\"stock:read\"]"`
	BuiltIn   bool         `json:"builtIn" doc:"It cannot be changed." example:"false"`
	Members   int          `json:"members" doc:"How many." example:"2"`
	Version   int64        `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
	CreatedAt httpapi.Time `json:"createdAt"`
	UpdatedAt httpapi.Time `json:"updatedAt"`
}

// SchemaName is the name in the document: Role is that of an account.
func (roleView) SchemaName() string { return "StaffRole" }

// ResourceVersion is the version of the role.
func (v roleView) ResourceVersion() int64 { return v.Version }

// Location is the path of the role.
func (v roleView) Location() string { return "/v1/admin/roles/" + v.ID }

func (a *api) viewRole(r staffRole, members int) roleView {
	return roleView{
		ID: r.ID, Name: r.Name, Scopes: r.scopesAmong(a.Authority.Scopes()), BuiltIn: r.builtIn(), Members: members,
		Version: r.Version, CreatedAt: httpapi.TimeOf(r.CreatedAt), UpdatedAt: httpapi.TimeOf(r.UpdatedAt),
	}
}

// countedRole is the view of a role with the number of its members.
func (a *api) countedRole(db *gorm.DB, r staffRole) (roleView, error) {
	members, err := countMembers(db, []staffRole{r})
	return a.viewRole(r, members[r.ID]), err
}

func (a *api) listRoles(ctx context.Context, in *listRolesInput) (*httpapi.Reply[httpapi.List[roleView]], error) {
	db := a.DB.WithContext(ctx)
	roles, total, err := findRoles(db, in.Page)
	if err != nil {
		return nil, err
	}
	members, err := countMembers(db, roles)
	if err != nil {
		return nil, err
	}
	views := convert.All(roles, func(r staffRole) roleView { return a.viewRole(r, members[r.ID]) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) createRole(ctx context.Context, in *createRoleInput) (*httpapi.Reply[roleView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (roleView, error) {
		r, err := createRole(ctx, tx, auth.MustFrom(ctx), string(in.Body.Name), httpapi.ScopesOf(in.Body.Scopes),
			a.Clock.Now())
		return a.viewRole(r, 0), err
	})
}

func (a *api) getRole(ctx context.Context, in *roleInput) (*httpapi.Reply[roleView], error) {
	db := a.DB.WithContext(ctx)
	r, err := roleByID(db, in.ID)
	if err != nil {
		return nil, err
	}
	view, err := a.countedRole(db, r)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view)
}

func (a *api) updateRole(ctx context.Context, in *updateRoleInput) (*httpapi.Reply[roleView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (roleView, error) {
		r, err := editRole(ctx, tx, a.Authority, auth.MustFrom(ctx), in.ID, in.IfMatch, in.change(), a.Clock.Now())
		if err != nil {
			return roleView{}, err
		}
		return a.countedRole(tx, r)
	})
}

func (a *api) deleteRole(ctx context.Context, in *deleteRoleInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, removeRole(ctx, tx, auth.MustFrom(ctx), in.ID, in.IfMatch, a.Clock.Now())
	})
}
