package events_test

import (
	"testing"
	"time"

	"orderd/modules/webhooks/events"
	"orderd/platform/eventbus/eventbustest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	const endpoint, host = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f", "hooks.example.com"
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	eventbustest.Golden(t, "testdata",
		events.EndpointSaved{EndpointID: endpoint, Host: host, Events: []string{"ordering.*"}, PersonalData: true, Enabled: true, Created: true},
		events.EndpointDeleted{EndpointID: endpoint, Host: host},
		events.EndpointFailing{EndpointID: endpoint, Host: host, Since: at},
		events.EndpointDisabled{EndpointID: endpoint, Host: host, Reason: events.DisabledByFailures, DisabledAt: at},
		events.SecretRotated{EndpointID: endpoint, Host: host, OldUntil: &at},
		events.ReplayStarted{
			ReplayID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80", EndpointID: endpoint, From: at, To: at.Add(time.Hour), Events: []string{"ordering.*"},
		},
		events.RedeliveryStarted{
			DeliveryID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81", EndpointID: endpoint, EventID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e82",
		},
	)
}
