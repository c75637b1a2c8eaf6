package identity

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) stepUpRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, ownOp("prepareStepUp", http.MethodPost, "/step-up/options", httpapi.Op{
		Summary: "Begin a step-up", Secret: true,
		Detail: "`methods` is what the caller can answer with; `challenge` is needed for a passkey, and optional for the " +
			"others.",
	}), a.prepareStepUp)
	httpapi.Handle(r, httpapi.Admin, ownOp("stepUp", http.MethodPost, "/step-up", httpapi.Op{
		Summary: "Complete a step-up", Secret: true, Errors: []fault.Code{codeInvalidCode, codeInvalidCredentials},
		Detail: "With a second factor or, where the account has none, with the `password`. The `accessToken` of the " +
			"answer passes operations with `x-step-up` until `freshUntil`. Ten wrong answers pause the account, as wrong " +
			"passwords do.",
	}), a.stepUp)
}

// stepUpOptionsView is how a caller can step a session up.
type stepUpOptionsView struct {
	Challenge string               `json:"challenge" doc:"For step-up, for 5 minutes." example:"AZnVoZPEelCLHG0uP0BRYg…"`
	Methods   []events.ProofMethod `json:"methods" nullable:"false" example:"[\"totp\",\"recovery_code\"]"`
	PublicKey map[string]any       `json:"publicKey" nullable:"true" doc:"Options for navigator.credentials.get; null without passkeys."`
}

type stepUpInput struct {
	Body struct {
		Challenge    string         `json:"challenge,omitempty" minLength:"1" maxLength:"200" doc:"Of step-up/options."`
		Code         httpapi.Code   `json:"code,omitempty" minLength:"1" maxLength:"32" doc:"6 digits of the app." example:"082641"`
		RecoveryCode httpapi.Code   `json:"recoveryCode,omitempty" minLength:"1" maxLength:"32" example:"k7m2q-x4dfa"`
		Credential   map[string]any `json:"credential,omitempty" doc:"An AuthenticationResponseJSON, for the challenge."`
		Password     string         `json:"password,omitempty" minLength:"1" maxLength:"128" format:"password" doc:"Without a second factor." example:"correct horse battery"`
	}
}

// Check requires one proof, and codes of the right form.
func (in *stepUpInput) Check() []fault.Field {
	return append(checkProofCodes(in.Body.Code, in.Body.RecoveryCode), requireOne(
		given{"/code", string(in.Body.Code)}, given{"/recoveryCode", string(in.Body.RecoveryCode)},
		given{"/credential", string(credentialJSON(in.Body.Credential))}, given{"/password", in.Body.Password},
	)...)
}

// stepUpView is the answer to a step-up.
type stepUpView struct {
	AccessToken string       `json:"accessToken" example:"eyJhbGciOiJFZERTQSJ9…"`
	ExpiresIn   int64        `json:"expiresIn" doc:"Seconds." example:"600"`
	FreshUntil  httpapi.Time `json:"freshUntil" doc:"Until when the proof counts."`
}

func (a *api) prepareStepUp(ctx context.Context, _ *struct{}) (*httpapi.Reply[stepUpOptionsView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (stepUpOptionsView, error) {
		asked, err := prepareStepUp(ctx, tx, a.Config.Secret, a.passkeys, auth.MustFrom(ctx).UserID, a.Clock.Now())
		if err != nil {
			return stepUpOptionsView{}, err
		}
		return stepUpOptionsView{*asked.Challenge, convert.All(asked.Methods, func(m string) events.ProofMethod {
			return events.ProofMethod(m)
		}), asked.PublicKey}, nil
	})
}

func (a *api) stepUp(ctx context.Context, in *stepUpInput) (*httpapi.Reply[stepUpView], error) {
	caller := auth.MustFrom(ctx)
	if in.Body.Password != "" {
		return a.stepUpWithPassword(ctx, caller, in.Body.Password)
	}
	challengeID := ""
	if in.Body.Challenge != "" {
		var ok bool
		if challengeID, ok = parseProofToken(a.Config.Secret, in.Body.Challenge); !ok {
			return nil, invalidCode()
		}
	}
	p := proof{
		Code: string(in.Body.Code), RecoveryCode: string(in.Body.RecoveryCode),
		Credential: credentialJSON(in.Body.Credential), passkeys: a.passkeys,
	}
	return a.commitStepUp(ctx, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return stepUp(ctx, tx, a.Pseudonyms, caller, challengeID, p, now)
	})
}

func (a *api) stepUpWithPassword(
	ctx context.Context, caller auth.Principal, password string,
) (*httpapi.Reply[stepUpView], error) {
	if err := requireNoFactor(a.DB.WithContext(ctx), caller.UserID); err != nil {
		return nil, err
	}
	found, err := reauthenticate(ctx, a.Deps, caller, password)
	if err != nil {
		return nil, err
	}
	return a.commitStepUp(ctx, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return stepUpWithPassword(ctx, tx, caller, found, now)
	})
}

// commitStepUp runs a use case that proves a session, and answers with another access token of it.
func (a *api) commitStepUp(
	ctx context.Context, useCase func(tx *gorm.DB, now time.Time) (user, session, error),
) (*httpapi.Reply[stepUpView], error) {
	return commitRefusal(ctx, a.DB, func(tx *gorm.DB) (stepUpView, error) {
		u, s, err := useCase(tx, a.Clock.Now())
		if err != nil {
			return stepUpView{}, err
		}
		if err := loadClaims(tx, &u); err != nil {
			return stepUpView{}, err
		}
		p := principalOf(u, s)
		access, expiresIn, err := a.Authority.Issue(p)
		return stepUpView{access, int64(expiresIn / time.Second), httpapi.TimeOf(a.Authority.FreshUntil(p))}, err
	})
}
