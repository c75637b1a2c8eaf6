package wholesale

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/test/kit"
)

func TestRecordAnswer(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.refused(t, "POST", "record-answer", body{"answer": "so"})
		a := s.submit(t)
		ask, record := path(a.Text("id"), "request-info"), path(a.Text("id"), "record-answer")
		s.admin.Do(t, "POST", record, body{"answer": "so"}).Require(t, 409, "invalid_transition")
		asked := s.admin.Do(t, "POST", ask, body{"question": "Which products?"}).Require(t, 200)
		asked.RequireFields(t, kit.Fields{"answer": nil, "answeredAt": nil})
		s.requiresText(t, record, "answer")

		s.Clock.Advance(time.Minute)
		log := eventbustest.Record(t, s.DB)
		recorded := func(answer string) events.AnswerRecorded {
			t.Helper()
			saved, err := database.ByID[application](s.DB.WithContext(t.Context()), a.Text("id"))
			if err != nil {
				t.Fatal(err)
			}
			return events.AnswerRecorded{
				ApplicationID: saved.ID, TrackingID: saved.TrackingID, RecordedAt: *saved.AnsweredAt, RecordedBy: s.adminID,
				Question: "Which products?", Answer: answer, BusinessName: "Rösterei Lindner GmbH", AddressID: kit.AddressID("jana@lindner.example"),
			}
		}
		got := s.admin.Do(t, "POST", record, body{"answer": " Coffee,\nand tea. "}).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"status": "under_review", "question": "Which products?", "askedAt": asked.At("askedAt"), "answer": "Coffee,\nand tea.", "decidedAt": nil,
		})
		if asked.Text("askedAt") == "" || got.Text("answeredAt") <= asked.Text("askedAt") {
			t.Errorf("asked %s, answered %s", asked.Body, got.Body)
		}
		first := recorded("Coffee,\nand tea.")
		s.Clock.Advance(time.Minute)
		again := s.admin.Do(t, "POST", record, body{"answer": "Coffee alone."}).Require(t, 200)
		again.RequireFields(t, kit.Fields{"answer": "Coffee alone.", "askedAt": asked.At("askedAt")})
		log.RequireExactly(t, first, recorded("Coffee alone."))
		s.admin.Do(t, "GET", all, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.question": "Which products?", "data.0.askedAt": asked.At("askedAt"), "data.0.answer": "Coffee alone.",
			"data.0.answeredAt": again.At("answeredAt"),
			"data.1.question":   nil, "data.1.askedAt": nil, "data.1.answer": nil, "data.1.answeredAt": nil,
		})

		anew := s.admin.Do(t, "POST", ask, body{"question": "And how many?"}).Require(t, 200)
		anew.RequireFields(t, kit.Fields{"question": "And how many?", "answer": nil, "answeredAt": nil})
		if anew.Text("askedAt") <= asked.Text("askedAt") {
			t.Errorf("asked again: %s", anew.Body)
		}
	})
}

func TestNoAnswerAfterTheDecision(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for command, b := range map[string]any{"approve": nil, "reject": body{"reason": "no"}} {
			a := s.submit(t).Text("id")
			s.admin.Do(t, "POST", path(a, "request-info"), body{"question": "Why?"}).Require(t, 200)
			decided := s.admin.Do(t, "POST", path(a, command), b).Require(t, 200)
			log := eventbustest.Record(t, s.DB)
			s.admin.Do(t, "POST", path(a, "record-answer"), body{"answer": "so"}).Require(t, 409, "invalid_transition")
			if now := s.admin.Do(t, "GET", path(a, ""), nil).Require(t, 200); string(now.Body) != string(decided.Body) {
				t.Errorf("it was %s and is %s", decided.Body, now.Body)
			}
			log.RequireExactly(t)
		}
	})
}

// Red without the WHERE of saveAnswer: the application was read before the decision.
func TestAnswerLosesAgainstADecision(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		a := s.submit(t).Text("id")
		s.admin.Do(t, "POST", path(a, "request-info"), body{"question": "Why?"}).Require(t, 200)
		stale, err := database.ByID[application](s.DB.WithContext(t.Context()), a)
		if err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "POST", path(a, "approve"), nil).Require(t, 200)
		if err := stale.recordAnswer("so", s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return saveAnswer(tx, &stale) })
		if !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("got %v, want invalid_transition", err)
		}
		s.admin.Do(t, "GET", path(a, ""), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "approved", "answer": nil, "answeredAt": nil,
		})
	})
}
