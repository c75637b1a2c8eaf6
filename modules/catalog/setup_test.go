package catalog

import (
	"maps"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

func build(p moduletest.Deps) module.Module { return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log}) }

// setup is the running module with an admin in it.
type setup struct {
	*moduletest.Runner
	admin   *kit.API
	adminID string
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

// with is b with changes.
func with(b body, changes ...body) body {
	b = maps.Clone(b)
	for _, c := range changes {
		maps.Copy(b, c)
	}
	return b
}

// guarded checks what every admin operation refuses: nobody, a customer, and ids of nothing. path is that of an id.
func (s *setup) guarded(t *testing.T, method string, path func(id string) string, known string, valid any) {
	t.Helper()
	customer, _ := s.As(t, auth.RoleCustomer)
	s.API.Do(t, method, path(known), valid).Require(t, 401, "unauthenticated")
	customer.Do(t, method, path(known), valid).Require(t, 403, "forbidden")
	for _, unknown := range []string{id.New(), "no-id", "00000000"} {
		customer.Do(t, method, path(unknown), valid).Require(t, 403, "forbidden")
		s.admin.Do(t, method, path(unknown), valid).Require(t, 404, "not_found")
	}
}

// refuser calls and wants a 422 with exactly these pointers.
func refuser(t *testing.T, api *kit.API, method, path string) func(b any, want ...string) {
	return func(b any, want ...string) {
		t.Helper()
		got := api.Do(t, method, path, b)
		pointers := got.Pointers()
		slices.Sort(pointers)
		slices.Sort(want)
		if got.Status != 422 || !slices.Equal(pointers, want) {
			t.Errorf("%v: %d %v, want %v", b, got.Status, pointers, want)
		}
	}
}

// column is the field of every row of a list.
func column(t *testing.T, a kit.Answer, field string) []string {
	t.Helper()
	var list struct{ Data []map[string]any }
	a.Require(t, 200).Decode(t, &list)
	var found []string
	for _, row := range list.Data {
		text, _ := row[field].(string)
		found = append(found, text)
	}
	return found
}
