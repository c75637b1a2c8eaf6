package catalog

import (
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
	"orderd/test/kit/postgres"
)

// standbySetup is the module with a standby that answers reads.
type standbySetup struct {
	setup
	standby *postgres.Server
	reads   *database.Reads
}

// newStandbySetup makes the module on a server of its own with a standby, which is in use.
func newStandbySetup(t *testing.T) *standbySetup {
	t.Helper()
	primary := kit.PostgresServer(t)
	s := &standbySetup{standby: kit.PostgresStandby(t, primary)}
	s.Runner = moduletest.At(t, primary.URL("postgres"), func(p moduletest.Deps) module.Module {
		reads, err := database.OpenReads(t.Context(), p.DB, database.ReadsOptions{URL: s.standby.URL("postgres"), MaxLag: 1 << 40,
			Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := reads.Close(); err != nil {
				t.Error(err)
			}
		})
		s.reads = reads
		return New(Deps{DB: p.DB, Reads: reads, Clock: p.Clock, Log: p.Log, Copies: p.Copies})
	})
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
	s.awaitUse(t)
	return s
}

// awaitUse measures until the standby is used.
func (s *standbySetup) awaitUse(t *testing.T) {
	t.Helper()
	kit.Eventually(t, "the standby is used", func() error {
		s.reads.Measure(t.Context())
		return s.reads.Standbys()[0].Reason
	})
}

// requireRead wants the number of products at a path, and which server has answered.
func (s *standbySetup) requireRead(t *testing.T, api *kit.API, path string, want int, onStandby bool) kit.Answer {
	t.Helper()
	before := s.reads.Standbys()[0].Reads
	answer := api.Do(t, "GET", path, nil).Require(t, 200)
	if total := int(answer.Number("meta.total")); total != want {
		t.Errorf("%s: %d, want %d", path, total, want)
	}
	s.requireServer(t, path, before, onStandby)
	return answer
}

func (s *standbySetup) requireServer(t *testing.T, path string, before int64, onStandby bool) {
	t.Helper()
	if on := s.reads.Standbys()[0].Reads > before; on != onStandby {
		t.Errorf("%s: on the standby: %v, want %v", path, on, onStandby)
	}
}

// awaitReplay waits until the standby has all that is committed.
func (s *standbySetup) awaitReplay(t *testing.T) {
	t.Helper()
	var lsn string
	if err := s.DB.Raw("SELECT pg_current_wal_flush_lsn()::text").Scan(&lsn).Error; err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "the standby has replayed", func() error {
		return s.standby.Exec("SELECT 1 / (pg_last_wal_replay_lsn() >= '" + lsn + "')::int")
	})
}

// Callers without a token and exports read the standby. A token reads the primary, and so does an
// export of what the standby does not have yet. No answer of one server has the ETag or the content
// of the other.
func TestReadsOnStandby(t *testing.T) {
	t.Parallel()
	s := newStandbySetup(t)
	s.product(t, simple("Kettle", 20))
	s.awaitReplay(t)
	old := s.requireRead(t, s.API, "/v1/products", 1, true)
	for _, path := range []string{"/v1/products?q=ketle", "/v1/products?sort=bestselling", "/v1/products?sort=price"} {
		s.requireRead(t, s.API, path, 1, true)
	}
	for _, path := range []string{"/v1/products/facets", "/v1/products/kettle", "/v1/admin/products/export"} {
		before, caller := s.reads.Standbys()[0].Reads, s.API
		if path == "/v1/admin/products/export" {
			caller = s.admin
		}
		caller.Do(t, "GET", path, nil).Require(t, 200)
		s.requireServer(t, path, before, true)
	}

	if err := s.standby.PauseReplay(); err != nil {
		t.Fatal(err)
	}
	s.product(t, simple("Teapot", 30))
	s.brand(t, moka)
	current := s.requireRead(t, s.admin, "/v1/products", 2, false)
	again := s.requireRead(t, s.API, "/v1/products", 1, true)
	if etag := again.Header.Get("ETag"); etag != old.Header.Get("ETag") || etag == current.Header.Get("ETag") {
		t.Errorf("ETags: %s, before %s, on the primary %s", etag, old.Header.Get("ETag"), current.Header.Get("ETag"))
	}
	s.requireRead(t, s.admin, "/v1/brands", 1, false)
	s.requireRead(t, s.API, "/v1/brands", 0, true)
	before := s.reads.Standbys()[0].Reads
	if file := string(s.admin.Do(t, "GET", "/v1/admin/products/export", nil).Require(t, 200).Body); !strings.Contains(file, "Teapot") {
		t.Errorf("the export lacks what was saved before it: %s", file)
	}
	s.requireServer(t, "export", before, false)

	if err := s.standby.ResumeReplay(); err != nil {
		t.Fatal(err)
	}
	s.awaitReplay(t)
	s.requireRead(t, s.API, "/v1/products", 2, true)
	if err := s.standby.Kill(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.requireRead(t, s.API, "/v1/products", 2, false)
	}
	if err := s.standby.Resume(); err != nil {
		t.Fatal(err)
	}
	s.awaitUse(t)
	s.requireRead(t, s.API, "/v1/products", 2, true)
}
