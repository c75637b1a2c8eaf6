package faults

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// The primary is killed under load and its standby promoted. database.url names both, so the
// service finds the new primary by itself. Commits wait for the standby, so nothing is lost.
func TestStandbyIsPromoted(t *testing.T) {
	t.Parallel()
	primary, err := postgres.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(primary.Resume(), primary.Stop()) })
	standby := kit.PostgresStandby(t, primary)
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if err := primary.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	kit.Eventually(t, "commits wait for the standby", func() error {
		return primary.Exec("SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
	})

	both := strings.Replace(primary.URL("postgres"), "/postgres?", fmt.Sprintf(",127.0.0.1:%d/postgres?", standby.Port()), 1)
	w := prepare(t, both+"&target_session_attrs=read-write", 1)
	w.launch()
	outlive(t, w, false, func() {
		if err := primary.Kill(); err != nil {
			t.Fatal(err)
		}
	}, func() {
		if err := standby.Promote(); err != nil {
			t.Fatal(err)
		}
	})
}
