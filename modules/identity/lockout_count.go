package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// countFailure counts a wrong password and locks the rows that it counts in. It returns
// fault.RateLimited, and counts nothing, when simultaneous attempts have used up the failures: the
// caller must not learn that the password was wrong.
func countFailure(tx *gorm.DB, p passwordAttempt, now time.Time) error {
	if !p.bearer {
		if err := countAddressFailure(tx, p, now); err != nil {
			return err
		}
	}
	return countSourceFailure(tx, p, now)
}

func countAddressFailure(tx *gorm.DB, p passwordAttempt, now time.Time) error {
	over := p.lockoutsEnd(now)
	if p.trusted {
		over = now.Add(failureWindow) // no lockout of the address is longer
	}
	failures, err := addAddressFailure(tx, p.addressID, now, over)
	switch {
	case err != nil:
		return err
	case failures == nil:
		return checkAddressLockout(tx, p, now)
	case failures.Failures < hourlyFailures:
		return nil
	}
	others, err := countFailingNetworks(tx, p, *failures.CountedFrom)
	if err != nil || others+1 < hourlyNetworks {
		return err
	}
	return lockAddressUntil(tx, failures, failures.CountedFrom.Add(failureWindow))
}

func countSourceFailure(tx *gorm.DB, p passwordAttempt, now time.Time) error {
	counted, err := addSourceFailure(tx, p, now)
	if err != nil {
		return err
	}
	if counted == nil {
		return checkSourceLockout(tx, p, now)
	}
	if lockout := lockoutAfter(counted.Failures); lockout > 0 {
		return lockSourceUntil(tx, counted, now.Add(lockout))
	}
	return nil
}

// countSuccess resets the count of the source after a right password, and trusts the network. It
// returns fault.RateLimited when the source or the address was locked meanwhile: of simultaneous
// attempts none beyond the allowed ones may succeed.
func countSuccess(tx *gorm.DB, p passwordAttempt, now time.Time) error {
	if err := checkAddressLockout(database.ForUpdate(tx), p, now); err != nil {
		return err
	}
	reset, err := resetSource(tx, p, now, p.lockoutsEnd(now))
	if err != nil || reset {
		return err
	}
	return checkSourceLockout(tx, p, now)
}

// trustNetwork resets the count of the source and trusts its network: the owner of the mailbox need
// not wait.
func trustNetwork(tx *gorm.DB, p passwordAttempt, now time.Time) error {
	_, err := resetSource(tx, p, now, now.Add(maxLockout))
	return err
}
