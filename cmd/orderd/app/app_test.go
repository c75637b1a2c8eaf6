package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"

	"orderd/cmd/orderd/settings"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/ratelimit"
	"orderd/test/kit"
)

// testEnviron returns the variables of a service in dev mode on free ports, with an empty database.
func testEnviron(t *testing.T, dialect string) []string {
	t.Helper()
	return []string{
		"ORDERD_DEV=true", "ORDERD_HTTP_ADDR=127.0.0.1:0", "ORDERD_OPS_ADDR=127.0.0.1:0", "ORDERD_DATA_DIR=" + t.TempDir(),
		"ORDERD_DATABASE_URL=" + kit.NewURL(t, dialect),
	}
}

// migratedEnviron is testEnviron with a copy of a database that has every module's migrations: they
// take a second or two, and most tests are not about them.
func migratedEnviron(t *testing.T, dialect string) []string {
	t.Helper()
	return append(testEnviron(t, dialect), "ORDERD_DATABASE_URL="+kit.NewURL(t, dialect, migrations()...))
}

// migrations are those of the service.
var migrations = sync.OnceValue(func() []database.Migrations {
	folder, err := os.MkdirTemp("", "orderd")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	c, err := settings.Load("", []string{"ORDERD_DEV=true", "ORDERD_DATA_DIR=" + folder})
	if err != nil {
		panic(err)
	}
	a, err := New(context.Background(), c, Options{})
	if err != nil {
		panic(err)
	}
	defer a.Close()
	return a.Migrations()
})

// service is a running App.
type service struct {
	*App
	api, ops string
}

// started runs a service until the end of the test.
func started(t *testing.T, dialect string) *service {
	t.Helper()
	return startedWith(t, migratedEnviron(t, dialect))
}

// startedWith is started with these variables.
func startedWith(t *testing.T, environ []string) *service {
	t.Helper()
	return startedFrom(t, "", environ)
}

// startedFrom starts the service with a file of the configuration.
func startedFrom(t *testing.T, file string, environ []string) *service {
	t.Helper()
	c, err := settings.Load(file, environ)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), c, Options{Log: zap.NewNop(), ReadYourWrites: kit.ReadYourWrites})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return &service{App: a, api: "http://" + a.Addr().String(), ops: "http://" + a.OpsAddr().String()}
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func onBoth(t *testing.T, test func(t *testing.T, dialect string)) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, dialect)
		})
	}
}

func TestServes(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := started(t, dialect)
		for _, url := range []string{
			s.api + "/readyz", s.api + "/healthz", s.api + "/openapi.json", s.api + "/docs", s.api + "/.well-known/jwks.json", s.api + "/dev/mail",
			s.api + "/dev/mail.json",
			s.ops + "/readyz", s.ops + "/healthz", s.ops + "/metrics", s.ops + "/debug/pprof/",
		} {
			if status, body := get(t, url); status != 200 {
				t.Errorf("%s: %d %s", url, status, body)
			}
		}
		for _, url := range []string{s.api + "/metrics", s.api + "/debug/pprof/"} {
			if status, _ := get(t, url); status != 404 {
				t.Errorf("%s is public: %d", url, status)
			}
		}
		unserved := "INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES ('gifts.gift_given.v1', 'gifts.list', FALSE)"
		if err := s.db.Exec(unserved).Error; err != nil {
			t.Fatal(err)
		}
		_, metrics := get(t, s.ops+"/metrics")
		for _, want := range []string{
			`orderd_http_requests_total{method="GET",route="/openapi.json",status="200"} 1`, `orderd_events_dead{consumer="mailer.letters"} 0`,
			`orderd_events_lag_seconds{consumer="mailer.letters"} 0`, `orderd_mail_letters{status="queued"} `,
			`go_sql_open_connections{db_name="orderd"} `,
			`orderd_http_connections{listener="ops"} `, `orderd_http_connections{listener="public"} `, `orderd_http_refusals_total{limit="login"} 0`,
			`orderd_event_failures_total{consumer="mailer.letters"} 0`,
			`orderd_events_unserved{consumer="gifts.list",event="gifts.gift_given.v1"} 0`,
		} {
			if !strings.Contains(metrics, want) {
				t.Errorf("%s is not in the metrics", want)
			}
		}
	})
}

// Every module's consumers and routes are there.
func TestEveryModuleIsWired(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	stats, err := eventbus.Stats(t.Context(), s.db)
	if err != nil {
		t.Fatal(err)
	}
	consumers := map[string]bool{}
	for _, c := range stats {
		module, _, _ := strings.Cut(c.Consumer, ".")
		consumers[module] = true
	}
	for _, m := range s.modules {
		if m.Subscribe != nil && !consumers[m.Name] {
			t.Errorf("%s subscribes and has no consumer", m.Name)
		}
	}
}

