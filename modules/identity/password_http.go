package identity

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/onetimecode"
)

func (a *api) passwordRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, authPost("forgotPassword", "forgot-password", httpapi.Op{
		Summary: "Request a password reset code", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Mails a code for `set-password`, once a minute, 5 times an hour: keep the `challengeId` for it. The " +
			"answer is the same for an unknown address, and when the address has had the mails of the hour: then the newest " +
			"of them has the code.",
	}), a.forgotPassword)
	httpapi.Handle(r, httpapi.Public, authPost("setPassword", "set-password", httpapi.Op{
		Summary: "Set the password with a mailed code and log in", Secret: true, Limits: []string{"verify"},
		Errors: []fault.Code{codeInvalidCode, fault.SecondFactorRequired},
		Detail: "The code is good for 15 minutes, that of an approved wholesale application for 24 hours. Ends every other " +
			"session of the user; a mail says so. With a second factor the password is set by the answer to the `challenge`.",
	}), a.setPassword)
	httpapi.Handle(r, httpapi.User, authPost("changePassword", "change-password", httpapi.Op{
		Summary: "Change the password",
		Detail:  "Ends every other session of the user; a mail says so. A wrong `currentPassword` is `invalid_credentials`.",
		Errors:  []fault.Code{codeInvalidCredentials},
	}), a.changePassword)
}

// challengeView is the answer to a request for a code. It does not depend on whether the address
// has an account.
type challengeView struct {
	ChallengeID string `json:"challengeId" format:"uuid" doc:"For set-password." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`

	addressID string
}

// SchemaName is the name in the document.
func (challengeView) SchemaName() string { return "CodeChallenge" }

// DataSubject is the pseudonym of the address.
func (v challengeView) DataSubject() string { return v.addressID }

type forgotPasswordInput struct {
	Body struct {
		Email httpapi.Email `json:"email" example:"ada@example.com"`
	}
}

type setPasswordInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Email       httpapi.Email `json:"email" example:"ada@example.com"`
		Code        httpapi.Code  `json:"code" minLength:"1" maxLength:"32" doc:"8 digits." example:"08264117"`
		Password    string        `json:"password" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"correct horse battery"`
		ChallengeID string        `json:"challengeId,omitempty" format:"uuid" doc:"That of forgot-password: attempts count against it. Without it the newest code of the address is tried, which any client may ask for." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check checks the form of the code and the strength of the password.
func (in *setPasswordInput) Check() []fault.Field {
	return append(in.Body.Code.Check("/code", onetimecode.Password.Digits()),
		checkStrength("/password", in.Body.Password, string(in.Body.Email))...)
}

type changePasswordInput struct {
	Body struct {
		CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
		NewPassword     string `json:"newPassword" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"a better phrase here"`
	}
}

func (a *api) forgotPassword(ctx context.Context, in *forgotPasswordInput) (*httpapi.Reply[challengeView], error) {
	email, addressID := string(in.Body.Email), a.Pseudonyms.OfEmail(string(in.Body.Email))
	mail, err := takeCodeMail(ctx, a.limits, "code_email", onetimecode.Password, addressID)
	if err != nil {
		return nil, err
	}
	asked := codeRequest{AddressID: addressID, Network: httpapi.NetworkDigest(ctx), Mail: mail}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (challengeView, error) {
		challengeID, err := requestPasswordCode(ctx, tx, email, asked, a.Clock.Now())
		return challengeView{ChallengeID: challengeID, addressID: addressID}, err
	})
}

func (a *api) setPassword(ctx context.Context, in *setPasswordInput) (*httpapi.Reply[sessionView], error) {
	email := string(in.Body.Email)
	if err := requireStrong("/password", in.Body.Password, email, "", a.shopName()); err != nil {
		return nil, err
	}
	// Before the attempt is counted: a caller who gets a 503 has used none.
	hash, err := a.Hasher.Hash(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	c, err := checkCode(ctx, a.DB, a.Config.Secret, submittedCode{
		Purpose: onetimecode.Password, Email: email, AddressID: a.Pseudonyms.OfEmail(email), Code: string(in.Body.Code),
		Network: httpapi.NetworkDigest(ctx), Named: in.Body.ChallengeID,
	}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	if err := requireStrongForOwner(a.DB.WithContext(ctx), c, in.Body.Password, email, a.shopName()); err != nil {
		return nil, err
	}
	reply, err := a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return setPassword(ctx, tx, a.Authority, a.Config.Secret, a.passkeys, c, email, hash, now)
	})
	return reply, recordRejection(ctx, a.DB, &c, err, a.Clock.Now())
}

func (a *api) changePassword(ctx context.Context, in *changePasswordInput) (*httpapi.Reply[httpapi.None], error) {
	caller := auth.MustFrom(ctx)
	if err := requireStrong("/newPassword", in.Body.NewPassword, caller.Email, caller.Name,
		a.shopName()); err != nil {
		return nil, err
	}
	found, err := reauthenticate(ctx, a.Deps, caller, in.Body.CurrentPassword)
	if err != nil {
		return nil, err
	}
	hash, err := a.Hasher.Hash(ctx, in.Body.NewPassword)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, changePassword(ctx, tx, a.Authority, found, caller.SessionID, hash, a.Clock.Now())
	})
}
