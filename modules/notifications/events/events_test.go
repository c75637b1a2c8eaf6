package events_test

import (
	"testing"

	"orderd/modules/notifications/events"
	"orderd/platform/eventbus/eventbustest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	const user = "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"
	eventbustest.Golden(t, "testdata",
		events.NoticesDue{UserID: user, More: 2, Notices: []events.Notice{
			{Kind: "order_new", Title: "New order ORD-0971623718", Body: "€50.70, to be paid by bank transfer."},
		}},
		events.NoticesChosen{UserID: user, Switches: []events.Switches{
			{Kind: "order_new", Inbox: true, Mail: true}, {Kind: events.KindWebhookDisabled, Inbox: true, Mail: false},
		}},
	)
}
