package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/passkey"
	"orderd/platform/pseudonym"
	"orderd/platform/totp"
)

// proof is what a caller gives to prove a second factor: one of the fields is set.
type proof struct {
	Code         string // of an authenticator app
	RecoveryCode string
	Credential   []byte // AuthenticationResponseJSON of a passkey
	Verification passkey.Verification
	passkeys     passkeys // verifies Credential
}

// use reports whether the locked user's proof is right, and of what; a right one is used up.
func (p proof) use(
	tx *gorm.DB, keys *pseudonym.Key, u *user, challengeID string, now time.Time,
) (of events.ProofMethod, right bool, err error) {
	if p.Credential != nil {
		right, err = p.passkeys.use(tx, u, challengeID, p.Credential, p.Verification, now)
		return events.ProofByPasskey, right, err
	}
	if p.RecoveryCode != "" {
		right, err = useRecoveryCode(tx, keys, u.ID, p.RecoveryCode)
		return events.ProofByRecoveryCode, right, err
	}
	f, found, err := confirmedTOTP(tx, u.ID)
	if err != nil || !found {
		return events.ProofByTOTP, false, err
	}
	step, ok := totp.Match(totpSecret(keys, f.ID), p.Code, now)
	if !ok {
		return events.ProofByTOTP, false, nil
	}
	right, err = useTOTPStep(tx, &f, step, now)
	return events.ProofByTOTP, right, err
}

// secondFactorSource is the source of wrong proofs.
const secondFactorSource = "second factor"

// proofAttempts counts the wrong proofs for an account like wrong passwords from one source: ten
// lock it out for a minute, and so on (lockoutAfter), even where limits are off. Who causes that
// has proved the password, or has a token.
func proofAttempts(keys *pseudonym.Key, u *user) passwordAttempt {
	return passwordAttempt{addressID: keys.OfEmail(u.Email), source: secondFactorSource, bearer: true}
}

// requireNoProofLockout returns fault.RateLimited while wrong proofs lock the user out.
func requireNoProofLockout(tx *gorm.DB, keys *pseudonym.Key, u *user, now time.Time) error {
	return checkSourceLockout(tx, proofAttempts(keys, u), now)
}

// checkProof reports whether the locked user's proof is right, and of what. It counts an attempt at
// the challenge first ("" for none), so that no more than its attempts are compared; a right answer
// deletes the challenge. A wrong one is counted and published: the caller commits, whatever the
// answer to the client is (refusal). It returns fault.RateLimited, without a comparison, while the
// user is locked out.
func checkProof(
	ctx context.Context, tx *gorm.DB, keys *pseudonym.Key, u *user, challengeID string, p proof, now time.Time,
) (of events.ProofMethod, right bool, err error) {
	if err := requireNoProofLockout(tx, keys, u, now); err != nil {
		return "", false, err
	}
	if challengeID != "" {
		if counted, err := countProofAttempt(tx, challengeID, now); err != nil || !counted {
			return "", false, err
		}
	}
	if of, right, err = p.use(tx, keys, u, challengeID, now); err != nil {
		return "", false, err
	}
	return of, right, recordProof(ctx, tx, keys, u, challengeID, of, right, now)
}

// recordProof ends the challenge and the count of failures after a right proof, and counts and
// publishes a wrong one.
func recordProof(
	ctx context.Context, tx *gorm.DB, keys *pseudonym.Key, u *user, challengeID string, of events.ProofMethod, right bool,
	now time.Time,
) error {
	attempts := proofAttempts(keys, u)
	if !right {
		if err := countFailure(tx, attempts, now); err != nil {
			return err
		}
		return eventbus.Publish(eventbus.WithActor(ctx, u.actor()), tx, events.SecondFactorRejected{UserID: u.ID, Method: of})
	}
	if challengeID != "" {
		if err := deleteProofChallenge(tx, challengeID); err != nil {
			return err
		}
	}
	return countSuccess(tx, attempts, now)
}

// refusal is a fault that is answered although its transaction commits: what was counted stays
// counted, and what was asked is stored.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }
