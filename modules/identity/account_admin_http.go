package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) accountAdminRoutes(r *httpapi.Router) {
	const one = "/v1/admin/users/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "exportUser", Scope: "customers:write", Method: http.MethodGet, Path: one + "/export", Tag: tagUserAdmin,
		Summary: "Export a user's personal data",
		Detail: "What the user gets by `exportAccount`, for a request that came on paper. The audit says who did it. An " +
			"account of the staff needs the scope `staff:write` too.",
		Errors: []fault.Code{fault.NotFound},
	}, a.exportUserForAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "eraseUser", Scope: "customers:write", StepUp: httpapi.StepUpUsual, Method: http.MethodPost, Path: one + "/erase",
		Tag:    tagUserAdmin,
		Status: http.StatusAccepted, Summary: "Erase a user's account",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition, codeLastAdmin},
		Detail: "As `eraseAccount` does for the user, for a request that came on paper: in every module, and for good. An " +
			"account of the staff needs the scope `staff:write` too, and the caller's own is refused. The audit keeps " +
			"`reason`: name no one in it.",
	}, a.eraseUser)
}

func (a *api) exportUserForAdmin(ctx context.Context, in *userInput) (*httpapi.Reply[map[string]any], error) {
	u, err := userForAdmin(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if err := requireMaySee(a.DB.WithContext(ctx), auth.MustFrom(ctx), &u); err != nil {
		return nil, err
	}
	exports, err := a.Export(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	err = database.InTx(ctx, a.DB, func(tx *gorm.DB) error { return publishExport(ctx, tx, u.ID) })
	if err != nil {
		return nil, err
	}
	return httpapi.OK(exports)
}

// publishExport publishes that an admin exports what is held on the user. It returns fault.Missing
// for an account that was erased meanwhile.
func publishExport(ctx context.Context, tx *gorm.DB, userID string) error {
	if _, err := userForAdmin(database.ForUpdate(tx), userID); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.AccountExported{UserID: userID})
}

type eraseUserInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"For the audit, without personal data." example:"Asked for by a signed request of 20 November."`
	}
}

func (a *api) eraseUser(ctx context.Context, in *eraseUserInput) (*httpapi.Reply[struct{}], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (struct{}, error) {
		return struct{}{}, eraseAccountOf(ctx, tx, a.Authority, a.Pseudonyms, auth.MustFrom(ctx), in.ID,
			string(in.Body.Reason), a.Clock.Now())
	})
}
