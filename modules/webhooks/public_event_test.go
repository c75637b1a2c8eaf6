package webhooks

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/eventbus"
)

// exampleEntry is an entry of the log with the golden example of the event's own module.
func exampleEntry(t *testing.T, e publicEvent) eventbus.LogEntry {
	t.Helper()
	entry := eventbus.LogEntry{
		Seq: 4711, ID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e90", Name: e.name, Key: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f",
		OccurredAt: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC), Payload: json.RawMessage("{}"),
	}
	if e.name == pingName {
		entry.Seq = 0
		return entry
	}
	module, _, _ := strings.Cut(e.name, ".")
	payload, err := os.ReadFile(filepath.Join("..", module, "events", "testdata", e.name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	entry.Payload = payload
	return entry
}

// The body of each public event is a contract: testdata of the events' own modules, in public form.
func TestExamples(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, e := range publicEvents {
		body, err := publicEvents.body(exampleEntry(t, e), true)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.MarshalIndent(body, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		file := filepath.Join("examples", e.name+".json")
		known[file] = true
		if os.Getenv("UPDATE_GOLDEN") == "1" {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v\n%s\nis not\n%s", file, err, got, want)
		}
	}
	files, err := filepath.Glob("examples/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s: no event has it; a public event never goes away", file)
		}
	}
}

// A whole number of a public event is an amount or known to be none: nothing leaves in cents.
func TestAmounts(t *testing.T) {
	t.Parallel()
	counts := []string{
		"quantity", "available", "onHand", "minQuantity", "rating", "sum", "count", "points", "pointsPerEuro", "balance", "debt",
		"width", "height", "weightGrams", "position", "returnDays", "rate", "taxRate",
	}
	var check func(event string, typ reflect.Type)
	check = func(event string, typ reflect.Type) {
		for _, f := range publicFieldsOf(typ) {
			inner := f.typ
			for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
				inner = inner.Elem()
			}
			switch {
			case inner.Kind() == reflect.Struct && inner != timeType:
				check(event, inner)
			case inner != measureType && reflect.Zero(inner).CanInt() && f.amount == slices.Contains(counts, f.name):
				t.Errorf("%s: is %s an amount?", event, f.name)
			}
		}
	}
	for _, e := range publicEvents {
		check(e.name, e.typ)
	}
}

// Personal fields are null for who may not have them, and for everybody after an erasure.
func TestPersonalFields(t *testing.T) {
	t.Parallel()
	for _, e := range publicEvents {
		entry := exampleEntry(t, e)
		stripped := map[string]json.RawMessage{}
		if err := json.Unmarshal(entry.Payload, &stripped); err != nil {
			t.Fatal(err)
		}
		var personal []string
		for _, f := range publicFieldsOf(e.typ) {
			if f.personal {
				personal = append(personal, f.name)
				delete(stripped, f.name)
			}
		}
		erased := entry
		var err error
		if erased.Payload, err = json.Marshal(stripped); err != nil {
			t.Fatal(err)
		}
		hidden := dataOf(t, entry, false)
		if after := dataOf(t, erased, true); !reflect.DeepEqual(after, hidden) {
			t.Errorf("%s: after the erasure %v, without the right %v", e.name, after, hidden)
		}
		for _, name := range personal {
			if value, there := hidden[name]; !there || value != nil {
				t.Errorf("%s: %s is %v", e.name, name, value)
			}
			if dataOf(t, entry, true)[name] == nil {
				t.Errorf("%s: %s is null for who may have it", e.name, name)
			}
		}
	}
}

// Every body is as the document says: with personal fields, without them, and after an erasure.
func TestBodiesFitTheDocument(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, e := range publicEvents {
			entry := exampleEntry(t, e)
			for _, personal := range []bool{true, false} {
				body, err := bodyText(entry, personal)
				if err == nil {
					err = s.API.Contract.CheckWebhook(e.name, body)
				}
				if err != nil {
					t.Errorf("%s, personal %v: %v", e.name, personal, err)
				}
			}
			if err := s.API.Contract.CheckWebhook(e.name, []byte(`{"id":"x","type":"`+e.name+`"}`)); err == nil {
				t.Errorf("%s: a body without its fields fits", e.name)
			}
		}
	})
}

func dataOf(t *testing.T, entry eventbus.LogEntry, personal bool) (data map[string]any) {
	t.Helper()
	body, err := publicEvents.body(entry, personal)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	events := catalogue{{name: "a.x.v1"}, {name: "a.x.v2"}, {name: "a.y.v1"}, {name: "b.x.v1"}}
	early := subscription{newest: catalogue{{name: "a.x.v1"}}.newest()}
	late := subscription{newest: events.newest()}
	for _, row := range []struct {
		subscription
		pattern string
		want    []string
	}{
		{early, "*", []string{"a.x.v1", "a.y.v1", "b.x.v1"}},
		{late, "*", []string{"a.x.v2", "a.y.v1", "b.x.v1"}},
		{early, "a.*", []string{"a.x.v1", "a.y.v1"}},
		{late, "a.x*", []string{"a.x.v2"}},
		{late, "a.x.v1", []string{"a.x.v1"}},
		{early, "a.x.v2", []string{"a.x.v2"}},
		{late, "a.x", nil},
	} {
		row.patterns = []string{row.pattern}
		if got := events.selected(row.subscription); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.pattern, got, row.want)
		}
	}
	for pattern, want := range map[string]bool{"a.x.v1": true, "a.*": true, "*": true, "c.*": false, "a.x": false, "": false, "*a": false} {
		if events.isKnown(pattern) != want {
			t.Errorf("isKnown(%q) is not %v", pattern, want)
		}
	}
}
