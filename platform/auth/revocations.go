package auth

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/periodic"
	"orderd/platform/wakeup"
)

const (
	pollEvery = 500 * time.Millisecond
	pollLimit = 2 * time.Second
	// maxSkew is how far clocks may be apart, or be set back, before a token that was ended could come back to life.
	maxSkew = time.Hour
	// keep is how long a revocation matters: a token whose maker's clock is ahead expires late, and whoever forgets the revocation
	// may have a clock that is ahead, too.
	keep = TokenTTL + 2*maxSkew
	// topic is the signal that wakes the pollers of other replicas early.
	topic = "auth.revocations"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of the revocations.
func Migrations() database.Migrations {
	return database.Migrations{Name: "auth", FS: migrations}
}

// revocationRow ends the access tokens of a session: all of them, or those with another role. No time decides which.
type revocationRow struct {
	SessionID string    `gorm:"primaryKey"`
	NotBefore time.Time // when it was made; an older binary beside this one compares it
	NewRole   Role      // "" unless the reason is a change of role
	ExpiresAt time.Time
	Change    int64 // on PostgreSQL the writing transaction, on SQLite a count of the writes
}

func (revocationRow) TableName() string { return "auth_revocations" }

// revocations are those that matter still, in memory.
type revocations struct {
	mu        sync.RWMutex
	bySession map[string]revocation
	mark      int64 // all changes below it are known
	known     bool  // the table has been read
}

type revocation struct {
	expiresAt time.Time
	newRole   Role
	change    int64
}

// ends tells whether the revocation ends tokens with this role: those of an ended session all, after a change of role the others.
func (r revocation) ends(role Role) bool { return r.newRole == "" || r.newRole != role }

func (r *revocations) of(sessionID string) (revocation, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	v, ok := r.bySession[sessionID]
	return v, ok
}

// state tells which changes are known, and whether any are.
func (r *revocations) state() (mark int64, known bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.mark, r.known
}

// learn adds what was read from the table: all changes below mark are known then.
func (r *revocations) learn(rows []revocationRow, mark int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(rows)
	r.mark, r.known = mark, true
}

// add keeps the latest change of each session; one that has ended stays so. The caller holds the lock.
func (r *revocations) add(rows []revocationRow) {
	for _, row := range rows {
		known, ok := r.bySession[row.SessionID]
		if !ok || known.newRole != "" && row.Change >= known.change {
			r.bySession[row.SessionID] = revocation{row.ExpiresAt, row.NewRole, row.Change}
		}
	}
}

// prune forgets what has expired and tells whether there was any.
func (r *revocations) prune(now time.Time) (pruned bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for session, v := range r.bySession {
		if v.expiresAt.Before(now) {
			delete(r.bySession, session)
			pruned = true
		}
	}
	return pruned
}

// Revoke ends the access tokens of the sessions when tx commits: here at once, on every replica within a second. With newRole it
// ends those with another role, for the sessions go on; "" ends them all, and for good. Call it after locking what Issue's
// caller locks, so that no token with the old claims is issued after it. Clocks may be up to an hour apart.
func (a *Authority) Revoke(ctx context.Context, tx *gorm.DB, newRole Role, sessionIDs ...string) error {
	now := a.o.Clock.Now()
	var rows []revocationRow
	for some := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(sessionIDs))), 500) {
		var args []any
		for _, session := range some {
			args = append(args, session, now, newRole, now.Add(keep))
		}
		var written []revocationRow
		if err := tx.WithContext(ctx).Raw(insertRevocations(tx, len(some)), args...).Scan(&written).Error; err != nil {
			return fmt.Errorf("auth: revoke: %w", err)
		}
		rows = append(rows, written...)
	}
	if len(rows) == 0 {
		return nil
	}
	database.AfterCommit(tx, func() {
		a.revoked.mu.Lock()
		a.revoked.add(rows)
		a.revoked.mu.Unlock()
		database.Broadcast(a.db, topic, "")
	})
	return nil
}

