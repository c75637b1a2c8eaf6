// Package events is the public contract of backoffice: the events that it publishes. Fields are
// only ever added.
package events

// DeliveryRetried: an admin gave a dead delivery all its attempts again.
type DeliveryRetried struct {
	DeliveryID string `json:"deliveryId"`
	Consumer   string `json:"consumer"`
	EventID    string `json:"eventId"`
}

func (DeliveryRetried) EventName() string  { return "backoffice.delivery_retried.v1" }
func (e DeliveryRetried) EventKey() string { return e.DeliveryID }
