package eventbus

import "testing"

// placed is the usual event of these tests.
type placed struct {
	Order  string `json:"order"`
	Number int    `json:"number"`
}

func (placed) EventName() string  { return "shop.placed.v1" }
func (e placed) EventKey() string { return e.Order }

// numberedEvents returns events of one key, numbered from from to to.
func numberedEvents(key string, from, to int) []Event {
	var events []Event
	for n := from; n <= to; n++ {
		events = append(events, placed{Order: key, Number: n})
	}
	return events
}

// requireNumbered requires that the messages are numbered from 1 on.
func requireNumbered(t *testing.T, messages []Message[placed]) {
	t.Helper()
	for i, m := range messages {
		if m.Event.Number != i+1 {
			t.Fatalf("number %d came as the %dth", m.Event.Number, i+1)
		}
	}
}

// requireNumberedByKey requires that the messages of each key are numbered from 1 on.
func requireNumberedByKey(t *testing.T, messages []Message[placed]) {
	t.Helper()
	last := map[string]int{}
	for _, m := range messages {
		if last[m.Key]++; m.Event.Number != last[m.Key] {
			t.Fatalf("number %d of key %s came as the %dth", m.Event.Number, m.Key, last[m.Key])
		}
	}
}

type shipped struct {
	Order string `json:"order"`
}

func (shipped) EventName() string  { return "shop.shipped.v1" }
func (e shipped) EventKey() string { return e.Order }

// signed has personal fields.
type signed struct {
	User  string  `json:"user"`
	Plan  string  `json:"plan"`
	Email string  `json:"email" pii:"true"`
	Phone *string `json:"phone" pii:"true"`
}

func (signed) EventName() string      { return "club.signed.v1" }
func (e signed) EventKey() string     { return e.User }
func (e signed) EventSubject() string { return e.User }
