package states_test

import (
	"testing"

	"orderd/platform/states"
)

type color string

var light = states.New("lights.color",
	states.Change[color]{To: "red", Cause: "switched on"},
	states.Change[color]{From: "red", To: "green"},
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to color
		ok       bool
	}{
		{"", "red", true}, {"red", "green", true}, {"red", "red", true},
		{"", "green", false}, {"green", "red", false},
	} {
		if err := light.Check(c.from, c.to); (err == nil) != c.ok {
			t.Errorf("from %q to %q: %v", c.from, c.to, err)
		}
	}
}

func TestDiagram(t *testing.T) {
	t.Parallel()
	const want = "stateDiagram-v2\n    [*] --> red : switched on\n    red --> green\n"
	if got := light.Diagram(); got != want {
		t.Errorf("got %s", got)
	}
}
