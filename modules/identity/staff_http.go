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
	"orderd/platform/id"
)

func (a *api) staffRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/staff", "/v1/admin/staff/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listStaff", Scope: "staff:read", Method: http.MethodGet, Path: list, Tag: tagStaff,
		Summary: "List the staff, newest first", Detail: "Admins have the role `owner`.",
	}, a.listStaff)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listColleagues", Scope: auth.ScopeSelf, Method: http.MethodGet, Path: "/v1/admin/colleagues", Tag: tagStaff,
		Summary: "List the names of the staff",
		Detail:  "In the order of their ids. All of the staff may read them, to know who did what they see.",
	}, a.listColleagues)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateStaff", Scope: "staff:write", StepUp: httpapi.StepUpUsual, Method: http.MethodPatch, Path: one,
		Tag: tagStaff, Errors: []fault.Code{codeLastAdmin}, Summary: "Change the role of a member of the staff",
		Detail: "The access tokens end within a second; a refresh brings new ones. The caller has the scopes of both " +
			"roles; admins alone make and change admins.",
	}, a.updateStaff)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "removeStaff", Scope: "staff:write", StepUp: httpapi.StepUpUsual, Method: http.MethodDelete, Path: one,
		Tag: tagStaff, Errors: []fault.Code{codeLastAdmin}, Summary: "Remove a member from the staff",
		Detail: "The account and its sessions stay; its second factors go, and the pending invitations that the member " +
			"has sent. The API keys that the member has made stay, too: the answer lists the active ones. The caller has the " +
			"scopes of the role.",
	}, a.removeStaff)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "resetSecondFactor", Scope: "staff:write", StepUp: httpapi.StepUpUsual, Method: http.MethodPost,
		Path: one + "/reset-second-factor", Tag: tagStaff, Summary: "Reset the second factors of a member of the staff",
		Detail: "Ends the sessions too; a mail says so. Admins alone do it, and not for themselves.",
	}, a.resetSecondFactor)
}

type listStaffInput struct{ httpapi.Page }

type listColleaguesInput struct {
	httpapi.Page
	httpapi.ByIDs
}

type updateStaffInput struct {
	ID string `path:"id" format:"uuid" doc:"Id of the user." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	httpapi.IfMatch
	Body struct {
		RoleID string `json:"roleId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

type removeStaffInput struct {
	ID string `path:"id" format:"uuid" doc:"Id of the user." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	httpapi.IfMatch
}

// staffRemovalView is what a member leaves behind.
type staffRemovalView struct {
	InvitationsRevoked int             `json:"invitationsRevoked" doc:"How many pending invitations were revoked." example:"1"`
	Keys               []apiKeyRefView `json:"keys" nullable:"false" doc:"The active API keys that the member has made."`
}

// SchemaName is the name in the document.
func (staffRemovalView) SchemaName() string { return "StaffRemoval" }

// apiKeyRefView names an API key.
type apiKeyRefView struct {
	ID     string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name   string `json:"name" example:"ERP"`
	Prefix string `json:"prefix" example:"odk_k7m2qx4d"`
}

// SchemaName is the name in the document.
func (apiKeyRefView) SchemaName() string { return "ApiKeyRef" }

// memberView is a member of the staff.
type memberView struct {
	ID        string              `json:"id" format:"uuid" doc:"Of the user." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email     string              `json:"email" format:"email" example:"pat@example.com"`
	FullName  string              `json:"fullName" example:"Pat Packer"`
	Role      roleRefView         `json:"role"`
	Factors   []events.FactorKind `json:"factors" nullable:"false" doc:"The kinds of second factors." example:"[\"totp\"]"`
	Disabled  bool                `json:"disabled" example:"false"`
	Version   int64               `json:"version" doc:"That of the user; between quotes it is good for If-Match." example:"7"`
	CreatedAt httpapi.Time        `json:"createdAt"`
	UpdatedAt httpapi.Time        `json:"updatedAt"`
}

// colleagueView names a member of the staff.
type colleagueView struct {
	ID       string `json:"id" format:"uuid" doc:"Of the user." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	FullName string `json:"fullName" example:"Pat Packer"`
}

// SchemaName is the name in the document.
func (colleagueView) SchemaName() string { return "Colleague" }

// roleRefView names a role.
type roleRefView struct {
	ID   string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name string `json:"name" example:"Packer"`
}

// SchemaName is the name in the document.
func (memberView) SchemaName() string { return "StaffMember" }

// SchemaName is the name in the document.
func (roleRefView) SchemaName() string { return "StaffRoleRef" }

// ResourceVersion is the version of the user.
func (v memberView) ResourceVersion() int64 { return v.Version }

// DataSubject is the user.
func (v memberView) DataSubject() string { return v.ID }

// viewMember is the view of a user whose role has been loaded.
func viewMember(u user, kinds []events.FactorKind) memberView {
	v := memberView{
		ID: u.ID, Email: id.ShowEmail(u.Email), FullName: u.FullName, Factors: append([]events.FactorKind{}, kinds...),
		Disabled: u.disabled(), Version: u.Version,
		CreatedAt: httpapi.TimeOf(u.CreatedAt), UpdatedAt: httpapi.TimeOf(u.UpdatedAt),
	}
	if r := u.staffRole; r != nil {
		v.Role = roleRefView{ID: r.ID, Name: r.Name}
	}
	return v
}

func (a *api) listStaff(ctx context.Context, in *listStaffInput) (*httpapi.Reply[httpapi.List[memberView]], error) {
	db := a.DB.WithContext(ctx)
	staff, total, err := findStaff(db, in.Page)
	if err != nil {
		return nil, err
	}
	kinds, err := factorKinds(db, staff)
	if err != nil {
		return nil, err
	}
	views := convert.All(staff, func(u user) memberView { return viewMember(u, kinds[u.ID]) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) listColleagues(
	ctx context.Context, in *listColleaguesInput,
) (*httpapi.Reply[httpapi.List[colleagueView]], error) {
	colleagues, total, err := findColleagues(a.DB.WithContext(ctx), in.ByIDs, in.Page)
	if err != nil {
		return nil, err
	}
	views := convert.All(colleagues, func(u user) colleagueView { return colleagueView{ID: u.ID, FullName: u.FullName} })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) updateStaff(ctx context.Context, in *updateStaffInput) (*httpapi.Reply[memberView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (memberView, error) {
		u, err := changeStaffRole(ctx, tx, a.Authority, auth.MustFrom(ctx), in.ID, in.IfMatch, in.Body.RoleID, a.Clock.Now())
		if err != nil {
			return memberView{}, err
		}
		kinds, err := factorKinds(tx, []user{u})
		return viewMember(u, kinds[u.ID]), err
	})
}

func (a *api) resetSecondFactor(ctx context.Context, in *userInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, resetSecondFactor(ctx, tx, a.Authority, auth.MustFrom(ctx), in.ID)
	})
}

func (a *api) removeStaff(ctx context.Context, in *removeStaffInput) (*httpapi.Reply[staffRemovalView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (staffRemovalView, error) {
		revoked, keys, err := removeStaff(ctx, tx, a.Authority, auth.MustFrom(ctx), in.ID, in.IfMatch, a.Clock.Now())
		named := convert.All(keys, func(k apiKey) apiKeyRefView {
			return apiKeyRefView{ID: k.ID, Name: k.Name, Prefix: k.Prefix}
		})
		return staffRemovalView{InvitationsRevoked: revoked, Keys: named}, err
	})
}
