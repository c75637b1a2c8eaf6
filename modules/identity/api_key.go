package identity

import (
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// apiKeyStatus says whether an API key is good.
type apiKeyStatus string

// The statuses. A revoked key stays revoked; an expired one is active again with a later expiry.
const (
	apiKeyActive  apiKeyStatus = "active"
	apiKeyExpired apiKeyStatus = "expired"
	apiKeyRevoked apiKeyStatus = "revoked"
)

// Values are all of them.
func (apiKeyStatus) Values() []string {
	return convert.Strings(apiKeyActive, apiKeyExpired, apiKeyRevoked)
}

// apiKey is the bearer token of a program, of which only the SHA-256 is kept. It outlives the role
// of its maker. platform/auth verifies it by what verifiable returns.
type apiKey struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	Prefix    string // auth.KeyPrefix
	Hash      string // auth.HashKey
	Scopes    auth.Scopes
	CreatedBy string // the actor
	ExpiresAt *time.Time
	RevokedAt *time.Time
	Version   int64     // counts the changes
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (apiKey) TableName() string { return "identity_api_keys" }

// newAPIKey makes a key; its text is returned once.
func newAPIKey(
	name string, scopes []auth.Scope, expiresAt *time.Time, caller auth.Principal, now time.Time,
) (k apiKey, text string) {
	text = auth.NewKey()
	return apiKey{
		ID: id.New(), Name: name, Prefix: auth.KeyPrefix(text), Hash: auth.HashKey(text), Scopes: auth.ScopesOf(scopes...),
		CreatedBy: caller.Actor(), ExpiresAt: expiresAt, Version: 1, CreatedAt: now, UpdatedAt: now,
	}, text
}

// statusAt is the status that a client sees.
func (k *apiKey) statusAt(now time.Time) apiKeyStatus {
	switch {
	case k.RevokedAt != nil:
		return apiKeyRevoked
	case k.ExpiresAt != nil && !now.Before(*k.ExpiresAt):
		return apiKeyExpired
	}
	return apiKeyActive
}

// change applies the change. It returns fault.InvalidTransition for a revoked key.
func (k *apiKey) change(c apiKeyChange, now time.Time) error {
	if k.RevokedAt != nil {
		return fault.New(fault.InvalidTransition, "The key was revoked.")
	}
	if c.Name != nil {
		k.Name = *c.Name
	}
	if c.Scopes != nil {
		k.Scopes = auth.ScopesOf(c.Scopes...)
	}
	if c.ExpiresAt != nil {
		k.ExpiresAt = *c.ExpiresAt
	}
	k.UpdatedAt = now
	return nil
}

// revoke revokes the key and reports whether it was not revoked before.
func (k *apiKey) revoke(now time.Time) bool {
	if k.RevokedAt != nil {
		return false
	}
	k.RevokedAt, k.UpdatedAt = &now, now
	return true
}

func (k *apiKey) verifiable() auth.APIKey {
	return auth.APIKey{
		ID: k.ID, Hash: k.Hash, Scopes: k.Scopes, ExpiresAt: k.ExpiresAt, Revoked: k.RevokedAt != nil, Version: k.Version,
	}
}

func (k *apiKey) savedEvent() events.APIKeySaved {
	scopes := convert.All(k.Scopes.List(), func(s auth.Scope) string { return string(s) })
	return events.APIKeySaved{KeyID: k.ID, Name: k.Name, Prefix: k.Prefix, Scopes: scopes, ExpiresAt: k.ExpiresAt}
}
