package storefront

import "slices"

// orderMethod is how an order comes to the buyer.
type orderMethod struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // delivery, pickup
}

// pickupWords are the stages and the entries that are called otherwise where the buyer collects the
// goods.
var pickupWords = []string{"shipped", "partially_shipped", "delivered", "undelivered"}

// shown is the name of an order's stage, or of an entry of its timeline, in the texts of the pages.
func (m orderMethod) shown(stage string) string {
	if m.Kind == kindPickup && slices.Contains(pickupWords, stage) {
		return "pickup_" + stage
	}
	return stage
}

// ShownStage is the order's stage in the texts of the pages.
func (o order) ShownStage() string { return o.ShippingMethod.shown(o.Stage) }

// EventWord is the name of an entry of the order's timeline in the texts of the pages.
func (o order) EventWord(e trackingEvent) string { return o.ShippingMethod.shown(e.Known()) }

// IsPickup reports whether the buyer collects the goods.
func (o order) IsPickup() bool { return o.ShippingMethod.Kind == kindPickup }

// ShownStage is the order's stage in the texts of the pages.
func (o orderSummary) ShownStage() string { return o.Method.shown(o.Stage) }
