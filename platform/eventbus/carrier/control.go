package carrier

import (
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go"
)

// Relays and importers talk beside the stream, by messages that may get lost.
const (
	headPrefix   = "orderd.head."   // + source: head, each second; a stream keeps the last
	rewindPrefix = "orderd.rewind." // + source: rewind
)

// head says how far a source is.
type head struct {
	Database string    `json:"database"`
	History  []renewal `json:"history,omitempty"`
	Assigned int64     `json:"assigned"`
	Sent     int64     `json:"sent"` // the stream has acknowledged all up to here
	Round    int64     `json:"round"`
	// Earlier is set when the log had events before the source sent any.
	Earlier bool `json:"earlier,omitempty"`
}

// renewal is an earlier id of a source's log: up to Ordinal both have the same events.
type renewal struct {
	Database string `json:"database"`
	Ordinal  int64  `json:"ordinal"`
}

// rewind asks a source to send again what follows After.
type rewind struct {
	Database string `json:"database"`
	After    int64  `json:"after"`
	Round    int64  `json:"round"` // the newest that the importer has seen
	// Ahead is set when the importer lacks nothing, but has more than the source announces.
	Ahead bool `json:"ahead,omitempty"`
}

// say publishes a message that may get lost.
func (c *Carrier) say(subject string, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return c.nats.Publish(subject, body)
}

// subscribe passes heads to the importers and requests to the relay, in every process of the site.
func (c *Carrier) subscribe() (stop func(), err error) {
	var subscriptions []*nats.Subscription
	addTo := func(s *nats.Subscription, refused error) {
		if err = errors.Join(err, refused); refused == nil {
			subscriptions = append(subscriptions, s)
		}
	}
	add := func(subject string, handle nats.MsgHandler) { addTo(c.nats.Subscribe(subject, handle)) }
	add(rewindPrefix+c.Source, decoded(c.relay.request))
	for _, i := range c.importers {
		add(headPrefix+i.source, decoded(i.hear))
	}
	c.answerQuestions(func(subject string, handle nats.MsgHandler) {
		addTo(c.nats.QueueSubscribe(subject, c.Source, handle))
	})
	return func() {
		for _, s := range subscriptions {
			_ = s.Unsubscribe() // the connection is closed next
		}
	}, err
}

// decoded makes a handler of one that takes a decoded message. Others it drops.
func decoded[T any](handle func(T)) nats.MsgHandler {
	return func(m *nats.Msg) {
		var message T
		if json.Unmarshal(m.Data, &message) == nil {
			handle(message)
		}
	}
}
