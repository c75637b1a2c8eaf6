package stripe

import (
	"crypto/rand"
	"maps"
	"net/url"
	"slices"
	"time"
)

// Dispute lets the buyer dispute what is left of the intent, to be answered until a moment, and
// returns the event about it; nil when nothing is left or it is disputed already.
func (s *Server) Dispute(intent Object, dueBy time.Time) (event []byte) {
	s.locked(func() {
		id := intent["id"].(string)
		amount := s.intents[id]["amount_received"].(int64) - s.refunded(id, "succeeded", "pending")
		if amount <= 0 || len(s.disputesOf(id)) > 0 {
			return
		}
		made := Object{
			"id": "dp_" + rand.Text(), "object": "dispute", "amount": amount, "currency": intent["currency"], "payment_intent": id,
			"status": "needs_response", "evidence_details": Object{"due_by": dueBy.Unix()},
		}
		s.disputes = append([]Object{made}, s.disputes...)
		event = Event("charge.dispute.created", made)
	})
	return event
}

// CloseDispute decides the intent's open dispute, as "won" or "lost", and returns the event about
// it; nil when there is none.
func (s *Server) CloseDispute(intent Object, status string) (event []byte) {
	s.locked(func() {
		for _, d := range s.disputesOf(intent["id"].(string)) {
			if d["status"] == "needs_response" {
				d["status"] = status
				event = Event("charge.dispute.closed", d)
			}
		}
	})
	return event
}

// Disputed are the intents with an open dispute.
func (s *Server) Disputed() (intents []Object) {
	s.locked(func() {
		for _, d := range s.disputes {
			if d["status"] == "needs_response" {
				intents = append(intents, maps.Clone(s.intents[d["payment_intent"].(string)]))
			}
		}
	})
	return intents
}

// disputed reports whether the intent's money cannot be refunded: a dispute is open, or was lost.
func (s *Server) disputed(intentID string) bool {
	return slices.ContainsFunc(s.disputesOf(intentID), func(d Object) bool { return d["status"] != "won" })
}

func (s *Server) disputesOf(intentID string) (found []Object) {
	for _, d := range s.disputes {
		if d["payment_intent"] == intentID {
			found = append(found, d)
		}
	}
	return found
}

func (s *Server) listDisputes(_ string, query url.Values) (Object, *failure) {
	var data []Object
	for _, d := range s.disputesOf(query.Get("payment_intent")) {
		data = append(data, maps.Clone(d))
	}
	return list("/v1/disputes", data), nil
}
