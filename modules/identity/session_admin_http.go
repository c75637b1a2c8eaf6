package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) sessionAdminRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/users/{id}/sessions", "/v1/admin/users/{id}/sessions/{sessionId}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listUserSessions", Scope: "customers:write", Method: http.MethodGet, Path: list, Tag: tagUserAdmin,
		Summary: "List a user's sessions",
		Detail: "The session used last comes first. `current` marks that of this request. Those of the staff need the " +
			"scope `staff:write` too.",
		Errors: []fault.Code{fault.NotFound},
	}, a.listUserSessions)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "endUserSessions", Scope: "customers:write", Method: http.MethodDelete, Path: list, Tag: tagUserAdmin,
		Summary: "End all sessions of a user",
		Detail: "All tokens are refused within a second. Sessions of the staff need the scope `staff:write` " +
			"too.", Errors: []fault.Code{fault.NotFound},
	}, a.endUserSessions)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "endUserSession", Scope: "customers:write", Method: http.MethodDelete, Path: one, Tag: tagUserAdmin,
		Summary: "End a session of a user",
		Detail: "Its tokens are refused within a second. A session of the staff needs the scope `staff:write` " +
			"too.", Errors: []fault.Code{fault.NotFound},
	}, a.endUserSession)
}

type listUserSessionsInput struct {
	httpapi.Page
	httpapi.PathID
}

type userSessionInput struct {
	httpapi.PathID
	SessionID string `path:"sessionId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

func (a *api) listUserSessions(
	ctx context.Context, in *listUserSessionsInput,
) (*httpapi.Reply[httpapi.List[sessionInfoView]], error) {
	db := a.DB.WithContext(ctx)
	u, err := userForAdmin(db, in.ID)
	if err != nil {
		return nil, err
	}
	if err := requireMaySee(db, auth.MustFrom(ctx), &u); err != nil {
		return nil, err
	}
	sessions, total, err := findLiveSessions(db, u.ID, in.Page, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(viewSessions(sessions, auth.MustFrom(ctx).SessionID), total, in.Page))
}

func (a *api) endUserSessions(ctx context.Context, in *userInput) (*httpapi.Reply[httpapi.None], error) {
	return a.endSessionOf(ctx, in.ID, "")
}

func (a *api) endUserSession(ctx context.Context, in *userSessionInput) (*httpapi.Reply[httpapi.None], error) {
	return a.endSessionOf(ctx, in.ID, in.SessionID)
}

func (a *api) endSessionOf(ctx context.Context, userID, sessionID string) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, endSessionOf(ctx, tx, a.Authority, auth.MustFrom(ctx), userID, sessionID)
	})
}
