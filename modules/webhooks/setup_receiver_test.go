package webhooks

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
)

// received is a request that a receiver got.
type received struct {
	ID, Type, Key string
	Seq           int64
	Data          map[string]any
	header        http.Header
	body          []byte
}

// receiver is an endpoint that records what it gets.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []received
	flying map[string]int // requests under way by key
	most   int            // at once, of all keys
	doubly []string       // keys of which two were under way
	answer func(r received) int
	echo   bool // the answer holds the request
}

// newReceiver starts a receiver that answers what answer says; nil is always 204.
func newReceiver(t *testing.T, answer func(r received) int) *receiver {
	t.Helper()
	r := &receiver{flying: map[string]int{}, answer: answer}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	got := received{header: q.Header}
	got.body, _ = io.ReadAll(q.Body)
	if err := json.Unmarshal(got.body, &got); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.begin(got)
	status := http.StatusNoContent
	if r.answer != nil {
		status = r.answer(got)
	}
	r.end(got)
	w.WriteHeader(status)
	if r.echo {
		_, _ = w.Write(got.body)
	}
}

func (r *receiver) begin(got received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, got)
	r.flying[got.Key]++
	if r.flying[got.Key] > 1 {
		r.doubly = append(r.doubly, got.Key)
	}
	all := 0
	for _, n := range r.flying {
		all += n
	}
	r.most = max(r.most, all)
}

func (r *receiver) end(got received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flying[got.Key]--
}

// atOnce is the most requests that were under way together.
func (r *receiver) atOnce() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.most
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// wait waits until there were n requests.
func (r *receiver) wait(t *testing.T, n int) []received {
	t.Helper()
	kit.Eventually(t, fmt.Sprint(n, " requests"), func() error {
		if got := len(r.all()); got < n {
			return fmt.Errorf("%d", got)
		}
		return nil
	})
	return r.all()
}

// requireOrder requires that no two requests of a key were under way at once, and that they came in
// the order of the log.
func (r *receiver) requireOrder(t *testing.T) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.doubly) > 0 {
		t.Errorf("two at once of the keys %v", r.doubly)
	}
	last := map[string]int64{}
	for _, got := range r.got {
		if got.Seq < last[got.Key] {
			t.Errorf("%s: %d came after %d", got.Key, got.Seq, last[got.Key])
		}
		last[got.Key] = got.Seq
	}
}

// requireDocumented requires that every body is as the document says.
func (r *receiver) requireDocumented(t *testing.T, s *setup) {
	t.Helper()
	for _, got := range r.all() {
		if err := s.API.Contract.CheckWebhook(got.Type, got.body); err != nil {
			t.Errorf("%s: %v", got.body, err)
		}
	}
}

// verify checks a request with the library of Standard Webhooks.
func (got received) verify(t *testing.T, secret string) error {
	t.Helper()
	w, err := standard.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return w.VerifyIgnoringTimestamp(got.body, got.header)
}

// paid is an event of an order.
func paid(orderID string) ordering.OrderPaid {
	return ordering.OrderPaid{
		Order: ordering.Order{
			OrderID: orderID, Number: "ORD-1", UserID: id.New(), Locale: "en", Total: 1999, Email: "ada@example.com", FullName: "Ada",
		},
		Amount: 1999,
	}
}

// payments are n events of an order.
func payments(orderID string, n int) []eventbus.Event {
	events := make([]eventbus.Event, n)
	for i := range events {
		events[i] = paid(orderID)
	}
	return events
}

// nudge wakes the worker of an endpoint.
func (s *setup) nudge(t *testing.T, endpointID string) {
	t.Helper()
	s.admin.Do(t, "PATCH", path+"/"+endpointID, body{}).Require(t, 200)
}

// deliveries returns the deliveries of an endpoint, oldest first.
func (s *setup) deliveries(t *testing.T, endpointID string) (found []delivery) {
	t.Helper()
	if err := s.DB.WithContext(t.Context()).Where("endpoint_id = ?", endpointID).Order("seq").Find(&found).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

// awaitDeliveries waits until n deliveries of an endpoint fit.
func (s *setup) awaitDeliveries(t *testing.T, endpointID string, n int, what string, fits func(d delivery) bool) []delivery {
	t.Helper()
	kit.Eventually(t, what, func() error {
		if found := slices.DeleteFunc(s.deliveries(t, endpointID), func(d delivery) bool { return !fits(d) }); len(found) != n {
			return fmt.Errorf("%d of %d", len(found), n)
		}
		return nil
	})
	return s.deliveries(t, endpointID)
}

func isDelivered(d delivery) bool { return d.Status == deliveryDelivered }

// attempted returns a condition: so many attempts were made, and none is under way.
func attempted(n int) func(d delivery) bool {
	return func(d delivery) bool { return len(d.Log) == n && d.Claim == nil }
}

// awaitStatus waits until an endpoint has a status.
func (s *setup) awaitStatus(t *testing.T, endpointID, status string) kit.Answer {
	t.Helper()
	var got kit.Answer
	kit.Eventually(t, "the endpoint is "+status, func() error {
		if got = s.admin.Do(t, "GET", path+"/"+endpointID, nil).Require(t, 200); got.Text("status") != status {
			return errors.New(got.Text("status"))
		}
		return nil
	})
	return got
}
