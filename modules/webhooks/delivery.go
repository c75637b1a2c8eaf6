package webhooks

import (
	"time"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/states"
)

// deliveryStatus is the state of a delivery.
type deliveryStatus string

const (
	deliveryQueued    deliveryStatus = "queued"    // due now or later, or being sent
	deliveryDelivered deliveryStatus = "delivered" // answered with 2xx
	deliveryFailed    deliveryStatus = "failed"    // its attempts are used up
	deliveryCancelled deliveryStatus = "cancelled" // its endpoint answered 410
)

// Values are all of them.
func (deliveryStatus) Values() []string {
	return convert.Strings(deliveryQueued, deliveryDelivered, deliveryFailed, deliveryCancelled)
}

// SchemaName is the name in the OpenAPI document.
func (deliveryStatus) SchemaName() string { return "WebhookDeliveryStatus" }

// deliveryStates are the changes between them. See saveOutcomes, cancelQueued,
// saveQueued and queueReplayed.
var deliveryStates = states.New("webhooks_deliveries.status",
	states.Change[deliveryStatus]{From: "", To: deliveryQueued, Cause: "an endpoint gets an event"},
	states.Change[deliveryStatus]{From: deliveryQueued, To: deliveryQueued, Cause: "not 2xx, tried again later"},
	states.Change[deliveryStatus]{From: deliveryQueued, To: deliveryDelivered, Cause: "2xx"},
	states.Change[deliveryStatus]{From: deliveryQueued, To: deliveryFailed, Cause: "the tenth attempt failed"},
	states.Change[deliveryStatus]{From: deliveryQueued, To: deliveryCancelled, Cause: "the endpoint answered 410"},
	states.Change[deliveryStatus]{From: deliveryDelivered, To: deliveryQueued, Cause: "redelivered or replayed"},
	states.Change[deliveryStatus]{From: deliveryFailed, To: deliveryQueued, Cause: "redelivered or replayed"},
	states.Change[deliveryStatus]{From: deliveryCancelled, To: deliveryQueued, Cause: "redelivered or replayed"},
)

const (
	// lease is how long a claim lasts. An attempt ends long before it does (attemptTimeout).
	lease = 30 * time.Second
	// maxAttempts is how often a delivery is tried: within 72 hours.
	maxAttempts = 10
	// maxLog is how many attempts a delivery remembers.
	maxLog = 20
)

// retryPauses are the pauses after the first, second, … failed attempt.
var retryPauses = background.Pauses{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 20 * time.Hour,
}

// delivery is an event on its way to an endpoint. It stores no body: that is made of the log.
type delivery struct {
	ID          string `gorm:"primaryKey"`
	EndpointID  string
	EventID     string
	Seq         int64
	Key         string
	Type        string
	Subject     string // whom the event is about, "" for none: an erasure finds it by this
	Status      deliveryStatus
	Attempts    int
	DueAt       time.Time // when it may be sent; while it is claimed, when the claim ends
	Claim       *string   // the id of the claim; an outcome is saved only under it
	StatusCode  *int
	Error       *attemptError
	Log         []attempt `gorm:"serializer:json"` // the last maxLog, oldest first
	Responses   []string  `gorm:"serializer:json"` // of Log's attempts; an erasure empties it
	Erased      bool      // no response is kept any more
	DeliveredAt *time.Time
	EndedAt     *time.Time
	ReplayID    *string
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
}

func (delivery) TableName() string { return "webhooks_deliveries" }

// attempt is an entry of a delivery's log.
type attempt struct {
	At         time.Time     `json:"at"`
	StatusCode *int          `json:"statusCode"`
	DurationMS int64         `json:"durationMs"`
	Error      *attemptError `json:"error"`
	// Blank is set when the body had no personal data: then the answer has none either. It is not
	// set of attempts that were made before it was recorded.
	Blank bool `json:"blank,omitempty"`
}

// attemptError is what went wrong in an attempt.
type attemptError string

const (
	errorDNS        attemptError = "dns"
	errorConnect    attemptError = "connect"
	errorTLS        attemptError = "tls"
	errorTimeout    attemptError = "timeout"
	errorNotAllowed attemptError = "target_not_allowed"
	errorStatus     attemptError = "status" // an answer that is not 2xx
)

// Values are all of them.
func (attemptError) Values() []string {
	return convert.Strings(errorDNS, errorConnect, errorTLS, errorTimeout, errorNotAllowed, errorStatus)
}

// SchemaName is the name in the OpenAPI document.
func (attemptError) SchemaName() string { return "WebhookError" }

// newDelivery makes a delivery that is due now.
func newDelivery(endpointID string, e arrivedEvent, now time.Time) delivery {
	return delivery{
		ID: id.New(), EndpointID: endpointID, EventID: e.id, Seq: e.seq, Key: e.key, Type: e.name, Subject: e.subject,
		Status: deliveryQueued, DueAt: now, Log: []attempt{}, Responses: []string{}, CreatedAt: now, UpdatedAt: now,
	}
}

// queueAgain makes a delivery that has ended due now, with all its attempts. It returns
// InvalidTransition for one that is queued.
func (d *delivery) queueAgain(now time.Time) error {
	if d.Status == deliveryQueued {
		return fault.New(fault.InvalidTransition, "The delivery is queued already.")
	}
	d.Status, d.Attempts, d.DueAt, d.DeliveredAt, d.EndedAt, d.UpdatedAt = deliveryQueued, 0, now, nil, nil, now
	return nil
}
