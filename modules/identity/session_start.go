package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// startSession begins a session of the locked user; method is events.LoggedIn's.
func (s *service) startSession(ctx context.Context, tx *gorm.DB, u *user, method events.LoginMethod, now time.Time) (session, error) {
	began := newSession(u, httpapi.UserAgent(ctx), now)
	if err := tx.Create(&began).Error; err != nil {
		return session{}, err
	}
	err := eventbus.Publish(ctx, tx, events.LoggedIn{UserID: u.ID, SessionID: began.ID, Method: method, Network: httpapi.NetworkDigest(ctx)})
	if err != nil {
		return session{}, err
	}
	return s.answer(u, &began, now)
}

// answer makes the tokens of the session.
func (s *service) answer(u *user, of *openSession, now time.Time) (session, error) {
	token, ttl, err := s.Authority.Issue(auth.Principal{
		UserID: u.ID, SessionID: of.ID, Role: u.Role, AccountType: string(u.AccountType), Email: u.Email, Name: u.FullName,
	})
	if err != nil {
		return session{}, err
	}
	return viewSession(u, token, ttl, of.refreshToken(s.Config.Secret), of.ExpiresAt.Sub(now)), nil
}

// endSession ends one session of the user, and its access tokens. It returns fault.Missing when the user has no such session.
func (s *service) endSession(ctx context.Context, tx *gorm.DB, userID, sessionID string, reason events.SessionEndReason) error {
	if !id.Valid(sessionID) {
		return fault.Missing()
	}
	if _, err := lockUser(tx, userID); err != nil {
		return err
	}
	done := tx.Where("id = ? AND user_id = ?", sessionID, userID).Delete(&openSession{})
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.Missing()
	}
	if done.Error != nil {
		return done.Error
	}
	return s.announceEnd(ctx, tx, userID, []string{sessionID}, reason)
}

// endSessions ends the sessions of the locked user but the one to keep ("" keeps none), and their access tokens.
func (s *service) endSessions(ctx context.Context, tx *gorm.DB, userID, keep string, reason events.SessionEndReason) error {
	ended, err := deleteSessions(tx, userID, keep)
	if err != nil || len(ended) == 0 {
		return err
	}
	return s.announceEnd(ctx, tx, userID, ended, reason)
}

func (s *service) announceEnd(ctx context.Context, tx *gorm.DB, userID string, ended []string, reason events.SessionEndReason) error {
	if err := s.Authority.Revoke(ctx, tx, "", ended...); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.SessionsEnded{UserID: userID, SessionIDs: ended, Reason: reason})
}
