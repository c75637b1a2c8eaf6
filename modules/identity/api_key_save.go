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
)

// apiKeyChange is what may be changed of a key; nil leaves a field as it is.
type apiKeyChange struct {
	Name      *string
	Scopes    []auth.Scope
	ExpiresAt **time.Time // to nil: the key never expires
}

// createAPIKey makes a key and returns its text, which is kept nowhere. It returns fault.Forbidden
// for a scope that the caller lacks.
func createAPIKey(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, c apiKeyChange, now time.Time,
) (apiKey, string, error) {
	if err := requireScopes(caller, c.Scopes); err != nil {
		return apiKey{}, "", err
	}
	k, text := newAPIKey(*c.Name, c.Scopes, *c.ExpiresAt, caller, now)
	if err := tx.Create(&k).Error; err != nil {
		return apiKey{}, "", err
	}
	return k, text, enforceAPIKey(ctx, tx, authority, &k, k.savedEvent())
}

// editAPIKey changes a key. It returns fault.Missing, fault.PreconditionFailed,
// fault.InvalidTransition for a revoked key, and fault.Forbidden when the key would have a scope
// that the caller lacks.
func editAPIKey(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, keyID string,
	match httpapi.IfMatch, c apiKeyChange, now time.Time,
) (apiKey, error) {
	k, err := lockAPIKey(tx, keyID)
	if err != nil {
		return apiKey{}, err
	}
	if err := match.Require(k.Version); err != nil {
		return apiKey{}, err
	}
	if err := k.change(c, now); err != nil {
		return apiKey{}, err
	}
	if err := requireScopes(caller, k.Scopes.List()); err != nil {
		return apiKey{}, err
	}
	if err := saveAPIKey(tx, &k); err != nil {
		return apiKey{}, err
	}
	return k, enforceAPIKey(ctx, tx, authority, &k, k.savedEvent())
}

// revokeAPIKey revokes a key for good; one that was revoked before stays as it is. It returns
// fault.Missing and fault.PreconditionFailed.
func revokeAPIKey(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keyID string, match httpapi.IfMatch, now time.Time,
) error {
	k, err := lockAPIKey(tx, keyID)
	if err != nil {
		return err
	}
	if err := match.Require(k.Version); err != nil {
		return err
	}
	if !k.revoke(now) {
		return nil
	}
	if err := saveAPIKey(tx, &k); err != nil {
		return err
	}
	return enforceAPIKey(ctx, tx, authority, &k, events.APIKeyRevoked{KeyID: k.ID})
}

// enforceAPIKey makes the key count as it was saved, and publishes what was done.
func enforceAPIKey(ctx context.Context, tx *gorm.DB, authority *auth.Authority, k *apiKey, done eventbus.Event) error {
	if err := authority.SaveKey(ctx, tx, k.verifiable()); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, done)
}

// checkExpiry rejects an expiry that is over.
func (c apiKeyChange) checkExpiry(now time.Time) []fault.Field {
	if c.ExpiresAt == nil || *c.ExpiresAt == nil || (*c.ExpiresAt).After(now) {
		return nil
	}
	return []fault.Field{{Pointer: "/expiresAt", Code: fault.OutOfRange, Detail: "must be in the future"}}
}
