package backoffice

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// eventView is an entry of the log.
type eventView struct {
	Seq        int64          `json:"seq" maximum:"9007199254740991" doc:"Larger is later." example:"4711"`
	ID         string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Name       string         `json:"name" example:"identity.logged_in.v1"`
	Key        string         `json:"key" doc:"Id of the aggregate." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Subject    *string        `json:"subject" doc:"Whose personal data it holds: a user's id, or a pseudonym without an account. null without any, and after the erasure." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Payload    map[string]any `json:"payload" doc:"Personal fields are missing after an erasure." example:"{\"userId\":\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\",\"method\":\"password\"}"`
	OccurredAt httpapi.Time   `json:"occurredAt"`
	RequestID  *string        `json:"requestId" doc:"null: the service's own doing." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Causation  *string        `json:"causation" doc:"Id of the event that it followed from." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Actor      string         `json:"actor" doc:"user:<id>, key:<id>, guest:<id>, anonymous, system or cli." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Source     *string        `json:"source" doc:"The site that published it. null in a shop with one database." example:"main"`
}

// viewEvent returns the view of an entry of the log of this site.
func viewEvent(site string, e eventbus.LogEntry) (eventView, error) {
	payload, err := decodeObject(e.Payload)
	if err != nil {
		return eventView{}, fmt.Errorf("backoffice: the payload of event %s: %w", e.ID, err)
	}
	return eventView{
		Seq: e.Seq, ID: e.ID, Name: e.Name, Key: e.Key, Subject: orNull(e.Subject), Payload: payload,
		OccurredAt: httpapi.TimeOf(e.OccurredAt), RequestID: orNull(e.RequestID), Causation: orNull(e.Causation),
		Actor: e.Actor, Source: orNull(cmp.Or(e.Source, site)),
	}, nil
}

// eventList is a page of the log.
type eventList struct {
	Data []eventView `json:"data"`
	Meta eventMeta   `json:"meta"`
}

// eventMeta is httpapi.Meta with a cursor.
type eventMeta struct {
	Total      int64   `json:"total" doc:"Counted up to 10 000." example:"57"`
	Page       int     `json:"page" example:"1"`
	Limit      int     `json:"limit" example:"20"`
	TotalPages int     `json:"totalPages" doc:"0 without rows." example:"3"`
	NextCursor *string `json:"nextCursor" doc:"null at the end." example:"4711-57"`
}

// decodeObject decodes a JSON object without losing digits of large numbers.
func decodeObject(raw json.RawMessage) (map[string]any, error) {
	fields := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	err := d.Decode(&fields)
	return fields, err
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
