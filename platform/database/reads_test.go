package database_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// replicated is a primary with a table "things", a standby of it, and reads that may go to it.
type replicated struct {
	primary, standby *postgres.Server
	db               *gorm.DB
	reads            *database.Reads
}

// newReplicated makes the reads with the given options; more is appended to the standby's URL.
func newReplicated(t *testing.T, o database.ReadsOptions, more string) *replicated {
	t.Helper()
	r := &replicated{primary: kit.PostgresServer(t)}
	r.standby = kit.PostgresStandby(t, r.primary)
	r.db = kit.Open(t, r.primary.URL("postgres"))
	r.exec(t, "CREATE TABLE things (n int)")
	if o.URL == "" {
		o.URL = r.standby.URL("postgres") + more
	}
	o.Timeout = max(o.Timeout, time.Minute)
	var err error
	if r.reads, err = database.OpenReads(t.Context(), r.db, o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.reads.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func (r *replicated) exec(t *testing.T, statement string) {
	t.Helper()
	if err := r.db.Exec(statement).Error; err != nil {
		t.Fatal(err)
	}
}

// measureUntil measures until the standby is used, or is not.
func (r *replicated) measureUntil(t *testing.T, usable bool) {
	t.Helper()
	kit.Eventually(t, fmt.Sprintf("usable: %v", usable), func() error {
		r.reads.Measure(t.Context())
		if s := r.reads.Standbys()[0]; s.Usable != usable {
			return fmt.Errorf("%+v", s)
		}
		return nil
	})
}

// requireCount wants a number of things, read on the standby or on the primary.
func (r *replicated) requireCount(t *testing.T, since database.Position, want int, onStandby bool) {
	t.Helper()
	var n int
	var on bool
	err := r.reads.ReadSince(t.Context(), since, func(db *gorm.DB) error {
		on = database.OnStandby(db)
		return db.Raw("SELECT count(*) FROM things").Scan(&n).Error
	})
	if err != nil || n != want || on != onStandby {
		t.Errorf("%d things, on the standby: %v, %v; want %d, %v", n, on, err, want, onStandby)
	}
}

// awaitReplay waits until the standby has all that is committed.
func (r *replicated) awaitReplay(t *testing.T) {
	t.Helper()
	since := r.position(t)
	kit.Eventually(t, "the standby is read at the newest position", func() error {
		return r.reads.ReadSince(t.Context(), since, func(db *gorm.DB) error {
			if !database.OnStandby(db) {
				return errors.New("read on the primary")
			}
			return nil
		})
	})
}

func (r *replicated) position(t *testing.T) database.Position {
	t.Helper()
	p, err := r.reads.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func require(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var now database.Position // the reads that may lag ask for no position

// A standby that lags is read until it is found out, except by a read that asks for a position.
func TestReadsOnLaggingStandby(t *testing.T) {
	t.Parallel()
	r := newReplicated(t, database.ReadsOptions{MaxLag: 1}, "")
	r.requireCount(t, now, 0, false) // nothing is known of the standby
	r.measureUntil(t, true)
	r.requireCount(t, now, 0, true)

	require(t, r.standby.PauseReplay())
	r.exec(t, "INSERT INTO things VALUES (1)")
	r.requireCount(t, now, 0, true)
	r.requireCount(t, r.position(t), 1, false)
	if s := r.reads.Standbys()[0]; !s.Usable || s.Reads != 2 || s.Reason != nil {
		t.Errorf("%+v", s)
	}
	r.measureUntil(t, false)
	r.requireCount(t, now, 1, false)
	if s := r.reads.Standbys()[0]; s.Lag <= 0 || s.Reason == nil {
		t.Errorf("%+v", s)
	}

	require(t, r.standby.ResumeReplay())
	r.measureUntil(t, true)
	r.awaitReplay(t)
	r.requireCount(t, r.position(t), 1, true)
}

// What the standby refuses is read on the primary: a column that it does not have yet, a write. A
// fault is an answer.
func TestReadsRefusedByStandby(t *testing.T) {
	t.Parallel()
	r := newReplicated(t, database.ReadsOptions{MaxLag: 1 << 40}, "")
	r.measureUntil(t, true)
	require(t, r.standby.PauseReplay())
	r.exec(t, "ALTER TABLE things ADD COLUMN m int")
	for statement, code := range map[string]string{"SELECT m FROM things": "42703", "INSERT INTO things VALUES (1)": "25006"} {
		var onStandby []error
		err := r.reads.Read(t.Context(), func(db *gorm.DB) error {
			err := db.Exec(statement).Error
			if database.OnStandby(db) {
				onStandby = append(onStandby, err)
			}
			return err
		})
		if err != nil || len(onStandby) != 1 || sqlState(onStandby[0]) != code {
			t.Errorf("%s: %v, on the standby %v", statement, err, onStandby)
		}
	}
	if s := r.reads.Standbys()[0]; !s.Usable {
		t.Errorf("%+v", s)
	}
	calls := 0
	err := r.reads.Read(t.Context(), func(*gorm.DB) error { calls++; return fault.Missing() })
	if !fault.Is(err, fault.NotFound) || calls != 1 {
		t.Errorf("%d calls: %v", calls, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = r.reads.Read(ctx, func(*gorm.DB) error { calls++; cancel(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) || calls != 2 {
		t.Errorf("%d calls: %v", calls, err)
	}
}

// A standby that ends is not used any more, without an error, and used again when it is back.
func TestReadsWithoutStandby(t *testing.T) {
	t.Parallel()
	r := newReplicated(t, database.ReadsOptions{MaxLag: 1 << 40}, "")
	r.measureUntil(t, true)
	r.requireCount(t, now, 0, true)
	require(t, r.standby.Kill())
	r.requireCount(t, now, 0, false)
	if s := r.reads.Standbys()[0]; s.Usable || s.Reason == nil {
		t.Errorf("%+v", s)
	}
	r.reads.Measure(t.Context())
	r.requireCount(t, now, 0, false)
	r.exec(t, "INSERT INTO things VALUES (1)")
	require(t, r.standby.Resume())
	r.measureUntil(t, true)
	r.awaitReplay(t)
	r.requireCount(t, r.position(t), 1, true)
}

// A standby cancels a statement that holds up its replay: the statement is made on the primary, and
// the standby stays in use.
func TestReadsCancelledByReplay(t *testing.T) {
	t.Parallel()
	r := newReplicated(t, database.ReadsOptions{MaxLag: 1 << 40, Timeout: 2 * time.Minute}, "&statement_timeout=2min&application_name=sleeper")
	require(t, r.standby.Exec("ALTER SYSTEM SET max_standby_streaming_delay = 0"))
	require(t, r.standby.Exec("SELECT pg_reload_conf()"))
	r.exec(t, "INSERT INTO things VALUES (1)")
	r.measureUntil(t, true)
	kit.Eventually(t, "the standby has the row", func() error { return r.standby.Exec("SELECT 1 / count(*) FROM things") })

	var cancelled error
	done := make(chan error)
	go func() {
		done <- r.reads.Read(t.Context(), func(db *gorm.DB) error {
			if !database.OnStandby(db) {
				return db.Exec("SELECT count(*) FROM things").Error
			}
			cancelled = db.Exec("SELECT count(*) FROM things, pg_sleep(100)").Error
			return cancelled
		})
	}()
	kit.Eventually(t, "the statement runs", func() error {
		return r.standby.Exec("SELECT 1 / count(*) FROM pg_stat_activity WHERE application_name = 'sleeper' AND wait_event = 'PgSleep'")
	})
	r.exec(t, "ALTER TABLE things ADD COLUMN m int")
	if err := <-done; err != nil || sqlState(cancelled) != "40001" {
		t.Errorf("%v, on the standby: %v", err, cancelled)
	}
	if s := r.reads.Standbys()[0]; !s.Usable {
		t.Errorf("%+v", s)
	}
}

// sqlState is the code of PostgreSQL's error.
func sqlState(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}

// Only a standby of the primary is used.
func TestReadsOfOtherServers(t *testing.T) {
	t.Parallel()
	primary, other := kit.PostgresServer(t), kit.PostgresServer(t)
	db := kit.Open(t, primary.URL("postgres"))
	standby := kit.PostgresStandby(t, other)
	hosts := fmt.Sprintf("postgres://postgres@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=prefer", primary.Port(), standby.Port())
	reads, err := database.OpenReads(t.Context(), db, database.ReadsOptions{URL: hosts, MaxLag: 1 << 40})
	require(t, err)
	t.Cleanup(func() { require(t, reads.Close()) })
	reads.Measure(t.Context())
	found := reads.Standbys()
	if len(found) != 2 || found[0].Usable || found[1].Usable {
		t.Fatalf("%+v", found)
	}
	for i, want := range []string{"it is no standby", "it is no standby of the primary: another cluster or another database"} {
		if found[i].Reason == nil || found[i].Reason.Error() != want {
			t.Errorf("%+v, want %q", found[i], want)
		}
	}
}
