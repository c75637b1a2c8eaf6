package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) accountRoutes(r *httpapi.Router) {
	const path = "/v1/users/me"
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "eraseAccount", Method: http.MethodDelete, Path: path, Tag: tagProfile, Status: http.StatusAccepted,
		Summary: "Erase the caller's account", Errors: []fault.Code{codeInvalidCredentials, codeLastAdmin},
		Detail: "Erases personal data in every module, in the event log and in the mails, and ends all sessions. Orders " +
			"stay, anonymised; an open one keeps where it is sent until it has ended. The only admin is refused.",
	}, a.eraseAccount)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "exportAccount", Method: http.MethodGet, Path: path + "/export", Tag: tagProfile,
		Summary: "Export the caller's personal data",
		Detail:  "One member for each module that holds something; modules may add to theirs.",
	}, a.exportAccount)
}

type eraseAccountInput struct {
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
	}
}

func (a *api) eraseAccount(ctx context.Context, in *eraseAccountInput) (*httpapi.Reply[struct{}], error) {
	found, err := reauthenticate(ctx, a.Deps, auth.MustFrom(ctx), in.Body.Password)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (struct{}, error) {
		return struct{}{}, eraseAccount(ctx, tx, a.Authority, found, a.Clock.Now())
	})
}

func (a *api) exportAccount(ctx context.Context, _ *struct{}) (*httpapi.Reply[map[string]any], error) {
	exports, err := a.Export(ctx, auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(exports)
}
