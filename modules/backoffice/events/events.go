// Package events is what backoffice announces: the module's public contract. Fields are only ever added.
package events

// DeliveryRetried: an admin gave a dead delivery another life.
type DeliveryRetried struct {
	DeliveryID string `json:"deliveryId"`
	Consumer   string `json:"consumer"`
	EventID    string `json:"eventId"`
}

func (DeliveryRetried) EventName() string  { return "backoffice.delivery_retried.v1" }
func (e DeliveryRetried) EventKey() string { return e.DeliveryID }
