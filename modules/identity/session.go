package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/secret"
)

// The times of a session.
const (
	sessionIdle = 30 * 24 * time.Hour
	staffIdle   = 12 * time.Hour // of an admin's session
	sessionLife = 90 * 24 * time.Hour
	// refreshGrace is how long the token just replaced is answered once more, for a client that lost the answer.
	refreshGrace = 10 * time.Second
)

// openSession is a login on one device. Number is that of its newest refresh token; the token itself is derived, not stored.
// A session that ended is deleted.
type openSession struct {
	ID         string `gorm:"primaryKey"`
	UserID     string
	Number     int64
	UserAgent  string
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	LastUsedAt time.Time
	RotatedAt  *time.Time // when the newest token took the place of the one before
	ExpiresAt  time.Time  // 30 days after the last use, an admin's 12 hours; not after EndsAt
	EndsAt     time.Time  // 90 days after the login
}

func (openSession) TableName() string { return "identity_sessions" }

// idleOf is how long a session of a user with the role lives without use.
func idleOf(role auth.Role) time.Duration {
	if role == auth.RoleAdmin {
		return staffIdle
	}
	return sessionIdle
}

func newSession(u *user, userAgent string, now time.Time) openSession {
	return openSession{
		ID: id.New(), UserID: u.ID, Number: 1, UserAgent: userAgent,
		CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(idleOf(u.Role)), EndsAt: now.Add(sessionLife),
	}
}

// lately tells whether number is that of the token replaced last, not long ago.
func (s *openSession) lately(number int64, now time.Time) bool {
	return number == s.Number-1 && s.RotatedAt != nil && now.Before(s.RotatedAt.Add(refreshGrace))
}

// A refresh token is the base64url form of session id (16 bytes), number (8) and HMAC-SHA256 of both (32): nothing is
// stored of it, and a token that nobody was given costs no query.
const refreshTokenSize = 16 + 8 + sha256.Size

// refreshToken is the session's newest.
func (s *openSession) refreshToken(ring secret.Keyring) string {
	sessionID := uuid.MustParse(s.ID)
	token := binary.BigEndian.AppendUint64(sessionID[:], uint64(s.Number))
	return base64.RawURLEncoding.EncodeToString(append(token, refreshMAC(ring.First(), token)...))
}

// openRefreshToken gives back what refreshToken put in, under whichever secret; ok is false for any other text.
func openRefreshToken(ring secret.Keyring, text string) (sessionID string, number int64, ok bool) {
	token, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(token) != refreshTokenSize {
		return "", 0, false
	}
	body, mac := token[:24], token[24:]
	for key := range ring.Keys() {
		if hmac.Equal(mac, refreshMAC(key, body)) {
			return uuid.UUID(body[:16]).String(), int64(binary.BigEndian.Uint64(body[16:])), true
		}
	}
	return "", 0, false
}

func refreshMAC(key, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("orderd/refresh/v1\x00"))
	mac.Write(body)
	return mac.Sum(nil)
}
