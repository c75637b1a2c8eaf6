package log

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"go.uber.org/zap"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l, err := New(&out, "info", "json")
	if err != nil {
		t.Fatal(err)
	}
	l.Debug("not shown")
	ctx := WithRequestID(t.Context(), "r-1")
	ForContext(ctx, l).Warn("shown", zap.Int("n", 1))
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	if line["msg"] != "shown" || line["level"] != "warn" || line["request_id"] != "r-1" || line["n"] != 1.0 {
		t.Error(line)
	}
	if at, _ := line["time"].(string); !strings.HasSuffix(at, "Z") {
		t.Errorf("the time %q is not in UTC", at)
	}
	if ForContext(t.Context(), l) != l {
		t.Error("without a request there is nothing to add")
	}
}

func TestConsoleAndSlog(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l, err := New(&out, "debug", "console")
	if err != nil {
		t.Fatal(err)
	}
	Slog(l.Named("library")).Info("hello", "topic", "orders")
	for _, want := range []string{"INFO", "library", "hello", `{"topic": "orders"}`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
}

func TestNoColoursInAFile(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l, err := New(&out, "info", "console")
	if err != nil {
		t.Fatal(err)
	}
	l.Error("failed")
	if strings.Contains(out.String(), "\x1b") {
		t.Errorf("%q has codes of a terminal", out.String())
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	if _, err := New(&bytes.Buffer{}, "loud", "json"); err == nil {
		t.Error("an unknown level is taken")
	}
	if _, err := New(&bytes.Buffer{}, "info", "xml"); err == nil {
		t.Error("an unknown format is taken")
	}
}
