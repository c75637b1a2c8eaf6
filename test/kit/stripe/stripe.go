// Package stripe is a stand-in of the part of Stripe's API that the service uses: PaymentIntents,
// Refunds, Disputes and webhooks (docs.stripe.com/api). It behaves as Stripe does in all that the
// service sees: keys, idempotency keys, the states of intents and refunds, errors, signatures.
// Tests play the buyer with Choose, Pay, Process and Refuse, the bank with Pay and Refuse after
// Process, SettleRefund and the disputes, the dashboard with Receive, End and RefundByHand, and
// outages with Break, LoseAnswers and Leave. Whether the event that these return is sent, once,
// twice, late or never, is up to the test.
package stripe

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// The account of the stand-in.
const (
	Key            = "sk_test_standin"
	PublishableKey = "pk_test_standin"
	Secret         = "whsec_standin"
)

// AccountTypes are the payment methods that the account takes, as its dashboard says: those of
// intents with automatic payment methods.
var AccountTypes = []string{"card", "klarna", "link", "paypal", "sepa_debit"}

// Object is an object of the API.
type Object = map[string]any

// Server is the stand-in.
type Server struct {
	URL string

	mu       sync.Mutex
	intents  map[string]Object
	newest   map[any]string // the newest intent by order
	refunds  map[string]Object
	disputes []Object          // newest first
	answers  map[string]answer // by idempotency key
	calls    []string          // method and path of every call that had an effect
	broken   int               // calls that still fail
	deaf     int               // calls whose answer is still lost
	away     bool
	slowBank bool
	overtake func() // between what the next read has found and its answer
}

type answer struct {
	request string
	status  int
	body    []byte
}

// New starts a stand-in for the time of the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{intents: map[string]Object{}, newest: map[any]string{}, refunds: map[string]Object{}, answers: map[string]answer{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/payment_intents", s.call(s.createIntent))
	mux.HandleFunc("POST /v1/payment_intents/{id}/cancel", s.call(s.cancelIntent))
	mux.HandleFunc("POST /v1/refunds", s.call(s.createRefund))
	mux.HandleFunc("GET /v1/payment_intents/{id}", s.read(s.retrieveIntent))
	mux.HandleFunc("GET /v1/refunds", s.read(s.listRefunds))
	mux.HandleFunc("GET /v1/disputes", s.read(s.listDisputes))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Leave makes every call fail with a 503 until it comes back.
func (s *Server) Leave(away bool) { s.locked(func() { s.away = away }) }

// Break makes the next n calls that would have an effect fail with a 503.
func (s *Server) Break(n int) { s.locked(func() { s.broken = n }) }

// LoseAnswers lets the next n calls have their effect, and cuts the connection instead of
// answering.
func (s *Server) LoseAnswers(n int) { s.locked(func() { s.deaf = n }) }

// SlowBank leaves refunds pending until SettleRefund.
func (s *Server) SlowBank() { s.locked(func() { s.slowBank = true }) }

// Overtake lets something happen once, between what the next read has found and its answer.
func (s *Server) Overtake(happen func()) { s.locked(func() { s.overtake = happen }) }

// Calls are the calls that had an effect, oldest first: "POST /v1/refunds".
func (s *Server) Calls() (calls []string) {
	s.locked(func() { calls = append(calls, s.calls...) })
	return calls
}

func (s *Server) locked(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

// failure is an error of the API.
type failure struct {
	status     int
	kind, code string
}

// call is what every operation has in common: the key, idempotency, outages. A failure below 500
// is kept under its key too.
func (s *Server) call(do func(id string, form url.Values) (Object, *failure)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if f := s.unavailable(r); f != nil {
			write(w, refuse(*f))
			return
		}
		if s.broken > 0 {
			s.broken--
			write(w, refuse(outage))
			return
		}
		if err := r.ParseForm(); err != nil {
			write(w, refuse(failure{http.StatusBadRequest, "invalid_request_error", ""}))
			return
		}
		key, request := r.Header.Get("Idempotency-Key"), r.URL.Path+"?"+r.PostForm.Encode()
		known, again := s.answers[key]
		switch {
		case again && known.request != request:
			known = refuse(failure{http.StatusBadRequest, "idempotency_error", ""})
		case !again:
			made, failed := do(r.PathValue("id"), r.PostForm)
			if failed != nil {
				known = refuse(*failed)
			} else {
				s.calls = append(s.calls, r.Method+" "+r.URL.Path)
				known = reply(http.StatusOK, made)
			}
			known.request = request
			if key != "" {
				s.answers[key] = known
			}
		}
		if s.deaf > 0 {
			s.deaf--
			panic(http.ErrAbortHandler)
		}
		write(w, known)
	}
}

// outage is the failure of a call while the provider is away.
var outage = failure{http.StatusServiceUnavailable, "api_error", ""}

// unavailable is the failure of every call with a wrong key, or while the provider is away.
func (s *Server) unavailable(r *http.Request) *failure {
	switch {
	case r.Header.Get("Authorization") != "Bearer "+Key:
		return &failure{http.StatusUnauthorized, "invalid_request_error", ""}
	case s.away:
		return &outage
	}
	return nil
}

// read is what the operations without effect have in common.
func (s *Server) read(do func(id string, query url.Values) (Object, *failure)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var found answer
		happen := func() {}
		s.locked(func() {
			found = s.find(r, do)
			if s.overtake != nil {
				happen, s.overtake = s.overtake, nil
			}
		})
		happen()
		write(w, found)
	}
}

func (s *Server) find(r *http.Request, do func(id string, query url.Values) (Object, *failure)) answer {
	if failed := s.unavailable(r); failed != nil {
		return refuse(*failed)
	}
	found, failed := do(r.PathValue("id"), r.URL.Query())
	if failed != nil {
		return refuse(*failed)
	}
	return reply(http.StatusOK, found)
}

func reply(status int, body Object) answer {
	raw := new(bytes.Buffer)
	if err := json.NewEncoder(raw).Encode(body); err != nil {
		panic(err) // it is made of plain values
	}
	return answer{status: status, body: raw.Bytes()}
}

func refuse(f failure) answer {
	return reply(f.status, Object{"error": Object{"type": f.kind, "code": f.code, "message": "The stand-in says no.", "status": f.status}})
}

func write(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // a caller that has gone needs no answer
}
