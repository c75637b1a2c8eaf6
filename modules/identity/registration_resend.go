package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// mayResend returns fault.RateLimited until a minute after the last registration with the address, known or not.
// Between two resends the limit code_email keeps the same distance.
func (s *service) mayResend(ctx context.Context, email string) error {
	if s.Config.LimitsOff {
		return nil
	}
	last, err := lastRegistration(s.DB.WithContext(ctx), s.Pseudonyms.OfEmail(email))
	if err != nil {
		return err
	}
	return limited(last.Add(resendPause).Sub(s.Clock.Now()))
}

// resend has a new code mailed for the attempt named. Without a name it does so only when exactly one attempt is live:
// of several, some may be somebody else's. Otherwise the mail says to register again, and the owner of an account that
// it exists. The caller is told none of this.
func (s *service) resend(ctx context.Context, tx *gorm.DB, email, registrationID, locale string) (registration, error) {
	now := s.Clock.Now()
	view := s.viewRegistration(registrationID, email, now)
	if err := lockAddress(tx, s.Pseudonyms.OfEmail(email), now); err != nil {
		return view, err
	}
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return view, err
	}
	if known && !u.unclaimed() {
		return view, eventbus.Publish(ctx, tx, u.registrationRefused())
	}
	live, err := liveRegistrations(tx, email, now)
	if err != nil {
		return view, err
	}
	if s.isUnnamed(email, registrationID) {
		registrationID = ""
	}
	r := pickAttempt(live, registrationID)
	if r == nil {
		return view, eventbus.Publish(ctx, tx, events.RegistrationUnclear{AddressID: s.Pseudonyms.OfEmail(email), Locale: locale, Email: email})
	}
	r.extend(now)
	if err := tx.Model(r).Update("expires_at", r.ExpiresAt).Error; err != nil {
		return view, err
	}
	c := s.registrationChallenge(r, now)
	if err := replaceChallenge(tx, &c); err != nil {
		return view, err
	}
	return view, eventbus.Publish(ctx, tx, r.requested(&c, true))
}

// pickAttempt is the attempt named, or the only one when none is named (""); nil when that leaves none.
func pickAttempt(live []attempt, registrationID string) *attempt {
	if registrationID == "" {
		if len(live) == 1 {
			return &live[0]
		}
		return nil
	}
	for i := range live {
		if live[i].ID == registrationID {
			return &live[i]
		}
	}
	return nil
}

// unnamed is the registration id in the answer to a resend that named none: always the same for an address, and drawn
// from nothing else, so that it tells nobody whether an attempt is live. Given back to a resend it means "none".
func (s *service) unnamed(email string) string { return unnamed(s.Config.Secret.First(), email) }

// isUnnamed tells whether registrationID is the address's unnamed, under whichever secret.
func (s *service) isUnnamed(email, registrationID string) bool {
	for key := range s.Config.Secret.Keys() {
		if registrationID == unnamed(key, email) {
			return true
		}
	}
	return false
}

func unnamed(key []byte, email string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("orderd/unnamed-registration/v1\x00" + email))
	alias := uuid.UUID(mac.Sum(nil)[:16])
	alias[6] = alias[6]&0x0f | 0x70 // looks like any id: version 7, variant of RFC 9562
	alias[8] = alias[8]&0x3f | 0x80
	return alias.String()
}

// limited is fault.RateLimited for a wait that is not over, else nil.
func limited(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	f := fault.New(fault.RateLimited, "Too many tries. Please wait.")
	f.RetryAfter = wait
	return f
}
