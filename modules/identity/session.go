package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// The times of a session.
const (
	sessionIdleTimeout = 30 * 24 * time.Hour
	adminIdleTimeout   = 12 * time.Hour // of an admin's session
	sessionMaxLife     = 90 * 24 * time.Hour
	// refreshGrace is how long the refresh token just replaced is accepted once more, for a client
	// that lost the answer.
	refreshGrace = 10 * time.Second
)

// session is a login on one device. Number is that of its newest refresh token, which is derived
// and not stored. A session that ended is deleted.
type session struct {
	ID         string `gorm:"primaryKey"`
	UserID     string
	Number     int64
	UserAgent  string
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	LastUsedAt time.Time
	RotatedAt  *time.Time // when the newest refresh token replaced the one before
	ExpiresAt  time.Time  // 30 days after the last use, an admin's 12 hours; not after EndsAt
	EndsAt     time.Time  // 90 days after the login
}

func (session) TableName() string { return "identity_sessions" }

// idleTimeout is how long a session of a user with the role lives without use.
func idleTimeout(role auth.Role) time.Duration {
	if role == auth.RoleAdmin {
		return adminIdleTimeout
	}
	return sessionIdleTimeout
}

func newSession(u *user, userAgent string, now time.Time) session {
	return session{
		ID: id.New(), UserID: u.ID, Number: 1, UserAgent: userAgent,
		CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(idleTimeout(u.Role)), EndsAt: now.Add(sessionMaxLife),
	}
}

// justReplaced reports whether number is that of the refresh token replaced last, within the grace
// period.
func (s *session) justReplaced(number int64, now time.Time) bool {
	return number == s.Number-1 && s.RotatedAt != nil && now.Before(s.RotatedAt.Add(refreshGrace))
}

// startSession starts a session of the locked user.
func startSession(ctx context.Context, tx *gorm.DB, u *user, method events.LoginMethod, now time.Time) (session, error) {
	s := newSession(u, httpapi.UserAgent(ctx), now)
	if err := tx.Create(&s).Error; err != nil {
		return session{}, err
	}
	return s, eventbus.Publish(ctx, tx, events.LoggedIn{UserID: u.ID, SessionID: s.ID, Method: method, Network: httpapi.NetworkDigest(ctx)})
}
