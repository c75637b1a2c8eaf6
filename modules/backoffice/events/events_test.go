package events_test

import (
	"testing"

	"orderd/modules/backoffice/events"
	"orderd/platform/eventbus/eventbustest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	eventbustest.Golden(t, "testdata", events.DeliveryRetried{
		DeliveryID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f", Consumer: "mailer.letters", EventID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162",
	})
}
