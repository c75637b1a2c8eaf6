package identity

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/passkey"
	"orderd/platform/secret"
)

// use reports whether the credential answers the challenge with a passkey of the locked user. A
// right one raises the stored counter.
func (p passkeys) use(
	tx *gorm.DB, u *user, challengeID string, credential []byte, v passkey.Verification, now time.Time,
) (bool, error) {
	if p.party == nil || challengeID == "" {
		return false, nil
	}
	stored, err := passkeysOf(tx, u.ID)
	if err != nil {
		return false, err
	}
	said, err := passkey.ParseAssertion(credential)
	var used passkey.Credential
	if err == nil {
		used, err = p.party.Use(accountOf(u, stored), p.challenge(challengeID), v, said)
	}
	switch {
	case errors.Is(err, passkey.ErrRefused):
		return false, nil
	case err != nil:
		return false, err
	}
	return savePasskeyUse(tx, used, now)
}

// preparePasskeyLogin makes the challenge of a login with a passkey alone, of whomever it is. It
// returns fault.Unavailable where there are none.
func preparePasskeyLogin(tx *gorm.DB, secrets secret.Keyring, p passkeys, now time.Time) (passkeyRequest, error) {
	if err := p.require(); err != nil {
		return passkeyRequest{}, err
	}
	c := newProofChallenge(proofOfPasskeyLogin, "", now)
	c.UserID = nil
	if err := tx.Create(&c).Error; err != nil {
		return passkeyRequest{}, err
	}
	options, err := optionsOf(p.party.UseOptions(p.challenge(c.ID), passkey.Required))
	return passkeyRequest{c.token(secrets), options}, err
}

// loginWithPasskey starts a session of the owner of the passkey, which is both factors. It returns
// a refusal with codeInvalidCredentials for whatever is wrong, and fault.RateLimited while wrong
// proofs lock the owner out.
func loginWithPasskey(
	ctx context.Context, tx *gorm.DB, p passkeys, challengeID string, credential []byte, now time.Time,
) (user, session, error) {
	said, err := passkey.ParseAssertion(credential)
	if err != nil {
		return user{}, session{}, invalidPasskey()
	}
	if _, found, err := findProofChallenge(tx, proofOfPasskeyLogin, challengeID); err != nil || !found {
		return user{}, session{}, cmp.Or(err, invalidPasskey())
	}
	ownerID, found, err := ownerOfPasskey(tx, said.CredentialID)
	if err != nil || !found {
		return user{}, session{}, cmp.Or(err, invalidPasskey())
	}
	u, err := lockUser(tx, ownerID)
	if fault.Is(err, fault.Unauthenticated) { // erased meanwhile
		err = invalidPasskey()
	}
	if err != nil {
		return user{}, session{}, err
	}
	if u.disabled() {
		return user{}, session{}, invalidPasskey()
	}
	of, right, err := checkProof(ctx, tx, p.keys, &u, challengeID,
		proof{Credential: credential, Verification: passkey.Required, passkeys: p}, now)
	switch {
	case err != nil:
		return user{}, session{}, err
	case !right:
		return user{}, session{}, refusal{invalidPasskey()}
	}
	s, err := startProvedSession(eventbus.WithActor(ctx, u.actor()), tx, &u, events.LoginWithPasskey, of, now)
	return u, s, err
}

func invalidPasskey() error {
	return fault.New(codeInvalidCredentials, "The passkey is not valid here.")
}
