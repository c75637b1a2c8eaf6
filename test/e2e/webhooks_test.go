package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// hook is a receiver of webhooks.
type hook struct {
	*httptest.Server
	mu   sync.Mutex
	away bool
	got  map[string]bool // ids of the events that it accepted

	contract *kit.Contract
	faults   []error // bodies that are not as the document says
}

func newHook(t *testing.T, contract *kit.Contract) *hook {
	t.Helper()
	h := &hook{got: map[string]bool{}, contract: contract}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *hook) setAway(away bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.away = away
}

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var event struct{ ID, Type string }
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil || h.away {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if err := json.Unmarshal(body, &event); err != nil {
		h.faults = append(h.faults, err)
	}
	if err := h.contract.CheckWebhook(event.Type, body); err != nil {
		h.faults = append(h.faults, err)
	}
	h.got[event.ID] = true
	w.WriteHeader(http.StatusNoContent)
}

// missing returns an error while the feed has events that the receiver has not accepted.
func (h *hook) missing(t *testing.T, s *shop, events string) error {
	t.Helper()
	var page struct{ Data []struct{ ID string } }
	s.admin.Do(t, "GET", "/v1/admin/events/feed?events="+events, nil).Require(t, 200).Decode(t, &page)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.faults) > 0 {
		t.Fatal(h.faults)
	}
	if len(page.Data) != len(h.got) || slices.ContainsFunc(page.Data, func(e struct{ ID string }) bool { return !h.got[e.ID] }) {
		return fmt.Errorf("%d of %d events", len(h.got), len(page.Data))
	}
	return nil
}

// An endpoint that does not answer is announced after an hour, and after 72 hours disabled, with a
// notice and an email to admins. Enabled again, it has every event after a replay from that time.
func TestWebhookAwayForThreeDays(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const events = "catalog.brand_*"
		h := newHook(t, s.api.Contract)
		h.setAway(true)
		endpoint := "/v1/admin/webhooks/" + s.admin.Do(t, "POST", "/v1/admin/webhooks", object{"url": h.URL, "events": []string{events}}).
			Require(t, 201).Text("id")
		for i := range 3 {
			s.admin.Do(t, "POST", "/v1/brands", object{"name": fmt.Sprint("Early ", i)}).Require(t, 201)
		}
		s.awaitWebhook(endpoint, "failing")
		s.later(time.Hour, endpoint)
		s.awaitAdminNotice("webhook_failing")
		s.later(72*time.Hour, endpoint)
		disabled := s.awaitWebhook(endpoint, "disabled")
		disabled.RequireFields(t, kit.Fields{"disabledReason": "failures", "pending": 3})
		s.awaitAdminNotice("webhook_disabled")
		if mails := s.awaitMails(adminEmail, 1); !strings.Contains(mails[0].Text, "127.0.0.1 has not answered for 72 hours") {
			t.Errorf("mails: %+v", mails)
		}
		for i := range 2 {
			s.admin.Do(t, "POST", "/v1/brands", object{"name": fmt.Sprint("Late ", i)}).Require(t, 201)
		}
		h.setAway(false)
		s.admin.Do(t, "PATCH", endpoint, object{"enabled": true}).Require(t, 200)
		_, id, _ := strings.Cut(endpoint, "/webhooks/")
		s.admin.Do(t, "POST", "/v1/admin/webhooks/replays", object{"endpointId": id, "from": disabled.Text("disabledAt")}).Require(t, 201)
		kit.Eventually(t, "there is no gap", func() error { return h.missing(t, s, events) })
		s.awaitWebhook(endpoint, "active")
	})
}

// Tests of an endpoint are limited, of one caller. The limit here is of an hour: of ten a minute a
// slow machine would get one more every six seconds.
func TestTestsOfAWebhookAreLimited(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		h := newHook(t, s.api.Contract)
		made := s.admin.Do(t, "POST", "/v1/admin/webhooks", object{"url": h.URL, "events": []string{"*"}}).Require(t, 201)
		test := "/v1/admin/webhooks/" + made.Text("id") + "/test"
		for range 10 {
			s.admin.Do(t, "POST", test, nil).Require(t, 200)
		}
		if a := s.admin.Do(t, "POST", test, nil).Require(t, 429, "rate_limited"); a.Header.Get("Retry-After") == "" {
			t.Error(a.Header)
		}
		s.advance(time.Hour)
		s.session(s.login(adminEmail, adminPassword)).Do(t, "POST", test, nil).Require(t, 200)
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_LIMITS_WEBHOOK_TEST=10/1h")
}

// later moves the clock when all is quiet, logs the admin in again, and lets the endpoint's worker
// look at the time.
func (s *shop) later(d time.Duration, endpoint string) {
	s.t.Helper()
	s.settled()
	s.advance(d)
	s.admin = s.session(s.login(adminEmail, adminPassword).Require(s.t, 200)).API
	s.admin.Do(s.t, "PATCH", endpoint, object{}).Require(s.t, 200)
}

func (s *shop) awaitWebhook(endpoint, status string) (got kit.Answer) {
	s.t.Helper()
	kit.Eventually(s.t, "the endpoint is "+status, func() error {
		if got = s.admin.Do(s.t, "GET", endpoint, nil).Require(s.t, 200); got.Text("status") != status {
			return fmt.Errorf("%s", got.Body)
		}
		return nil
	})
	return got
}

// awaitAdminNotice waits until the admin has one notice of a kind.
func (s *shop) awaitAdminNotice(kind string) {
	s.t.Helper()
	kit.Eventually(s.t, "the notice "+kind, func() error {
		if got := kindsIn(s.t, s.admin, nil); count(got, kind) != 1 {
			return fmt.Errorf("%v", got)
		}
		return nil
	})
}
