package events

import (
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const recipient, user = "5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52", "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"
	eventbustest.Golden(t, "testdata",
		RecipientSaved{
			RecipientID: recipient, UserID: user, TotalOrders: 2,
			FullName: "Grace Hopper", Phone: "+1 555-0100", Address: "12 Navy Street, 20001 Washington", Country: "US",
			Line1: new("12 Navy Street"), PostalCode: new("20001"), City: new("Washington"),
		},
		RecipientDeleted{RecipientID: recipient, UserID: user},
	)
}
