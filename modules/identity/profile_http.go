package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/locale"
)

func (a *api) profileRoutes(r *httpapi.Router) {
	const path = "/v1/users/me"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getProfile", Method: http.MethodGet, Path: path, Tag: tagProfile, Summary: "Read the caller's profile",
		Detail: "`role` and `accountType` may be newer than those in the access token.",
	}, a.getProfile)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "updateProfile", Method: http.MethodPatch, Path: path, Tag: tagProfile, Summary: "Change the caller's profile",
		Detail: "Absent fields stay, `null` clears.",
	}, a.updateProfile)
}

// personFields are what both the owner of a profile and the staff may change of it.
type personFields struct {
	FullName httpapi.Optional[httpapi.Text] `json:"fullName" minLength:"1" maxLength:"200" nullable:"false" example:"Ada Lovelace"`
	Phone    httpapi.Optional[httpapi.Text] `json:"phone" maxLength:"40" example:"+49 30 1234567"`
}

func (f *personFields) change() (c profileChange) {
	if f.FullName.Set {
		c.FullName = (*string)(&f.FullName.Value)
	}
	if f.Phone.Set {
		phone := optional(f.Phone.Value)
		c.Phone = &phone
	}
	return c
}

type updateProfileInput struct {
	Body struct {
		personFields
		Locale httpapi.Optional[httpapi.Language] `json:"locale" nullable:"false" doc:"Language of the mails." example:"de"`
	}
}

func (in *updateProfileInput) change() profileChange {
	c := in.Body.personFields.change()
	if in.Body.Locale.Set {
		c.Locale = (*string)(&in.Body.Locale.Value)
	}
	return c
}

// profileView is an account as its owner and admins see it.
type profileView struct {
	ID              string             `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email           string             `json:"email" format:"email" doc:"In lower case." example:"ada@example.com"`
	FullName        string             `json:"fullName" example:"Ada Lovelace"`
	Phone           *string            `json:"phone" example:"+49 30 1234567"`
	Role            events.Role        `json:"role" example:"customer"`
	Staff           *staffView         `json:"staff" doc:"null for customers."`
	AccountType     events.AccountType `json:"accountType" example:"retail"`
	BusinessName    *string            `json:"businessName" doc:"Of a wholesale account." example:"Analytical Engines Ltd"`
	Locale          locale.Code        `json:"locale" doc:"Language of the mails." example:"en"`
	EmailVerifiedAt *httpapi.Time      `json:"emailVerifiedAt" doc:"null until the first password is set."`
	CreatedAt       httpapi.Time       `json:"createdAt"`
	UpdatedAt       httpapi.Time       `json:"updatedAt"`
}

// staffView is what a member of the staff may do.
type staffView struct {
	RoleID   string       `json:"roleId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	RoleName string       `json:"roleName" example:"Packer"`
	Scopes   []auth.Scope `json:"scopes" nullable:"false" example:"[\"orders:write\",\"stock:read\"]"`
}

// DataSubject is the user.
func (v profileView) DataSubject() string { return v.ID }

// viewProfile is the profile of a user whose role has been loaded (loadStaffRoles). scopes are
// all that are known.
func viewProfile(u user, scopes []auth.Scope) profileView {
	var staff *staffView
	if r := u.staffRole; r != nil {
		staff = &staffView{RoleID: r.ID, RoleName: r.Name, Scopes: r.scopesAmong(scopes)}
	}
	return profileView{
		ID: u.ID, Email: id.ShowEmail(u.Email), FullName: u.FullName, Phone: u.Phone, Role: events.Role(u.Role), Staff: staff,
		AccountType:  u.AccountType,
		BusinessName: u.BusinessName, Locale: locale.Code(u.Locale), EmailVerifiedAt: httpapi.TimePtr(u.EmailVerifiedAt),
		CreatedAt: httpapi.TimeOf(u.CreatedAt), UpdatedAt: httpapi.TimeOf(u.UpdatedAt),
	}
}

func (a *api) getProfile(ctx context.Context, _ *struct{}) (*httpapi.Reply[profileView], error) {
	db := a.DB.WithContext(ctx)
	u, err := userByID(db, auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	if err := loadStaffRoles(db, &u); err != nil {
		return nil, err
	}
	return httpapi.OK(viewProfile(u, a.Authority.Scopes()))
}

func (a *api) updateProfile(ctx context.Context, in *updateProfileInput) (*httpapi.Reply[profileView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (profileView, error) {
		u, err := updateProfile(ctx, tx, auth.MustFrom(ctx).UserID, in.change(), a.Clock.Now())
		if err == nil {
			err = loadStaffRoles(tx, &u)
		}
		return viewProfile(u, a.Authority.Scopes()), err
	})
}
