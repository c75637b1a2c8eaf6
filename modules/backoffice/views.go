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
	Seq        int64          `json:"seq" maximum:"9007199254740991" doc:"Its place in the log: larger is later." example:"4711"`
	ID         string         `json:"id" format:"uuid" doc:"Id." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Name       string         `json:"name" doc:"What happened." example:"identity.logged_in.v1"`
	Key        string         `json:"key" doc:"Id of what it happened to." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Subject    *string        `json:"subject" doc:"Whose personal data is in it: a user's id, or a pseudonym of an address without account. Null without personal data, and after their erasure." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Payload    map[string]any `json:"payload" doc:"The event's own fields. Personal ones are missing after an erasure." example:"{\"userId\":\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\",\"method\":\"password\"}"`
	OccurredAt httpapi.Time   `json:"occurredAt" doc:"When it happened."`
	RequestID  *string        `json:"requestId" doc:"The request that caused it, directly or through other events; null for the service's own doing." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Causation  *string        `json:"causation" doc:"Id of the event that it followed from, or null." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Actor      string         `json:"actor" doc:"Who did it: \"user:<id>\", \"anonymous\", \"system\" or \"cli\"." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

func eventOf(e eventbus.Entry) (event, error) {
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
	ID        string       `json:"id" format:"uuid" doc:"Id." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Consumer  string       `json:"consumer" doc:"Whose queue it stands in." example:"mailer.letters"`
	Attempts  int          `json:"attempts" doc:"How often it was tried." example:"10"`
	LastError string       `json:"lastError" doc:"Why the last attempt failed." example:"the letter has no template"`
	DiedAt    httpapi.Time `json:"diedAt" doc:"When the consumer gave up."`
	Waiting   int64        `json:"waiting" doc:"Later events of its key that it holds back at this consumer." example:"2"`
	Event     event        `json:"event" doc:"What was to be handled."`
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
	Data     []deadDelivery `json:"data" doc:"The rows of the page; none past the last."`
	Meta     httpapi.Meta   `json:"meta" doc:"Where the page is in the list."`
	Unserved []unserved     `json:"unserved" doc:"Subscriptions that this process does not serve."`
}

// unserved is a subscription that this process does not serve.
type unserved struct {
	Consumer string `json:"consumer" doc:"Whose queue it is." example:"gifts.orders"`
	Event    string `json:"event" doc:"Name of the events." example:"ordering.order_placed.v1"`
	Waiting  int64  `json:"waiting" doc:"Deliveries that wait, counted up to 10 000." example:"3"`
	Command  string `json:"command" doc:"The command line that removes it, when no other version serves it." example:"orderd events remove gifts.orders --event ordering.order_placed.v1"`
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
