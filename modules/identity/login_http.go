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
		Summary: "Log in with the password", Secret: true, Limits: []string{"login"},
		Errors: []fault.Code{codeInvalidCredentials, codeEmailNotVerified, fault.SecondFactorRequired},
		Detail: "A wrong password, an unknown address and a disabled account are all `invalid_credentials`; " +
			"`email_not_verified` follows a right password only. After 10 failures for an account from one network that " +
			"network pauses for 60 s, then longer; after 100 in an hour so does every network that has not lately logged in " +
			"to it. An account with a second factor gets a `challenge` for `second-factor`.",
	}), a.login)
	httpapi.Handle(r, httpapi.Public, authPost("refresh", "refresh", httpapi.Op{
		Summary: "Refresh the tokens", Secret: true, Errors: []fault.Code{codeInvalidRefreshToken, fault.Forbidden},
		Detail: "Keep both tokens: each refresh token is good once. The one just replaced gets the same answer for 10 s; " +
			"used later, it ends the session. After `invalid_refresh_token` log in again. Without a token in the body that " +
			"of the cookie counts, for pages of the service's and the storefronts' origins that send `X-Refresh-Cookie: 1`; " +
			"else `forbidden`.",
	}), a.refresh)
	httpapi.Handle(r, httpapi.User, authPost("logout", "logout", httpapi.Op{
		Summary: "Log out",
		Detail:  "Its tokens are refused within a second. Clears the refresh cookie.",
	}), a.logout)
}

type loginInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Body     struct {
		Email    httpapi.Email `json:"email" example:"ada@example.com"`
		Password string        `json:"password" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
	}
}

type refreshInput struct {
	InCookie string `header:"X-Refresh-Cookie" enum:"1" doc:"1: the refresh token comes in a cookie." example:"1"`
	Origin   string `header:"Origin" hidden:"true"`
	Cookie   string `cookie:"__Secure-orderd_refresh" hidden:"true"`
	// FormerCookie is the cookie where the service has no https, and everywhere before it had a
	// prefix.
	FormerCookie string `cookie:"orderd_refresh" hidden:"true"`
	Body         *struct {
		RefreshToken string `json:"refreshToken,omitempty" minLength:"1" maxLength:"200" doc:"The session's newest; needed without the cookie."`
	}
}

// bodyToken is the refresh token of the body, or "".
func (in *refreshInput) bodyToken() string {
	if in.Body == nil {
		return ""
	}
	return in.Body.RefreshToken
}

// Check requires a refresh token, or a sign of the cookie.
func (in *refreshInput) Check() []fault.Field {
	if in.bodyToken() != "" || in.InCookie != "" || in.Cookie != "" || in.FormerCookie != "" {
		return nil
	}
	return []fault.Field{{Pointer: "/refreshToken", Code: fault.Required, Detail: "is required"}}
}

// sessionView is the answer to a login or a refresh.
type sessionView struct {
	AccessToken      string      `json:"accessToken" example:"eyJhbGciOiJFZERTQSJ9…"`
	TokenType        string      `json:"tokenType" enum:"Bearer" example:"Bearer"`
	ExpiresIn        int64       `json:"expiresIn" doc:"Seconds." example:"600"`
	RefreshToken     *string     `json:"refreshToken" doc:"Good for one refresh; null when it is in the cookie." example:"AZnVoZPEelCLHG0uP0BRYgAAAAAAAAAB…"`
	RefreshExpiresIn int64       `json:"refreshExpiresIn" doc:"Seconds." example:"2592000"`
	User             profileView `json:"user"`
}

func (a *api) login(ctx context.Context, in *loginInput) (*httpapi.Reply[sessionView], error) {
	email := string(in.Body.Email)
	found, err := authenticate(ctx, a.Deps, fromNetwork(ctx, a.Pseudonyms.OfEmail(email)), email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return a.commitLogin(ctx, in.InCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
		return login(ctx, tx, a.Config.Secret, a.passkeys, found, now)
	})
}

func (a *api) refresh(ctx context.Context, in *refreshInput) (*httpapi.Reply[sessionView], error) {
	token, err := a.refreshTokenOf(in)
	if err != nil {
		return nil, err
	}
	reply, err := a.exchange(ctx, in.InCookie, token)
	if in.InCookie == asCookie && fault.Is(err, codeInvalidRefreshToken) {
		a.clearRefreshCookie(ctx)
	}
	return reply, err
}

// exchange answers with the tokens that follow a refresh token.
func (a *api) exchange(ctx context.Context, inCookie, token string) (*httpapi.Reply[sessionView], error) {
	sessionID, number, ok := parseRefreshToken(a.Config.Secret, token)
	if !ok {
		return nil, invalidRefreshToken()
	}
	if err := a.limits.TakeToken(ctx, "refresh", sessionID); err != nil {
		return nil, err
	}
	reply, err := a.commitLogin(ctx, inCookie, func(tx *gorm.DB, now time.Time) (user, session, error) {
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
	a.clearRefreshCookie(ctx)
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, endSession(ctx, tx, a.Authority, caller.UserID, caller.SessionID, events.SessionEndedByLogout)
	})
}

// commitLogin runs a use case that starts or refreshes a session, and answers with the session's
// tokens. inCookie is the request's X-Refresh-Cookie. What a refusal has written is committed.
func (a *api) commitLogin(
	ctx context.Context, inCookie string, useCase func(tx *gorm.DB, now time.Time) (user, session, error),
) (*httpapi.Reply[sessionView], error) {
	var cookie *http.Cookie
	reply, err := commitRefusal(ctx, a.DB, func(tx *gorm.DB) (sessionView, error) {
		now := a.Clock.Now()
		u, s, err := useCase(tx, now)
		if err != nil {
			return sessionView{}, err
		}
		if s.isNew() {
			if err := endOldestSessions(ctx, tx, a.Authority, u.ID); err != nil {
				return sessionView{}, err
			}
		}
		if err := loadClaims(tx, &u); err != nil {
			return sessionView{}, err
		}
		v, err := a.issueTokens(u, s, now)
		if err == nil && inCookie == asCookie {
			cookie = a.refreshCookieOf(&v)
		}
		return v, err
	})
	if err == nil && cookie != nil {
		httpapi.SetCookie(ctx, cookie)
	}
	return reply, err
}

// commitRefusal is httpapi.Commit, with 200, for a use case that may return a refusal: then the
// transaction commits, and the answer is the fault.
func commitRefusal[T any](
	ctx context.Context, db *gorm.DB, useCase func(tx *gorm.DB) (T, error),
) (*httpapi.Reply[T], error) {
	var refused refusal
	reply, err := httpapi.Commit(ctx, db, http.StatusOK, func(tx *gorm.DB) (answer T, err error) {
		refused = refusal{}
		if answer, err = useCase(tx); errors.As(err, &refused) {
			err = nil
		}
		return answer, err
	})
	if err == nil && refused.error != nil {
		return nil, refused.error
	}
	return reply, err
}

// loadClaims loads what the access tokens of the user say beyond the row.
func loadClaims(tx *gorm.DB, u *user) error {
	if err := loadStaffRoles(tx, u); err != nil {
		return err
	}
	return loadSecondFactor(tx, u)
}

// principalOf is who the access tokens of the session name; loadClaims has loaded the user.
func principalOf(u user, s session) auth.Principal {
	p := auth.Principal{
		UserID: u.ID, SessionID: s.ID, Role: u.Role, AccountType: string(u.AccountType), Email: u.Email, Name: u.FullName,
	}
	if u.isStaff() {
		p.Scopes, p.AuthTime, p.SecondFactor = u.staffRole.Scopes, s.provedAt(), u.secondFactor
	}
	if u.RoleID != nil {
		p.RoleID = *u.RoleID
	}
	return p
}

// issueTokens makes the access token and the refresh token of the session.
func (a *api) issueTokens(u user, s session, now time.Time) (sessionView, error) {
	access, accessTTL, err := a.Authority.Issue(principalOf(u, s))
	if err != nil {
		return sessionView{}, err
	}
	return sessionView{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(accessTTL / time.Second),
		RefreshToken: new(refreshToken(a.Config.Secret, s)), RefreshExpiresIn: int64(s.ExpiresAt.Sub(now) / time.Second),
		User: viewProfile(u, a.Authority.Scopes()),
	}, nil
}
