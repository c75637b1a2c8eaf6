package auth

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// KeySaved is published by SaveKey where several databases share their events: an API key was made,
// changed or revoked.
type KeySaved struct {
	KeyID     string     `json:"keyId"`
	Hash      string     `json:"hash"` // HashKey
	Scopes    Scopes     `json:"scopes"`
	ExpiresAt *time.Time `json:"expiresAt"`
	Revoked   bool       `json:"revoked"`
	Version   int64      `json:"version"` // the highest one counts
}

// EventName implements eventbus.Event.
func (KeySaved) EventName() string { return "auth.key_saved.v1" }

// EventKey implements eventbus.Event.
func (e KeySaved) EventKey() string { return e.KeyID }

// KeyUsed is published where several databases share their events: an API key was used in a minute
// that its other sites may not know of.
type KeyUsed struct {
	KeyID  string    `json:"keyId"`
	UsedAt time.Time `json:"usedAt"` // a whole minute
}

// EventName implements eventbus.Event.
func (KeyUsed) EventName() string { return "auth.key_used.v1" }

// EventKey implements eventbus.Event.
func (e KeyUsed) EventKey() string { return e.KeyID }

func (a *Authority) onKeySaved(ctx context.Context, tx *gorm.DB, m eventbus.Message[KeySaved]) error {
	e := m.Event
	_, err := a.writeKey(ctx, tx, APIKey{ID: e.KeyID, Hash: e.Hash, Scopes: e.Scopes, ExpiresAt: e.ExpiresAt,
		Revoked: e.Revoked, Version: e.Version})
	return err
}

func (a *Authority) onKeyUsed(_ context.Context, tx *gorm.DB, m eventbus.Message[KeyUsed]) error {
	_, err := saveKeyUse(tx, m.Event.KeyID, m.Event.UsedAt)
	return err
}
