package identity

import (
	"context"
	"errors"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/onetimecode"
)

func (s *service) handleRegister(ctx context.Context, in *registerInput) (*httpapi.Reply[registration], error) {
	b := &in.Body
	if err := s.refuseWeak("/password", b.Password, string(b.Email), string(b.FullName)); err != nil {
		return nil, err
	}
	if err := s.take(ctx, "register_email", string(b.Email)); err != nil {
		return nil, err
	}
	hash, err := s.Hasher.Hash(ctx, b.Password)
	if err != nil {
		return nil, err
	}
	r := attempt{
		Email: string(b.Email), PasswordHash: hash, FullName: string(b.FullName), Phone: optional(b.Phone), Locale: localeOf(ctx, b.Locale),
	}
	return httpapi.Commit(ctx, s.DB, http.StatusAccepted, func(tx *gorm.DB) (registration, error) {
		return s.register(ctx, tx, r)
	})
}

func (s *service) handleVerifyEmail(ctx context.Context, in *verifyEmailInput) (*httpapi.Reply[session], error) {
	email := string(in.Body.Email)
	c, err := s.checkCode(ctx, codeClaim{
		Purpose: onetimecode.Registration, Email: email, Code: string(in.Body.Code), RegistrationID: in.Body.RegistrationID, Locale: localeOf(ctx, ""),
	})
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (session, error) {
		return s.activate(ctx, tx, c, email)
	})
	return reply, s.noteRejection(ctx, &c, err)
}

func (s *service) handleResendCode(ctx context.Context, in *resendCodeInput) (*httpapi.Reply[registration], error) {
	email, registrationID := string(in.Body.Email), in.Body.RegistrationID
	if err := s.mayResend(ctx, email); err != nil {
		return nil, err
	}
	if err := s.take(ctx, "code_email", email); err != nil {
		return nil, err
	}
	if registrationID == "" {
		registrationID = s.unnamed(email)
	}
	return httpapi.Commit(ctx, s.DB, http.StatusAccepted, func(tx *gorm.DB) (registration, error) {
		return s.resend(ctx, tx, email, registrationID, localeOf(ctx, ""))
	})
}

func (s *service) handleLogin(ctx context.Context, in *loginInput) (*httpapi.Reply[session], error) {
	email := string(in.Body.Email)
	found, err := s.authenticate(ctx, fromNetwork(ctx, s.Pseudonyms.OfEmail(email)), email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (session, error) {
		return s.login(ctx, tx, found)
	})
}

func (s *service) handleRefresh(ctx context.Context, in *refreshInput) (*httpapi.Reply[session], error) {
	sessionID, number, ok := openRefreshToken(s.Config.Secret, in.Body.RefreshToken)
	if !ok {
		return nil, invalidRefreshToken()
	}
	if err := s.limits.Take(ctx, "refresh", sessionID); err != nil {
		return nil, err
	}
	reply, err := httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (session, error) {
		return s.refresh(ctx, tx, sessionID, number)
	})
	if errors.Is(err, errReused) {
		err = errors.Join(err, s.endStolen(ctx, sessionID))
	}
	return reply, err
}

func (s *service) handleLogout(ctx context.Context, _ *struct{}) (*httpapi.Reply[httpapi.None], error) {
	caller := auth.MustFrom(ctx)
	return httpapi.Commit(ctx, s.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, s.endSession(ctx, tx, caller.UserID, caller.SessionID, events.SessionEndedByLogout)
	})
}

func (s *service) handleForgotPassword(ctx context.Context, in *forgotPasswordInput) (*httpapi.Reply[struct{}], error) {
	email := string(in.Body.Email)
	if err := s.take(ctx, "code_email", email); err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, s.DB, http.StatusAccepted, func(tx *gorm.DB) (struct{}, error) {
		return struct{}{}, s.forgot(ctx, tx, email)
	})
}

func (s *service) handleSetPassword(ctx context.Context, in *setPasswordInput) (*httpapi.Reply[session], error) {
	email := string(in.Body.Email)
	if err := s.refuseWeak("/password", in.Body.Password, email, ""); err != nil {
		return nil, err
	}
	hash, err := s.Hasher.Hash(ctx, in.Body.Password) // before the code counts: a caller who gets a 503 has lost no attempt
	if err != nil {
		return nil, err
	}
	c, err := s.checkCode(ctx, codeClaim{Purpose: onetimecode.Password, Email: email, Code: string(in.Body.Code)})
	if err != nil {
		return nil, err
	}
	// Whoever has the right code may learn that the password is made of the name.
	if u, err := userByID(s.DB.WithContext(ctx), *c.UserID); err == nil {
		if err := s.refuseWeak("/password", in.Body.Password, email, u.FullName); err != nil {
			return nil, err
		}
	}
	reply, err := httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (session, error) {
		return s.setPassword(ctx, tx, c, email, hash)
	})
	return reply, s.noteRejection(ctx, &c, err)
}

func (s *service) handleChangePassword(ctx context.Context, in *changePasswordInput) (*httpapi.Reply[httpapi.None], error) {
	caller := auth.MustFrom(ctx)
	if err := s.refuseWeak("/newPassword", in.Body.NewPassword, caller.Email, caller.Name); err != nil {
		return nil, err
	}
	found, err := s.reauthenticate(ctx, caller, in.Body.CurrentPassword)
	if err != nil {
		return nil, err
	}
	hash, err := s.Hasher.Hash(ctx, in.Body.NewPassword)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, s.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, s.changePassword(ctx, tx, found, caller.SessionID, hash)
	})
}

func (s *service) handleListSessions(ctx context.Context, in *listSessionsInput) (*httpapi.Reply[httpapi.List[sessionInfo]], error) {
	caller := auth.MustFrom(ctx)
	live := s.DB.WithContext(ctx).Where("user_id = ? AND expires_at > ?", caller.UserID, s.Clock.Now())
	sessions, total, err := httpapi.Find[openSession](live, in.Page, "last_used_at DESC, id DESC")
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.Listed(viewSessions(sessions, caller.SessionID), total, in.Page))
}

func (s *service) handleEndSession(ctx context.Context, in *sessionInput) (*httpapi.Reply[httpapi.None], error) {
	caller := auth.MustFrom(ctx)
	return httpapi.Commit(ctx, s.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, s.endSession(ctx, tx, caller.UserID, in.ID, events.SessionEndedByUser)
	})
}

// take counts a call against the limit by email address, in a form that keeps no address.
func (s *service) take(ctx context.Context, limit, email string) error {
	return s.limits.Take(ctx, limit, s.Pseudonyms.OfEmail(email))
}

// localeOf is the locale asked for, else the first one that the client accepts, else English.
func localeOf(ctx context.Context, asked string) string {
	for _, locale := range []string{asked, httpapi.AcceptLanguage(ctx)} {
		if locale != "" {
			return locale
		}
	}
	return english
}
