package events_test

import (
	"testing"
	"time"

	"orderd/modules/mailer/events"
	"orderd/platform/eventbus/eventbustest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	const letter, challenge = "0190b8a2-7c00-7000-8000-000000000001", "0190b8a2-7c00-7000-8000-000000000002"
	eventbustest.Golden(t, "testdata",
		events.LetterSent{LetterID: letter, Kind: "registration_code", ChallengeID: challenge, SentAt: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)},
		events.LetterFailed{LetterID: letter, Kind: "registration_code", Attempts: 7},
		events.LetterRetried{LetterID: letter, Kind: "registration_code"},
	)
}
