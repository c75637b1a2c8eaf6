package stripe

import (
	"crypto/rand"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Refund is the refund that was made for the service's refund id as it now is, nil when there is
// none.
func (s *Server) Refund(refundID string) (found Object) {
	s.locked(func() {
		for _, r := range s.refunds {
			if r["metadata"].(Object)["refund_id"] == refundID {
				found = maps.Clone(r)
			}
		}
	})
	return found
}

// RefundByHand refunds an amount of the intent in the dashboard and returns the event about it; nil
// when so much is not left.
func (s *Server) RefundByHand(intent Object, cents int64) (event []byte) {
	s.locked(func() {
		slow := s.slowBank
		s.slowBank = false
		made, failed := s.createRefund("", url.Values{"payment_intent": {intent["id"].(string)}, "amount": {strconv.FormatInt(cents, 10)}})
		s.slowBank = slow
		if failed == nil {
			event = Event("refund.created", made)
		}
	})
	return event
}

// Balance is what the provider has of the order's money: received less what went back.
func (s *Server) Balance(orderID string) (cents int64) {
	s.locked(func() {
		for id, intent := range s.intents {
			if intent["metadata"].(Object)["order_id"] != orderID || intent["status"] != "succeeded" {
				continue
			}
			cents += intent["amount_received"].(int64) - s.refunded(id, "succeeded")
			for _, d := range s.disputesOf(id) {
				if d["status"] == "lost" {
					cents -= d["amount"].(int64)
				}
			}
		}
	})
	return cents
}

// refunded is the sum of the intent's refunds that have one of the statuses.
func (s *Server) refunded(intentID string, statuses ...string) (cents int64) {
	for _, r := range s.refunds {
		for _, status := range statuses {
			if r["payment_intent"] == intentID && r["status"] == status {
				cents += r["amount"].(int64)
			}
		}
	}
	return cents
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

func (s *Server) createRefund(_ string, form url.Values) (Object, *failure) {
	intent := s.intents[form.Get("payment_intent")]
	if intent == nil || intent["status"] != "succeeded" {
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "resource_missing"}
	}
	id := form.Get("payment_intent")
	if s.disputed(id) {
		return nil, &failure{http.StatusBadRequest, "invalid_request_error", "charge_disputed"}
	}
	left := intent["amount_received"].(int64) - s.refunded(id, "succeeded", "pending")
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
	refundID := "re_" + rand.Text()
	made := Object{
		"id": refundID, "object": "refund", "amount": amount, "currency": intent["currency"], "payment_intent": intent["id"], "status": status,
		"metadata": metadata(form),
	}
	s.refunds[refundID] = made
	return made, nil
}

func (s *Server) listRefunds(_ string, query url.Values) (Object, *failure) {
	var data []Object
	for _, r := range s.refunds {
		if r["payment_intent"] == query.Get("payment_intent") {
			data = append(data, r)
		}
	}
	return list("/v1/refunds", data), nil
}

// list is the only page of a list.
func list(path string, data []Object) Object {
	return Object{"object": "list", "url": path, "has_more": false, "data": append([]Object{}, data...)}
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
