package wholesale

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/modules/wholesale/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestApprove(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.refused(t, "POST", "approve", body{"note": "fine"})
		a := s.submit(t)
		p := path(a.Text("id"), "approve")
		for _, bad := range []struct {
			body any
			want string
		}{
			{body{"note": 1}, "/note wrong_type"},
			{body{"note": strings.Repeat("x", 2001)}, "/note too_long"},
			{body{"because": "x"}, "/because unexpected_field"},
		} {
			if got := s.admin.Do(t, "POST", p, bad.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v", bad.body, got.Pointers())
			}
		}

		log := eventbustest.Record(t, s.DB)
		got := s.admin.Do(t, "POST", p, body{"note": " Known from the fair. "}).Require(t, 200)
		decidedAt := s.decided(t, got, "approved")
		got.RequireFields(t, kit.Fields{"note": "Known from the fair.", "reason": nil})
		log.RequireExactly(t, events.ApplicationApproved{
			ApplicationID: a.Text("id"), TrackingID: a.Text("trackingId"), Locale: "en", DecidedAt: decidedAt, DecidedBy: s.adminID,
			BusinessName: "Rösterei Lindner GmbH", ContactFullName: "Jana Lindner", ContactPhone: "+49 30 1234567",
			ContactEmail: "jana@lindner.example", AddressID: kit.AddressID("jana@lindner.example"),
		})
		s.isFinal(t, got)
	})
}

// A program decides with its API key, whose id stands for who decided.
func TestDecideWithAnAPIKey(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		key, keyID := s.AsKey(t, "wholesale:decide")
		approved := key.Do(t, "POST", path(s.submit(t).Text("id"), "approve"), nil).Require(t, 200)
		rejected := key.Do(t, "POST", path(s.submit(t).Text("id"), "reject"), body{"reason": "no"}).Require(t, 200)
		for _, decided := range []kit.Answer{approved, rejected} {
			decided.RequireFields(t, kit.Fields{"decidedBy": keyID})
		}
		key.Do(t, "POST", path(s.submit(t).Text("id"), "request-info"), body{"question": "Who?"}).Require(t, 200)
	})
}

func TestApproveNeedsNoBody(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, b := range []any{nil, body{}, body{"note": nil}} {
			got := s.admin.Do(t, "POST", path(s.submit(t).Text("id"), "approve"), b).Require(t, 200)
			if got.At("note") != nil {
				t.Errorf("note after %v: %s", b, got.Body)
			}
		}
	})
}

func TestReject(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.refused(t, "POST", "reject", body{"reason": "no"})
		a := s.submit(t)
		p := path(a.Text("id"), "reject")
		s.requiresText(t, p, "reason")

		log := eventbustest.Record(t, s.DB)
		got := s.admin.Do(t, "POST", p, body{"reason": " We deliver to resellers only.\nSorry. "}).Require(t, 200)
		decidedAt := s.decided(t, got, "rejected")
		got.RequireFields(t, kit.Fields{"reason": "We deliver to resellers only.\nSorry.", "note": nil})
		log.RequireExactly(t, events.ApplicationRejected{
			ApplicationID: a.Text("id"), TrackingID: a.Text("trackingId"), Locale: "en", DecidedAt: decidedAt, DecidedBy: s.adminID,
			Reason: "We deliver to resellers only.\nSorry.", BusinessName: "Rösterei Lindner GmbH", ContactFullName: "Jana Lindner",
			ContactEmail: "jana@lindner.example", AddressID: kit.AddressID("jana@lindner.example"),
		})
		s.isFinal(t, got)
	})
}

func TestRequestInfo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.refused(t, "POST", "request-info", body{"question": "why?"})
		a := s.submit(t)
		p := path(a.Text("id"), "request-info")
		s.requiresText(t, p, "question")

		log := eventbustest.Record(t, s.DB)
		var asked []eventbus.Event
		for _, question := range []string{"Which products?", "And how many?"} {
			got := s.admin.Do(t, "POST", p, body{"question": question}).Require(t, 200)
			got.RequireFields(t, kit.Fields{"status": "under_review", "question": question, "decidedAt": nil, "decidedBy": nil})
			asked = append(asked, events.InfoRequested{
				ApplicationID: a.Text("id"), TrackingID: a.Text("trackingId"), Locale: "en", AskedBy: s.adminID,
				Question: question, BusinessName: "Rösterei Lindner GmbH", ContactFullName: "Jana Lindner", ContactEmail: "jana@lindner.example",
				AddressID: kit.AddressID("jana@lindner.example"),
			})
		}
		log.RequireExactly(t, asked...)
	})
}

