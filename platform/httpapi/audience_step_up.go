package httpapi

import (
	"context"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

// StepUp says when an operation for Admin requires that the caller's session was proved a short
// time ago (auth.Authority.Fresh): by a login, or by an operation that steps a session up. API keys
// need no proof.
type StepUp string

// The values. "" requires none.
const (
	// StepUpUsual requires it of callers with a second factor, or of all where one is required.
	StepUpUsual StepUp = "usual"
	// StepUpPartly is StepUpUsual for some requests: the handler calls RequireStepUp.
	StepUpPartly StepUp = "partly"
	// StepUpAlways requires it of every caller.
	StepUpAlways StepUp = "always"
)

// SecondFactorMembers are what a problem with second_factor_required has beyond the usual members.
// Where it answers a login they say how to go on; else they are null and empty.
type SecondFactorMembers struct {
	Challenge *string        `json:"challenge" doc:"Of a login: for POST /v1/auth/second-factor, for 5 minutes." example:"AZnVoZPEelCLHG0uP0BRYg…"`
	Methods   []string       `json:"methods" nullable:"false" enum:"totp,passkey,recovery_code" schema:"SecondFactorMethod" doc:"How a login can go on." example:"[\"totp\",\"recovery_code\"]"`
	PublicKey map[string]any `json:"publicKey" nullable:"true" doc:"Options for navigator.credentials.get; null without passkeys."`
}

// exampleOfSecondFactor are the members at a login.
var exampleOfSecondFactor = SecondFactorMembers{Challenge: new("AZnVoZPEelCLHG0uP0BRYg…"),
	Methods: []string{"totp", "recovery_code"}}

// requireProof returns the fault of a caller with the scope who has to prove more than a password.
// Only operations for Admin ask for more: what customers use is for the staff, too, as it is.
func (o *operation) requireProof(p auth.Principal) error {
	switch {
	case o.audience != Admin:
		return nil
	case o.op.Scope != auth.ScopeSelf && o.router.authority.LacksSecondFactor(p):
		return fault.New(fault.SecondFactorRequired, "Please add a second factor to your account first.").
			WithMembers(SecondFactorMembers{Methods: []string{}})
	case o.op.StepUp == StepUpAlways && p.KeyID == "":
		return o.router.requireFresh(p)
	case o.op.StepUp == StepUpUsual && o.router.authority.StepsUp(p):
		return o.router.requireFresh(p)
	}
	return nil
}

// requireFresh returns fault.StepUpRequired when the last proof of the session is too old.
func (r *Router) requireFresh(p auth.Principal) error {
	if r.authority.Fresh(p) {
		return nil
	}
	return fault.New(fault.StepUpRequired, "Please prove again that it is you.")
}

// RequireStepUp returns fault.StepUpRequired where StepUpUsual would: for an operation with
// StepUpPartly, when the request is one of those that need it.
func RequireStepUp(ctx context.Context) error {
	p, q := auth.MustFrom(ctx), requestOf(ctx)
	if !q.router.authority.StepsUp(p) {
		return nil
	}
	return q.router.requireFresh(p)
}
