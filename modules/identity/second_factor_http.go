package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) secondFactorRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, authPost("answerSecondFactor", "second-factor", httpapi.Op{
		Summary: "Finish a login with a second factor", Secret: true, Limits: []string{"login"}, Errors: []fault.Code{codeInvalidCode},
		Detail: "`challenge` is that of the 403 `second_factor_required`: good for 5 minutes, 5 attempts and one session. Each code " +
			"of an app and each recovery code is good once. Ten wrong answers pause the account, as wrong passwords do.",
	}), a.answerSecondFactor)
}

type secondFactorInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Challenge    string         `json:"challenge" minLength:"1" maxLength:"200" example:"AZnVoZPEelCLHG0uP0BRYg…"`
		Code         httpapi.Text   `json:"code,omitempty" minLength:"1" maxLength:"32" doc:"6 digits of the app." example:"082641"`
		RecoveryCode httpapi.Text   `json:"recoveryCode,omitempty" minLength:"1" maxLength:"32" example:"k7m2q-x4dfa"`
		Credential   map[string]any `json:"credential,omitempty" doc:"An AuthenticationResponseJSON."`
	}
}

// Check requires one proof.
func (in *secondFactorInput) Check() []fault.Field {
	return requireOne(
		given{"/code", string(in.Body.Code)}, given{"/recoveryCode", string(in.Body.RecoveryCode)}, given{"/credential", string(credentialJSON(in.Body.Credential))},
	)
}

// given is a field of a body of which one of several is required; "" means absent.
type given struct{ pointer, value string }

// requireOne returns the fault of a body in which none of the fields is given, or more than one.
func requireOne(fields ...given) (faults []fault.Field) {
	found := false
	for _, f := range fields {
		if f.value == "" {
			continue
		}
		if found {
			faults = append(faults, fault.Field{Pointer: f.pointer, Code: fault.NotAllowed, Detail: "must be absent beside another proof"})
		}
		found = true
	}
	if !found {
		faults = append(faults, fault.Field{Pointer: fields[0].pointer, Code: fault.Required, Detail: "is required, or another proof"})
	}
	return faults
}

func (a *api) answerSecondFactor(ctx context.Context, in *secondFactorInput) (*httpapi.Reply[sessionView], error) {
	challengeID, ok := parseProofToken(a.Config.Secret, in.Body.Challenge)
	if !ok {
		return nil, invalidCode()
	}
	p := proof{Code: string(in.Body.Code), RecoveryCode: string(in.Body.RecoveryCode), Credential: credentialJSON(in.Body.Credential), passkeys: a.passkeys}
	return a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return answerLogin(ctx, tx, a.Authority, a.Pseudonyms, challengeID, p, now)
	})
}
