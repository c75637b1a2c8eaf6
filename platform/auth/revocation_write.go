package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// revocationsTopic is the signal that wakes the pollers of other replicas early.
const revocationsTopic = "auth.revocations"

// Revoke ends access tokens of the sessions when tx commits: here at once, on every replica within
// a second, at other databases when they have imported the event (SessionRevoked). With a newRole
// it ends the tokens with another role, and the sessions go on; "" ends all tokens, for good. Call
// it after locking the row that the caller of Issue locks, so that no token with the old claims is
// issued after it. Clocks may be up to an hour apart.
func (a *Authority) Revoke(ctx context.Context, tx *gorm.DB, newRole Role, sessionIDs ...string) error {
	rows, err := a.writeRevocations(ctx, tx, newRole, a.o.Clock.Now().Add(revocationTTL), sessionIDs...)
	if err != nil {
		return err
	}
	return publishRevocations(ctx, tx, rows)
}

// writeRevocations writes the revocations and returns those that were not there. They count in this
// process when tx commits, and its signal wakes the other replicas.
func (a *Authority) writeRevocations(ctx context.Context, tx *gorm.DB, newRole Role, expiresAt time.Time, sessionIDs ...string) (rows []revocationRow, err error) {
	now := a.o.Clock.Now()
	for chunk := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(sessionIDs))), 500) {
		var args []any
		for _, session := range chunk {
			args = append(args, session, now, newRole, expiresAt)
		}
		var written []revocationRow
		if err := tx.WithContext(ctx).Raw(insertRevocations(tx, len(chunk)), args...).Scan(&written).Error; err != nil {
			return nil, fmt.Errorf("auth: revoke: %w", err)
		}
		rows = append(rows, written...)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	database.AfterCommit(tx, func() {
		a.revocations.merge(rows)
		database.Broadcast(a.db, revocationsTopic, "")
	})
	return rows, nil
}

// insertRevocations is the statement that writes n rows and returns them. It leaves the row of a
// session that has ended as it is.
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