// decided checks the decision in the answer and gives its time.
func (s *setup) decided(t *testing.T, got kit.Answer, status string) time.Time {
	t.Helper()
	got.RequireFields(t, kit.Fields{"status": status, "decidedBy": s.adminID})
	if got.Text("decidedAt") == "" {
		t.Errorf("decided: %s", got.Body)
	}
	var a application
	if err := s.DB.Where("id = ?", got.Text("id")).Take(&a).Error; err != nil {
		t.Fatal(err)
	}
	return *a.DecidedAt
}

// isFinal checks that no command changes the application any more, and that none announces
// anything.
func (s *setup) isFinal(t *testing.T, decided kit.Answer) {
	t.Helper()
	log := eventbustest.Record(t, s.DB)
	for command, b := range map[string]any{"approve": nil, "reject": body{"reason": "no"}, "request-info": body{"question": "why?"}} {
		s.requireDecision(t, s.admin.Do(t, "POST", path(decided.Text("id"), command), b), decided)
	}
	if now := s.admin.Do(t, "GET", path(decided.Text("id"), ""), nil).Require(t, 200); string(now.Body) != string(decided.Body) {
		t.Errorf("it was %s and is %s", decided.Body, now.Body)
	}
	log.RequireExactly(t)
}

// requireDecision checks that a refusal says what was decided, by whom and when.
func (s *setup) requireDecision(t *testing.T, refused, decided kit.Answer) {
	t.Helper()
	want := kit.Fields{}
	for _, field := range []string{"status", "note", "reason", "decidedAt", "decidedBy"} {
		want["current."+field] = decided.At(field)
	}
	refused.Require(t, 409, "already_decided").RequireFields(t, want)
}

// requiresText checks that the command wants one text of 1–2000 characters.
func (s *setup) requiresText(t *testing.T, p, field string) {
	t.Helper()
	for _, bad := range []struct {
		body any
		want string
	}{
		{body{}, "required"}, {body{field: nil}, "wrong_type"}, {body{field: 1}, "wrong_type"}, {body{field: ""}, "required"},
		{body{field: "  \n"}, "required"}, {body{field: strings.Repeat("x", 2001)}, "too_long"},
	} {
		if got := s.admin.Do(t, "POST", p, bad.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{"/" + field + " " + bad.want}) {
			t.Errorf("%v: %v, want %s", bad.body, got.Pointers(), bad.want)
		}
	}
	s.admin.Do(t, "POST", p, `{`).Require(t, 400, "malformed_json")
}

// Red on PostgreSQL without the WHERE of saveUnderReview: several read an application that is under
// review, and each decides it.
func TestDecidingAtOnceDecidesOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		second, _ := s.As(t, auth.RoleAdmin)
		s.decideAtOnce(t, s.admin, second)
	})
}

func TestDecidingAtOnceInTwoProcessesDecidesOnce(t *testing.T) {
	t.Parallel()
	s := &setup{Runner: moduletest.Postgres(t, build)}
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
	there, _ := s.Replica(t).As(t, auth.RoleAdmin)
	s.decideAtOnce(t, s.admin, there)
}

// decideAtOnce lets the admins decide one application ten times at once, in several ways.
func (s *setup) decideAtOnce(t *testing.T, admins ...*kit.API) {
	t.Helper()
	for name, commands := range map[string][]string{
		"approve":            slices.Repeat([]string{"approve"}, 10),
		"approve and reject": slices.Repeat([]string{"approve", "approve", "reject", "reject", "approve"}, 2),
	} {
		a := s.submit(t).Text("id")
		log := eventbustest.Record(t, s.DB)
		var mu sync.Mutex
		var wg sync.WaitGroup
		codes := map[int]int{}
		var refusals []kit.Answer
		for i, command := range commands {
			var b any
			if command == "reject" {
				b = body{"reason": "no"}
			}
			wg.Go(func() {
				got, err := kit.Patiently(func() (kit.Answer, error) { return admins[i%len(admins)].Try("POST", path(a, command), b) })
				mu.Lock()
				defer mu.Unlock()
				codes[got.Status]++
				if err != nil {
					t.Error(err)
				} else if got.Status == 409 {
					refusals = append(refusals, got)
				}
			})
		}
		wg.Wait()
		decided := s.admin.Do(t, "GET", path(a, ""), nil).Require(t, 200)
		for _, refused := range refusals {
			s.requireDecision(t, refused, decided)
		}
		if codes[200] != 1 || codes[409] != 9 {
			t.Errorf("%s: %v, want one 200 and nine 409", name, codes)
		}
		if got := log.Names(); len(got) != 1 {
			t.Errorf("%s: announced %v, want one decision", name, got)
		}
	}
}
