package eventbustest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"orderd/platform/eventbus"
)

// Golden checks a module's events, its public contract. It compares the JSON of each example with
// the file <dir>/<event name>.json, and checks the rules of eventbus.ValidateEvent. Pass one
// example of each event, with no field left empty. A file without an event is a fault too: a
// published event never goes away.
//
// UPDATE_GOLDEN=1 writes the files. A diff that removes a field or changes its meaning needs a new
// version of the event instead.
func Golden(t *testing.T, dir string, events ...eventbus.Event) {
	t.Helper()
	known := map[string]bool{}
	for _, e := range events {
		file := filepath.Join(dir, e.EventName()+".json")
		if err := eventbus.ValidateEvent(e); err != nil {
			t.Error(err)
		}
		if e.EventKey() == "" {
			t.Errorf("%s: the example has no key", e.EventName())
		}
		if known[file] {
			t.Errorf("%s: two examples", e.EventName())
		}
		known[file] = true
		compareGolden(t, file, e)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s: no example has this event; delete the file only if the event was never released", file)
		}
	}
}

func compareGolden(t *testing.T, file string, e eventbus.Event) {
	t.Helper()
	got, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, got, 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s does not exist; run the test with UPDATE_GOLDEN=1", file)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n%s\nis not\n%s", file, got, want)
	}
}
