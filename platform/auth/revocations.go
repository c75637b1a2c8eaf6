package auth

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

const (
	pollEvery = 500 * time.Millisecond
	pollLimit = 2 * time.Second
	// overlap is how far each poll looks back: a revocation is dated by its transaction and seen at its commit.
	overlap = time.Minute
	// keep is how long a revocation matters: until the last token that it ends has expired, on the slowest clock.
	keep = TokenTTL + overlap
	// topic is the signal that wakes the pollers of other replicas early.
	topic = "auth.revocations"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of the revocations.
func Migrations() database.Migrations {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return database.Migrations{Name: "auth", FS: files}
}

// revocationRow ends the access tokens of a session that were issued until NotBefore.
type revocationRow struct {
	SessionID string `gorm:"primaryKey"`
	NotBefore time.Time
	NewRole   string // "" unless the reason is a change of role
	ExpiresAt time.Time
}

func (revocationRow) TableName() string { return "auth_revocations" }

// revocations are those that matter still, in memory.
type revocations struct {
	mu        sync.RWMutex
	bySession map[string]revocation
	asOf      time.Time // when the table was last read; zero before the first time
}

type revocation struct {
	notBefore, expiresAt time.Time
	newRole              string
}

func (r *revocations) of(sessionID string) (revocation, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	v, ok := r.bySession[sessionID]
	return v, ok
}

func (r *revocations) readAt() time.Time {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.asOf
}

// learn adds what was read from the table at a moment: from the first time on, the revocations are known.
func (r *revocations) learn(rows []revocationRow, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(rows)
	r.asOf = at
}

// add keeps the latest of each session. The caller holds the lock.
func (r *revocations) add(rows []revocationRow) {
	for _, row := range rows {
		if known, ok := r.bySession[row.SessionID]; !ok || row.NotBefore.After(known.notBefore) {
			r.bySession[row.SessionID] = revocation{row.NotBefore, row.ExpiresAt, row.NewRole}
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

// Revoke ends the access tokens that were issued for the sessions until now, when tx commits: here at once, on every replica within a second.
// newRole is "" unless the reason is a change of role. Call it after locking what Issue's caller locks,
// so that no token with the old claims is issued after it. Issue's and Revoke's replicas are taken to agree on the time.
func (a *Authority) Revoke(ctx context.Context, tx *gorm.DB, newRole string, sessionIDs ...string) error {
	if len(sessionIDs) == 0 {
		return nil
	}
	now := a.o.Clock.Now()
	sessions := slices.Compact(slices.Sorted(slices.Values(sessionIDs)))
	rows := make([]revocationRow, len(sessions))
	for i, session := range sessions {
		rows[i] = revocationRow{SessionID: session, NotBefore: now, NewRole: newRole, ExpiresAt: now.Add(keep)}
	}
	latest := clause.OnConflict{
		Columns:   []clause.Column{{Name: "session_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"not_before", "new_role", "expires_at"}),
		Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr("excluded.not_before >= auth_revocations.not_before")}},
	}
	if err := tx.WithContext(ctx).Clauses(latest).CreateInBatches(rows, 500).Error; err != nil {
		return fmt.Errorf("auth: revoke: %w", err)
	}
	database.AfterCommit(tx, func() {
		a.revoked.mu.Lock()
		a.revoked.add(rows)
		a.revoked.mu.Unlock()
		database.Broadcast(a.db, topic, "")
	})
	return nil
}

// Run keeps the revocations of other replicas known within a second until ctx ends. While the database is away, what was known stays known.
func (a *Authority) Run(ctx context.Context) error {
	wake := make(chan struct{}, 1)
	stop := database.Listen(a.db, topic, func(string) {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	defer stop()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	away := false
	for {
		err := a.poll(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && !away {
			a.o.Log.Warn("revocations of other replicas are not known for now", zap.Error(err))
		}
		away = err != nil
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-wake:
		}
	}
}

// knowRevocations reads them when nothing has done so yet, so that a restart brings no ended token back to life.
func (a *Authority) knowRevocations() error {
	if !a.revoked.readAt().IsZero() {
		return nil
	}
	return a.poll(context.Background())
}

// poll reads the revocations that are new since the last time, however long ago that was, and drops those that matter no more.
func (a *Authority) poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	now := a.o.Clock.Now()
	since := now.Add(-keep)
	if last := a.revoked.readAt().Add(-overlap); last.After(since) {
		since = last
	}
	var rows []revocationRow
	if err := a.db.WithContext(ctx).Where("not_before > ?", since).Find(&rows).Error; err != nil {
		return fmt.Errorf("auth: revocations: %w", database.Unavailable(err))
	}
	a.revoked.learn(rows, now)
	if !a.revoked.prune(now) {
		return nil
	}
	return database.InTx(ctx, a.db, func(tx *gorm.DB) error {
		return tx.Where("expires_at < ?", now).Delete(&revocationRow{}).Error
	})
}
