package wholesale

import (
	"testing"
	"time"

	"orderd/platform/fault"
	"orderd/platform/id"
)

func TestTransitions(t *testing.T) {
	t.Parallel()
	admin, now := id.New(), time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	transitions := map[string]struct {
		do   func(a *application) error
		from map[applicationStatus]applicationStatus // status before → after
	}{
		"approve": {func(a *application) error {
			return a.approve(admin, nil, now)
		}, map[applicationStatus]applicationStatus{applicationUnderReview: applicationApproved}},
		"reject": {func(a *application) error {
			return a.reject(admin, "no", now)
		}, map[applicationStatus]applicationStatus{applicationUnderReview: applicationRejected}},
		"request info": {func(a *application) error {
			return a.requestInfo("why?", now)
		}, map[applicationStatus]applicationStatus{applicationUnderReview: applicationUnderReview}},
	}
	for name, transition := range transitions {
		for _, from := range []applicationStatus{applicationUnderReview, applicationApproved, applicationRejected} {
			t.Run(name+" from "+string(from), func(t *testing.T) {
				t.Parallel()
				a := application{Status: from}
				err := transition.do(&a)
				to, allowed := transition.from[from]
				switch {
				case allowed && (err != nil || a.Status != to):
					t.Errorf("got %s, %v; want %s", a.Status, err, to)
				case !allowed && (!fault.Is(err, codeAlreadyDecided) || a != (application{Status: from})):
					t.Errorf("got %+v, %v; want it unchanged and already_decided", a, err)
				}
			})
		}
	}
}

// An answer belongs to a question, and is of no use once the application is decided.
func TestAnswerNeedsAQuestionUnderReview(t *testing.T) {
	t.Parallel()
	question, now := "why?", time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	for _, status := range []applicationStatus{applicationUnderReview, applicationApproved, applicationRejected} {
		for _, asked := range []*string{nil, &question} {
			before := application{Status: status, Question: asked}
			a := before
			err := a.recordAnswer("so", now)
			switch allowed := status == applicationUnderReview && asked != nil; {
			case allowed && (err != nil || *a.Answer != "so" || !a.AnsweredAt.Equal(now) || a.Status != status):
				t.Errorf("%s, asked %v: got %+v, %v", status, asked != nil, a, err)
			case !allowed && (!fault.Is(err, fault.InvalidTransition) || a != before):
				t.Errorf("%s, asked %v: got %+v, %v; want it unchanged and invalid_transition", status, asked != nil, a, err)
			}
		}
	}
}

func TestTrackingIDsAreDistinct(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		drawn, err := newTrackingID()
		if err != nil {
			t.Fatal(err)
		}
		if !trackingIDForm.MatchString(drawn) || seen[drawn] {
			t.Fatalf("%s is malformed or was drawn before", drawn)
		}
		seen[drawn] = true
	}
}
