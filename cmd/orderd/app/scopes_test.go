package app

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/id"
)

// adminOperation is an operation of the document that requires a scope.
type adminOperation struct {
	method, path string
	scope        auth.Scope
}

// adminOperations are the operations with x-scope, and their scopes.
func adminOperations(t *testing.T) (all []adminOperation, scopes []auth.Scope) {
	t.Helper()
	_, doc := readDocument(t)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if scope, ok := op.Extensions["x-scope"].(string); ok {
				all = append(all, adminOperation{method, path, auth.Scope(scope)})
				scopes = append(scopes, auth.Scope(scope))
			}
		}
	}
	slices.Sort(scopes)
	return all, slices.Compact(scopes)
}

var parameter = regexp.MustCompile(`\{[^}]+\}`)

// TestEveryAdminOperationRequiresItsScope: a role with all scopes but that of the operation is
// refused, one with that scope alone is not.
func TestEveryAdminOperationRequiresItsScope(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := startedWith(t, append(migratedEnviron(t, dialect), "ORDERD_LIMITS_ENABLED=false"))
		all, scopes := adminOperations(t)
		if len(all) < 50 {
			t.Fatalf("%d operations have a scope", len(all))
		}
		for _, op := range all {
			others := slices.DeleteFunc(slices.Clone(scopes), func(has auth.Scope) bool { return auth.ScopesOf(has).Include(op.scope) })
			if status, problem := s.callAsStaff(t, op, others); op.scope != auth.ScopeSelf &&
				(status != 403 || problem.Code != "forbidden" || problem.RequiredScope != op.scope) {
				t.Errorf("%s %s without %s: %d %+v", op.method, op.path, op.scope, status, problem)
			}
			status, problem := s.callAsStaff(t, op, []auth.Scope{op.scope})
			if op.scope == auth.ScopeSelf && status == 401 {
				continue // the caller has no account to do it for
			}
			if status == 401 || status == 403 || status >= 500 {
				t.Errorf("%s %s with %s alone: %d %+v", op.method, op.path, op.scope, status, problem)
			}
		}
	})
}

type scopeProblem struct {
	Code          string
	RequiredScope auth.Scope
}

// keysLack are the scopes that no API key has.
var keysLack = []auth.Scope{auth.ScopeSelf, "staff:read", "staff:write", "keys:write"}

// TestEveryAdminOperationRequiresItsScopeOfAKey: an API key with all scopes but that of the
// operation is refused, one with that scope alone is not.
func TestEveryAdminOperationRequiresItsScopeOfAKey(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := startedWith(t, append(migratedEnviron(t, dialect), "ORDERD_LIMITS_ENABLED=false"))
		all, scopes := adminOperations(t)
		scopes = slices.DeleteFunc(scopes, func(scope auth.Scope) bool { return slices.Contains(keysLack, scope) })
		admin, keys := s.staffToken(t, auth.RoleAdmin, nil), map[auth.Scopes]string{}
		keyOf := func(scopes ...auth.Scope) string {
			set := auth.ScopesOf(scopes...)
			if keys[set] == "" {
				keys[set] = s.newKey(t, admin, scopes)
			}
			return keys[set]
		}
		for _, op := range all {
			others := slices.DeleteFunc(slices.Clone(scopes), func(has auth.Scope) bool { return auth.ScopesOf(has).Include(op.scope) })
			if status, problem := s.callWith(t, op, keyOf(others...)); status != 403 || problem.Code != "forbidden" ||
				problem.RequiredScope != op.scope {
				t.Errorf("%s %s without %s: %d %+v", op.method, op.path, op.scope, status, problem)
			}
			if slices.Contains(keysLack, op.scope) {
				continue
			}
			if status, problem := s.callWith(t, op, keyOf(op.scope)); status == 401 || status == 403 || status >= 500 {
				t.Errorf("%s %s with %s alone: %d %+v", op.method, op.path, op.scope, status, problem)
			}
		}
	})
}

// newKey makes an API key of the scopes.
func (s *service) newKey(t *testing.T, admin string, scopes []auth.Scope) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"name": "a program", "scopes": scopes})
	if err != nil {
		t.Fatal(err)
	}
	status, answer := s.send(t, "POST", "/v1/admin/api-keys", admin, string(body))
	var made struct{ Key string }
	if err := json.Unmarshal(answer, &made); err != nil || status != 201 {
		t.Fatalf("%d %s", status, answer)
	}
	return made.Key
}

// staffToken is an access token with the role and the scopes.
func (s *service) staffToken(t *testing.T, role auth.Role, scopes []auth.Scope) string {
	t.Helper()
	token, _, err := s.authority.Issue(auth.Principal{
		UserID: id.New(), SessionID: id.New(), Role: role, Scopes: auth.ScopesOf(scopes...), AccountType: "retail", Email: "s@example.com",
		AuthTime: time.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// callAsStaff calls the operation with a token of a member of the staff who has these scopes.
func (s *service) callAsStaff(t *testing.T, op adminOperation, scopes []auth.Scope) (status int, problem scopeProblem) {
	t.Helper()
	return s.callWith(t, op, s.staffToken(t, auth.RoleStaff, scopes))
}

// callWith calls the operation with the bearer token.
func (s *service) callWith(t *testing.T, op adminOperation, token string) (status int, problem scopeProblem) {
	t.Helper()
	return s.callBody(t, op, token, "{}")
}

// callBody is callWith another body.
func (s *service) callBody(t *testing.T, op adminOperation, token, sent string) (status int, problem scopeProblem) {
	t.Helper()
	status, body := s.send(t, op.method, parameter.ReplaceAllString(op.path, id.New()), token, sent)
	if status >= 400 {
		if err := json.Unmarshal(body, &problem); err != nil {
			t.Errorf("%s %s: %s", op.method, op.path, body)
		}
	}
	return status, problem
}

// send sends a JSON body and returns the answer.
func (s *service) send(t *testing.T, method, path, token, body string) (status int, answer []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.api+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}
