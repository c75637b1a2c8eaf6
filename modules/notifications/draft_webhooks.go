package notifications

import (
	webhooks "orderd/modules/webhooks/events"
)

func webhookFailing(e webhooks.EndpointFailing) draft {
	return draft{
		kind: kindWebhookFailing, notice: noticeWebhookFailing, locale: defaultLocale,
		data: ids{"endpointId": e.EndpointID}, params: params{"host": e.Host},
	}
}

// webhookDisabled is for an endpoint that has failed for too long. Who disables one knows it, and
// so does a receiver that asks for it by 410.
func webhookDisabled(e webhooks.EndpointDisabled) draft {
	return draft{
		kind: kindWebhookDisabled, notice: noticeWebhookDisabled, locale: defaultLocale,
		data: ids{"endpointId": e.EndpointID}, params: params{"host": e.Host},
	}.skipIf(e.Reason != webhooks.DisabledByFailures)
}