// A request that has begun when the service gets SIGTERM is answered completely; meanwhile the
// service is not ready.
func TestStopFinishesRequests(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := started(t, dialect)
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		body := `{"email":"ada@example.com","password":"correct horse battery","fullName":"Ada"}`
		fmt.Fprintf(conn, "POST /v1/auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			len(body), body[:20])
		stopped := make(chan error, 1)
		go func() { stopped <- s.Stop(context.Background()) }()
		kit.Eventually(t, "not ready", func() error {
			if status, _ := get(t, s.ops+"/readyz"); status != 503 {
				return fmt.Errorf("readyz: %d", status)
			}
			return nil
		})
		if _, err := io.WriteString(conn, body[20:]); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var registered struct{ Email string }
		if err := json.NewDecoder(answer.Body).Decode(&registered); err != nil || answer.StatusCode != 202 ||
			registered.Email != "ada@example.com" {
			t.Errorf("%s %v %v", answer.Status, registered, err)
		}
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		if _, err := net.Dial("tcp", s.Addr().String()); err == nil {
			t.Error("it still accepts")
		}
	})
}

func TestFarewell(t *testing.T) {
	t.Parallel()
	a := &App{}
	h := a.closeWhenDraining(http.NotFoundHandler())
	for _, want := range []string{"", "close"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if got := w.Header().Get("Connection"); got != want {
			t.Errorf("stopping %v: Connection is %q", a.draining.Load(), got)
		}
		a.draining.Store(true)
	}
}

// What should go on and ends, ends the service: half a service that looks whole is worse than a
// restart.
func TestPartThatFails(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	broken := errors.New("broken")
	s.runJob(t.Context(), "a worker", func(context.Context) error { return broken })
	if err := <-s.Failed(); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "a worker ended") {
		t.Error(err)
	}
}

func TestStartFails(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	c, err := settings.Load("", append(testEnviron(t, kit.Dialects[0]), "ORDERD_HTTP_ADDR="+taken.Addr().String()))
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), c, Options{Log: zap.NewNop()})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "listen on http.addr") {
		t.Errorf("start with a taken port: %v", err)
	}
	// goleak finds what would have been left running.
}

func TestIssuerAndLimitsComeFromTheConfiguration(t *testing.T) {
	t.Parallel()
	c := settings.Default()
	if _, err := httpapi.New(httpapi.Options{Log: zap.NewNop(), PublicURL: c.HTTP.PublicURL,
		Limits: ratelimit.Limits{Enabled: true, Rates: c.Limits.Rates()}}); err != nil {
		t.Errorf("the default limits: %v", err)
	}
}

func TestOpenOrdersAreNotLimitedWithoutLimits(t *testing.T) {
	t.Parallel()
	a := &App{config: settings.Default()}
	if got := a.openLimits(a.config.Ordering.OpenOrders); got != (settings.OpenLimits{5, 10, 20}) {
		t.Errorf("with limits: %v", got)
	}
	a.config.Limits.Enabled = false
	if got := a.openLimits(a.config.Ordering.OpenOrders); got != (settings.OpenLimits{}) {
		t.Errorf("without: %v", got)
	}
}

// In dev mode a page of localhost may call the API, and a name that was made to resolve to this
// machine still gets nothing.
func TestLoopbackPagesInDevModeAlone(t *testing.T) {
	t.Parallel()
	const page = "http://localhost:5173"
	ask := func(env []string, host string) (status int, allowed string) {
		t.Helper()
		c, err := settings.Load("", env)
		if err != nil {
			t.Fatal(err)
		}
		a, err := New(t.Context(), c, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		request := httptest.NewRequest(http.MethodOptions, "/v1/auth/login", nil)
		request.Host = host
		request.Header.Set("Origin", page)
		request.Header.Set("Access-Control-Request-Method", http.MethodPost)
		answer := httptest.NewRecorder()
		a.router.Handler().ServeHTTP(answer, request)
		return answer.Code, answer.Header().Get("Access-Control-Allow-Origin")
	}
	dev := testEnviron(t, kit.Dialects[0])
	if status, allowed := ask(dev, "127.0.0.1:8080"); status != http.StatusNoContent || allowed != page {
		t.Errorf("dev mode: %d %q", status, allowed)
	}
	if status, allowed := ask(dev, "evil.example"); status != http.StatusMisdirectedRequest || allowed != "" {
		t.Errorf("another host: %d %q", status, allowed)
	}
	live, _ := production(t, kit.Dialects[0])
	if status, allowed := ask(live, "127.0.0.1:8080"); status != http.StatusMethodNotAllowed || allowed != "" {
		t.Errorf("production: %d %q", status, allowed)
	}
}
