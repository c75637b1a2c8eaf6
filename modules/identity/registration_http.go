package identity

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
)

func (a *api) registrationRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, authPost("register", "register", httpapi.Op{
		Summary: "Register", Status: http.StatusAccepted, Limits: []string{"register"},
		Detail: "Mails a code for `verify-email`, which makes the account: keep the `registrationId` for it. The answer " +
			"is the same for an address that has an account.",
	}), a.register)
	httpapi.Handle(r, httpapi.Public, authPost("verifyEmail", "verify-email", httpapi.Op{
		Summary: "Verify the email and log in", Secret: true, Limits: []string{"verify"},
		Errors: []fault.Code{codeInvalidCode},
		Detail: "Makes the account. A code is good once, for 15 minutes from its mail and 5 attempts; each failure is " +
			"`invalid_code`.",
	}), a.verifyEmail)
	httpapi.Handle(r, httpapi.Public, authPost("resendCode", "resend-code", httpapi.Op{
		Summary: "Resend the registration code", Status: http.StatusAccepted, Limits: []string{"code"},
		Detail: "Once a minute, 5 times an hour. The answer is the same for an unknown address, and when the address has " +
			"had the mails of the hour: then the newest of them has the code.",
	}), a.resendCode)
}

type registerInput struct {
	Body struct {
		Email    httpapi.Email    `json:"email" example:"ada@example.com"`
		Password string           `json:"password" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"correct horse battery"`
		FullName httpapi.Text     `json:"fullName" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
		Phone    httpapi.Text     `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
		Locale   httpapi.Language `json:"locale,omitempty" doc:"Default: by Accept-Language, else the shop's." example:"de"`
	}
}

// Check checks the strength of the password.
func (in *registerInput) Check() []fault.Field {
	b := &in.Body
	return checkStrength("/password", b.Password, string(b.Email), string(b.FullName))
}

type verifyEmailInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Email          httpapi.Email `json:"email" example:"ada@example.com"`
		Code           httpapi.Code  `json:"code" minLength:"1" maxLength:"32" doc:"6 digits." example:"082641"`
		RegistrationID string        `json:"registrationId,omitempty" format:"uuid" doc:"Needed while more than one registration is live." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check checks the form of the code.
func (in *verifyEmailInput) Check() []fault.Field {
	return in.Body.Code.Check("/code", onetimecode.Registration.Digits())
}

type resendCodeInput struct {
	Body struct {
		Email          httpapi.Email `json:"email" example:"ada@example.com"`
		RegistrationID string        `json:"registrationId,omitempty" format:"uuid" doc:"Needed while more than one registration is live." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// registrationView is the answer to a registration. It does not depend on whether the address has
// an account.
type registrationView struct {
	RegistrationID  string       `json:"registrationId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email           string       `json:"email" format:"email" example:"ada@example.com"`
	CodeExpiresAt   httpapi.Time `json:"codeExpiresAt" doc:"The earliest end: the time starts when the mail leaves."`
	ResendAvailable httpapi.Time `json:"resendAvailableAt"`

	addressID string
}

// DataSubject is the pseudonym of the address.
func (v registrationView) DataSubject() string { return v.addressID }

func viewRegistration(registrationID, email, addressID string, now time.Time) registrationView {
	return registrationView{
		RegistrationID: registrationID, Email: id.ShowEmail(email), addressID: addressID,
		CodeExpiresAt: httpapi.TimeOf(now.Add(codeTTL)), ResendAvailable: httpapi.TimeOf(now.Add(resendInterval)),
	}
}

func (a *api) register(ctx context.Context, in *registerInput) (*httpapi.Reply[registrationView], error) {
	b := &in.Body
	email, addressID := string(b.Email), a.Pseudonyms.OfEmail(string(b.Email))
	if err := requireStrong("/password", b.Password, email, string(b.FullName), a.shopName()); err != nil {
		return nil, err
	}
	mail, err := takeCodeMail(ctx, a.limits, "register_email", onetimecode.Registration, addressID)
	if err != nil {
		return nil, err
	}
	hash, err := a.Hasher.Hash(ctx, b.Password)
	if err != nil {
		return nil, err
	}
	requested := registration{
		Email: email, PasswordHash: hash, FullName: string(b.FullName), Phone: optional(b.Phone),
		Locale: httpapi.Locale(ctx, b.Locale),
	}
	asked := codeRequest{AddressID: addressID, Network: httpapi.NetworkDigest(ctx), Mail: mail}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (registrationView, error) {
		now := a.Clock.Now()
		made, err := register(ctx, tx, requested, asked, now)
		return viewRegistration(made.ID, email, addressID, now), err
	})
}

func (a *api) verifyEmail(ctx context.Context, in *verifyEmailInput) (*httpapi.Reply[sessionView], error) {
	email := string(in.Body.Email)
	c, err := checkCode(ctx, a.DB, a.Config.Secret, submittedCode{
		Purpose: onetimecode.Registration, Email: email, AddressID: a.Pseudonyms.OfEmail(email), Code: string(in.Body.Code),
		Network: httpapi.NetworkDigest(ctx), Named: in.Body.RegistrationID, Locale: httpapi.Locale(ctx, ""),
	}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	reply, err := a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return verifyRegistration(ctx, tx, c, email, now)
	})
	return reply, recordRejection(ctx, a.DB, &c, err, a.Clock.Now())
}

func (a *api) resendCode(ctx context.Context, in *resendCodeInput) (*httpapi.Reply[registrationView], error) {
	email, addressID := string(in.Body.Email), a.Pseudonyms.OfEmail(string(in.Body.Email))
	network := httpapi.NetworkDigest(ctx)
	if err := checkResendInterval(a.DB.WithContext(ctx), &a.Config, addressID, network, a.Clock.Now()); err != nil {
		return nil, err
	}
	answered := cmp.Or(in.Body.RegistrationID, placeholderID(a.Config.Secret.First(), email))
	named := withoutPlaceholder(a.Config.Secret, email, answered)
	purpose, err := resentPurpose(a.DB.WithContext(ctx), email, named, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	mail, err := takeCodeMail(ctx, a.limits, "code_email", purpose, addressID)
	if err != nil {
		return nil, err
	}
	asked := codeRequest{AddressID: addressID, Network: network, Mail: mail}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (registrationView, error) {
		now := a.Clock.Now()
		err := resendCode(ctx, tx, email, asked, named, httpapi.Locale(ctx, ""), now)
		return viewRegistration(answered, email, addressID, now), err
	})
}

// optional is nil for a blank text.
func optional(t httpapi.Text) *string {
	if t == "" {
		return nil
	}
	return (*string)(&t)
}
