package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

// Wrong passwords for an email address lock out the source that they come from: after ten for a
// minute, then twice as long after each further one, up to 15 minutes. A day without one, or a
// right one, resets the count. A hundred in an hour, from at least eight networks, lock the address
// for the rest of the hour, except for the networks that recently logged in to it: no stranger can
// lock an owner out. Fewer networks come to no more, for each is locked out by then. The failures
// of a caller with a valid token are counted by session, apart from these: only the holder of the
// token can cause its lockout.
const (
	freeFailures     = 10
	firstLockout     = time.Minute
	maxLockout       = 15 * time.Minute
	failureRetention = 24 * time.Hour
	hourlyFailures   = 100
	hourlyNetworks   = 8
	failureWindow    = time.Hour
	// trustDuration is how long a network is trusted after a login.
	trustDuration = 30 * 24 * time.Hour
)

// lockoutAfter is how long a source is locked out after so many failures.
func lockoutAfter(failures int) time.Duration {
	if failures < freeFailures {
		return 0
	}
	lockout := firstLockout
	for n := freeFailures; n < failures && lockout < maxLockout; n++ {
		lockout *= 2
	}
	return min(lockout, maxLockout)
}

// loginFailures counts the wrong passwords for an address in the hour since CountedFrom, with an
// account or without.
type loginFailures struct {
	AddressID   string `gorm:"primaryKey"`
	Failures    int
	FailedAt    time.Time
	CountedFrom *time.Time
	LockedUntil *time.Time `gorm:"column:paused_until"`
}

func (loginFailures) TableName() string { return "identity_login_failures" }

// loginSource counts the wrong passwords from one source for an address.
type loginSource struct {
	AddressID   string     `gorm:"primaryKey"`
	Source      string     `gorm:"primaryKey"` // passwordAttempt.source
	Failures    int        // since the last right password
	FailedAt    *time.Time // when the last of them was counted
	LockedUntil *time.Time `gorm:"column:paused_until"`
	LoggedInAt  *time.Time // the last login to the account from this network
}

func (loginSource) TableName() string { return "identity_login_sources" }

// trustedAt reports whether the source is a network that lately logged in to the account.
func (s *loginSource) trustedAt(now time.Time) bool {
	return s.LoggedInAt != nil && s.LoggedInAt.After(now.Add(-trustDuration))
}

// passwordAttempt says for which address a password is given, and where it comes from.
type passwordAttempt struct {
	addressID string
	source    string // the keyed digest of the client's network, or the session of a bearer
	bearer    bool   // the caller has a valid token: the failures of other sources do not count
	trusted   bool   // the network recently logged in to the account; checkLockout sets it
	limitsOff bool   // no lockout applies
}

// fromNetwork is the attempt of a caller without a token.
func fromNetwork(ctx context.Context, addressID string) passwordAttempt {
	return passwordAttempt{addressID: addressID, source: httpapi.NetworkDigest(ctx)}
}

// fromSession is the attempt of a caller with a valid token.
func fromSession(caller auth.Principal, addressID string) passwordAttempt {
	return passwordAttempt{addressID: addressID, source: "session/" + caller.SessionID, bearer: true}
}

// checkLockout returns fault.RateLimited while the source of the attempt, or the address, is
// locked. It marks an attempt from a trusted network.
func checkLockout(db *gorm.DB, p *passwordAttempt, now time.Time) error {
	known, err := findSource(db, *p)
	if err != nil {
		return err
	}
	if known != nil {
		p.trusted = known.trustedAt(now)
		if err := p.refuseUntil(known.LockedUntil, now); err != nil {
			return err
		}
	}
	return checkAddressLockout(db, *p, now)
}

// checkAddressLockout returns fault.RateLimited while the address is locked for the attempt.
func checkAddressLockout(db *gorm.DB, p passwordAttempt, now time.Time) error {
	if p.bearer {
		return nil
	}
	failures, err := findFailures(db, p.addressID)
	if err != nil || failures == nil || p.trusted {
		return err
	}
	return p.refuseUntil(failures.LockedUntil, now)
}

// checkSourceLockout returns fault.RateLimited while the source of the attempt is locked.
func checkSourceLockout(tx *gorm.DB, p passwordAttempt, now time.Time) error {
	known, err := findSource(tx, p)
	if err != nil || known == nil {
		return err
	}
	return p.refuseUntil(known.LockedUntil, now)
}

// refuseUntil returns fault.RateLimited when the lockout has not ended.
func (p passwordAttempt) refuseUntil(lockedUntil *time.Time, now time.Time) error {
	if p.limitsOff || lockedUntil == nil {
		return nil
	}
	return rateLimited(lockedUntil.Sub(now))
}

// lockoutsEnd is the time up to which a lockout that ends counts as over: all of them, where limits
// are off.
func (p passwordAttempt) lockoutsEnd(now time.Time) time.Time {
	if p.limitsOff {
		return now.Add(failureWindow)
	}
	return now
}
