package wholesale

import (
	"maps"
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

func build(p moduletest.Deps) module.Module { return New(depsOf(p)) }

func depsOf(p moduletest.Deps) Deps {
	return Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Pseudonyms: kit.Pseudonyms, Config: Config{KeepDays: 180}}
}

// setup is the module alone, with an admin.
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

// valid is a submission that is accepted, with changes.
func valid(changes ...body) body {
	b := body{
		"businessName": "Rösterei Lindner GmbH", "businessAddress": "Torstraße 12, 10119 Berlin", "state": "Berlin", "country": "Germany",
		"registrationNumber": "HRB 123456", "estimatedMonthlyOrderMin": 500, "estimatedMonthlyOrderMax": 2500.5,
		"contactFullName": "Jana Lindner", "contactPhone": "+49 30 1234567", "contactEmail": "jana@lindner.example",
	}
	for _, c := range changes {
		maps.Copy(b, c)
	}
	return b
}

// submit applies and returns the application as admins see it.
func (s *setup) submit(t *testing.T, changes ...body) kit.Answer {
	t.Helper()
	trackingID := s.API.Do(t, "POST", "/v1/wholesale/apply", valid(changes...)).Require(t, 201).Text("trackingId")
	var a application
	if err := s.DB.Where("tracking_id = ?", trackingID).Take(&a).Error; err != nil {
		t.Fatal(err)
	}
	return s.admin.Do(t, "GET", path(a.ID, ""), nil).Require(t, 200)
}

// path is an admin path of the application.
func path(applicationID, command string) string {
	p := "/v1/admin/wholesale/applications/" + applicationID
	if command != "" {
		p += "/" + command
	}
	return p
}

// refused checks what every admin operation refuses.
func (s *setup) refused(t *testing.T, method, command string, valid any) {
	t.Helper()
	customer, _ := s.As(t, auth.RoleCustomer)
	known := s.submit(t).Text("id")
	s.API.Do(t, method, path(known, command), valid).Require(t, 401, "unauthenticated")
	customer.Do(t, method, path(known, command), valid).Require(t, 403, "forbidden")
	for _, unknown := range []string{id.New(), "no-id", "00000000"} {
		customer.Do(t, method, path(unknown, command), valid).Require(t, 403, "forbidden")
		s.admin.Do(t, method, path(unknown, command), valid).Require(t, 404, "not_found")
	}
}
