package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/pseudonym"
)

// answerLogin starts the session that a login has waited for, when the proof is right; it sets the
// password first if the login was to set one. It returns a refusal with codeInvalidCode for a wrong
// proof, and for a challenge that was answered, has expired or has no attempt left, and
// fault.RateLimited while wrong proofs lock the user out.
func answerLogin(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, keys *pseudonym.Key, challengeID string, p proof,
	now time.Time,
) (user, session, error) {
	c, found, err := findProofChallenge(tx, proofOfLogin, challengeID)
	if err != nil {
		return user{}, session{}, err
	}
	if !found {
		return user{}, session{}, invalidCode()
	}
	u, err := lockUser(tx, *c.UserID)
	if fault.Is(err, fault.Unauthenticated) { // erased meanwhile
		err = invalidCode()
	}
	if err != nil {
		return user{}, session{}, err
	}
	of, right, err := checkProof(ctx, tx, keys, &u, c.ID, p, now)
	switch {
	case err != nil:
		return user{}, session{}, err
	case !right:
		return user{}, session{}, refusal{invalidCode()}
	}
	s, err := finishLogin(eventbus.WithActor(ctx, u.actor()), tx, authority, &u, c, of, now)
	return u, s, err
}

// finishLogin starts the session that the challenge was made for, after any right proof of the
// locked user.
func finishLogin(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, c proofChallenge, of events.ProofMethod,
	now time.Time,
) (session, error) {
	if c.PasswordHash != nil {
		if err := replacePassword(ctx, tx, authority, u, *c.PasswordHash, now); err != nil {
			return session{}, err
		}
	}
	return startProvedSession(ctx, tx, u, c.Method, of, now)
}
