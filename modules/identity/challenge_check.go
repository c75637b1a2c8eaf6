package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/onetimecode"
)

// codeClaim is a one-time code that a caller gives for an email address.
type codeClaim struct {
	Purpose        onetimecode.Purpose
	Email, Code    string
	RegistrationID string // "" names none; only for codes of registrations
	Locale         string // of the mail that a claim without a registration may cause
}

// checkCode gives the challenge that the code answers, or fault.InvalidCode, whatever is wrong.
//
// Counting comes first and is committed whatever follows: a claim costs an attempt of every live challenge of the
// address and, when there is one, one of the address's day, before it is compared. Claims at once queue at the address's
// row, so that none of them compares more than the limits allow. An unknown address writes the same and takes as long. A
// claim for which no challenge is live costs nothing: codes made up before one was asked for take nothing from its owner.
//
// A claim that names no registration, while several are live for the address, is refused without a comparison: the code
// may be of a registration with somebody else's password. A mail says to register again (API.md, section 2).
func (s *service) checkCode(ctx context.Context, claim codeClaim) (challenge, error) {
	now, addressID := s.Clock.Now(), s.Pseudonyms.OfEmail(claim.Email)
	var answered *challenge
	err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		answered = nil // of an earlier run
		if err := lockDay(tx, addressID, now); err != nil {
			return err
		}
		counted, err := countAttempt(tx, claim.Purpose, addressID, now)
		if err != nil {
			return err
		}
		allowed, err := countDay(tx, claim.Purpose, addressID, min(len(counted), 1))
		if err != nil {
			return err
		}
		unclear, err := s.isUnclear(tx, claim, now)
		if err != nil {
			return err
		}
		if allowed && !unclear {
			answered = s.answeredBy(claim, counted)
		}
		switch {
		case answered != nil:
			return nil
		case unclear:
			return s.refuseUnclear(ctx, tx, claim, addressID, now)
		}
		return eventbus.Publish(ctx, tx, events.CodeRejected{AddressID: addressID, Purpose: events.CodePurpose(claim.Purpose)})
	})
	switch {
	case err != nil:
		return challenge{}, err
	case answered == nil:
		return challenge{}, invalidCode()
	}
	return *answered, nil
}

// answeredBy is the challenge that the claim's code answers, of the registration that it names; nil when there is none.
func (s *service) answeredBy(claim codeClaim, challenges []challenge) (answered *challenge) {
	for i := range challenges {
		c := &challenges[i]
		right := c.answeredBy(claim.Code, s.Config.Secret) // every one is compared: the time tells nothing
		if right && (!s.names(claim) || *c.RegistrationID == claim.RegistrationID) {
			answered = c
		}
	}
	return answered
}

// names tells whether the claim names a registration. The id that a resend without one has answered names none.
func (s *service) names(claim codeClaim) bool {
	return claim.RegistrationID != "" && !s.isUnnamed(claim.Email, claim.RegistrationID)
}

// isUnclear tells whether the claim fits several registrations because it names none.
func (s *service) isUnclear(tx *gorm.DB, claim codeClaim, now time.Time) (bool, error) {
	if claim.Purpose != onetimecode.Registration || s.names(claim) {
		return false, nil
	}
	n, err := countUsableRegistrations(tx, claim.Email, now)
	return n > 1, err
}

// refuseUnclear has the mail sent that says to register again, or that the account exists; no more than one in a
// quarter of an hour, for anybody can cause it.
func (s *service) refuseUnclear(ctx context.Context, tx *gorm.DB, claim codeClaim, addressID string, now time.Time) error {
	first, err := noteUnclear(tx, addressID, now)
	if err != nil {
		return err
	}
	if !first {
		return eventbus.Publish(ctx, tx, events.CodeRejected{AddressID: addressID, Purpose: events.CodePurpose(claim.Purpose)})
	}
	u, known, err := lockUserByEmail(tx, claim.Email)
	if err != nil {
		return err
	}
	if known && !u.unclaimed() {
		return eventbus.Publish(ctx, tx, u.registrationRefused())
	}
	return eventbus.Publish(ctx, tx, events.RegistrationUnclear{AddressID: addressID, Locale: claim.Locale, Email: claim.Email})
}

// noteRejection records that a code which had been right was refused in the end: somebody was faster with it, or the
// account may not use it. It returns err.
func (s *service) noteRejection(ctx context.Context, c *challenge, err error) error {
	if !fault.Is(err, fault.InvalidCode) {
		return err
	}
	failed := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if err := lockAddress(tx, c.AddressID, s.Clock.Now()); err != nil {
			return err
		}
		return eventbus.Publish(ctx, tx, events.CodeRejected{AddressID: c.AddressID, Purpose: events.CodePurpose(c.Purpose)})
	})
	if failed != nil {
		return failed
	}
	return err
}

func invalidCode() error {
	return fault.New(fault.InvalidCode, "The code is not valid. It may be wrong, used or too old.")
}
