package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"go.uber.org/zap"
	"gorm.io/gorm"
)

const (
	// migrateLockKey is the advisory lock of Migrate. It is one for each database.
	migrateLockKey = 0x6f7264657264
	// migrateLockTimeout is how long a statement of a migration waits for a lock. Meanwhile all
	// sessions that need the same table queue behind it; their own lock_timeout is 2 s.
	migrateLockTimeout = "1s"
	// migrateRetryPause lets that queue pass before Migrate tries again.
	migrateRetryPause = 2 * time.Second
	// migrateTimeout is how long Migrate tries again.
	migrateTimeout = 5 * time.Minute
	// migrateAppName is the application_name of a migration in pg_stat_activity.
	migrateAppName = "orderd migration"
)

// migratePostgres uses connections of its own: the session limits of the pool would end a long
// migration, or the wait for another replica's. A migration that does not get a lock within
// migrateLockTimeout is rolled back and tried again after a pause, so that it delays other sessions
// no longer.
func migratePostgres(ctx context.Context, db *gorm.DB, sets []Migrations) (err error) {
	s := stateOf(db)
	cfg := s.pool.Config().ConnConfig
	cfg.RuntimeParams["statement_timeout"] = "0"
	cfg.RuntimeParams["idle_in_transaction_session_timeout"] = "0"
	cfg.RuntimeParams["lock_timeout"] = migrateLockTimeout
	cfg.RuntimeParams["application_name"] = migrateAppName
	own := stdlib.OpenDB(*cfg)
	defer func() { err = errors.Join(err, own.Close()) }()
	lock, err := own.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if _, err := lock.ExecContext(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}
	if _, err := lock.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrateLockKey); err != nil {
		return err
	}
	trying, stop := context.WithTimeout(ctx, migrateTimeout)
	defer stop()
	for {
		apply := func() error { return s.applyAll(ctx, goose.DialectPostgres, own, sets) }
		blockers, err := watchBlockers(ctx, lock, apply)
		if !isLockTimeout(err) {
			return err
		}
		s.log.Warn("a migration waits for a lock", zap.String("held_by", blockers), zap.Error(err))
		if sleep(trying, migrateRetryPause) != nil {
			return fmt.Errorf("a migration did not get a lock, which is held by %s: %w", blockers, err)
		}
	}
}

// isLockTimeout reports whether a statement did not get a lock within lock_timeout.
func isLockTimeout(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "55P03" // lock_not_available
}

// watchBlockers runs migrate and returns the sessions that last held a lock it waited for. It looks
// while migrate runs, because afterwards PostgreSQL does not know them any more.
func watchBlockers(ctx context.Context, conn *sql.Conn, migrate func() error) (blockers string, err error) {
	blockers = "a session unknown"
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		look := time.NewTicker(200 * time.Millisecond)
		defer look.Stop()
		for {
			select {
			case <-ended:
				return
			case <-look.C:
				if seen := blockersOf(ctx, conn); seen != "" {
					blockers = seen
				}
			}
		}
	}()
	err = migrate()
	close(ended)
	<-stopped
	return blockers, err
}

// blockersOf names the sessions that the migration waits for, without their statements, which may
// hold personal values.
func blockersOf(ctx context.Context, conn *sql.Conn) string {
	rows, err := conn.QueryContext(ctx, `
		SELECT DISTINCT format('process %s (%s of user %s, %s for %s)', holder.pid, coalesce(nullif(holder.application_name,
			''), 'a client'),
			holder.usename, coalesce(holder.state, 'active'), date_trunc('second',
				clock_timestamp() - coalesce(holder.xact_start, holder.backend_start)))
		FROM pg_stat_activity AS waiting, unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
		JOIN pg_stat_activity AS holder USING (pid)
		WHERE waiting.application_name = $1 AND waiting.datname = current_database() AND waiting.wait_event_type = 'Lock'
			AND waiting.wait_event <> 'advisory'`, migrateAppName)
	if err != nil {
		return ""
	}
	defer func() { _ = rows.Close() }()
	var names []string
	for rows.Next() {
		var name string
		if rows.Scan(&name) == nil {
			names = append(names, name)
		}
	}
	if rows.Err() != nil {
		return ""
	}
	return strings.Join(names, ", ")
}
