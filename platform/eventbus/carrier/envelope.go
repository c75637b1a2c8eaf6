package carrier

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"orderd/platform/eventbus"
)

// envelope is a message of the stream: a CloudEvent 1.0 in structured JSON. Ordinal is a text,
// because integers of CloudEvents have 32 bits.
type envelope struct {
	SpecVersion     string          `json:"specversion"`
	ID              string          `json:"id"`
	Source          string          `json:"source"`
	Type            string          `json:"type"`
	Time            time.Time       `json:"time"`
	DataContentType string          `json:"datacontenttype,omitempty"`
	Data            json.RawMessage `json:"data,omitempty"`

	// Database is the id of the publisher's log.
	Database string `json:"database"`
	Ordinal  int64  `json:"ordinal,string"`
	// TrimmedFrom is set when the ordinals from it to Ordinal have no event any more, because the
	// publisher keeps its log for a time only (events.keep).
	TrimmedFrom int64 `json:"trimmedfrom,string,omitempty"`

	Key         string `json:"key,omitempty"`
	About       string `json:"about,omitempty"` // the subject of the personal fields
	Causation   string `json:"causation,omitempty"`
	Actor       string `json:"actor,omitempty"`
	Traceparent string `json:"traceparent,omitempty"`
	Personal    string `json:"personal,omitempty"` // a sealed privateFields
}

// privateFields are encrypted: the personal fields, and the request's id, which a client chose and
// which may name anybody.
type privateFields struct {
	Fields    json.RawMessage `json:"fields"`
	RequestID string          `json:"request,omitempty"`
}

const (
	specVersion = "1.0"
	contentType = "application/cloudevents+json; charset=utf-8"
	jsonType    = "application/json"
	trimmedType = "carrier.trimmed.v1"
	noFields    = "{}"
)

// sentEvent is an event with its ordinal. Without an id it is not in the log any more.
type sentEvent struct {
	eventbus.ForeignEvent
	ordinal int64
}

// wrap makes the envelope of an event.
func (s sealer) wrap(source, database string, e sentEvent) (envelope, error) {
	w := envelope{
		SpecVersion: specVersion, ID: e.ID, Source: source, Type: e.Name, Time: e.OccurredAt, DataContentType: jsonType,
		Data:     json.RawMessage(e.Payload),
		Database: database, Ordinal: e.ordinal, Key: e.Key, About: e.Subject, Causation: e.Causation, Actor: e.Actor,
		Traceparent: e.Trace,
	}
	if e.Personal == noFields && e.RequestID == "" {
		return w, nil
	}
	text, err := json.Marshal(privateFields{json.RawMessage(e.Personal), e.RequestID})
	if err != nil {
		return w, err
	}
	w.Personal = s.seal(e.ID, text)
	return w, nil
}

// unwrap reverses wrap.
func (s sealer) unwrap(w envelope) (eventbus.ForeignEvent, error) {
	e := eventbus.ForeignEvent{
		ID: w.ID, Name: w.Type, Key: w.Key, Subject: w.About, Payload: string(w.Data), Personal: noFields, OccurredAt: w.Time,
		Causation: w.Causation, Actor: w.Actor, Trace: w.Traceparent,
	}
	if w.Personal == "" {
		return e, nil
	}
	text, err := s.open(w.ID, w.Personal)
	if err != nil {
		return e, err
	}
	var private privateFields
	if err := json.Unmarshal(text, &private); err != nil {
		return e, err
	}
	e.Personal, e.RequestID = string(private.Fields), private.RequestID
	return e, nil
}

// message makes the message of an envelope. Its id for the stream's look-out for duplicates grows
// with the round: what is sent again after a hole must be stored again.
func (w envelope) message(round int64) (*nats.Msg, error) {
	body, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subjectPrefix + w.Source + "." + w.Type)
	m.Data = body
	m.Header.Set(nats.MsgIdHdr, fmt.Sprintf("%s/%d/%d", w.Source, w.Ordinal, round))
	m.Header.Set("Content-Type", contentType)
	return m, nil
}

// readEnvelope decodes a message. It returns an error for one that no relay has sent.
func readEnvelope(body []byte) (w envelope, err error) {
	if err := json.Unmarshal(body, &w); err != nil {
		return w, err
	}
	if w.SpecVersion != specVersion || w.ID == "" || w.Database == "" || w.Ordinal <= 0 {
		return w, fmt.Errorf("carrier: a message of %s lacks id, database or ordinal", w.Type)
	}
	return w, nil
}
