package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/totp"
)

func (a *api) secondFactorRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, authPost("answerSecondFactor", "second-factor", httpapi.Op{
		Summary: "Finish a login with a second factor", Secret: true, Limits: []string{"login"},
		Errors: []fault.Code{codeInvalidCode},
		Detail: "`challenge` is that of the 403 `second_factor_required`: good for 5 minutes, 5 attempts and one session. " +
			"Each code of an app and each recovery code is good once. Ten wrong answers pause the account, as wrong " +
			"passwords do.",
	}), a.answerSecondFactor)
}

type secondFactorInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Challenge    string         `json:"challenge" minLength:"1" maxLength:"200" example:"AZnVoZPEelCLHG0uP0BRYg…"`
		Code         httpapi.Code   `json:"code,omitempty" minLength:"1" maxLength:"32" doc:"6 digits of the app." example:"082641"`
		RecoveryCode httpapi.Code   `json:"recoveryCode,omitempty" minLength:"1" maxLength:"32" example:"k7m2q-x4dfa"`
		Credential   map[string]any `json:"credential,omitempty" doc:"An AuthenticationResponseJSON."`
	}
}

// Check requires one proof, and codes of the right form.
func (in *secondFactorInput) Check() []fault.Field {
	return append(checkProofCodes(in.Body.Code, in.Body.RecoveryCode), requireOne(
		given{"/code", string(in.Body.Code)}, given{"/recoveryCode", string(in.Body.RecoveryCode)},
		given{"/credential", string(credentialJSON(in.Body.Credential))},
	)...)
}

// checkProofCodes returns the faults of codes that are given and can't be any.
func checkProofCodes(code, recoveryCode httpapi.Code) (faults []fault.Field) {
	if code != "" {
		faults = code.Check("/code", totp.Digits)
	}
	if recoveryCode != "" && !isRecoveryCode(string(recoveryCode)) {
		faults = append(faults, fault.Field{
			Pointer: "/recoveryCode", Code: fault.BadFormat, Detail: "must be a code like k7m2q-x4dfa",
		})
	}
	return faults
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
			faults = append(faults, fault.Field{
				Pointer: f.pointer, Code: fault.NotAllowed, Detail: "must be absent beside another proof",
			})
		}
		found = true
	}
	if !found {
		faults = append(faults, fault.Field{
			Pointer: fields[0].pointer, Code: fault.Required, Detail: "is required, or another proof",
		})
	}
	return faults
}

func (a *api) answerSecondFactor(ctx context.Context, in *secondFactorInput) (*httpapi.Reply[sessionView], error) {
	challengeID, ok := parseProofToken(a.Config.Secret, in.Body.Challenge)
	if !ok {
		return nil, invalidCode()
	}
	p := proof{
		Code: string(in.Body.Code), RecoveryCode: string(in.Body.RecoveryCode),
		Credential: credentialJSON(in.Body.Credential), passkeys: a.passkeys,
	}
	return a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return answerLogin(ctx, tx, a.Authority, a.Pseudonyms, challengeID, p, now)
	})
}
