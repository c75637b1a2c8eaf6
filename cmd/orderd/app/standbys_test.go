package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"orderd/platform/database"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/port"
)

// A service with database.read_url uses the standby by itself, shows it in the metrics and in
// doctor, is ready without it, and answers.
func TestStandbyOfTheService(t *testing.T) {
	t.Parallel()
	primary := kit.PostgresServer(t)
	standby := kit.PostgresStandby(t, primary)
	env := append(testEnviron(t, database.SQLite), "ORDERD_DATABASE_URL="+primary.URL("postgres"),
		"ORDERD_DATABASE_READ_URL="+standby.URL("postgres"))
	s := startedWith(t, env)
	label := `{host="127.0.0.1:` + strconv.Itoa(standby.Port()) + `"} `
	awaitMetric := func(line string) {
		t.Helper()
		kit.Eventually(t, line, func() error {
			if _, shown := get(t, s.ops+"/metrics"); !strings.Contains(shown, "\n"+line) {
				return errors.New("is not shown")
			}
			return nil
		})
	}
	awaitMetric("orderd_database_standby_usable" + label + "1")
	awaitMetric("orderd_database_standby_lag_seconds" + label)
	kit.Eventually(t, "the standby answers the list", func() error {
		if code, body := get(t, s.api+"/v1/products"); code != 200 {
			t.Fatalf("the list: %d %s", code, body)
		}
		if s.reads.Standbys()[0].Reads == 0 {
			return errors.New("the primary did")
		}
		return nil
	})
	awaitFinding := func(level module.Level, code string) {
		t.Helper()
		kit.Eventually(t, code, func() error {
			findings, _ := doctored(t, env)
			if !slices.ContainsFunc(findings, func(f module.Finding) bool { return f.Level == level && f.Code == code }) {
				return fmt.Errorf("%+v", findings)
			}
			return nil
		})
	}
	awaitFinding(module.OK, "standby_ok")

	if err := standby.Halt(); err != nil {
		t.Fatal(err)
	}
	awaitMetric("orderd_database_standby_usable" + label + "0")
	for _, path := range []string{"/v1/products", "/readyz"} {
		if code, body := get(t, s.api+path); code != 200 {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
	awaitFinding(module.Warning, "standby_unused")
	if err := standby.Resume(); err != nil {
		t.Fatal(err)
	}
	awaitMetric("orderd_database_standby_usable" + label + "1")
}

// Without its standby the service starts.
func TestServiceStartsWithoutItsStandby(t *testing.T) {
	t.Parallel()
	env := append(testEnviron(t, database.Postgres), "ORDERD_DATABASE_READ_URL=postgres://postgres@"+port.Refusing(t)+"/postgres")
	s := startedWith(t, env)
	if code, body := get(t, s.api+"/v1/products"); code != 200 {
		t.Errorf("%d %s", code, body)
	}
}
