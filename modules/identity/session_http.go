package identity

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

func (a *api) sessionRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listSessions", Method: http.MethodGet, Path: "/v1/auth/sessions", Tag: tagAccounts,
		Summary: "List the caller's sessions", Detail: "`current` marks the session of this request.",
	}, a.listSessions)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "endSession", Method: http.MethodDelete, Path: "/v1/auth/sessions/{id}", Tag: tagAccounts,
		Summary: "End one of the caller's sessions", Detail: "Its tokens are refused within a second.",
	}, a.endSession)
}

type listSessionsInput struct{ httpapi.Page }

type sessionInput struct{ httpapi.PathID }

// sessionInfoView is one of a user's sessions.
type sessionInfoView struct {
	ID         string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	UserAgent  string       `json:"userAgent" example:"Mozilla/5.0"`
	CreatedAt  httpapi.Time `json:"createdAt"`
	LastUsedAt httpapi.Time `json:"lastUsedAt" doc:"The last refresh."`
	Current    bool         `json:"current" doc:"The session of this request." example:"true"`
}

func viewSessions(sessions []session, current string) []sessionInfoView {
	return convert.All(sessions, func(s session) sessionInfoView {
		return sessionInfoView{
			ID: s.ID, UserAgent: s.UserAgent, CreatedAt: httpapi.TimeOf(s.CreatedAt),
			LastUsedAt: httpapi.TimeOf(s.LastUsedAt), Current: s.ID == current,
		}
	})
}

func (a *api) listSessions(
	ctx context.Context, in *listSessionsInput,
) (*httpapi.Reply[httpapi.List[sessionInfoView]], error) {
	caller := auth.MustFrom(ctx)
	sessions, total, err := findLiveSessions(a.DB.WithContext(ctx), caller.UserID, in.Page, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(viewSessions(sessions, caller.SessionID), total, in.Page))
}

func (a *api) endSession(ctx context.Context, in *sessionInput) (*httpapi.Reply[httpapi.None], error) {
	caller := auth.MustFrom(ctx)
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, endSession(ctx, tx, a.Authority, caller.UserID, in.ID, events.SessionEndedByUser)
	})
}
