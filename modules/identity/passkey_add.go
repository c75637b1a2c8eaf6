package identity

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/passkey"
	"orderd/platform/secret"
)

// passkeyRequest is what a page needs for a ceremony, and the token to answer with.
type passkeyRequest struct {
	Challenge string
	PublicKey map[string]any
}

// preparePasskey makes the challenge for a new passkey of the caller; one that was made before is
// gone. It returns fault.InUse when the caller has as many as an account may have, and
// fault.Unavailable where there are none.
func preparePasskey(
	ctx context.Context, tx *gorm.DB, secrets secret.Keyring, p passkeys, userID string, now time.Time,
) (passkeyRequest, error) {
	u, stored, err := lockPasskeyOwner(tx, p, userID)
	if err != nil {
		return passkeyRequest{}, err
	}
	if err := deleteProofChallenges(tx, u.ID, proofOfNewPasskey); err != nil {
		return passkeyRequest{}, err
	}
	c := newProofChallenge(proofOfNewPasskey, u.ID, now)
	if err := tx.Create(&c).Error; err != nil {
		return passkeyRequest{}, err
	}
	options, err := optionsOf(p.party.CreateOptions(p.settings.Current().Name, accountOf(&u, stored), p.challenge(c.ID)))
	if err != nil {
		return passkeyRequest{}, err
	}
	started := u.changedFactorEvent(events.FactorStarted, factor{Kind: events.FactorPasskey})
	return passkeyRequest{c.token(secrets), options}, eventbus.Publish(ctx, tx, started)
}

// lockPasskeyOwner locks the caller who adds a passkey, and returns those that the caller has.
func lockPasskeyOwner(tx *gorm.DB, p passkeys, userID string) (user, []publicPasskey, error) {
	if err := p.require(); err != nil {
		return user{}, nil, err
	}
	u, err := lockStaffMember(tx, userID)
	if err != nil {
		return user{}, nil, err
	}
	stored, err := passkeysOf(tx, u.ID)
	if err == nil && len(stored) >= maxPasskeys {
		err = fault.New(fault.InUse, "An account has at most 10 passkeys. Please remove one first.")
	}
	return u, stored, err
}

// addPasskey adds the passkey that an authenticator has made for the challenge, which is used up.
// With the first factor of an account its recovery codes are made, which are returned. It returns
// codeInvalidCode for a credential that does not verify and for a challenge that was used or has
// expired, and fault.InUse.
func addPasskey(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, p passkeys, userID, challengeID, name string,
	credential []byte, now time.Time,
) (factor, []string, error) {
	u, stored, err := lockPasskeyOwner(tx, p, userID)
	if err != nil {
		return factor{}, nil, err
	}
	c, found, err := findProofChallenge(tx, proofOfNewPasskey, challengeID)
	if err != nil {
		return factor{}, nil, err
	}
	if !found || *c.UserID != u.ID || !now.Before(c.ExpiresAt) {
		return factor{}, nil, invalidCode()
	}
	if err := deleteProofChallenge(tx, c.ID); err != nil {
		return factor{}, nil, err
	}
	made, err := p.party.Create(accountOf(&u, stored), p.challenge(c.ID), credential)
	if errors.Is(err, passkey.ErrRefused) {
		err = invalidCode()
	}
	if err != nil {
		return factor{}, nil, err
	}
	f := factor{ID: id.New(), UserID: u.ID, Kind: events.FactorPasskey, Name: name, ConfirmedAt: &now, CreatedAt: now}
	if err := insertPasskey(tx, &f, newPublicPasskey(f.ID, made)); err != nil {
		return factor{}, nil, err
	}
	codes, err := factorAdded(ctx, tx, authority, p.keys, &u, f, events.FactorAdded)
	return f, codes, err
}
