package e2e

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/httpapi"
	"orderd/test/kit"
)

var update = flag.Bool("update", false, "write the examples of the document anew")

// examplesFile is what the binary shows in its OpenAPI document.
const examplesFile = "../../cmd/orderd/app/examples.json"

// staffOrigin is where the pages of the staff come from.
const staffOrigin = "https://staff.example"

// stopped is a clock that stands still, so that a story has the same times in every run.
type stopped struct {
	mu  sync.Mutex
	now time.Time
}

func (c *stopped) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stopped) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// TestExamples plays the story that the examples of the document are taken from: a shop opens, Ada
// buys coffee, her order is sent, half of it comes back. It fails when an operation is missing, and
// when the service sends or answers another shape than the examples have. With -update it writes
// them. One database is enough: the other tests compare the two.
func TestExamples(t *testing.T) {
	t.Parallel()
	now := &stopped{now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	s := openAt(t, kit.Dialects[0], now, "ORDERD_AUTH_STAFF_ORIGIN="+staffOrigin)
	s.advance = now.advance
	r := newRecorder(s)
	(&story{recorder: r, clock: now}).run()

	if faults := r.missing(); len(faults) > 0 {
		t.Errorf("examples_story_test.go has to play every operation, with every success:\n%s", strings.Join(faults, "\n"))
	}
	if faults := r.unaudited(); len(faults) > 0 {
		t.Errorf("the audit lacks what staff did:\n%s", strings.Join(faults, "\n"))
	}
	if *update {
		if err := writeExamples(examplesFile, r.kept); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(examplesFile)
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]httpapi.Example
	if err := json.Unmarshal(raw, &written); err != nil {
		t.Fatal(err)
	}
	if faults := differences(written, r.kept); len(faults) > 0 {
		t.Errorf("go test ./test/e2e -run TestExamples -update writes anew:\n%s", strings.Join(faults, "\n"))
	}
}
