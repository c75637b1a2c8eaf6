package identity

import (
	"context"
	"errors"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) loginRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, authPost("login", "login", httpapi.Op{
		Summary: "Log in with the password", Secret: true, Limits: []string{"login"}, Errors: []fault.Code{codeInvalidCredentials, codeEmailNotVerified},
		Detail: "A wrong password, an unknown address and a disabled account are all `invalid_credentials`; `email_not_verified` " +
			"follows a right password only. After 10 failures for an account from one network that network pauses for 60 s, " +
			"then longer; after 100 in an hour so does every network that has not lately logged in to it.",
	}), a.login)
	httpapi.Handle(r, httpapi.Public, authPost("refresh", "refresh", httpapi.Op{
		Summary: "Exchange a refresh token for the next one", Secret: true, Errors: []fault.Code{codeInvalidRefreshToken},
		Detail: "Keep both tokens: each refresh token is good once. The one just replaced gets the same answer for 10 s; used " +
			"later, it ends the session. After `invalid_refresh_token` log in again.",
	}), a.refresh)
	httpapi.Handle(r, httpapi.User, authPost("logout", "logout", httpapi.Op{
		Summary: "End this session",
		Detail:  "Its tokens are refused within a second.",
	}), a.logout)
}

type loginInput struct {
	Body struct {
		Email    httpapi.Email `json:"email" example:"ada@example.com"`
		Password string        `json:"password" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
	}
}

type refreshInput struct {
	Body struct {
		RefreshToken string `json:"refreshToken" minLength:"1" maxLength:"200" doc:"The session's newest."`
	}
}

// sessionView is the answer to a login or a refresh.
type sessionView struct {
	AccessToken      string      `json:"accessToken" example:"eyJhbGciOiJFZERTQSJ9…"`
	TokenType        string      `json:"tokenType" enum:"Bearer" example:"Bearer"`
	ExpiresIn        int64       `json:"expiresIn" doc:"Seconds." example:"600"`
	RefreshToken     string      `json:"refreshToken" doc:"Good for one refresh." example:"AZnVoZPEelCLHG0uP0BRYgAAAAAAAAAB…"`
	RefreshExpiresIn int64       `json:"refreshExpiresIn" doc:"Seconds." example:"2592000"`
	User             profileView `json:"user"`
}

func (a *api) login(ctx context.Context, in *loginInput) (*httpapi.Reply[sessionView], error) {
	email := string(in.Body.Email)
	found, err := authenticate(ctx, a.Deps, fromNetwork(ctx, a.Pseudonyms.OfEmail(email)), email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return a.commitLogin(ctx, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return login(ctx, tx, found, now)
	})
}

func (a *api) refresh(ctx context.Context, in *refreshInput) (*httpapi.Reply[sessionView], error) {
	sessionID, number, ok := parseRefreshToken(a.Config.Secret, in.Body.RefreshToken)
	if !ok {
		return nil, invalidRefreshToken()
	}
	if err := a.limits.TakeToken(ctx, "refresh", sessionID); err != nil {
		return nil, err
	}
	reply, err := a.commitLogin(ctx, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return refreshSession(ctx, tx, sessionID, number, now)
	})
	if errors.Is(err, errReused) {
		err = errors.Join(err, database.InTx(ctx, a.DB, func(tx *gorm.DB) error {
			return endReusedSession(ctx, tx, a.Authority, sessionID)
		}))
	}
	return reply, err
}

func (a *api) logout(ctx context.Context, _ *struct{}) (*httpapi.Reply[httpapi.None], error) {
	caller := auth.MustFrom(ctx)
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, endSession(ctx, tx, a.Authority, caller.UserID, caller.SessionID, events.SessionEndedByLogout)
	})
}

// commitLogin runs a use case that starts or refreshes a session, and answers with the session's
// tokens.
func (a *api) commitLogin(ctx context.Context, useCase func(tx *gorm.DB, now time.Time) (user, session, error)) (*httpapi.Reply[sessionView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (sessionView, error) {
		now := a.Clock.Now()
		u, s, err := useCase(tx, now)
		if err != nil {
			return sessionView{}, err
		}
		return a.issueTokens(u, s, now)
	})
}

// issueTokens makes the access token and the refresh token of the session.
func (a *api) issueTokens(u user, s session, now time.Time) (sessionView, error) {
	access, accessTTL, err := a.Authority.Issue(auth.Principal{
		UserID: u.ID, SessionID: s.ID, Role: u.Role, AccountType: string(u.AccountType), Email: u.Email, Name: u.FullName,
	})
	if err != nil {
		return sessionView{}, err
	}
	return sessionView{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(accessTTL / time.Second),
		RefreshToken: refreshToken(a.Config.Secret, s), RefreshExpiresIn: int64(s.ExpiresAt.Sub(now) / time.Second), User: viewOfProfile(u),
	}, nil
}
