package events

import (
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 13, 0, 0, 123456000, time.UTC)
	const application, admin, tracking = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910", "WHS-40718266519342"
	const address = "0b3f2f0e-8e2c-8b1a-9a55-0d1f6d0f1a11"
	eventbustest.Golden(t, "testdata",
		ApplicationSubmitted{
			ApplicationID: application, TrackingID: tracking, Locale: "de", SubmittedAt: at, BusinessName: "Rösterei Lindner GmbH",
			ContactFullName: "Jana Lindner", ContactPhone: "+49 30 1234567", ContactEmail: "jana@lindner.example", AddressID: address,
		},
		ApplicationApproved{
			ApplicationID: application, TrackingID: tracking, Locale: "de", DecidedAt: at, DecidedBy: admin, BusinessName: "Rösterei Lindner GmbH",
			ContactFullName: "Jana Lindner", ContactPhone: "+49 30 1234567", ContactEmail: "jana@lindner.example", AddressID: address,
		},
		ApplicationRejected{
			ApplicationID: application, TrackingID: tracking, Locale: "de", DecidedAt: at, DecidedBy: admin, Reason: "We deliver to resellers only.",
			BusinessName: "Rösterei Lindner GmbH", ContactFullName: "Jana Lindner", ContactEmail: "jana@lindner.example", AddressID: address,
		},
		InfoRequested{
			ApplicationID: application, TrackingID: tracking, Locale: "de", AskedBy: admin, Question: "Which products do you sell?",
			BusinessName: "Rösterei Lindner GmbH", ContactFullName: "Jana Lindner", ContactEmail: "jana@lindner.example", AddressID: address,
		},
		AnswerRecorded{
			ApplicationID: application, TrackingID: tracking, RecordedAt: at, RecordedBy: admin, Question: "Which products do you sell?",
			Answer: "Coffee and tea, in two shops.", BusinessName: "Rösterei Lindner GmbH", AddressID: address,
		},
	)
}
