package auth

import (
	"context"
	"fmt"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
)

const (
	pollInterval = 500 * time.Millisecond
	pollTimeout  = 2 * time.Second
)

// Run reads the revocations and keys of other replicas within a second of their commit, and saves
// when keys were last used, until ctx ends. While the database is away, what was read stays in
// force.
func (a *Authority) Run(ctx context.Context) error {
	wake := background.NewSignal()
	defer database.Listen(a.db, revocationsTopic, func(string) { wake.Send() })()
	away := false
	poll := func(ctx context.Context) error {
		err := a.poll(ctx)
		if err == nil {
			err = a.saveKeyUses(ctx)
		}
		if err != nil && !away && ctx.Err() == nil { // logged once, not twice a second
			a.o.Log.Warn("revocations of other replicas are not known for now", zap.Error(err))
		}
		away = err != nil
		return nil
	}
	return background.Run(ctx, a.o.Log,
		background.Job{Name: "read revocations of other replicas", Every: pollInterval, Wake: wake, Do: poll})
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

// poll reads the revocations and keys that are new since the last poll, however long ago that was,
// and drops the expired revocations.
func (a *Authority) poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	last, _ := a.revocations.position()
	var read []change
	if err := a.db.WithContext(ctx).Raw(selectChanges(a.db), last, last).Scan(&read).Error; err != nil {
		return fmt.Errorf("auth: revocations: %w", database.AsUnavailable(err))
	}
	rows, cursor := make([]revocationRow, 0, len(read)), last
	var keys []APIKey
	for _, c := range read {
		cursor = c.Cursor
		switch {
		case c.Hash != "":
			keys = append(keys, c.key())
		case c.ID != "":
			rows = append(rows, c.revocation())
		}
	}
	a.keys.merge(keys) // before they count as read
	a.revocations.advance(rows, cursor)
	now := a.o.Clock.Now()
	if !a.revocations.prune(now) {
		return nil
	}
	return database.InTx(ctx, a.db, func(tx *gorm.DB) error {
		// The row with the newest change stays: SQLite counts on from it.
		return tx.Where("expires_at < ? AND change < (SELECT MAX(change) FROM auth_revocations)", now).
			Delete(&revocationRow{}).Error
	})
}

// change is a revocation or a key that a poll has read; without an id it is neither.
type change struct {
	Cursor          int64
	ID              string // of the session, or of the key
	NewRole         Role
	Scopes          Scopes
	RoleID          string
	NewSecondFactor *bool
	ExpiresAt       *time.Time
	Hash            string // "": no key
	Revoked         bool
	Version         int64
	Change          int64
}

func (c change) revocation() revocationRow {
	return revocationRow{
		SessionID: c.ID, NewRole: c.NewRole, NewScopes: c.Scopes, NewRoleID: c.RoleID, NewSecondFactor: c.NewSecondFactor,
		ExpiresAt: *c.ExpiresAt, Change: c.Change,
	}
}

func (c change) key() APIKey {
	return APIKey{ID: c.ID, Hash: c.Hash, Scopes: c.Scopes, ExpiresAt: c.ExpiresAt, Revoked: c.Revoked, Version: c.Version}
}

// lastChange is the highest change on SQLite, where the two tables count on together.
const lastChange = `(SELECT COALESCE(MAX(change), 0) FROM (SELECT MAX(change) AS change FROM auth_revocations
	UNION ALL SELECT MAX(change) FROM auth_api_keys))`

// selectChanges is the query for the changes since a cursor, with the next cursor in every row. On
// PostgreSQL the next cursor is the oldest running transaction: its writes are not visible yet. On
// SQLite transactions write one after the other. It is one statement, which reads one moment.
func selectChanges(db *gorm.DB) string {
	cursor := `pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
	if database.Dialect(db) == database.SQLite {
		cursor = lastChange
	}
	return `SELECT m.cursor, COALESCE(CAST(r.session_id AS text), '') AS id, COALESCE(r.new_role, '') AS new_role,
		COALESCE(r.new_scopes, '') AS scopes,
			COALESCE(r.new_role_id, '') AS role_id, r.new_second_factor, r.expires_at, '' AS hash, false AS revoked,
				0 AS version, COALESCE(r.change, 0) AS change
		FROM (SELECT ` + cursor + ` AS cursor) m LEFT JOIN auth_revocations r ON r.change >= ?
		UNION ALL
		SELECT m.cursor, CAST(k.id AS text), '', k.scopes, '', NULL, k.expires_at, k.hash, k.revoked, k.version, k.change
		FROM (SELECT ` + cursor + ` AS cursor) m JOIN auth_api_keys k ON k.change >= ?`
}
