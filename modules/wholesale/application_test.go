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
		from map[string]string // state before → state after; others are refused
	}{
		"approve":      {func(a *application) error { return a.approve(admin, nil, now) }, map[string]string{underReview: approved}},
		"reject":       {func(a *application) error { return a.reject(admin, "no", now) }, map[string]string{underReview: rejected}},
		"request info": {func(a *application) error { return a.ask("why?") }, map[string]string{underReview: underReview}},
	}
	for name, transition := range transitions {
		for _, from := range []string{underReview, approved, rejected} {
			t.Run(name+" from "+from, func(t *testing.T) {
				t.Parallel()
				a := application{Status: from}
				err := transition.do(&a)
				to, allowed := transition.from[from]
				switch {
				case allowed && (err != nil || a.Status != to):
					t.Errorf("got %s, %v; want %s", a.Status, err, to)
				case !allowed && (!fault.Is(err, fault.AlreadyDecided) || a != (application{Status: from})):
					t.Errorf("got %+v, %v; want it unchanged and already_decided", a, err)
				}
			})
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
		if !trackingIDs.MatchString(drawn) || seen[drawn] {
			t.Fatalf("%s is malformed or was drawn before", drawn)
		}
		seen[drawn] = true
	}
}
