package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

// Wrong passwords for an address pause the source that they come from: after ten a minute, then twice as long after each
// further one, up to 15 minutes; a day without one, or a right one, ends the count. A hundred of an hour, from whatever
// networks, pause the address for the rest of the hour, but not for the networks that lately logged in to it: a stranger
// can't keep an owner out. A caller with a valid token is counted by session, and apart: only who has the token can
// cause its pause.
const (
	freeFailures  = 10
	firstPause    = time.Minute
	longestPause  = 15 * time.Minute
	failureLife   = 24 * time.Hour
	hourFailures  = 100
	failureWindow = time.Hour
	// trustLife is how long a network counts as one that lately logged in.
	trustLife = 30 * 24 * time.Hour
)

// pauseAfter is how long a source pauses after so many failures.
func pauseAfter(failures int) time.Duration {
	if failures < freeFailures {
		return 0
	}
	pause := firstPause
	for n := freeFailures; n < failures && pause < longestPause; n++ {
		pause *= 2
	}
	return min(pause, longestPause)
}

// loginFailures are the wrong passwords given for an address in the hour since CountedFrom, known address or not.
type loginFailures struct {
	AddressID   string `gorm:"primaryKey"`
	Failures    int
	FailedAt    time.Time
	CountedFrom *time.Time
	PausedUntil *time.Time
}

func (loginFailures) TableName() string { return "identity_login_failures" }

// loginSource is what is known of a source of passwords for an address.
type loginSource struct {
	AddressID   string     `gorm:"primaryKey"`
	Source      string     `gorm:"primaryKey"`
	Failures    int        // since the last right password
	FailedAt    *time.Time // when the last of them was counted
	PausedUntil *time.Time
	LoggedInAt  *time.Time // when the account was last logged in to from this network
}

func (loginSource) TableName() string { return "identity_login_sources" }

// credential says for which address a password is given, and where it comes from.
type credential struct {
	addressID string
	source    string // the keyed digest of the client's network, or the session of a bearer
	bearer    bool   // what others do at the address does not concern it
	trusted   bool   // the network lately logged in to the account; admit sets it
}

// fromNetwork is the credential of a caller without a token.
func fromNetwork(ctx context.Context, addressID string) credential {
	return credential{addressID: addressID, source: httpapi.NetworkDigest(ctx)}
}

// fromSession is the credential of a caller whose token is valid.
func fromSession(caller auth.Principal, addressID string) credential {
	return credential{addressID: addressID, source: "session/" + caller.SessionID, bearer: true}
}

// admit returns fault.RateLimited while the source of the credential pauses, or the address does for it. It marks a
// trusted credential.
func (s *service) admit(ctx context.Context, c *credential) error {
	now, db := s.Clock.Now(), s.DB.WithContext(ctx)
	var sources []loginSource
	if err := db.Where("address_id = ? AND source = ?", c.addressID, c.source).Find(&sources).Error; err != nil {
		return err
	}
	for _, known := range sources {
		c.trusted = known.LoggedInAt != nil && known.LoggedInAt.After(now.Add(-trustLife))
		if err := s.refuseUntil(known.PausedUntil, now); err != nil {
			return err
		}
	}
	return s.admitAddress(db, c, now)
}

// admitAddress returns fault.RateLimited while the address pauses for the credential.
func (s *service) admitAddress(db *gorm.DB, c *credential, now time.Time) error {
	if c.bearer {
		return nil
	}
	var counts []loginFailures
	if err := db.Where("address_id = ?", c.addressID).Find(&counts).Error; err != nil {
		return err
	}
	if c.trusted || len(counts) == 0 {
		return nil
	}
	return s.refuseUntil(counts[0].PausedUntil, now)
}

// refuseUntil returns fault.RateLimited when the pause is not over.
func (s *service) refuseUntil(pausedUntil *time.Time, now time.Time) error {
	if s.Config.LimitsOff || pausedUntil == nil {
		return nil
	}
	return limited(pausedUntil.Sub(now))
}
