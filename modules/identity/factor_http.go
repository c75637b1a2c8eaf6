package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/totp"
)

// ownOp completes an operation of the staff for their own account.
func ownOp(id, method, path string, op httpapi.Op) httpapi.Op {
	op.ID, op.Scope, op.Method, op.Path, op.Tag = id, auth.ScopeSelf, method, "/v1/admin/me"+path, tagOwn
	return op
}

func (a *api) factorRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, ownOp("getOwnFactors", http.MethodGet, "", httpapi.Op{
		Summary: "Read the caller's second factors",
		Detail:  "`freshUntil` is until when the proof of this access token counts (`x-step-up`).",
	}), a.getOwnFactors)
	httpapi.Handle(r, httpapi.Admin, ownOp("startTotp", http.MethodPost, "/factors/totp", httpapi.Op{
		Summary: "Begin to add an authenticator app", Status: http.StatusCreated, Secret: true, StepUp: httpapi.StepUpAlways,
		Detail: "Show `otpauthUrl` as a QR code, or `secret` as text: both are shown once. The factor counts from " +
			"`confirm` on; until then, or for a day, it waits.",
	}), a.startTOTP)
	httpapi.Handle(r, httpapi.Admin, ownOp("confirmTotp", http.MethodPost, "/factors/totp/{id}/confirm", httpapi.Op{
		Summary: "Confirm an authenticator app with a code of it", Secret: true, StepUp: httpapi.StepUpAlways,
		Errors: []fault.Code{codeInvalidCode, fault.InvalidTransition},
		Detail: "From now on logins need a second factor. With the first one come 10 `recoveryCodes`, which are shown " +
			"once. An account has one app: another replaces it.",
	}), a.confirmTOTP)
	httpapi.Handle(r, httpapi.Admin, ownOp("removeFactor", http.MethodDelete, "/factors/{id}", httpapi.Op{
		Summary: "Remove a second factor", StepUp: httpapi.StepUpAlways, Errors: []fault.Code{fault.InUse},
		Detail: "With the last one the recovery codes go; while one is required it stays.",
	}), a.removeFactor)
	httpapi.Handle(r, httpapi.Admin, ownOp("renewRecoveryCodes", http.MethodPost, "/recovery-codes", httpapi.Op{
		Summary: "Create new recovery codes", Secret: true, StepUp: httpapi.StepUpAlways,
		Errors: []fault.Code{fault.InvalidTransition},
		Detail: "Ten, shown once; the former ones end. Each is good once, in place of a second factor.",
	}), a.renewRecoveryCodes)
}

// factorView is a second factor as its owner sees it.
type factorView struct {
	ID         string            `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Kind       events.FactorKind `json:"kind" example:"totp"`
	Name       string            `json:"name" example:"Authenticator app"`
	LastUsedAt *httpapi.Time     `json:"lastUsedAt"`
}

func viewFactor(f factor) factorView {
	return factorView{ID: f.ID, Kind: f.Kind, Name: f.Name, LastUsedAt: httpapi.TimePtr(f.LastUsedAt)}
}

// ownFactorsView is what one of the staff has beside the password.
type ownFactorsView struct {
	Factors              []factorView `json:"factors" nullable:"false"`
	RecoveryCodesLeft    int64        `json:"recoveryCodesLeft" example:"10"`
	SecondFactorRequired bool         `json:"secondFactorRequired" doc:"All staff need one." example:"false"`
	FreshUntil           httpapi.Time `json:"freshUntil" doc:"Until when the proof of this access token counts."`
}

// startedTOTPView is an app that is to be confirmed.
type startedTOTPView struct {
	ID         string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Secret     string `json:"secret" doc:"Base32. Shown once." example:"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"`
	OTPAuthURL string `json:"otpauthUrl" doc:"For a QR code." example:"otpauth://totp/Shop:pat%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop&algorithm=SHA1&digits=6&period=30"`
}

// SchemaName is the name in the document.
func (startedTOTPView) SchemaName() string { return "StartedTotp" }

// Location is the path of the factor.
func (v startedTOTPView) Location() string { return "/v1/admin/me/factors/" + v.ID }

type factorInput struct{ httpapi.PathID }

type confirmTOTPInput struct {
	httpapi.PathID
	Body struct {
		Code httpapi.Code `json:"code" minLength:"1" maxLength:"32" doc:"6 digits of the app." example:"082641"`
	}
}

// Check checks the form of the code.
func (in *confirmTOTPInput) Check() []fault.Field { return in.Body.Code.Check("/code", totp.Digits) }

// newFactorView is a factor that counts from now on.
type newFactorView struct {
	Factor        factorView `json:"factor"`
	RecoveryCodes []string   `json:"recoveryCodes" nullable:"false" doc:"10 with the first factor, shown once." example:"[\"k7m2q-x4dfa\"]"`
}

// recoveryCodesView are new recovery codes.
type recoveryCodesView struct {
	RecoveryCodes []string `json:"recoveryCodes" nullable:"false" doc:"10, shown once." example:"[\"k7m2q-x4dfa\"]"`
}

func (a *api) getOwnFactors(ctx context.Context, _ *struct{}) (*httpapi.Reply[ownFactorsView], error) {
	caller, db := auth.MustFrom(ctx), a.DB.WithContext(ctx)
	factors, err := factorsOf(db, caller.UserID)
	if err != nil {
		return nil, err
	}
	left, err := countRecoveryCodes(db, caller.UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(ownFactorsView{
		Factors: convert.All(factors, viewFactor), RecoveryCodesLeft: left,
		SecondFactorRequired: a.Authority.SecondFactorRequired(), FreshUntil: httpapi.TimeOf(a.Authority.FreshUntil(caller)),
	})
}

func (a *api) startTOTP(ctx context.Context, _ *struct{}) (*httpapi.Reply[startedTOTPView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (startedTOTPView, error) {
		u, f, err := startTOTP(ctx, tx, auth.MustFrom(ctx).UserID, a.Clock.Now())
		if err != nil {
			return startedTOTPView{}, err
		}
		key := totpSecret(a.Pseudonyms, f.ID)
		return startedTOTPView{ID: f.ID, Secret: totp.Text(key), OTPAuthURL: totp.URL(a.shopName(), u.Email, key)}, nil
	})
}

func (a *api) confirmTOTP(ctx context.Context, in *confirmTOTPInput) (*httpapi.Reply[newFactorView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (newFactorView, error) {
		f, codes, err := finishTOTP(ctx, tx, a.Authority, a.Pseudonyms, auth.MustFrom(ctx).UserID, in.ID,
			string(in.Body.Code), a.Clock.Now())
		return newFactorView{viewFactor(f), codes}, err
	})
}

func (a *api) removeFactor(ctx context.Context, in *factorInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, removeFactor(ctx, tx, a.Authority, auth.MustFrom(ctx).UserID, in.ID)
	})
}

func (a *api) renewRecoveryCodes(ctx context.Context, _ *struct{}) (*httpapi.Reply[recoveryCodesView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (recoveryCodesView, error) {
		codes, err := renewRecoveryCodes(ctx, tx, a.Pseudonyms, auth.MustFrom(ctx).UserID)
		return recoveryCodesView{codes}, err
	})
}
