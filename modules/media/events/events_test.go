package events

import (
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const picture = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"
	eventbustest.Golden(t, "testdata",
		Uploaded{MediaID: picture, URL: "https://api.example.com/media/" + picture + "/cup.jpg", Width: 1600, Height: 1200},
		DeletionRequested{MediaID: picture},
	)
}
