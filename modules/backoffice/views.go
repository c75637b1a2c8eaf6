package backoffice

import (
	"bytes"
	"encoding/json"
	"fmt"

	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// event is what an admin sees of an entry of the log.
type event struct {
	Seq        int64          `json:"seq" maximum:"9007199254740991" doc:"Larger is later." example:"4711"`
	ID         string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Name       string         `json:"name" example:"identity.logged_in.v1"`
	Key        string         `json:"key" doc:"Id of the aggregate." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Subject    *string        `json:"subject" doc:"Whose personal data it holds: a user's id, or a pseudonym without an account. null without any, and after the erasure." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Payload    map[string]any `json:"payload" doc:"Personal fields are missing after an erasure." example:"{\"userId\":\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\",\"method\":\"password\"}"`
	OccurredAt httpapi.Time   `json:"occurredAt"`
	RequestID  *string        `json:"requestId" doc:"null: the service's own doing." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Causation  *string        `json:"causation" doc:"Id of the event that it followed from." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Actor      string         `json:"actor" doc:"user:<id>, anonymous, system or cli." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

func eventOf(e eventbus.LogEntry) (event, error) {
	payload, err := object(e.Payload)
	if err != nil {
		return event{}, fmt.Errorf("backoffice: the payload of event %s: %w", e.ID, err)
	}
	return event{
		Seq: e.Seq, ID: e.ID, Name: e.Name, Key: e.Key, Subject: orNull(e.Subject), Payload: payload,
		OccurredAt: httpapi.TimeOf(e.OccurredAt), RequestID: orNull(e.RequestID), Causation: orNull(e.Causation), Actor: e.Actor,
	}, nil
}

// deadDelivery is what an admin sees of a delivery that its consumer gave up on.
type deadDelivery struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Consumer  string       `json:"consumer" example:"mailer.letters"`
	Attempts  int          `json:"attempts" example:"10"`
	LastError string       `json:"lastError" example:"the letter has no template"`
	DiedAt    httpapi.Time `json:"diedAt"`
	Waiting   int64        `json:"waiting" doc:"Later events of its key, held back." example:"2"`
	Event     event        `json:"event"`
}

// DataSubject lets an erasure find a stored answer that shows the event.
func (d deadDelivery) DataSubject() string {
	if d.Event.Subject == nil {
		return ""
	}
	return *d.Event.Subject
}

func deadOf(d eventbus.DeadDelivery) (deadDelivery, error) {
	e, err := eventOf(d.Event)
	return deadDelivery{
		ID: d.ID, Consumer: d.Consumer, Attempts: d.Attempts, LastError: d.LastError, DiedAt: httpapi.TimeOf(d.DiedAt), Waiting: d.Waiting, Event: e,
	}, err
}

// deadList is a page of dead deliveries, and what else holds back keys.
type deadList struct {
	Data     []deadDelivery `json:"data"`
	Meta     httpapi.Meta   `json:"meta"`
	Unserved []unserved     `json:"unserved" doc:"Subscriptions that this process does not serve."`
}

// unserved is a subscription that this process does not serve.
type unserved struct {
	Consumer string `json:"consumer" example:"gifts.orders"`
	Event    string `json:"event" example:"ordering.order_placed.v1"`
	Waiting  int64  `json:"waiting" doc:"Counted up to 10 000." example:"3"`
	Command  string `json:"command" doc:"Removes it, when no other version serves it." example:"orderd events remove gifts.orders --event ordering.order_placed.v1"`
}

func unservedOf(found []eventbus.UnservedSubscription) []unserved {
	views := make([]unserved, len(found))
	for i, u := range found {
		views[i] = unserved{Consumer: u.Consumer, Event: u.Event, Waiting: u.Waiting, Command: u.Command()}
	}
	return views
}

// object decodes without losing digits of large numbers.
func object(raw json.RawMessage) (map[string]any, error) {
	fields := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return fields, d.Decode(&fields)
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
