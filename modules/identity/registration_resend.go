package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/fault"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// checkResendInterval returns fault.RateLimited until a minute after the last registration with the
// address from the network, known or not. The limit code_email does the same between two resends.
func checkResendInterval(db *gorm.DB, config *Config, addressID, network string, now time.Time) error {
	if config.LimitsOff {
		return nil
	}
	last, err := lastRegistrationRequest(db, addressID, network)
	if err != nil {
		return err
	}
	return rateLimited(last.Add(resendInterval).Sub(now))
}

// registrationHint is what the mails without a code are counted as.
const registrationHint = onetimecode.Registration + "_hint"

// resentPurpose is what the mail of a resend counts as: one without a code uses up none of those
// with the codes, so that no stranger keeps the owner of the address from registering.
func resentPurpose(db *gorm.DB, email, registrationID string, now time.Time) (onetimecode.Purpose, error) {
	live, err := liveRegistrations(db, email, now)
	if err != nil || selectRegistration(live, registrationID) != nil {
		return onetimecode.Registration, err
	}
	return registrationHint, nil
}

// resendCode has a new code mailed for the registration with the id. Without an id ("") it does so
// only when exactly one registration of the address is live: others may belong to other people.
// Otherwise the mail says to register again or, for an account, that it exists. The caller learns
// none of this. When no mail may leave, the code is that of an earlier one.
func resendCode(
	ctx context.Context, tx *gorm.DB, email string, asked codeRequest, registrationID, locale string, now time.Time,
) error {
	if err := lockEmailAddress(tx, asked.AddressID, now); err != nil {
		return err
	}
	owner, err := refusesRegistration(tx, email, now)
	if err != nil {
		return err
	}
	if owner != nil {
		return asked.publish(ctx, tx, onetimecode.Registration, owner.registrationRefusedEvent())
	}
	live, err := liveRegistrations(tx, email, now)
	if err != nil {
		return err
	}
	r := selectRegistration(live, registrationID)
	if r == nil {
		return asked.publish(ctx, tx, onetimecode.Registration, events.RegistrationUnclear{
			AddressID: asked.AddressID, Locale: locale, Email: email,
		})
	}
	r.extendLife(now)
	if err := saveExpiry(tx, r); err != nil {
		return err
	}
	c, err := nextChallenge(tx, r, asked, registrationID != "", now)
	if err != nil {
		return err
	}
	return asked.publish(ctx, tx, onetimecode.Registration, r.requestedEvent(c, true))
}

// nextChallenge returns the challenge of the registration whose code is to be mailed: a new one for
// a client that knows the registration. Any other may be a stranger, who ends no code: the one that
// is live is mailed again.
func nextChallenge(tx *gorm.DB, r *registration, asked codeRequest, named bool, now time.Time) (*challenge, error) {
	if !named {
		if live, err := challengeOfRegistration(tx, r.ID, now); err != nil || live != nil {
			return live, err
		}
	}
	c := newRegistrationChallenge(r, asked.AddressID, now)
	if !asked.Mail {
		if err := withoutMail(tx, &c, now); err != nil {
			return nil, err
		}
	}
	return &c, replaceRegistrationChallenge(tx, &c)
}

// selectRegistration returns the registration with the id or, for "", the only one; nil when there
// is none.
func selectRegistration(live []registration, registrationID string) *registration {
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

// placeholderID is the registration id in the answer to a resend that gave none. It depends on the
// address and the secret alone, so that it does not reveal whether a registration is live. A
// request that carries it is handled like one without an id.
func placeholderID(secret []byte, email string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("orderd/unnamed-registration/v1\x00" + email))
	u := uuid.UUID(mac.Sum(nil)[:16])
	u[6] = u[6]&0x0f | 0x70 // version 7, like any other id (RFC 9562)
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}

// withoutPlaceholder returns the registration id of a request, or "" for the placeholder of the
// address, under any of the secrets.
func withoutPlaceholder(secrets secret.Keyring, email, registrationID string) string {
	for key := range secrets.Keys() {
		if registrationID == placeholderID(key, email) {
			return ""
		}
	}
	return registrationID
}

// rateLimited returns fault.RateLimited when there is a time to wait, else nil.
func rateLimited(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	f := fault.New(fault.RateLimited, "Too many tries. Please wait.")
	f.RetryAfter = wait
	return f
}
