package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	notifications "orderd/modules/notifications/events"
	webhooks "orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// onEndpointDisabled alerts those who can enable the endpoint again.
func onEndpointDisabled(ctx context.Context, tx *gorm.DB, m eventbus.Message[webhooks.EndpointDisabled]) error {
	return alertHolders(ctx, tx, "webhooks:write", events.AlertWebhookDisabled, m.Event.Host)
}

// hasFailed reports whether the endpoint was disabled because it failed for too long.
func hasFailed(e webhooks.EndpointDisabled) bool { return e.Reason == webhooks.DisabledByFailures }

// onNoticesDue addresses the mail of notices to a member of the staff. Who has left gets none.
func onNoticesDue(ctx context.Context, tx *gorm.DB, m eventbus.Message[notifications.NoticesDue]) error {
	u, err := lockUser(tx, m.Event.UserID)
	switch {
	case fault.Is(err, fault.Unauthenticated): // erased
		return nil
	case err != nil:
		return err
	case !u.isStaff() || u.disabled():
		return nil
	}
	return eventbus.Publish(ctx, tx, events.StaffAlerted{
		UserID: u.ID, Alert: events.AlertNotices, Locale: u.Locale, Email: u.Email, FullName: u.FullName, More: m.Event.More,
		Notices: convert.All(m.Event.Notices, func(n notifications.Notice) events.StaffNotice {
			return events.StaffNotice{Title: n.Title, Body: n.Body}
		}),
	})
}

// onNoticesChosen keeps whether a member of the staff wants no mail of disabled webhooks.
func onNoticesChosen(_ context.Context, tx *gorm.DB, m eventbus.Message[notifications.NoticesChosen]) error {
	for _, s := range m.Event.Switches {
		if s.Kind == notifications.KindWebhookDisabled {
			return saveWebhookMails(tx, m.Event.UserID, s.Mail)
		}
	}
	return nil
}

// alertHolders publishes an event for each holder of the scope who has not switched these mails
// off. Of the event the mailer makes an email.
func alertHolders(ctx context.Context, tx *gorm.DB, scope auth.Scope, alert events.StaffAlert, host string) error {
	holders, err := lockHolders(tx, scope)
	if err != nil {
		return err
	}
	var alerts []eventbus.Event
	for _, u := range holders {
		if u.MutesWebhooks {
			continue
		}
		alerts = append(alerts, events.StaffAlerted{
			UserID: u.ID, Alert: alert, Host: host, Locale: u.Locale, Email: u.Email, FullName: u.FullName,
		})
	}
	return eventbus.Publish(ctx, tx, alerts...)
}
