package stripe

import (
	"cmp"
	"crypto/rand"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
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

// Choose lets the buyer begin to pay with a method of the type, such as paypal, without an event.
// It panics when the intent does not take it.
func (s *Server) Choose(intent Object, methodType string) {
	s.locked(func() { s.choose(s.intents[intent["id"].(string)], methodType) })
}

func (s *Server) choose(intent Object, methodType string) {
	if !slices.Contains(intent["payment_method_types"].([]string), methodType) {
		panic("stripe: the intent does not take " + methodType)
	}
	intent["payment_method"] = Object{"id": "pm_" + rand.Text(), "object": "payment_method", "type": methodType, methodType: Object{}}
	if intent["status"] == "requires_payment_method" {
		intent["status"], intent["last_payment_error"] = "requires_action", nil
	}
}

// pay charges the method that the buyer has chosen, a card without one. The charge is pending until
// the intent has succeeded.
func (s *Server) pay(intent Object, at time.Time) {
	if intent["payment_method"] == nil {
		s.choose(intent, "card")
	}
	methodType := intent["payment_method"].(Object)["type"].(string)
	if charge, ok := intent["charge"].(Object); !ok || charge["status"] == "failed" {
		intent["charge"] = Object{
			"id": "ch_" + rand.Text(), "object": "charge", "created": at.Unix(), "payment_intent": intent["id"], "status": "pending",
			"payment_method_details": Object{"type": methodType, methodType: Object{}},
		}
	}
	intent["last_payment_error"] = nil
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
		s.pay(intent, at)
		intent["charge"].(Object)["status"] = "succeeded"
		intent["status"], intent["amount_received"] = "succeeded", cents
		event = Event("payment_intent.succeeded", shown(intent))
	})
	return event
}

// SetCurrency lets the intent be paid in another currency.
func (s *Server) SetCurrency(intent Object, currency string) {
	s.locked(func() { s.intents[intent["id"].(string)]["currency"] = currency })
}

// Refuse refuses the buyer's card, or lets what is processed come to nothing, and returns the event
// about it. The intent has no method any more: its error has it.
func (s *Server) Refuse(intent Object) []byte {
	return s.change(intent, "payment_intent.payment_failed", func(intent Object) {
		s.pay(intent, clock.System().Now())
		intent["charge"].(Object)["status"] = "failed"
		intent["last_payment_error"] = Object{
			"type": "card_error", "code": "card_declined", "payment_method": intent["payment_method"], "charge": intent["charge"].(Object)["id"],
		}
		intent["status"], intent["payment_method"] = "requires_payment_method", nil
	})
}

// Process lets the buyer pay with what takes days: until then the intent can neither be paid nor be
// cancelled.
func (s *Server) Process(intent Object) []byte {
	return s.change(intent, "payment_intent.processing", func(intent Object) {
		s.pay(intent, clock.System().Now())
		intent["status"] = "processing"
	})
}

// End cancels the intent in the dashboard and returns the event about it.
func (s *Server) End(intent Object) []byte {
	return s.change(intent, "payment_intent.canceled", func(intent Object) {
		intent["status"], intent["last_payment_error"] = "canceled", nil
	})
}

// change changes an intent that has not ended.
func (s *Server) change(intent Object, kind string, change func(intent Object)) (event []byte) {
	s.locked(func() {
		intent := s.intents[intent["id"].(string)]
		if intent["status"] != "succeeded" && intent["status"] != "canceled" {
			change(intent)
		}
		event = Event(kind, shown(intent))
	})
	return event
}

// shown is the intent as the API shows it: with the ids of its charge and its payment method.
func shown(intent Object) Object {
	intent = maps.Clone(intent)
	for field, from := range map[string]string{"latest_charge": "charge", "payment_method": "payment_method"} {
		if of, ok := intent[from].(Object); ok {
			intent[field] = of["id"]
		}
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
	types, automatic, failed := methodTypes(form)
	if failed != nil {
		return nil, failed
	}
	id := "pi_" + rand.Text()
	made := Object{
		"id": id, "object": "payment_intent", "amount": amount, "amount_received": int64(0), "currency": form.Get("currency"),
		"status": "requires_payment_method", "client_secret": id + "_secret_" + rand.Text(), "metadata": metadata(form), "livemode": false,
		"payment_method": nil, "payment_method_types": types, "automatic_payment_methods": automatic, "last_payment_error": nil,
		"latest_charge": nil, "processing": nil,
	}
	made["created"] = clock.System().Now().Unix()
	s.intents[id] = made
	s.newest[made["metadata"].(Object)["order_id"]] = id
	return made, nil
}

// methodTypes are the payment methods that an intent takes: those that it names, or those of the
// account, with the object that says so. Both are not allowed.
func methodTypes(form url.Values) (types []string, automatic any, failed *failure) {
	for name := range form {
		if strings.HasPrefix(name, "payment_method_types[") {
			types = append(types, form.Get(name))
		}
	}
	if form.Get("automatic_payment_methods[enabled]") != "true" {
		return types, nil, nil
	}
	if len(types) > 0 {
		return nil, nil, &failure{http.StatusBadRequest, "invalid_request_error", "parameter_invalid"}
	}
	return AccountTypes, Object{"enabled": true, "allow_redirects": "always"}, nil
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
	if charge, ok := intent["charge"].(Object); ok && expands(query, "latest_charge") {
		charge = maps.Clone(charge)
		charge["disputed"] = len(s.disputesOf(id)) > 0
		found["latest_charge"] = charge
	}
	if expands(query, "payment_method") {
		found["payment_method"] = intent["payment_method"]
	}
	return found, nil
}

// expands reports whether a query asks for an object in place of its id.
func expands(query url.Values, field string) bool {
	for name, values := range query {
		if strings.HasPrefix(name, "expand[") && slices.Contains(values, field) {
			return true
		}
	}
	return false
}
