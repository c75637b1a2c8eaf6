package notifications

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
)

// ticketLife is how long a ticket waits for its one use.
const ticketLife = 30 * time.Second

// streamTicket lets its holder open one stream in place of the access token with which it was made.
// It has as much of that token's caller as decides whether the stream may go on
// (auth.Authority.StillValid). The ticket itself is stored nowhere.
type streamTicket struct {
	Hash                       string `gorm:"primaryKey"`
	UserID, SessionID, TokenID string
	Role                       auth.Role
	RoleID                     string
	Scopes                     auth.Scopes
	TokenExpiresAt             time.Time
	ExpiresAt                  time.Time // of the ticket, if it is not used
}

func (streamTicket) TableName() string { return "notifications_stream_tickets" }

// caller is the caller of the stream.
func (t streamTicket) caller() auth.Principal {
	return auth.Principal{
		UserID: t.UserID, SessionID: t.SessionID, TokenID: t.TokenID, Role: t.Role, RoleID: t.RoleID, Scopes: t.Scopes,
		ExpiresAt: t.TokenExpiresAt,
	}
}

// hashTicket is how a ticket is known.
func hashTicket(ticket string) string {
	sum := sha256.Sum256([]byte(ticket))
	return hex.EncodeToString(sum[:])
}

// issueTicket makes a ticket for the caller.
func issueTicket(tx *gorm.DB, me auth.Principal, now time.Time) (ticket string, t streamTicket, err error) {
	if err := lockUser(tx, me.UserID); err != nil {
		return "", streamTicket{}, err
	}
	if err := deleteTicketsUntil(tx, now); err != nil {
		return "", streamTicket{}, err
	}
	ticket = rand.Text()
	t = streamTicket{
		Hash: hashTicket(ticket), UserID: me.UserID, SessionID: me.SessionID, TokenID: me.TokenID,
		Role: me.Role, RoleID: me.RoleID, Scopes: me.Scopes, TokenExpiresAt: me.ExpiresAt, ExpiresAt: now.Add(ticketLife),
	}
	return ticket, t, tx.Create(&t).Error
}
