package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
)

func (a *api) emailChangeRoutes(r *httpapi.Router) {
	const path = "/v1/users/me/email"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "requestEmailChange", Method: http.MethodPost, Path: path, Tag: tagProfile, Status: http.StatusAccepted,
		Summary: "Request another email address", Limits: []string{"email_change"},
		Errors: []fault.Code{codeInvalidCredentials, fault.StepUpRequired},
		Detail: "Mails a code for `confirmEmailChange` to the new address: keep the `changeId` for it. The answer is the " +
			"same for an address that has an account. A wrong `password` is `invalid_credentials`. The staff need a step-up, " +
			"where it is asked of them.",
	}, a.requestEmailChange)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "confirmEmailChange", Method: http.MethodPost, Path: path + "/confirm", Tag: tagProfile,
		Summary: "Confirm another email address", Errors: []fault.Code{codeInvalidCode, fault.StepUpRequired},
		Detail: "The code is good once, for 15 minutes from its mail and 5 attempts; each failure is `invalid_code`. Ends " +
			"every other session of the user; a refresh brings a token with the new address. Orders that were made with it " +
			"as a guest become the user's. The former address gets a mail with a code for `undoEmailChange`, and cannot be " +
			"another account's for 7 days.",
	}, a.confirmEmailChange)
	httpapi.Handle(r, httpapi.Public, authPost("undoEmailChange", "undo-email-change", httpapi.Op{
		Summary: "Undo a change of the email address", Status: http.StatusNoContent, Limits: []string{"verify"},
		Errors: []fault.Code{codeInvalidCode},
		Detail: "With the code in the mail to the former address, for 7 days and 5 attempts; later changes do not end it. " +
			"The former address is back, every session ends, the password is void, and a code for `set-password` is mailed " +
			"to the address.",
	}), a.undoEmailChange)
}

type requestEmailChangeInput struct {
	Body struct {
		Email    httpapi.Email `json:"email" doc:"The new one." example:"ada@example.org"`
		Password string        `json:"password" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
	}
}

type confirmEmailChangeInput struct {
	Body struct {
		ChangeID string       `json:"changeId" format:"uuid" doc:"Attempts count against it." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Code     httpapi.Code `json:"code" minLength:"1" maxLength:"32" doc:"8 digits." example:"08264117"`
	}
}

// Check checks the form of the code.
func (in *confirmEmailChangeInput) Check() []fault.Field {
	return in.Body.Code.Check("/code", onetimecode.EmailChange.Digits())
}

type undoEmailChangeInput struct {
	Body struct {
		ChangeID string       `json:"changeId" format:"uuid" doc:"In the mail with the code. That of the change is good, too, with 5 attempts of its own." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Code     httpapi.Code `json:"code" minLength:"1" maxLength:"32" doc:"8 digits." example:"08264117"`
	}
}

// Check checks the form of the code.
func (in *undoEmailChangeInput) Check() []fault.Field {
	return in.Body.Code.Check("/code", onetimecode.EmailUndo.Digits())
}

// emailChangeView is the answer to a request for another address. It does not depend on whether the
// address has an account.
type emailChangeView struct {
	ChangeID      string       `json:"changeId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email         string       `json:"email" format:"email" example:"ada@example.org"`
	CodeExpiresAt httpapi.Time `json:"codeExpiresAt" doc:"The earliest end: the time starts when the mail leaves."`

	userID string
}

// SchemaName is the name in the document.
func (emailChangeView) SchemaName() string { return "EmailChange" }

// DataSubject is the user.
func (v emailChangeView) DataSubject() string { return v.userID }

func viewEmailChange(e emailChange) emailChangeView {
	return emailChangeView{
		ChangeID: e.ID, Email: id.ShowEmail(*e.Email), CodeExpiresAt: httpapi.TimeOf(e.RequestedAt.Add(codeTTL)),
		userID: e.UserID,
	}
}

// requireStaffStepUp is httpapi.RequireStepUp for the staff: customers cannot step up.
func requireStaffStepUp(ctx context.Context) error {
	if auth.MustFrom(ctx).Role == auth.RoleCustomer {
		return nil
	}
	return httpapi.RequireStepUp(ctx)
}

func (a *api) requestEmailChange(
	ctx context.Context, in *requestEmailChangeInput,
) (*httpapi.Reply[emailChangeView], error) {
	if err := requireStaffStepUp(ctx); err != nil {
		return nil, err
	}
	caller, email := auth.MustFrom(ctx), string(in.Body.Email)
	if err := requireOtherEmail(a.DB.WithContext(ctx), caller.UserID, email); err != nil {
		return nil, err
	}
	found, err := reauthenticate(ctx, a.Deps, caller, in.Body.Password)
	if err != nil {
		return nil, err
	}
	addressID := a.Pseudonyms.OfEmail(email)
	mail, err := a.limits.HasToken(ctx, "code_mails", string(onetimecode.EmailChange)+"/"+addressID)
	if err != nil {
		return nil, err
	}
	asked := codeRequest{AddressID: addressID, Network: httpapi.NetworkDigest(ctx), Mail: mail}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (emailChangeView, error) {
		e, err := requestEmailChange(ctx, tx, found, email, asked, a.Clock.Now())
		if err != nil {
			return emailChangeView{}, err
		}
		return viewEmailChange(e), nil
	})
}

func (a *api) confirmEmailChange(
	ctx context.Context, in *confirmEmailChangeInput,
) (*httpapi.Reply[profileView], error) {
	if err := requireStaffStepUp(ctx); err != nil {
		return nil, err
	}
	caller := auth.MustFrom(ctx)
	e, err := requestedChange(a.DB.WithContext(ctx), caller.UserID, in.Body.ChangeID)
	if err != nil {
		return nil, err
	}
	c, err := checkCode(ctx, a.DB, a.Config.Secret, submittedCode{
		Purpose: onetimecode.EmailChange, Email: *e.Email, AddressID: e.AddressID, Code: string(in.Body.Code),
		Network: httpapi.NetworkDigest(ctx), Named: e.ID,
	}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (profileView, error) {
		u, err := confirmEmailChange(ctx, tx, a.Authority, a.Pseudonyms, c, e, caller.SessionID, a.Clock.Now())
		if err == nil {
			err = loadStaffRoles(tx, &u)
		}
		return viewProfile(u, a.Authority.Scopes()), err
	})
	return reply, recordRejection(ctx, a.DB, &c, err, a.Clock.Now())
}

func (a *api) undoEmailChange(ctx context.Context, in *undoEmailChangeInput) (*httpapi.Reply[httpapi.None], error) {
	e, err := undoableChange(a.DB.WithContext(ctx), in.Body.ChangeID)
	if err != nil {
		return nil, err
	}
	c, err := checkCode(ctx, a.DB, a.Config.Secret, submittedCode{
		Purpose: onetimecode.EmailUndo, Email: *e.FormerEmail, AddressID: *e.FormerAddressID, Code: string(in.Body.Code),
		Network: httpapi.NetworkDigest(ctx), Named: in.Body.ChangeID, Known: in.Body.ChangeID == e.ID,
	}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, undoEmailChange(ctx, tx, a.Authority, a.Pseudonyms, c, e, a.Clock.Now())
	})
	return reply, recordRejection(ctx, a.DB, &c, err, a.Clock.Now())
}
