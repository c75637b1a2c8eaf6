package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	webhooks "orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
)

// onEndpointDisabled alerts those who can enable the endpoint again.
func onEndpointDisabled(ctx context.Context, tx *gorm.DB, m eventbus.Message[webhooks.EndpointDisabled]) error {
	return alertHolders(ctx, tx, "webhooks:write", events.AlertWebhookDisabled, m.Event.Host)
}

// hasFailed reports whether the endpoint was disabled because it failed for too long.
func hasFailed(e webhooks.EndpointDisabled) bool { return e.Reason == webhooks.DisabledByFailures }

// alertHolders publishes an event for each holder of the scope, of which the mailer makes an email.
func alertHolders(ctx context.Context, tx *gorm.DB, scope auth.Scope, alert events.StaffAlert, host string) error {
	holders, err := lockHolders(tx, scope)
	if err != nil {
		return err
	}
	alerts := make([]eventbus.Event, len(holders))
	for i, u := range holders {
		alerts[i] = events.StaffAlerted{UserID: u.ID, Alert: alert, Host: host, Locale: u.Locale, Email: u.Email, FullName: u.FullName}
	}
	return eventbus.Publish(ctx, tx, alerts...)
}
