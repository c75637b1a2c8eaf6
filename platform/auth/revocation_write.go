package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	return a.revoke(ctx, tx, revocationRow{NewRole: newRole}, sessionIDs...)
}

// RevokeOtherScopes is Revoke for members of the staff who have the role and these scopes from now
// on: it ends the tokens with another role or other scopes.
func (a *Authority) RevokeOtherScopes(
	ctx context.Context, tx *gorm.DB, roleID string, scopes Scopes, sessionIDs ...string,
) error {
	return a.revoke(ctx, tx, revocationRow{NewRole: RoleStaff, NewRoleID: roleID, NewScopes: scopes}, sessionIDs...)
}

// SetSecondFactor makes known whether the owner of the sessions has a second factor: Verify says so
// of their access tokens, which go on, from when Revoke would end them. owner has the Role, RoleID
// and Scopes of the owner. Call it after locking the rows that the callers of Issue lock.
func (a *Authority) SetSecondFactor(
	ctx context.Context, tx *gorm.DB, has bool, owner Principal, sessionIDs ...string,
) error {
	return a.revoke(ctx, tx, revocationRow{NewRole: owner.Role, NewRoleID: owner.RoleID, NewScopes: owner.Scopes,
		NewSecondFactor: &has}, sessionIDs...)
}

// revoke writes the revocation for each of the sessions.
func (a *Authority) revoke(ctx context.Context, tx *gorm.DB, r revocationRow, sessionIDs ...string) error {
	r.ExpiresAt = a.o.Clock.Now().Add(revocationTTL)
	rows, err := a.writeRevocations(ctx, tx, r, sessionIDs...)
	if err != nil {
		return err
	}
	return publishRevocations(ctx, tx, rows)
}

// writeRevocations writes the revocations and returns those that were not there. They count in this
// process when tx commits, and its signal wakes the other replicas.
func (a *Authority) writeRevocations(
	ctx context.Context, tx *gorm.DB, r revocationRow, sessionIDs ...string,
) (rows []revocationRow, err error) {
	now := a.o.Clock.Now()
	var secondFactor any // NULL
	if r.NewSecondFactor != nil {
		secondFactor = *r.NewSecondFactor
	}
	for chunk := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(sessionIDs))), 500) {
		var args []any
		for _, session := range chunk {
			args = append(args, session, now, r.NewRole, r.NewScopes, r.NewRoleID, secondFactor, r.ExpiresAt)
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

// nextChange is the column change of a row that tx writes: what a poll has not read is found by it.
func nextChange(tx *gorm.DB) string {
	if database.Dialect(tx) == database.SQLite {
		return `(` + lastChange + ` + 1)`
	}
	return `pg_current_xact_id()::text::bigint`
}

// insertRevocations is the statement that writes n rows and returns them. It leaves the row of a
// session that has ended as it is.
func insertRevocations(tx *gorm.DB, n int) string {
	values := strings.Repeat(`, (?, ?, ?, ?, ?, ?, ?, `+nextChange(tx)+`)`, n)[2:]
	return `INSERT INTO auth_revocations (session_id, not_before, new_role, new_scopes, new_role_id, new_second_factor,
		expires_at, change) VALUES ` + values + `
		ON CONFLICT (session_id) DO UPDATE SET
			not_before = excluded.not_before, new_role = excluded.new_role, new_scopes = excluded.new_scopes,
				new_role_id = excluded.new_role_id,
			new_second_factor = COALESCE(excluded.new_second_factor, auth_revocations.new_second_factor),
			expires_at = excluded.expires_at, change = excluded.change
		WHERE auth_revocations.new_role <> '' RETURNING *`
}
