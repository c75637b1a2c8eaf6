package auth

import (
	"context"
	"fmt"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/periodic"
	"orderd/platform/wakeup"
)

const (
	pollInterval = 500 * time.Millisecond
	pollTimeout  = 2 * time.Second
)

// Run reads the revocations of other replicas within a second of their commit, until ctx ends.
// While the database is away, the revocations that were read stay in force.
func (a *Authority) Run(ctx context.Context) error {
	wake := wakeup.New()
	defer database.Listen(a.db, revocationsTopic, func(string) { wake.Send() })()
	away := false
	poll := func(ctx context.Context) error {
		err := a.poll(ctx)
		if err != nil && !away && ctx.Err() == nil { // logged once, not twice a second
			a.o.Log.Warn("revocations of other replicas are not known for now", zap.Error(err))
		}
		away = err != nil
		return nil
	}
	return periodic.Run(ctx, a.o.Log, periodic.Job{Name: "read revocations of other replicas", Every: pollInterval, Wake: wake, Do: poll})
}

// ensureRevocations reads the revocations unless that has been done: after a restart no ended token
// is accepted again. Requests that come before they are read share one poll.
func (a *Authority) ensureRevocations() error {
	loaded := func() bool { _, loaded := a.revocations.position(); return loaded }
	if loaded() {
		return nil
	}
	_, err, _ := a.firstPoll.Do("", func() (any, error) {
		if loaded() {
			return nil, nil
		}
		return nil, a.poll(context.Background())
	})
	return err
}

// poll reads the revocations that are new since the last poll, however long ago that was, and drops
// the expired ones.
func (a *Authority) poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	last, _ := a.revocations.position()
	var read []struct {
		Cursor    int64
		SessionID string
		NewRole   Role
		ExpiresAt time.Time
		Change    int64
	}
	if err := a.db.WithContext(ctx).Raw(selectRevocations(a.db), last).Scan(&read).Error; err != nil {
		return fmt.Errorf("auth: revocations: %w", database.AsUnavailable(err))
	}
	rows, cursor := make([]revocationRow, 0, len(read)), last
	for _, r := range read {
		cursor = r.Cursor
		if r.SessionID != "" {
			rows = append(rows, revocationRow{SessionID: r.SessionID, NewRole: r.NewRole, ExpiresAt: r.ExpiresAt, Change: r.Change})
		}
	}
	a.revocations.advance(rows, cursor)
	now := a.o.Clock.Now()
	if !a.revocations.prune(now) {
		return nil
	}
	return database.InTx(ctx, a.db, func(tx *gorm.DB) error {
		// The row with the newest change stays: SQLite counts on from it.
		return tx.Where("expires_at < ? AND change < (SELECT MAX(change) FROM auth_revocations)", now).Delete(&revocationRow{}).Error
	})
}

// selectRevocations is the query for the changes since a cursor, with the next cursor in every row.
// On PostgreSQL the next cursor is the oldest running transaction: its writes are not visible yet.
// On SQLite transactions write one after the other.
func selectRevocations(db *gorm.DB) string {
	cursor := `pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
	if database.Dialect(db) == database.SQLite {
		cursor = `(SELECT COALESCE(MAX(change), 0) FROM auth_revocations)`
	}
	return `SELECT m.cursor, COALESCE(CAST(r.session_id AS text), '') AS session_id, COALESCE(r.new_role, '') AS new_role, r.expires_at, COALESCE(r.change, 0) AS change
		FROM (SELECT ` + cursor + ` AS cursor) m LEFT JOIN auth_revocations r ON r.change >= ?`
}
