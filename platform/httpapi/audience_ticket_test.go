package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

// withTicket adds an operation for users that takes a ticket. It answers with the caller's name.
func withTicket(b *bundle) {
	var used sync.Map
	httpapi.Handle(b.Router, httpapi.User, httpapi.Op{
		ID: "watchOwn", Method: http.MethodGet, Path: "/v1/own", Summary: "Watch",
		Ticket: &httpapi.Ticket{Param: "ticket", Description: "Once.", Redeem: func(_ context.Context, ticket string) (auth.Principal, error) {
			if _, again := used.LoadOrStore(ticket, true); again || !strings.HasPrefix(ticket, "good") {
				return auth.Principal{}, auth.ErrToken
			}
			return auth.Principal{UserID: id.New(), Name: "Ada with " + ticket}, nil
		}},
	}, func(ctx context.Context, _ *struct {
		Ticket string `query:"ticket" maxLength:"10"`
	}) (*httpapi.Reply[greeting], error) {
		return httpapi.OK(greeting{auth.MustFrom(ctx).Name})
	})
}

func TestTicket(t *testing.T) {
	t.Parallel()
	b := plain(t)
	withTicket(b)
	api := b.api(t)
	first := api.Do(t, "GET", "/v1/own?ticket=good-1", nil).Require(t, 200)
	if first.Text("hello") != "Ada with good-1" || first.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v %s", first.Header, first.Body)
	}
	for _, path := range []string{"/v1/own", "/v1/own?ticket=", "/v1/own?ticket=good-1", "/v1/own?ticket=nonsense"} {
		api.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
	}
	// A token comes first, a wrong one too: the ticket is not used.
	if got := b.customer(t).Do(t, "GET", "/v1/own?ticket=good-2", nil).Require(t, 200).Text("hello"); strings.Contains(got, "good") {
		t.Errorf("the ticket's caller %q", got)
	}
	api.As("nonsense").Do(t, "GET", "/v1/own?ticket=good-2", nil).Require(t, 401, "unauthenticated")
	api.Do(t, "GET", "/v1/own?ticket=good-2", nil).Require(t, 200)
	// Others have no such parameter.
	b.customer(t).Do(t, "GET", "/v1/greeting?ticket=good-3", nil).Require(t, 422, "unexpected_field")
}

// Looking tickets up takes statements: they count by address, wrong ones as bad tokens too.
func TestLimitsOfTickets(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"reads_anonymous": "4/1m", "bad_tokens": "2/1m", "reads": "100/1m"}))
	withTicket(b)
	for i, call := range []struct {
		ticket string
		status int
	}{{"good-1", 200}, {"x", 401}, {"x", 401}, {"x", 429}, {"good-2", 429}} {
		if a := b.api(t).Do(t, "GET", "/v1/own?ticket="+call.ticket, nil); a.Status != call.status {
			t.Fatalf("call %d: %d, want %d", i, a.Status, call.status)
		}
	}
	b.customer(t).Do(t, "GET", "/v1/own", nil).Require(t, 200)
}

// No log has a ticket, whatever it logs of requests.
func TestTicketsAreNotLogged(t *testing.T) {
	t.Parallel()
	for _, short := range []bool{false, true} {
		core, logged := observer.New(zapcore.DebugLevel)
		b := plain(t, func(o *httpapi.Options) {
			o.Log, o.RequestLog = zap.New(core), httpapi.RequestLog{Requests: httpapi.LogAll, Short: short}
		})
		withTicket(b)
		b.api(t).Do(t, "GET", "/v1/own?ticket=good-1", nil).Require(t, 200)
		b.api(t).Do(t, "GET", "/v1/own?ticket=good-1", nil).Require(t, 401)
		kit.Eventually(t, "the lines", func() error {
			if logged.Len() < 2 {
				return errors.New("too few")
			}
			return nil
		})
		for _, entry := range logged.All() {
			line, err := zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()).EncodeEntry(entry.Entry, entry.Context)
			if err != nil || strings.Contains(line.String(), "good-1") {
				t.Errorf("%v %s", err, line)
			}
		}
	}
}
