// Package eventbustest helps tests of modules with the event bus. Record captures the events that
// are published from then on, Drain waits until all are handled, and Golden checks the JSON of
// events.
package eventbustest

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/test/kit"
)

// Recorder gives access to the events that were published after Record made it.
type Recorder struct {
	t     testing.TB
	db    *gorm.DB
	after int64
}

// Record starts a recording. It leaves out the events that are in the log already.
func Record(t testing.TB, db *gorm.DB) *Recorder {
	t.Helper()
	r := &Recorder{t: t, db: db}
	if entries := r.Entries(); len(entries) > 0 {
		r.after = entries[len(entries)-1].Seq
	}
	return r
}

// Entries returns the recorded events, oldest first.
func (r *Recorder) Entries() []eventbus.LogEntry {
	r.t.Helper()
	const all = 100_000
	entries, _, err := eventbus.ListLog(r.t.Context(), r.db, eventbus.LogFilter{After: r.after}, all, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	slices.Reverse(entries)
	return entries
}

// Names returns the names of the recorded events, oldest first.
func (r *Recorder) Names() []string {
	r.t.Helper()
	var names []string
	for _, e := range r.Entries() {
		names = append(names, e.Name)
	}
	return names
}

// Of returns the recorded events of type E, oldest first.
func Of[E eventbus.Event](r *Recorder) []E {
	r.t.Helper()
	var want E
	var found []E
	for _, entry := range r.Entries() {
		if entry.Name != want.EventName() {
			continue
		}
		var e E
		if err := json.Unmarshal(entry.Payload, &e); err != nil {
			r.t.Fatalf("%s: %v", entry.Name, err)
		}
		found = append(found, e)
	}
	return found
}

// RequireExactly waits until all events are handled. Then it requires exactly the events want, with
// all their fields. It compares the order of events with the same key only.
func (r *Recorder) RequireExactly(t testing.TB, want ...eventbus.Event) {
	t.Helper()
	Drain(t, r.db)
	var got, wanted []string
	for _, e := range r.Entries() {
		got = append(got, eventText(t, e.Key, e.Name, e.Payload))
	}
	for _, e := range want {
		payload, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		wanted = append(wanted, eventText(t, e.EventKey(), e.EventName(), payload))
	}
	requireEqual(t, got, wanted)
}

// RequireExactly waits until all events are handled. Then it requires that the request has caused
// events of exactly these names, in any order. Events published by handlers count.
func RequireExactly(t testing.TB, db *gorm.DB, requestID string, names ...string) {
	t.Helper()
	Drain(t, db)
	entries, _, err := eventbus.ListLog(t.Context(), db, eventbus.LogFilter{RequestID: requestID}, 1000, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name)
	}
	slices.Sort(got)
	requireEqual(t, got, slices.Sorted(slices.Values(names)))
}

// eventText returns an event as text: its key, its name, its fields sorted by name.
func eventText(t testing.TB, key, name string, payload []byte) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(payload, &fields); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s", key, name)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		value, err := json.Marshal(fields[field])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, " %s=%s", field, value)
	}
	return text.String()
}

// requireEqual compares events as eventText returns them, sorted by key.
func requireEqual(t testing.TB, got, want []string) {
	t.Helper()
	byKey := func(a, b string) int {
		a, _, _ = strings.Cut(a, " ")
		b, _, _ = strings.Cut(b, " ")
		return strings.Compare(a, b)
	}
	slices.SortStableFunc(got, byKey)
	slices.SortStableFunc(want, byKey)
	if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Fatalf("events:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// Drain waits until every delivery is handled. It does not wait for dead deliveries, nor for those
// behind a dead one.
func Drain(t testing.TB, db *gorm.DB) {
	t.Helper()
	kit.Eventually(t, "every delivery made", func() error {
		var pending []string
		err := db.WithContext(t.Context()).Raw(`SELECT d.consumer || ' ' || d.name || ' ' || coalesce(d.last_error, '')
			FROM deliveries d WHERE d.dead_id IS NULL
			AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL)`).
			Scan(&pending).Error
		if err != nil {
			return err
		}
		if len(pending) > 0 {
			return fmt.Errorf("%d pending: %s", len(pending), strings.Join(pending, "; "))
		}
		return nil
	})
}
