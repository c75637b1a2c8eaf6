package auth

import (
	"embed"
	"sync"
	"time"

	"orderd/platform/database"
)

const (
	// maxClockSkew is how far clocks may be apart, or be set back, before a token that was ended
	// could be accepted again.
	maxClockSkew = time.Hour
	// revocationTTL is how long a revocation matters: a token whose issuer's clock is ahead expires
	// late, and the clock of the replica that drops the revocation may be ahead, too.
	revocationTTL = TokenTTL + 2*maxClockSkew
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of the revocations and of the API keys.
func Migrations() database.Migrations {
	return database.Migrations{Name: "auth", FS: migrations}
}

// revocationRow ends the access tokens of a session: all of them, or those with another role or
// other scopes. The times in it do not decide which. The tokens that go on it corrects.
type revocationRow struct {
	SessionID string    `gorm:"primaryKey"`
	NotBefore time.Time // when it was made; an older version of the service compares it
	NewRole   Role      // "" unless the reason is a change of role
	NewScopes Scopes    // of NewRole, when it is RoleStaff
	NewRoleID string    // likewise; "" in the rows of an older version of the service
	// NewSecondFactor says whether the owner has a second factor, whatever the tokens say; nil: as
	// they say.
	NewSecondFactor *bool
	ExpiresAt       time.Time
	Change          int64 // on PostgreSQL the writing transaction, on SQLite a count of the writes
}

func (revocationRow) TableName() string { return "auth_revocations" }

// revocationSet holds the revocations that have not expired, in memory.
type revocationSet struct {
	mu        sync.RWMutex
	bySession map[string]revocation
	cursor    int64 // all changes below it have been read
	loaded    bool  // the table has been read
}

type revocation struct {
	expiresAt       time.Time
	newRole         Role
	newScopes       Scopes
	newRoleID       string
	newSecondFactor *bool
	change          int64
}

// applies reports whether the revocation ends the tokens of p: all of them when the session has
// ended, those with another role or other scopes after a change of them. Two roles may have the
// same scopes; where either side does not know the id of the role, the scopes decide.
func (r revocation) applies(p Principal) bool {
	if r.newRole == "" || r.newRole != p.Role {
		return true
	}
	return r.newRole == RoleStaff && (r.newScopes != p.Scopes || r.newRoleID != "" && p.RoleID != "" &&
		r.newRoleID != p.RoleID)
}

// update is the principal of a token that goes on, with what has changed since it was issued.
func (r revocation) update(p Principal) Principal {
	if r.newSecondFactor != nil {
		p.SecondFactor = *r.newSecondFactor
	}
	return p
}

func (s *revocationSet) of(sessionID string) (revocation, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.bySession[sessionID]
	return v, ok
}

// position returns the cursor, and whether the table has been read at all.
func (s *revocationSet) position() (cursor int64, loaded bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.cursor, s.loaded
}

// advance adds rows of the table and moves the cursor: all changes below it have been read.
func (s *revocationSet) advance(rows []revocationRow, cursor int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mergeLocked(rows)
	s.cursor, s.loaded = cursor, true
}

// merge adds rows that this process wrote itself.
func (s *revocationSet) merge(rows []revocationRow) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mergeLocked(rows)
}

// mergeLocked keeps the latest change of each session; the end of a session is final. The caller
// holds the lock.
func (s *revocationSet) mergeLocked(rows []revocationRow) {
	for _, row := range rows {
		known, ok := s.bySession[row.SessionID]
		if !ok || known.newRole != "" && row.Change >= known.change {
			s.bySession[row.SessionID] = revocation{row.ExpiresAt, row.NewRole, row.NewScopes, row.NewRoleID,
				row.NewSecondFactor, row.Change}
		}
	}
}

// prune drops expired revocations and reports whether there were any.
func (s *revocationSet) prune(now time.Time) (pruned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for session, v := range s.bySession {
		if v.expiresAt.Before(now) {
			delete(s.bySession, session)
			pruned = true
		}
	}
	return pruned
}
