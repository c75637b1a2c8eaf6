// Package events is the public contract of webhooks: the events that it publishes. Fields are only
// ever added. An endpoint's URL may hold a token in its path, so that events name its host alone.
package events

import (
	"time"

	"orderd/platform/convert"
)

// DisabledReason says why an endpoint is disabled.
type DisabledReason string

// The reasons.
const (
	DisabledByAdmin    DisabledReason = "admin"
	DisabledByGone     DisabledReason = "gone"     // it answered 410
	DisabledByFailures DisabledReason = "failures" // it failed for 72 hours
)

// Values are all of them.
func (DisabledReason) Values() []string {
	return convert.Strings(DisabledByAdmin, DisabledByGone, DisabledByFailures)
}

// SchemaName is the name in the OpenAPI document.
func (DisabledReason) SchemaName() string { return "WebhookDisabledReason" }

// EndpointSaved: an admin created or changed an endpoint.
type EndpointSaved struct {
	EndpointID   string   `json:"endpointId"`
	Host         string   `json:"host"`
	Events       []string `json:"events"` // the patterns
	PersonalData bool     `json:"personalData"`
	Enabled      bool     `json:"enabled"`
	Created      bool     `json:"created"`
}

func (EndpointSaved) EventName() string  { return "webhooks.endpoint_saved.v1" }
func (e EndpointSaved) EventKey() string { return e.EndpointID }

// EndpointDeleted: an admin deleted an endpoint, and with it its deliveries.
type EndpointDeleted struct {
	EndpointID string `json:"endpointId"`
	Host       string `json:"host"`
}

func (EndpointDeleted) EventName() string  { return "webhooks.endpoint_deleted.v1" }
func (e EndpointDeleted) EventKey() string { return e.EndpointID }

// EndpointFailing: an endpoint has failed for an hour.
type EndpointFailing struct {
	EndpointID string    `json:"endpointId"`
	Host       string    `json:"host"`
	Since      time.Time `json:"since"`
}

func (EndpointFailing) EventName() string  { return "webhooks.endpoint_failing.v1" }
func (e EndpointFailing) EventKey() string { return e.EndpointID }

// EndpointDisabled: an endpoint gets nothing any more until an admin enables it.
type EndpointDisabled struct {
	EndpointID string         `json:"endpointId"`
	Host       string         `json:"host"`
	Reason     DisabledReason `json:"reason"`
	DisabledAt time.Time      `json:"disabledAt"`
}

func (EndpointDisabled) EventName() string  { return "webhooks.endpoint_disabled.v1" }
func (e EndpointDisabled) EventKey() string { return e.EndpointID }

// SecretRotated: an endpoint has a new secret. OldUntil is when the one before ends, nil when it
// ended at once.
type SecretRotated struct {
	EndpointID string     `json:"endpointId"`
	Host       string     `json:"host"`
	OldUntil   *time.Time `json:"oldUntil"`
}

func (SecretRotated) EventName() string  { return "webhooks.secret_rotated.v1" }
func (e SecretRotated) EventKey() string { return e.EndpointID }

// ReplayStarted: events of the log are sent to an endpoint again, those that occurred in [From, To)
// and match Events; none means the endpoint's.
type ReplayStarted struct {
	ReplayID   string    `json:"replayId"`
	EndpointID string    `json:"endpointId"`
	From       time.Time `json:"from"`
	To         time.Time `json:"to"`
	Events     []string  `json:"events"`
}

func (ReplayStarted) EventName() string  { return "webhooks.replay_started.v1" }
func (e ReplayStarted) EventKey() string { return e.EndpointID }

// RedeliveryStarted: an admin sends one event to an endpoint again.
type RedeliveryStarted struct {
	DeliveryID string `json:"deliveryId"`
	EndpointID string `json:"endpointId"`
	EventID    string `json:"eventId"`
}

func (RedeliveryStarted) EventName() string  { return "webhooks.redelivery_started.v1" }
func (e RedeliveryStarted) EventKey() string { return e.EndpointID }
