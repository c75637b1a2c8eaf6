package events_test

import (
	"testing"
	"time"

	"orderd/modules/mailer/events"
	"orderd/platform/eventbus/eventbustest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	const email, challenge = "0190b8a2-7c00-7000-8000-000000000001", "0190b8a2-7c00-7000-8000-000000000002"
	sentAt := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	eventbustest.Golden(t, "testdata",
		events.EmailSent{EmailID: email, Kind: events.KindRegistrationCode, ChallengeID: challenge, SentAt: sentAt},
		events.EmailFailed{EmailID: email, Kind: events.KindRegistrationCode, Attempts: 7},
		events.EmailRetried{EmailID: email, Kind: events.KindRegistrationCode},
	)
}
