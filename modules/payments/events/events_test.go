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
		PaymentReceived{PaymentID: payment, OrderID: order, Amount: 4990, ReceivedAt: at, Total: 4990, Type: "paypal"},
		PaymentFailed{PaymentID: payment, OrderID: order, Type: "card"},
		PaymentProcessing{PaymentID: payment, OrderID: order, Type: "sepa_debit"},
		PaymentMismatched{
			PaymentID: payment, OrderID: order, ProviderID: "pi_3PqT2h", Asked: 4990, Received: 4900, Total: 4900, ReceivedAt: at, Type: "card",
		},
		PaymentEnded{PaymentID: payment, OrderID: order},
		RefundedAtProvider{OrderID: order, Total: 1200, FoundAt: at},
		DisputeChanged{OrderID: order, DisputeID: "dp_1PqT2h", Status: DisputeStatusOpen, Amount: 4990, DueAt: &at, ChangedAt: at},
		RefundConfirmed{RefundID: refund, OrderID: order, Amount: 1200, AtProvider: new(int64(300))},
		TaskRetried{TaskID: payment, OrderID: order, Kind: "cancel"},
		StatementUploaded{StatementID: payment, FileName: "2026-11-20-camt053.xml", FromDay: new("2026-11-18"), ToDay: new("2026-11-20"),
			Booked: 8, Open: 2, Known: 1, Ignored: 3},
		TransferReceived{EntryID: refund, StatementID: payment, OrderID: order, Amount: 4990, Total: 5990, BookedOn: "2026-11-20", Itself: true,
			ReceivedAt: at},
		EntryIgnored{EntryID: refund, StatementID: payment, OrderID: new(order), Amount: 4990, BookedOn: "2026-11-20",
			Reason: "A supplier's refund."},
		RefundFailed{RefundID: refund, OrderID: order, Amount: 1200, Reason: "expired_or_canceled_card"},
	)
}
