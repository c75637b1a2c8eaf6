package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/pseudonym"
	"orderd/platform/totp"
)

// lockStaffMember locks the caller's account. It returns fault.Forbidden when the caller has left
// the staff meanwhile.
func lockStaffMember(tx *gorm.DB, userID string) (user, error) {
	u, err := lockUser(tx, userID)
	if err == nil && !u.isStaff() {
		err = httpapi.Forbidden(auth.ScopeSelf)
	}
	return u, err
}

// startTOTP makes a TOTP factor that waits for its first code. One that waited before is gone.
func startTOTP(ctx context.Context, tx *gorm.DB, userID string, now time.Time) (user, factor, error) {
	u, err := lockStaffMember(tx, userID)
	if err != nil {
		return user{}, factor{}, err
	}
	if err := deletePendingTOTP(tx, u.ID); err != nil {
		return user{}, factor{}, err
	}
	f := newTOTP(u.ID, now)
	if err := tx.Create(&f).Error; err != nil {
		return user{}, factor{}, err
	}
	return u, f, eventbus.Publish(ctx, tx, u.changedFactorEvent(events.FactorStarted, f))
}

// finishTOTP confirms a TOTP factor with a code of it, which counts as used. The one that was
// confirmed before goes. With the first factor of an account its recovery codes are made, which are
// returned. It returns fault.Missing, fault.InvalidTransition for a factor that is confirmed, and
// codeInvalidCode.
func finishTOTP(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keys *pseudonym.Key, userID, factorID, code string,
	now time.Time,
) (factor, []string, error) {
	u, err := lockStaffMember(tx, userID)
	if err != nil {
		return factor{}, nil, err
	}
	f, err := totpByID(tx, u.ID, factorID)
	if err != nil {
		return factor{}, nil, err
	}
	if f.ConfirmedAt != nil {
		return factor{}, nil, fault.New(fault.InvalidTransition, "The factor is confirmed already.")
	}
	step, ok := totp.Match(totpSecret(keys, f.ID), code, now)
	if !ok {
		return factor{}, nil, invalidCode()
	}
	former, replaces, err := confirmedTOTP(tx, u.ID)
	if err != nil {
		return factor{}, nil, err
	}
	change := events.FactorAdded
	if replaces {
		change = events.FactorReplaced
		if err := tx.Delete(&former).Error; err != nil {
			return factor{}, nil, err
		}
	}
	if err := confirmTOTP(tx, &f, step, now); err != nil {
		return factor{}, nil, err
	}
	codes, err := factorAdded(ctx, tx, authority, keys, &u, f, change)
	return f, codes, err
}

// factorAdded does what follows a new confirmed factor of the locked user: the first one, which no
// other replaces, brings recovery codes, which it returns, and counts in all sessions within a
// second. It publishes the change.
func factorAdded(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keys *pseudonym.Key, u *user, f factor,
	change events.FactorChange,
) (codes []string, err error) {
	factors, err := factorsOf(tx, u.ID)
	if err != nil {
		return nil, err
	}
	codes = []string{}
	if len(factors) == 1 && change == events.FactorAdded {
		if codes, err = replaceRecoveryCodes(tx, keys, u.ID); err != nil {
			return nil, err
		}
		if err := enforceSecondFactor(ctx, tx, authority, u, true); err != nil {
			return nil, err
		}
	}
	return codes, eventbus.Publish(ctx, tx, u.changedFactorEvent(change, f))
}

// enforceSecondFactor makes known in all sessions of the locked user whether the user has a second
// factor.
func enforceSecondFactor(ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, has bool) error {
	owner := auth.Principal{Role: u.Role}
	if u.RoleID != nil {
		r, err := lockRole(tx, *u.RoleID)
		if err != nil {
			return err
		}
		owner.RoleID, owner.Scopes = r.ID, r.Scopes
	}
	sessions, err := lockSessions(tx, u.ID)
	if err != nil || len(sessions) == 0 {
		return err
	}
	return authority.SetSecondFactor(ctx, tx, has, owner, sessions...)
}
