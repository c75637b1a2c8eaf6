package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// register records an attempt and has its code mailed, or has the owner of the address told that the account exists.
// Either way it writes the same rows and one event: the caller can't tell which it was.
func (s *service) register(ctx context.Context, tx *gorm.DB, a attempt) (registration, error) {
	now := s.Clock.Now()
	a.ID, a.CreatedAt = id.New(), now
	a.extend(now)
	if err := noteRegistration(tx, s.Pseudonyms.OfEmail(a.Email), now); err != nil {
		return registration{}, err
	}
	u, known, err := lockUserByEmail(tx, a.Email)
	if err != nil {
		return registration{}, err
	}
	if err := tx.Create(&a).Error; err != nil {
		return registration{}, err
	}
	c := s.registrationChallenge(&a, now)
	if err := tx.Create(&c).Error; err != nil {
		return registration{}, err
	}
	if known && !u.unclaimed() {
		err = eventbus.Publish(ctx, tx, u.registrationRefused())
	} else {
		err = eventbus.Publish(ctx, tx, a.requested(&c, false))
	}
	return s.viewRegistration(a.ID, a.Email, now), err
}

// requested is the announcement of a code to be mailed.
func (a *attempt) requested(c *challenge, resent bool) events.RegistrationRequested {
	return events.RegistrationRequested{
		RegistrationID: a.ID, ChallengeID: c.ID, Locale: a.Locale, Resent: resent, RequestedAt: a.CreatedAt, Email: a.Email, FullName: a.FullName,
	}
}

// registrationRefused tells the owner that somebody asked for an account with the address.
func (u *user) registrationRefused() events.RegistrationRefused {
	return events.RegistrationRefused{UserID: u.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName}
}
