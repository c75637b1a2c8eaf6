package identity

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) passkeyRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, authPost("preparePasskeyLogin", "passkey/options", httpapi.Op{
		Summary: "Begin a login with a passkey", Secret: true, Limits: []string{"login"},
		Detail: "For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`, on a page of " +
			"`auth.staff_origin`. No name is needed.",
	}), a.preparePasskeyLogin)
	httpapi.Handle(r, httpapi.Public, authPost("logInWithPasskey", "passkey", httpapi.Op{
		Summary: "Log in with a passkey", Secret: true, Limits: []string{"login"},
		Errors: []fault.Code{codeInvalidCredentials},
		Detail: "`credential` is what `toJSON` makes of the PublicKeyCredential. The authenticator has to verify the " +
			"person, so that the passkey is both factors. `challenge` is good for 5 minutes and one session.",
	}), a.logInWithPasskey)
	httpapi.Handle(r, httpapi.Admin, ownOp("preparePasskey", http.MethodPost, "/factors/passkey/options", httpapi.Op{
		Summary: "Begin to add a passkey", Secret: true, StepUp: httpapi.StepUpAlways, Errors: []fault.Code{fault.InUse},
		Detail: "For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`, on a page of " +
			"`auth.staff_origin`. An account has at most 10 passkeys.",
	}), a.preparePasskey)
	httpapi.Handle(r, httpapi.Admin, ownOp("addPasskey", http.MethodPost, "/factors/passkey", httpapi.Op{
		Summary: "Add a passkey", Status: http.StatusCreated, Secret: true, StepUp: httpapi.StepUpAlways,
		Errors: []fault.Code{codeInvalidCode, fault.InUse},
		Detail: "`credential` is what `toJSON` makes of the PublicKeyCredential. From now on logins need a second factor. " +
			"With the first one come 10 `recoveryCodes`, which are shown once.",
	}), a.addPasskey)
}

// passkeyOptionsView is what a page needs for a ceremony with a passkey.
type passkeyOptionsView struct {
	Challenge string         `json:"challenge" doc:"To answer with, for 5 minutes." example:"AZnVoZPEelCLHG0uP0BRYg…"`
	PublicKey map[string]any `json:"publicKey" nullable:"false" doc:"The options, in their JSON form."`
}

// SchemaName is the name in the document.
func (passkeyOptionsView) SchemaName() string { return "PasskeyOptions" }

func viewPasskeyRequest(r passkeyRequest) passkeyOptionsView {
	return passkeyOptionsView(r)
}

type passkeyLoginInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Challenge  string         `json:"challenge" minLength:"1" maxLength:"200" example:"AZnVoZPEelCLHG0uP0BRYg…"`
		Credential map[string]any `json:"credential" doc:"An AuthenticationResponseJSON."`
	}
}

type addPasskeyInput struct {
	Body struct {
		Challenge  string         `json:"challenge" minLength:"1" maxLength:"200" example:"AZnVoZPEelCLHG0uP0BRYg…"`
		Name       httpapi.Text   `json:"name" minLength:"1" maxLength:"60" doc:"For its owner." example:"Laptop"`
		Credential map[string]any `json:"credential" doc:"A RegistrationResponseJSON."`
	}
}

// credentialJSON is a credential of a body as its JSON; nil when there is none.
func credentialJSON(given map[string]any) []byte {
	if given == nil {
		return nil
	}
	text, err := json.Marshal(given)
	if err != nil {
		panic(err) // it was JSON
	}
	return text
}

func (a *api) preparePasskeyLogin(ctx context.Context, _ *struct{}) (*httpapi.Reply[passkeyOptionsView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (passkeyOptionsView, error) {
		r, err := preparePasskeyLogin(tx, a.Config.Secret, a.passkeys, a.Clock.Now())
		return viewPasskeyRequest(r), err
	})
}

func (a *api) logInWithPasskey(ctx context.Context, in *passkeyLoginInput) (*httpapi.Reply[sessionView], error) {
	challengeID, ok := parseProofToken(a.Config.Secret, in.Body.Challenge)
	if !ok {
		return nil, invalidPasskey()
	}
	credential := credentialJSON(in.Body.Credential)
	return a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return loginWithPasskey(ctx, tx, a.passkeys, challengeID, credential, now)
	})
}

func (a *api) preparePasskey(ctx context.Context, _ *struct{}) (*httpapi.Reply[passkeyOptionsView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (passkeyOptionsView, error) {
		r, err := preparePasskey(ctx, tx, a.Config.Secret, a.passkeys, auth.MustFrom(ctx).UserID, a.Clock.Now())
		return viewPasskeyRequest(r), err
	})
}

func (a *api) addPasskey(ctx context.Context, in *addPasskeyInput) (*httpapi.Reply[newFactorView], error) {
	challengeID, ok := parseProofToken(a.Config.Secret, in.Body.Challenge)
	if !ok {
		return nil, invalidCode()
	}
	credential := credentialJSON(in.Body.Credential)
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (newFactorView, error) {
		f, codes, err := addPasskey(ctx, tx, a.Authority, a.passkeys, auth.MustFrom(ctx).UserID, challengeID,
			string(in.Body.Name), credential, a.Clock.Now())
		return newFactorView{viewFactor(f), codes}, err
	})
}
