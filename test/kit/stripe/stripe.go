// Package stripe is a stand-in of the part of Stripe's API that the service uses: PaymentIntents,
// Refunds and webhooks (docs.stripe.com/api). It behaves as Stripe does in all that the service
// sees: keys, idempotency keys, the states of intents and refunds, errors, signatures. Tests play
// the buyer with Pay and Refuse, the bank with SettleRefund, and outages with Break.
package stripe

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/clock"
)

// The account of the stand-in.
const (
	Key    = "sk_test_standin"
	Secret = "whsec_standin"
)

// Object is an object of the API.
type Object = map[string]any

// Server is the stand-in.
type Server struct {
	URL string

	mu       sync.Mutex
	intents  map[string]Object
	refunds  map[string]Object
	answers  map[string]answer // by idempotency key
	calls    []string          // method and path of every call that had an effect
	broken   int               // calls that still fail
	deaf     int               // calls whose answer is still lost
	slowBank bool
}

type answer struct {
	request string
	status  int
	body    []byte
}

// New starts a stand-in for the time of the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{intents: map[string]Object{}, refunds: map[string]Object{}, answers: map[string]answer{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/payment_intents", s.call(s.createIntent))
	mux.HandleFunc("POST /v1/payment_intents/{id}/cancel", s.call(s.cancelIntent))
	mux.HandleFunc("POST /v1/refunds", s.call(s.createRefund))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Break makes the next n calls fail with a 503, and have no effect.
func (s *Server) Break(n int) { s.locked(func() { s.broken = n }) }

// LoseAnswers lets the next n calls have their effect, and cuts the connection instead of
// answering.
func (s *Server) LoseAnswers(n int) { s.locked(func() { s.deaf = n }) }

// SlowBank leaves refunds pending until SettleRefund.
func (s *Server) SlowBank() { s.locked(func() { s.slowBank = true }) }

// Calls are the calls that had an effect, oldest first: "POST /v1/refunds".
func (s *Server) Calls() (calls []string) {
	s.locked(func() { calls = append(calls, s.calls...) })
	return calls
}

// Intent is the intent that was made for the order as it now is, nil when there is none.
func (s *Server) Intent(orderID string) (found Object) {
	s.locked(func() { found = named(s.intents, "order_id", orderID) })
	return found
}

// Refund is the refund that was made for the service's refund id as it now is, nil when there is
// none.
func (s *Server) Refund(refundID string) (found Object) {
	s.locked(func() { found = named(s.refunds, "refund_id", refundID) })
	return found
}

// named is a copy of the object that carries the value in its metadata.
func named(objects map[string]Object, name, value string) Object {
	for _, o := range objects {
		if o["metadata"].(Object)[name] == value {
			return maps.Clone(o)
		}
	}
	return nil
}

// Pay pays the intent and returns the event about it.
func (s *Server) Pay(intent Object) (event []byte) {
	s.locked(func() {
		intent := s.intents[intent["id"].(string)]
		intent["status"], intent["amount_received"] = "succeeded", intent["amount"]
		event = Event("payment_intent.succeeded", intent)
	})
	return event
}

// Refuse refuses the buyer's card and returns the event about it.
func (s *Server) Refuse(intent Object) (event []byte) {
	s.locked(func() {
		intent := s.intents[intent["id"].(string)]
		intent["status"] = "requires_payment_method"
		event = Event("payment_intent.payment_failed", intent)
	})
	return event
}

// SettleRefund ends a pending refund, as "succeeded" or "failed", and returns the event about
// it.
func (s *Server) SettleRefund(refund Object, status string) (event []byte) {
	s.locked(func() {
		refund := s.refunds[refund["id"].(string)]
		refund["status"] = status
		kind := "refund.updated"
		if status == "failed" {
			kind, refund["failure_reason"] = "refund.failed", "expired_or_canceled_card"
		}
		event = Event(kind, refund)
	})
	return event
}

// Event is an event about an object, under a new id.
func Event(kind string, object Object) []byte {
	raw, err := json.Marshal(Object{
		"id": "evt_" + rand.Text(), "object": "event", "api_version": "2024-06-20", "type": kind, "livemode": false,
		"created": clock.System().Now().Unix(), "data": Object{"object": object},
	})
	if err != nil {
		panic(err) // it is made of plain values
	}
	return raw
}

// Sign is the Stripe-Signature of a payload that is sent now.
func Sign(payload []byte) string { return SignAt(payload, Secret, clock.System().Now()) }

// SignAt is the signature with another secret or time.
func SignAt(payload []byte, secret string, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.", at.Unix())
	mac.Write(payload)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
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
		if r.Header.Get("Authorization") != "Bearer "+Key {
			write(w, refuse(failure{http.StatusUnauthorized, "invalid_request_error", ""}))
			return
		}
		if s.broken > 0 {
			s.broken--
			write(w, refuse(failure{http.StatusServiceUnavailable, "api_error", ""}))
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

func (s *Server) createIntent(_ string, form url.Values) (Object, *failure) {
	amount, err := strconv.ParseInt(form.Get("amount"), 10, 64)
	switch {
	case err != nil || form.Get("currency") == "":
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "parameter_missing"}
	case amount < 50:
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "amount_too_small"}
	}
	id := "pi_" + rand.Text()
	made := Object{
		"id": id, "object": "payment_intent", "amount": amount, "amount_received": int64(0), "currency": form.Get("currency"),
		"status": "requires_payment_method", "client_secret": id + "_secret_" + rand.Text(), "metadata": metadata(form), "livemode": false,
	}
	s.intents[id] = made
	return made, nil
}

func (s *Server) cancelIntent(id string, form url.Values) (Object, *failure) {
	found := s.intents[id]
	switch {
	case found == nil:
		return nil, &failure{http.StatusNotFound, "invalid_request_error", "resource_missing"}
	case found["status"] == "succeeded" || found["status"] == "canceled":
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "payment_intent_unexpected_state"}
	}
	found["status"], found["cancellation_reason"] = "canceled", cmp.Or(form.Get("cancellation_reason"), "requested_by_customer")
	return found, nil
}

func (s *Server) createRefund(_ string, form url.Values) (Object, *failure) {
	intent := s.intents[form.Get("payment_intent")]
	if intent == nil || intent["status"] != "succeeded" {
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "resource_missing"}
	}
	left := intent["amount_received"].(int64)
	for _, r := range s.refunds {
		if r["payment_intent"] == intent["id"] && r["status"] != "failed" {
			left -= r["amount"].(int64)
		}
	}
	amount, err := strconv.ParseInt(form.Get("amount"), 10, 64)
	switch {
	case err != nil:
		amount = left
	case left == 0:
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "charge_already_refunded"}
	case amount > left:
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "amount_too_large"}
	}
	status := "succeeded"
	if s.slowBank {
		status = "pending"
	}
	id := "re_" + rand.Text()
	made := Object{
		"id": id, "object": "refund", "amount": amount, "currency": intent["currency"], "payment_intent": intent["id"], "status": status,
		"metadata": metadata(form),
	}
	s.refunds[id] = made
	return made, nil
}

// metadata are the parameters metadata[name] of a form.
func metadata(form url.Values) Object {
	found := Object{}
	for name := range form {
		if inner, ok := strings.CutPrefix(name, "metadata["); ok {
			found[strings.TrimSuffix(inner, "]")] = form.Get(name)
		}
	}
	return found
}
