package sites

import (
	"context"
	"fmt"
	"time"

	"orderd/test/kit"
)

// patience is how long a test waits for what a busy machine does late.
const patience = 4 * time.Minute

// failures are what the counts of a site may not have, of a consumer, key and number.
var failures = []struct{ what, query string }{
	{"doubled", "SELECT count(*) - count(DISTINCT (consumer, key, n)) FROM handled"},
	{"out of order", `SELECT count(*) FROM (SELECT n, lag(n, 1, 0::bigint) OVER (PARTITION BY consumer, key ORDER BY id) AS before
		FROM handled) AS effects
		WHERE n <> before + 1`},
	{"left over", "SELECT count(*) FROM deliveries WHERE consumer <> 'carrier'"},
}

// settle waits until every event has been handled by every consumer of all sites, and counts: each
// once, in the order of its key.
func (w *world) settle() {
	w.Helper()
	w.stopPublishers()
	published := w.published()
	if published < w.released || published < events() {
		w.Errorf("%d events were published, want %d", published, max(w.released, events()))
	}
	for _, s := range w.sites {
		w.awaitHandled(s, published)
		kit.Eventually(w, "no delivery is left", func() error {
			if n := w.count(s.db, failures[2].query); n > 0 {
				return fmt.Errorf("%d are", n)
			}
			return nil
		})
		w.requireOnce(s, published)
	}
}

// requireOnce counts the effects of n events at a site.
func (w *world) requireOnce(s *site, n int) {
	w.Helper()
	want := n * len(s.consumers)
	line := fmt.Sprintf("site %s: %d events × %d consumers", s.name, n, len(s.consumers))
	lost := want - w.count(s.db, "SELECT count(DISTINCT (consumer, key, n)) FROM handled")
	line += fmt.Sprintf(", %d lost", lost)
	if lost != 0 {
		w.Errorf("site %s: %d effects are lost", s.name, lost)
	}
	for _, f := range failures {
		found := w.count(s.db, f.query)
		line += fmt.Sprintf(", %d %s", found, f.what)
		if found != 0 {
			w.Errorf("site %s: %d effects are %s", s.name, found, f.what)
		}
	}
	w.Logf("%s, %.0f s", line, time.Since(w.began).Seconds())
}

// describeFailure logs the state of all sites when the test has failed.
func (w *world) describeFailure() {
	if !w.Failed() {
		return
	}
	for _, s := range w.sites {
		for _, query := range []string{
			"SELECT * FROM event_carrier", "SELECT * FROM event_sources", "SELECT * FROM leaders ORDER BY id DESC LIMIT 6",
			"SELECT consumer, count(*), max(attempts) AS attempts, max(last_error) AS error, min(due_at) AS due FROM deliveries GROUP BY consumer",
			`SELECT application_name, state, wait_event, now() - xact_start AS since, left(query, 80) AS query FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
		} {
			var rows []map[string]any
			if err := s.db.WithContext(context.Background()).Raw(query).Scan(&rows).Error; err != nil {
				w.Logf("site %s: %v", s.name, err)
			}
			for _, row := range rows {
				w.Logf("site %s: %v", s.name, row)
			}
		}
	}
}
