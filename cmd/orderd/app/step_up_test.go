package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/id"
)

// stepUpOf is the x-step-up that the contract demands of an operation with a scope: of each refund,
// the erasure of a user, each write of the staff, their roles and API keys, the role of a user,
// what a webhook is sent and where to, and each change of the own account.
func stepUpOf(op adminOperation) string {
	const admin = "/v1/admin/"
	below := func(path string) bool { return op.path == admin+path || strings.HasPrefix(op.path, admin+path+"/") }
	named := strings.ToUpper(op.method) + " " + strings.TrimPrefix(op.path, admin)
	switch {
	case strings.EqualFold(op.method, "GET"), below("me/step-up"):
		return ""
	case below("me"):
		return "always"
	case below("staff"), below("roles"), below("api-keys"):
		return "usual"
	case slices.Contains([]string{"POST orders/{id}/refund", "POST users/{id}/erase", "POST guests/{id}/erase", "POST webhooks",
		"POST webhooks/{id}/rotate-secret"}, named):
		return "usual"
	case slices.Contains([]string{"PATCH users/{id}", "PATCH webhooks/{id}"}, named):
		return "partly"
	}
	return ""
}

// TestEverySensitiveOperationAsksForAProof: no operation is forgotten, and none more asks.
func TestEverySensitiveOperationAsksForAProof(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	all, _ := adminOperations(t)
	asks := 0
	for _, op := range all {
		got, _ := doc.Paths.Find(op.path).GetOperation(strings.ToUpper(op.method)).Extensions["x-step-up"].(string)
		if want := stepUpOf(op); got != want {
			t.Errorf("%s %s has x-step-up %q, want %q", op.method, op.path, got, want)
		}
		if got != "" {
			asks++
		}
	}
	if asks < 20 {
		t.Errorf("%d operations ask", asks)
	}
}

// partly are bodies for which the operations with x-step-up partly ask, and one each for which they
// do not.
var partly = map[string][2]string{
	"/v1/admin/users/{id}":    {`{"role":"customer"}`, `{"disabled":false}`},
	"/v1/admin/webhooks/{id}": {`{"url":"https://hooks.example.com/"}`, `{"enabled":true}`},
}

// TestStepUp: an old proof is refused of who has a second factor, wherever a step-up is asked for,
// and a fresh one passes. Without a factor only the own account asks, unless one is required:
// then nothing else passes without a factor. API keys are not asked.
func TestStepUp(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := startedWith(t, append(migratedEnviron(t, dialect), "ORDERD_LIMITS_ENABLED=false", "ORDERD_AUTH_STEP_UP_AGE=5m"))
		all, _ := adminOperations(t)
		for _, op := range all {
			body, free := "{}", ""
			if bodies, ok := partly[op.path]; ok && stepUpOf(op) == "partly" {
				body, free = bodies[0], bodies[1]
			}
			want := stepUpOf(op)
			s.requireProof(t, op, body, 6*time.Minute, true, want != "")
			s.requireProof(t, op, body, 4*time.Minute, true, false)
			s.requireProof(t, op, body, 6*time.Minute, false, want == "always")
			if free != "" {
				s.requireProof(t, op, free, 6*time.Minute, true, false)
			}
		}
	})
}

// requireProof fails unless the operation asks for a proof, or does not, of an admin whose last one
// is so old.
func (s *service) requireProof(t *testing.T, op adminOperation, body string, age time.Duration, factor, asks bool) {
	t.Helper()
	status, problem := s.callAt(t, op, body, age, factor)
	if (status == 403 && problem.Code == "step_up_required") != asks {
		t.Errorf("%s %s %s, proved %v ago, second factor %v: %d %+v", op.method, op.path, body, age, factor, status, problem)
	}
}

// TestRequiredSecondFactor: where one is required, an admin without one can do nothing but use the
// own account, and a key is not asked.
func TestRequiredSecondFactor(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := startedWith(t, append(migratedEnviron(t, dialect), "ORDERD_LIMITS_ENABLED=false", "ORDERD_AUTH_STAFF_SECOND_FACTOR=required"))
		all, _ := adminOperations(t)
		for _, op := range all {
			status, problem := s.callAt(t, op, "{}", time.Minute, false)
			if refused := status == 403 && problem.Code == "second_factor_required"; refused != (op.scope != auth.ScopeSelf) {
				t.Errorf("%s %s: %d %+v", op.method, op.path, status, problem)
			}
			if status, problem := s.callAt(t, op, "{}", time.Minute, true); status == 403 {
				t.Errorf("%s %s with a factor: %d %+v", op.method, op.path, status, problem)
			}
		}
		admin := s.tokenAt(t, time.Minute, true)
		key := s.newKey(t, admin, []auth.Scope{"customers:read"})
		if status, answer := s.send(t, "GET", "/v1/admin/users", key, ""); status != 200 {
			t.Errorf("a key: %d %s", status, answer)
		}
	})
}

// tokenAt is an access token of an admin who has given the last proof so long ago.
func (s *service) tokenAt(t *testing.T, age time.Duration, factor bool) string {
	t.Helper()
	token, _, err := s.authority.Issue(auth.Principal{
		UserID: id.New(), SessionID: id.New(), Role: auth.RoleAdmin, AccountType: "retail", Email: "s@example.com",
		AuthTime: time.Now().Add(-age), SecondFactor: factor,
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// callAt calls the operation with such a token.
func (s *service) callAt(t *testing.T, op adminOperation, body string, age time.Duration, factor bool) (status int, problem scopeProblem) {
	t.Helper()
	return s.callBody(t, op, s.tokenAt(t, age, factor), body)
}
