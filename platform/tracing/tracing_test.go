package tracing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"google.golang.org/protobuf/proto"

	"orderd/platform/fault"
	"orderd/test/kit/port"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// collector receives spans. It answers with the next of its statuses, at the end with 200.
type collector struct {
	*httptest.Server
	mu       sync.Mutex
	statuses []int
	login    string
	spans    map[string]*tracepb.Span
}

func newCollector(t *testing.T, statuses ...int) *collector {
	t.Helper()
	c := &collector{statuses: statuses, spans: map[string]*tracepb.Span{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		user, password, _ := r.BasicAuth()
		c.login = user + " " + password
		if len(c.statuses) > 0 {
			w.WriteHeader(c.statuses[0])
			c.statuses = c.statuses[1:]
			return
		}
		body, err := io.ReadAll(r.Body)
		var data tracepb.TracesData
		if err != nil || proto.Unmarshal(body, &data) != nil {
			t.Error("not the spans of OTLP")
		}
		for _, resource := range data.GetResourceSpans() {
			for _, s := range resource.GetScopeSpans()[0].GetSpans() {
				c.spans[s.GetName()] = s
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func TestOff(t *testing.T) {
	t.Parallel()
	tracer, err := Open(t.Context(), "", "v1", zap.NewNop())
	if tracer != nil || err != nil {
		t.Fatal(tracer, err)
	}
	ctx, span := tracer.StartWithParent(t.Context(), Server, "request", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	span.Set("a", "b")
	span.End(errors.New("broken"))
	if span.IsRecording() || ctx != t.Context() || Traceparent(ctx) != "" || TraceID(ctx) != "" || tracer.Close(t.Context()) != nil {
		t.Error("a nil tracer does something")
	}
	if _, below := Start(ctx, Client, "SELECT"); below.IsRecording() {
		t.Error("there is a span below none")
	}
}

// A request that is not traced costs no allocation.
func TestOffCostsNoMemory(t *testing.T) {
	var tracer *Tracer
	cost := testing.AllocsPerRun(100, func() {
		ctx, span := tracer.StartWithParent(context.Background(), Server, "request", "")
		_, below := Start(ctx, Client, "SELECT")
		below.Set("db.query.text", "SELECT 1")
		below.End(nil)
		span.SetInt("status", 200)
		span.End(nil)
		_ = Traceparent(ctx)
	})
	if cost != 0 {
		t.Errorf("%v allocations", cost)
	}
}

// Spans arrive with their parents, also after the collector was busy. They have the type of an
// error and the host of a call.
func TestSpansArrive(t *testing.T) {
	t.Parallel()
	c := newCollector(t, http.StatusServiceUnavailable)
	tracer, err := Open(t.Context(), strings.Replace(c.URL, "http://", "http://user:pass@", 1), "v1", zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	var sent string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { sent = r.Header.Get("Traceparent") }))
	t.Cleanup(other.Close)
	client := &http.Client{Transport: Transport(&http.Transport{DisableKeepAlives: true})}

	ctx, request := tracer.StartWithParent(t.Context(), Server, "request", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	call, err := http.NewRequestWithContext(ctx, http.MethodPost, other.URL+"/v1/secret", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(call)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	for name, failure := range map[string]error{
		"of postgres": fmt.Errorf("x: %w", &pgconn.PgError{Code: "23505", Detail: "ada@example.com"}), "of a rule": fault.Missing(),
		"of time": context.DeadlineExceeded, "of something": errors.New("ada@example.com"),
	} {
		_, span := Start(ctx, Client, name)
		span.End(failure)
	}
	request.Rename("POST /v1/checkout")
	request.End(nil)
	if err := tracer.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	name := "POST " + strings.TrimPrefix(other.URL, "http://")
	if len(c.spans) != 6 || c.login != "user pass" || !strings.HasPrefix(sent,
		fmt.Sprintf("00-%x-%x-", c.spans[name].GetTraceId(), c.spans[name].GetSpanId())) {
		t.Fatalf("%v, sent %q, login %q", c.spans, sent, c.login)
	}
	if top := c.spans["POST /v1/checkout"]; fmt.Sprintf("%x %x", top.GetTraceId(),
		top.GetParentSpanId()) != "4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7" {
		t.Errorf("%v", top)
	}
	for name, kind := range map[string]string{"of postgres": "23505", "of a rule": "not_found", "of time": "deadline_exceeded",
		"of something": "*errors.errorString"} {
		if text := c.spans[name].String(); !strings.Contains(text, kind) || strings.Contains(text, "ada@") ||
			string(c.spans[name].GetParentSpanId()) != string(c.spans["POST /v1/checkout"].GetSpanId()) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// When a client's trace is not sampled, neither its request nor the spans below are recorded.
func TestUnsampled(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	tracer, err := Open(t.Context(), c.URL, "v1", zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	ctx, request := tracer.StartWithParent(t.Context(), Server, "request", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")
	_, later := tracer.StartWithParent(t.Context(), Consumer, "deliver", Traceparent(ctx))
	if request.IsRecording() || later.IsRecording() || Traceparent(ctx) == "" {
		t.Error("it is recorded")
	}
	if err := tracer.Close(t.Context()); err != nil || len(c.spans) > 0 {
		t.Error(err, c.spans)
	}
}

// A collector that is away costs one line in the log, without the password of its URL, and no time.
func TestCollectorAway(t *testing.T) {
	t.Parallel()
	core, log := observer.New(zapcore.InfoLevel)
	logged := make(chan struct{}, 9)
	tracer, err := Open(t.Context(), "http://user:pass@"+port.Refusing(t), "v1", zap.New(core, zap.Hooks(func(zapcore.Entry) error {
		logged <- struct{}{}
		return nil
	})))
	if err != nil {
		t.Fatal(err)
	}
	_, span := tracer.StartWithParent(t.Context(), Server, "request", "")
	span.End(nil)
	soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_ = tracer.Close(soon)
	<-logged
	if log.Len() != 1 || strings.Contains(fmt.Sprint(log.All()), "pass@") || !strings.Contains(log.All()[0].Message, "takes no spans") {
		t.Errorf("%v", log.All())
	}
}
