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
	"orderd/platform/secret"
)

// prepareStepUp makes the challenge of a step-up of the caller; one that was made before is gone.
// It returns how the caller can answer: with a second factor, else with the password.
func prepareStepUp(
	ctx context.Context, tx *gorm.DB, secrets secret.Keyring, p passkeys, userID string, now time.Time,
) (httpapi.SecondFactorMembers, error) {
	u, err := lockStaffMember(tx, userID)
	if err != nil {
		return httpapi.SecondFactorMembers{}, err
	}
	factors, err := factorsOf(tx, u.ID)
	if err != nil {
		return httpapi.SecondFactorMembers{}, err
	}
	if err := deleteProofChallenges(tx, u.ID, proofOfStepUp); err != nil {
		return httpapi.SecondFactorMembers{}, err
	}
	c := newProofChallenge(proofOfStepUp, u.ID, now)
	asked, err := askForProof(ctx, tx, secrets, p, &u, &c, factors)
	if err == nil && len(factors) == 0 {
		asked.Methods = []string{string(events.ProofByPassword)}
	}
	return asked, err
}

// stepUp proves the caller's session with a second factor. challengeID is that of prepareStepUp, or
// "": then the lockout alone limits the attempts. It returns a refusal with codeInvalidCode for a
// wrong proof, and for one of a caller without a second factor, and fault.RateLimited while wrong
// proofs lock the caller out.
func stepUp(
	ctx context.Context, tx *gorm.DB, keys *pseudonym.Key, caller auth.Principal, challengeID string, p proof,
	now time.Time,
) (user, session, error) {
	u, err := lockStaffMember(tx, caller.UserID)
	if err != nil {
		return user{}, session{}, err
	}
	if challengeID != "" {
		c, found, err := findProofChallenge(tx, proofOfStepUp, challengeID)
		if err != nil {
			return user{}, session{}, err
		}
		if !found || *c.UserID != u.ID {
			return user{}, session{}, invalidCode()
		}
	}
	of, right, err := checkProof(ctx, tx, keys, &u, challengeID, p, now)
	switch {
	case err != nil:
		return user{}, session{}, err
	case !right:
		return user{}, session{}, refusal{invalidCode()}
	}
	s, err := finishStepUp(ctx, tx, &u, caller.SessionID, of, now)
	return u, s, err
}

// stepUpWithPassword is stepUp with the password of an account without a second factor, which
// reauthenticate has found. It returns a validation fault when the account has one.
func stepUpWithPassword(
	ctx context.Context, tx *gorm.DB, caller auth.Principal, found authenticated, now time.Time,
) (user, session, error) {
	if err := countSuccess(tx, found.attempt, now); err != nil {
		return user{}, session{}, err
	}
	u, err := lockUnchanged(tx, found.user)
	if err != nil {
		return user{}, session{}, err
	}
	if err := requireNoFactor(tx, u.ID); err != nil {
		return user{}, session{}, err
	}
	s, err := finishStepUp(ctx, tx, &u, caller.SessionID, events.ProofByPassword, now)
	return u, s, err
}

// requireNoFactor returns a validation fault for the password of a user with a second factor, which
// has to be proved instead.
func requireNoFactor(db *gorm.DB, userID string) error {
	factors, err := factorsOf(db, userID)
	if err == nil && len(factors) > 0 {
		err = fault.Invalid(fault.Field{
			Pointer: "/password", Code: fault.NotAllowed, Detail: "must be replaced by a second factor",
		})
	}
	return err
}

// finishStepUp records the proof of the locked user's session, after any right proof.
func finishStepUp(
	ctx context.Context, tx *gorm.DB, u *user, sessionID string, of events.ProofMethod, now time.Time,
) (session, error) {
	s, err := proveSession(tx, u.ID, sessionID, now)
	if err != nil {
		return session{}, err
	}
	return s, eventbus.Publish(ctx, tx, events.SessionSteppedUp{UserID: u.ID, SessionID: s.ID, Method: of})
}
