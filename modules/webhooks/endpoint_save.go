package webhooks

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/webhooks/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/secret"
)

// createEndpoint saves a new endpoint and returns its secret. It returns limit_reached when there
// are maxEndpoints.
func createEndpoint(
	ctx context.Context, tx *gorm.DB, s endpointSettings, ring secret.Keyring, now time.Time,
) (endpoint, signingKey, error) {
	free, err := takePlace(tx)
	if err != nil {
		return endpoint{}, nil, err
	}
	if !free {
		return endpoint{}, nil, fault.New(codeLimitReached, "There are 20 endpoints already.")
	}
	e, key := newEndpoint(s, ring, now)
	if err := tx.Create(&e).Error; err != nil {
		return endpoint{}, nil, err
	}
	return e, key, publishSaved(ctx, tx, e, true)
}

// changeEndpoint changes an endpoint's settings. It returns fault.NotFound,
// fault.PreconditionFailed, and what change returns.
func changeEndpoint(
	ctx context.Context, tx *gorm.DB, endpointID string, match httpapi.IfMatch, change func(*endpointSettings) error,
	now time.Time,
) (endpoint, error) {
	e, err := lockEndpoint(tx, endpointID)
	if err != nil {
		return endpoint{}, err
	}
	if err := match.Require(e.Version); err != nil {
		return endpoint{}, err
	}
	wasEnabled, s := e.Enabled, e.settings()
	if err := change(&s); err != nil {
		return endpoint{}, err
	}
	e.change(s, now)
	if e.Enabled && !wasEnabled {
		if err := e.expediteQueue(tx, now); err != nil {
			return endpoint{}, err
		}
	}
	if err := database.SaveVersion(tx, &e, &e.Version); err != nil {
		return endpoint{}, err
	}
	if err := publishSaved(ctx, tx, e, false); err != nil || e.Enabled || !wasEnabled {
		return e, err
	}
	return e, eventbus.Publish(ctx, tx, e.disabledEvent())
}

func publishSaved(ctx context.Context, tx *gorm.DB, e endpoint, created bool) error {
	return eventbus.Publish(ctx, tx, e.savedEvent(created))
}

// rotateSecret gives an endpoint a new secret and returns it. It returns fault.NotFound and
// fault.PreconditionFailed.
func rotateSecret(
	ctx context.Context, tx *gorm.DB, endpointID string, match httpapi.IfMatch, endOld bool, ring secret.Keyring,
	now time.Time,
) (endpoint, signingKey, error) {
	e, err := lockEndpoint(tx, endpointID)
	if err != nil {
		return endpoint{}, nil, err
	}
	if err := match.Require(e.Version); err != nil {
		return endpoint{}, nil, err
	}
	key := e.rotate(ring, endOld, now)
	if err := database.SaveVersion(tx, &e, &e.Version); err != nil {
		return endpoint{}, nil, err
	}
	return e, key, eventbus.Publish(ctx, tx, events.SecretRotated{EndpointID: e.ID, Host: hostOf(e.URL),
		OldUntil: e.OldUntil})
}
