package events

import (
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	const (
		documentID = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e90"
		former     = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e91"
		orderID    = "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"
		user       = "0199d5a0-93c4-7a50-8b1c-6d2e3f405160"
	)
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	eventbustest.Golden(t, "testdata", DocumentIssued{
		DocumentID: documentID, Number: "RE-2026-000002", Kind: KindInvoice, OrderID: orderID, OrderNumber: "ORD-4071826651",
		RefersTo: &Reference{ID: former, Number: "RE-2026-000001"},
		Replaced: &Cancellation{
			ID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e92", Number: "ST-2026-000001",
			PDFSHA256: "5c2f0e3d1b6a49788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
		},
		UserID: user, Locale: "de", IssuedAt: at, SuppliedAt: &at, DueAt: &at, Country: "DE",
		Taxes: []ordering.Tax{
			{Rate: 1900, Category: "S", Net: 4965, Tax: 943, Gross: 5908}, {Rate: 700, Category: "S", Net: 1373, Tax: 96, Gross: 1469},
		},
		Net: 6338, Tax: 1039, Gross: 7377, PDFSHA256: "0f1e2d3c4b5a69788796a5b4c3d2e1f05c2f0e3d1b6a49788796a5b4c3d2e1f0",
		Email: "ada@example.com", FullName: "Ada Lovelace",
	}, InvoiceRequested{OrderID: orderID, OrderNumber: "ORD-4071826651", DocumentID: documentID, Number: "RE-2026-000001"},
		InvoiceReplaced{
			OrderID: orderID, OrderNumber: "ORD-4071826651", UserID: user, ReplacedID: former, ReplacedNumber: "RE-2026-000001",
			DocumentID: documentID, Number: "RE-2026-000002", Reason: "The buyer has moved.",
		})
}