// insertRevocations is the statement that writes n rows and gives them back. A session that has ended stays so.
func insertRevocations(tx *gorm.DB, n int) string {
	change := `pg_current_xact_id()::text::bigint`
	if database.Dialect(tx) == database.SQLite {
		change = `(SELECT COALESCE(MAX(change), 0) + 1 FROM auth_revocations)`
	}
	values := strings.Repeat(`, (?, ?, ?, ?, `+change+`)`, n)[2:]
	return `INSERT INTO auth_revocations (session_id, not_before, new_role, expires_at, change) VALUES ` + values + `
		ON CONFLICT (session_id) DO UPDATE SET
			not_before = excluded.not_before, new_role = excluded.new_role, expires_at = excluded.expires_at, change = excluded.change
		WHERE auth_revocations.new_role <> '' RETURNING *`
}

// Run keeps the revocations of other replicas known within a second until ctx ends. While the database is away, what was known stays known.
func (a *Authority) Run(ctx context.Context) error {
	wake := wakeup.New()
	defer database.Listen(a.db, topic, func(string) { wake.Send() })()
	away := false
	poll := func(ctx context.Context) error {
		err := a.poll(ctx)
		if err != nil && !away && ctx.Err() == nil { // logged once, not twice a second
			a.o.Log.Warn("revocations of other replicas are not known for now", zap.Error(err))
		}
		away = err != nil
		return nil
	}
	return periodic.Run(ctx, a.o.Log, periodic.Job{Name: "read revocations of other replicas", Every: pollEvery, Wake: wake, Do: poll})
}

// knowRevocations reads them when nothing has done so yet, once for all requests that wait for it, so that a restart brings no ended token back to life.
func (a *Authority) knowRevocations() error {
	known := func() bool { _, known := a.revoked.state(); return known }
	if known() {
		return nil
	}
	return a.first.share(func() error {
		if known() {
			return nil
		}
		return a.poll(context.Background())
	})
}

// poll reads the revocations that are new since the last time, however long ago that was, and drops those that matter no more.
func (a *Authority) poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	last, _ := a.revoked.state()
	var read []struct {
		Mark      int64
		SessionID string
		NewRole   Role
		ExpiresAt time.Time
		Change    int64
	}
	if err := a.db.WithContext(ctx).Raw(newRevocations(a.db), last).Scan(&read).Error; err != nil {
		return fmt.Errorf("auth: revocations: %w", database.AsUnavailable(err))
	}
	rows, mark := make([]revocationRow, 0, len(read)), last
	for _, r := range read {
		mark = r.Mark
		if r.SessionID != "" {
			rows = append(rows, revocationRow{SessionID: r.SessionID, NewRole: r.NewRole, ExpiresAt: r.ExpiresAt, Change: r.Change})
		}
	}
	a.revoked.learn(rows, mark)
	now := a.o.Clock.Now()
	if !a.revoked.prune(now) {
		return nil
	}
	return database.InTx(ctx, a.db, func(tx *gorm.DB) error {
		// SQLite counts from the row with the newest change, which so must stay.
		return tx.Where("expires_at < ? AND change < (SELECT MAX(change) FROM auth_revocations)", now).Delete(&revocationRow{}).Error
	})
}

// newRevocations is the query for what has changed since a mark, with the next mark in every row. On PostgreSQL that is the oldest
// transaction that runs: what it writes is not seen yet. On SQLite transactions write one after the other.
func newRevocations(db *gorm.DB) string {
	mark := `pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
	if database.Dialect(db) == database.SQLite {
		mark = `(SELECT COALESCE(MAX(change), 0) FROM auth_revocations)`
	}
	return `SELECT m.mark, COALESCE(CAST(r.session_id AS text), '') AS session_id, COALESCE(r.new_role, '') AS new_role, r.expires_at, COALESCE(r.change, 0) AS change
		FROM (SELECT ` + mark + ` AS mark) m LEFT JOIN auth_revocations r ON r.change >= ?`
}
