package app

import (
	"testing"

	"orderd/test/kit"
)

// Without an address the day runs on a service of its own, whatever the configuration says.
func TestDemoOfItsOwn(t *testing.T) {
	t.Parallel()
	orderd(t, []string{"ORDERD_DEV=perhaps"}, "demo").require(t, 0, `(?m)^2[0-9] orders, [0-9]+ checks, 0 faults`)
}

// What is not as it should be is told, with another exit code.
func TestDemoFails(t *testing.T) {
	t.Parallel()
	env := settings(t, kit.Dialects[0])
	orderd(t, append(env, "ORDERD_DEV=perhaps"), "demo", "--url", "http://127.0.0.1:1").require(t, 1, "ORDERD_DEV: must be true or false")
	orderd(t, env, "demo", "--url", "http://127.0.0.1:1").require(t, 1, "The shop opens: Admin: .*connection refused")
	s := started(t, kit.Dialects[0])
	orderd(t, env, "demo", "--url", s.api).require(t, 1, "The shop opens: Admin: POST /v1/auth/login: 401 invalid_credentials")
	o := s.seeding(s.api)
	env = append(env, "ORDERD_ADMIN_EMAIL="+o.Email, "ORDERD_ADMIN_PASSWORD="+o.Password)
	orderd(t, env, "demo", "--url", s.api).require(t, 1, "this is not the demo shop: `orderd seed` brings it")
}
