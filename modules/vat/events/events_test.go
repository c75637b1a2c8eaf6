package events_test

import (
	"testing"
	"time"

	"orderd/modules/vat/events"
	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 12, 28, 10, 0, 0, 0, time.UTC)
	const user = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"
	eventbustest.Golden(t, "testdata",
		events.IDChanged{UserID: user, Status: events.StatusValid, ValidUntil: &until, VATID: "FR40303265045"},
		events.IDConfirmed{UserID: user, ConsultationNumber: "BZSt 4711", Reason: "Qualified confirmation of the BZSt."},
	)
}
