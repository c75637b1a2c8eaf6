package events

import (
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	reason := "It is about another product."
	eventbustest.Golden(t, "testdata", ReviewSaved{
		ReviewID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", ProductID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405163",
		UserID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405164", Change: "hidden", Rating: 2, Sum: 9, Count: 2, Reason: &reason,
	})
}
