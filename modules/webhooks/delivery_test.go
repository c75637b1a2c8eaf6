package webhooks

import (
	"testing"

	"orderd/test/kit"
)

func TestDeliveryDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "webhooks_deliveries.status", deliveryStates.Diagram())
}
