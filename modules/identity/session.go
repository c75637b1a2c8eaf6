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
	adminIdleTimeout   = 12 * time.Hour // of a session of the staff
	sessionMaxLife     = 90 * 24 * time.Hour
	// refreshGrace is how long the refresh token just replaced is accepted once more, for a client
	// that lost the answer.
	refreshGrace = 10 * time.Second
)

// maxSessions is how many sessions an account has at most: another login ends the oldest.
const maxSessions = 100

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
	ProvedAt   *time.Time // the login, or a later proof of who uses it; nil in old rows: CreatedAt
	ExpiresAt  time.Time  // 30 days after the last use, of the staff 12 hours; not after EndsAt
	EndsAt     time.Time  // 90 days after the login
}

func (session) TableName() string { return "identity_sessions" }

// idleTimeout is how long a session of a user with the role lives without use.
func idleTimeout(role auth.Role) time.Duration {
	if role != auth.RoleCustomer {
		return adminIdleTimeout
	}
	return sessionIdleTimeout
}

func newSession(u *user, userAgent string, now time.Time) session {
	return session{
		ID: id.New(), UserID: u.ID, Number: 1, UserAgent: userAgent,
		CreatedAt: now, LastUsedAt: now, ProvedAt: &now, ExpiresAt: now.Add(idleTimeout(u.Role)),
		EndsAt: now.Add(sessionMaxLife),
	}
}

// isNew reports whether the session has just been started.
func (s *session) isNew() bool { return s.Number == 1 }

// provedAt is when its user last proved who it is: auth_time of its access tokens.
func (s *session) provedAt() time.Time {
	if s.ProvedAt == nil {
		return s.CreatedAt
	}
	return *s.ProvedAt
}

// justReplaced reports whether number is that of the refresh token replaced last, within the grace
// period.
func (s *session) justReplaced(number int64, now time.Time) bool {
	return number == s.Number-1 && s.RotatedAt != nil && now.Before(s.RotatedAt.Add(refreshGrace))
}

// startSession starts a session of the locked user. It locks the role of a member of the staff, so
// that a change of its scopes finds the session.
func startSession(
	ctx context.Context, tx *gorm.DB, u *user, method events.LoginMethod, now time.Time,
) (session, error) {
	return startProvedSession(ctx, tx, u, method, "", now)
}

// startProvedSession is startSession after the user has proved a second factor, too.
func startProvedSession(
	ctx context.Context, tx *gorm.DB, u *user, method events.LoginMethod, of events.ProofMethod, now time.Time,
) (session, error) {
	if u.RoleID != nil {
		if _, err := lockRole(tx, *u.RoleID); err != nil {
			return session{}, err
		}
	}
	s := newSession(u, httpapi.UserAgent(ctx), now)
	if err := tx.Create(&s).Error; err != nil {
		return session{}, err
	}
	return s, eventbus.Publish(ctx, tx, events.LoggedIn{
		UserID: u.ID, SessionID: s.ID, Method: method, SecondFactor: of, Network: httpapi.NetworkDigest(ctx),
	})
}
