package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/grant"
	"orderd/platform/httpapi"
)

func (a *api) guestRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "eraseGuest", Guest: orderToken, Method: http.MethodPost, Path: "/v1/guest/erase", Tag: tagOrders,
		Status: http.StatusAccepted, Summary: "Erase a guest's personal data", Errors: []fault.Code{fault.NotFound},
		Detail: "Of all orders that were made with the email and no account. They stay, anonymised; an open one keeps " +
			"where it is sent until it has ended. Takes the token of a look-up.",
	}, a.eraseGuest)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "exportGuest", Guest: orderToken, Method: http.MethodGet, Path: "/v1/guest/export", Tag: tagOrders,
		Summary: "Export a guest's personal data", Errors: []fault.Code{fault.NotFound},
		Detail: "As `GET /v1/users/me/export` for users. Takes the token of a look-up.",
	}, a.exportGuest)
}

// provedGuest is the grant of a token that was given for a code. It returns fault.Missing for
// another.
func (a *api) provedGuest(ctx context.Context) (grant.Grant, error) {
	g, ok := grant.Open(a.Config.Secret, httpapi.GuestTokenOf(ctx), a.Clock.Now())
	if !ok || g.Kind != grant.Proved {
		return g, fault.Missing()
	}
	return g, nil
}

func (a *api) eraseGuest(ctx context.Context, _ *struct{}) (*httpapi.Reply[struct{}], error) {
	g, err := a.provedGuest(ctx)
	if err != nil {
		return nil, err
	}
	ctx = eventbus.WithActor(ctx, guestActor(g.Holder))
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (struct{}, error) {
		return struct{}{}, eraseProvedGuest(ctx, tx, g, a.Clock.Now())
	})
}

func (a *api) exportGuest(ctx context.Context, _ *struct{}) (*httpapi.Reply[map[string]any], error) {
	g, err := a.provedGuest(ctx)
	if err != nil {
		return nil, err
	}
	if err := requireGuestOrder(a.DB.WithContext(ctx), g); err != nil {
		return nil, err
	}
	exports, err := a.Export(ctx, g.Holder)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(exports)
}
