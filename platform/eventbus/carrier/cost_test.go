package carrier

import (
	"slices"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"orderd/platform/database"
	"orderd/test/kit/natsserver"
)

// An import takes two round trips: the first brings the BEGIN along, the second the COMMIT, which
// does not wait for the disk. The sessions of others keep waiting for it.
func TestRoundTripsOfAnImport(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	main := newSite(t, node.URL(), "main").start()
	url := newSite(t, node.URL(), "in").url
	core, logged := observer.New(zap.WarnLevel)
	// With Slow 1 it logs every statement.
	db, err := database.Open(t.Context(), database.Options{URL: url, Log: zap.New(core), Slow: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := database.Close(db); err != nil {
			t.Error(err)
		}
	})
	in := siteOn(t, db, url, node.URL(), "in", "main").hears("shop.one").start()
	main.publish("a")
	in.awaitHandled(main, 1, 1)
	in.stop()
	var trips []string
	for _, line := range logged.All() {
		sql, _ := line.ContextMap()["sql"].(string)
		if slices.ContainsFunc([]string{"SET database_id", "event_erasures", "INSERT INTO events"}, func(of string) bool {
			return strings.Contains(sql, of)
		}) {
			trips = append(trips, sql)
		}
	}
	if len(trips) != 2 || !strings.HasPrefix(trips[0], "begin") || !strings.Contains(trips[0], "event_erasures") ||
		!strings.HasSuffix(trips[1], "commit") {
		t.Errorf("the import took %d round trips: %q", len(trips), trips)
	}
	if n := in.count("SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'on'"); n != 1 {
		t.Error("other transactions do not wait for the disk either")
	}
}
