package identity

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/onetimecode"
)

func (a *api) invitationRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/staff/invitations", "/v1/admin/staff/invitations/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listInvitations", Scope: "staff:read", Method: http.MethodGet, Path: list, Tag: tagStaff,
		Summary: "List the invitations to the staff, newest first", Detail: "Deleted 30 days after they expired.",
	}, a.listInvitations)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "inviteStaff", Scope: "staff:write", StepUp: httpapi.StepUpUsual, Method: http.MethodPost, Path: list,
		Tag: tagStaff, Status: http.StatusCreated, Summary: "Invite someone to the staff",
		Detail: "Mails a code for `accept-invitation`, good for 72 hours. An earlier invitation to the address is " +
			"revoked. The caller has the scopes of the role; admins alone invite admins.",
	}, a.inviteStaff)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "revokeInvitation", Scope: "staff:write", StepUp: httpapi.StepUpUsual, Method: http.MethodDelete, Path: one,
		Tag: tagStaff, Summary: "Withdraw an invitation",
		Detail: "Its code is no longer good.", Errors: []fault.Code{fault.InvalidTransition},
	}, a.revokeInvitation)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "resendInvitation", Scope: "staff:write", StepUp: httpapi.StepUpUsual, Method: http.MethodPost,
		Path: one + "/resend", Tag: tagStaff, Summary: "Send an invitation again",
		Detail: "With another code; the former one is no longer good.", Errors: []fault.Code{fault.InvalidTransition},
	}, a.resendInvitation)
	httpapi.Handle(r, httpapi.Public, authPost("acceptInvitation", "accept-invitation", httpapi.Op{
		Summary: "Accept an invitation and log in", Secret: true, Limits: []string{"verify"},
		Errors: []fault.Code{codeInvalidCode},
		Detail: "Makes the account of the address a member of the staff, or makes one. Sets its password and ends its " +
			"other sessions. The newest code of the address is good once, for 5 attempts.",
	}), a.acceptInvitation)
}

type listInvitationsInput struct{ httpapi.Page }

type invitationInput struct{ httpapi.PathID }

type inviteStaffInput struct {
	Body struct {
		Email    httpapi.Email    `json:"email" example:"pat@example.com"`
		FullName httpapi.Text     `json:"fullName" minLength:"1" maxLength:"200" example:"Pat Packer"`
		RoleID   string           `json:"roleId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Locale   httpapi.Language `json:"locale,omitempty" doc:"Default: by Accept-Language, else the shop's." example:"de"`
	}
}

type acceptInvitationInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Email        httpapi.Email `json:"email" example:"pat@example.com"`
		Code         httpapi.Code  `json:"code" minLength:"1" maxLength:"32" doc:"8 digits." example:"08264117"`
		Password     string        `json:"password" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"correct horse battery"`
		InvitationID string        `json:"invitationId,omitempty" format:"uuid" doc:"That of the link in the mail: attempts count against it." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check checks the form of the code and the strength of the password.
func (in *acceptInvitationInput) Check() []fault.Field {
	return append(in.Body.Code.Check("/code", onetimecode.Invitation.Digits()),
		checkStrength("/password", in.Body.Password, string(in.Body.Email))...)
}

// invitationView is an invitation as the staff see it.
type invitationView struct {
	ID        string           `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email     string           `json:"email" format:"email" example:"pat@example.com"`
	FullName  string           `json:"fullName" example:"Pat Packer"`
	RoleID    string           `json:"roleId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	RoleName  string           `json:"roleName" example:"Packer"`
	Locale    locale.Code      `json:"locale" doc:"Language of the mail." example:"de"`
	Status    invitationStatus `json:"status" example:"pending"`
	InvitedBy string           `json:"invitedBy" doc:"The actor, as in the audit." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	ExpiresAt httpapi.Time     `json:"expiresAt" doc:"72 hours after the mail was sent."`
	CreatedAt httpapi.Time     `json:"createdAt"`
	UpdatedAt httpapi.Time     `json:"updatedAt"`

	address string
}

// SchemaName is the name in the document.
func (invitationView) SchemaName() string { return "Invitation" }

// Location is the path of the invitations.
func (v invitationView) Location() string { return "/v1/admin/staff/invitations/" + v.ID }

// DataSubject is the address.
func (v invitationView) DataSubject() string { return v.address }

func viewInvitation(i invitation, now time.Time) invitationView {
	return invitationView{
		ID: i.ID, Email: id.ShowEmail(i.Email), FullName: i.FullName, RoleID: i.RoleID, RoleName: i.role.Name,
		Locale: locale.Code(i.Locale), Status: i.statusAt(now),
		InvitedBy: i.InvitedBy, ExpiresAt: httpapi.TimeOf(i.ExpiresAt), CreatedAt: httpapi.TimeOf(i.CreatedAt),
		UpdatedAt: httpapi.TimeOf(i.UpdatedAt), address: i.AddressID,
	}
}

func (a *api) listInvitations(
	ctx context.Context, in *listInvitationsInput,
) (*httpapi.Reply[httpapi.List[invitationView]], error) {
	found, total, err := findInvitations(a.DB.WithContext(ctx), in.Page)
	if err != nil {
		return nil, err
	}
	now := a.Clock.Now()
	views := convert.All(found, func(i invitation) invitationView { return viewInvitation(i, now) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) inviteStaff(ctx context.Context, in *inviteStaffInput) (*httpapi.Reply[invitationView], error) {
	email := string(in.Body.Email)
	i := invitation{
		Email: email, AddressID: a.Pseudonyms.OfEmail(email), FullName: string(in.Body.FullName), RoleID: in.Body.RoleID,
		Locale: httpapi.Locale(ctx, in.Body.Locale),
	}
	if err := a.limits.TakeToken(ctx, "code_email", "invitation/"+i.AddressID); err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (invitationView, error) {
		now := a.Clock.Now()
		made, err := invite(ctx, tx, auth.MustFrom(ctx), i, now)
		return viewInvitation(made, now), err
	})
}

func (a *api) revokeInvitation(ctx context.Context, in *invitationInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, revokeInvitation(ctx, tx, auth.MustFrom(ctx), in.ID, a.Clock.Now())
	})
}

func (a *api) resendInvitation(ctx context.Context, in *invitationInput) (*httpapi.Reply[invitationView], error) {
	known, err := invitationByID(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.limits.TakeToken(ctx, "code_email", "invitation/"+known.AddressID); err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (invitationView, error) {
		now := a.Clock.Now()
		i, err := resendInvitation(ctx, tx, auth.MustFrom(ctx), in.ID, now)
		return viewInvitation(i, now), err
	})
}

func (a *api) acceptInvitation(ctx context.Context, in *acceptInvitationInput) (*httpapi.Reply[sessionView], error) {
	email := string(in.Body.Email)
	if err := requireStrong("/password", in.Body.Password, email, "", a.shopName()); err != nil {
		return nil, err
	}
	// Before the attempt is counted: a caller who gets a 503 has used none.
	hash, err := a.Hasher.Hash(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	i, err := checkInvitation(ctx, a.DB, a.Config.Secret, submittedCode{
		Purpose: onetimecode.Invitation, Email: email, AddressID: a.Pseudonyms.OfEmail(email), Code: string(in.Body.Code),
		Network: httpapi.NetworkDigest(ctx), Named: in.Body.InvitationID,
	}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	reply, err := a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return acceptInvitation(ctx, tx, a.Authority, i, hash, now)
	})
	return reply, recordInvitationRejection(ctx, a.DB, &i, err, a.Clock.Now())
}
