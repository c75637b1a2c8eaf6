package events

import (
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const picture = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"
	const address = "https://api.example.com/media/" + picture
	copies := []Rendition{{Width: 320, URL: address + "/cup-320.webp", ContentType: "image/webp"}}
	eventbustest.Golden(t, "testdata",
		Uploaded{MediaID: picture, URL: address + "/cup.jpg", Width: 1600, Height: 1200, Renditions: copies},
		Described{MediaID: picture, URL: address + "/cup.jpg", Width: 1600, Height: 1200, Renditions: copies},
		Fetched{
			FromURL: "https://cdn.example.com/cup.jpg", MediaID: picture, URL: address + "/cup.jpg", Width: 1600, Height: 1200,
			Renditions: copies,
		},
		FetchesRetried{Retried: 3},
		DeletionRequested{MediaID: picture},
		ReleaseRequested{MediaID: picture},
	)
}
