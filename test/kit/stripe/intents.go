package stripe

import (
	"cmp"
	"crypto/rand"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"orderd/platform/clock"
)

// Intent is the newest intent that was made for the order as it now is, nil when there is none.
func (s *Server) Intent(orderID string) (found Object) {
	s.locked(func() { found = maps.Clone(s.intents[s.newest[orderID]]) })
	return found
}

// Intents are all intents of the order as they now are.
func (s *Server) Intents(orderID string) (found []Object) {
	s.locked(func() {
		for _, intent := range s.intents {
			if intent["metadata"].(Object)["order_id"] == orderID {
				found = append(found, maps.Clone(intent))
			}
		}
	})
	return found
}

// Pay pays the intent and returns the event about it.
func (s *Server) Pay(intent Object) (event []byte) {
	return s.Receive(intent, intent["amount"].(int64), clock.System().Now())
}

// Receive lets another amount come for the intent, at a moment, and returns the event about it. One
// that has ended takes nothing: the event is nil.
func (s *Server) Receive(intent Object, cents int64, at time.Time) (event []byte) {
	s.locked(func() {
		intent := s.intents[intent["id"].(string)]
		if intent["status"] == "canceled" {
			return
		}
		if intent["charge"] == nil {
			intent["charge"] = Object{"id": "ch_" + rand.Text(), "object": "charge", "created": at.Unix(), "payment_intent": intent["id"]}
		}
		intent["status"], intent["amount_received"] = "succeeded", cents
		event = Event("payment_intent.succeeded", shown(intent))
	})
	return event
}

// SetCurrency lets the intent be paid in another currency.
func (s *Server) SetCurrency(intent Object, currency string) {
	s.locked(func() { s.intents[intent["id"].(string)]["currency"] = currency })
}

// Refuse refuses the buyer's card and returns the event about it.
func (s *Server) Refuse(intent Object) []byte {
	return s.change(intent, "requires_payment_method", Object{"code": "card_declined"}, "payment_intent.payment_failed")
}

// Process lets the payment be processed for a while: it can neither be paid nor be cancelled.
func (s *Server) Process(intent Object) []byte {
	return s.change(intent, "processing", nil, "payment_intent.processing")
}

// End cancels the intent in the dashboard and returns the event about it.
func (s *Server) End(intent Object) []byte {
	return s.change(intent, "canceled", nil, "payment_intent.canceled")
}

func (s *Server) change(intent Object, status string, failure any, kind string) (event []byte) {
	s.locked(func() {
		intent := s.intents[intent["id"].(string)]
		if intent["status"] != "succeeded" && intent["status"] != "canceled" {
			intent["status"], intent["last_payment_error"] = status, failure
		}
		event = Event(kind, shown(intent))
	})
	return event
}

// shown is the intent as the API shows it: with the id of its charge.
func shown(intent Object) Object {
	intent = maps.Clone(intent)
	if charge, ok := intent["charge"].(Object); ok {
		intent["latest_charge"] = charge["id"]
	}
	delete(intent, "charge")
	return intent
}

func (s *Server) createIntent(_ string, form url.Values) (Object, *failure) {
	amount, err := strconv.ParseInt(form.Get("amount"), 10, 64)
	switch {
	case err != nil || form.Get("currency") == "":
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "parameter_missing"}
	case amount < 50:
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "amount_too_small"}
	case amount > 99_999_999:
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "amount_too_large"}
	}
	id := "pi_" + rand.Text()
	made := Object{
		"id": id, "object": "payment_intent", "amount": amount, "amount_received": int64(0), "currency": form.Get("currency"),
		"status": "requires_payment_method", "client_secret": id + "_secret_" + rand.Text(), "metadata": metadata(form), "livemode": false,
	}
	made["created"] = clock.System().Now().Unix()
	s.intents[id] = made
	s.newest[made["metadata"].(Object)["order_id"]] = id
	return made, nil
}

func (s *Server) cancelIntent(id string, form url.Values) (Object, *failure) {
	found := s.intents[id]
	switch {
	case found == nil:
		return nil, &failure{http.StatusNotFound, "invalid_request_error", "resource_missing"}
	case found["status"] == "succeeded" || found["status"] == "canceled" || found["status"] == "processing":
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "payment_intent_unexpected_state"}
	}
	found["status"], found["cancellation_reason"] = "canceled", cmp.Or(form.Get("cancellation_reason"), "requested_by_customer")
	return found, nil
}

func (s *Server) retrieveIntent(id string, query url.Values) (Object, *failure) {
	intent := s.intents[id]
	if intent == nil {
		return nil, &failure{http.StatusNotFound, "invalid_request_error", "resource_missing"}
	}
	found := shown(intent)
	if charge, ok := intent["charge"].(Object); ok && (query.Get("expand[0]") == "latest_charge" || query.Get("expand[]") == "latest_charge") {
		charge = maps.Clone(charge)
		charge["disputed"] = len(s.disputesOf(id)) > 0
		found["latest_charge"] = charge
	}
	return found, nil
}
