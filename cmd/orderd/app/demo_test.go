package app

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"orderd/test/kit"
)

// Without an address the day runs on a service of its own, whatever the configuration says.
func TestDemoOfItsOwn(t *testing.T) {
	t.Parallel()
	orderd(t, []string{"ORDERD_DEV=perhaps"}, "demo").require(t, 0,
		`(?ms)Books +has heard [0-9]+ events, of 2[0-9] orders.*^2[0-9] orders, [0-9]+ checks, 0 faults`)
}

// A failed check is printed, and the exit code is 1.
func TestDemoFails(t *testing.T) {
	t.Parallel()
	env := testEnviron(t, kit.Dialects[0])
	orderd(t, append(env, "ORDERD_DEV=perhaps"), "demo", "--url", "http://127.0.0.1:1").
		require(t, 2, `dev: must be true or false; it is "perhaps" \(ORDERD_DEV\)`)
	orderd(t, append(env, "ORDERD_ADMIN_PASSWORD=x"), "demo", "--url", "http://127.0.0.1:1").require(t, 1, "demo: .*connection refused")
	s := started(t, kit.Dialects[0])
	o := s.seedOptions(s.api)
	env = append(env, "ORDERD_ADMIN_EMAIL="+o.Email, "ORDERD_ADMIN_PASSWORD="+o.Password)
	orderd(t, env, "demo", "--url", s.api).require(t, 1, "this is not the demo shop: `orderd seed` brings it")
}

// demo --url and seed say which password of the admin they have looked for, and where.
func TestAdminsPasswordIsLookedFor(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	dir := t.TempDir()
	file := filepath.Join(dir, "admin-password")
	for _, name := range []string{"demo", "seed"} {
		data := []string{"ORDERD_DATA_DIR=" + dir}
		orderd(t, data, name, "--url", s.api).require(t, 2,
			"there is no password for admin@example.com: admin.password is not set .ORDERD_ADMIN_PASSWORD.*there is no "+regexp.QuoteMeta(file))
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s has made %v", name, left)
		}
		orderd(t, append(data, "ORDERD_ADMIN_PASSWORD=wrong"), name, "--url", s.api).require(t, 1,
			"admin@example.com at "+s.api+" does not have the password that stands in admin.password: .*401 invalid_credentials")
		if err := os.WriteFile(file, []byte("another\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		orderd(t, data, name, "--url", s.api).require(t, 1, "does not have the password that stands in "+regexp.QuoteMeta(file))
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	// The service's own folder is enough: nothing else needs to be set.
	orderd(t, []string{"ORDERD_DATA_DIR=" + s.config.DataDir}, "seed", "--url", s.api, "--pictures=0").require(t, 0, "added 60 products")
}
