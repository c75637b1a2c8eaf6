package events

import (
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const payment, order, refund = "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910",
		"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"
	at := time.Date(2026, 11, 20, 13, 0, 0, 123456000, time.UTC)
	eventbustest.Golden(t, "testdata",
		PaymentReceived{PaymentID: payment, OrderID: order, Amount: 4990, ReceivedAt: at, Total: 4990},
		PaymentFailed{PaymentID: payment, OrderID: order},
		PaymentMismatched{PaymentID: payment, OrderID: order, ProviderID: "pi_3PqT2h", Asked: 4990, Received: 4900, Total: 4900, ReceivedAt: at},
		PaymentEnded{PaymentID: payment, OrderID: order},
		RefundedAtProvider{OrderID: order, Total: 1200, FoundAt: at},
		DisputeChanged{OrderID: order, DisputeID: "dp_1PqT2h", Status: DisputeStatusOpen, Amount: 4990, DueAt: &at, ChangedAt: at},
		RefundConfirmed{RefundID: refund, OrderID: order, Amount: 1200, AtProvider: new(int64(300))},
		TaskRetried{TaskID: payment, OrderID: order, Kind: "cancel"},
		RefundFailed{RefundID: refund, OrderID: order, Amount: 1200, Reason: "expired_or_canceled_card"},
	)
}
