package identity

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/secret"
)

// requireSecondFactor returns nil for a locked user without a second factor. Else the login that
// has come so far waits for one: it stores a challenge and returns a refusal with
// fault.SecondFactorRequired and the token of the challenge. passwordHash is the password that the
// answer sets, or nil. While wrong proofs lock the user out, it returns fault.RateLimited.
func requireSecondFactor(
	ctx context.Context, tx *gorm.DB, secrets secret.Keyring, p passkeys, u *user, method events.LoginMethod,
	passwordHash *string, now time.Time,
) error {
	factors, err := factorsOf(tx, u.ID)
	if err != nil || len(factors) == 0 {
		return err
	}
	if err := requireNoProofLockout(tx, p.keys, u, now); err != nil {
		return err
	}
	c := newProofChallenge(proofOfLogin, u.ID, now)
	c.Method, c.PasswordHash = method, passwordHash
	asked, err := askForProof(ctx, tx, secrets, p, u, &c, factors)
	if err != nil {
		return err
	}
	return refusal{fault.New(fault.SecondFactorRequired, "Please prove a second factor.").WithMembers(asked)}
}

// askForProof stores the challenge and returns what the client has to know to answer it.
func askForProof(
	ctx context.Context, tx *gorm.DB, secrets secret.Keyring, p passkeys, u *user, c *proofChallenge, factors []factor,
) (httpapi.SecondFactorMembers, error) {
	if err := tx.Create(c).Error; err != nil {
		return httpapi.SecondFactorMembers{}, err
	}
	methods, err := proofMethods(tx, u, factors)
	if err != nil {
		return httpapi.SecondFactorMembers{}, err
	}
	options, err := p.useOptions(tx, u, c.ID)
	if err != nil {
		return httpapi.SecondFactorMembers{}, err
	}
	asked := httpapi.SecondFactorMembers{Challenge: new(c.token(secrets)), Methods: methods, PublicKey: options}
	requested := events.SecondFactorRequested{UserID: u.ID, Purpose: events.ProofPurpose(c.Purpose), Method: c.Method}
	return asked, eventbus.Publish(eventbus.WithActor(ctx, u.actor()), tx, requested)
}

// proofMethods names what the user can prove a second factor with.
func proofMethods(tx *gorm.DB, u *user, factors []factor) ([]string, error) {
	methods := []string{}
	for _, f := range factors {
		if !slices.Contains(methods, string(f.Kind)) {
			methods = append(methods, string(f.Kind))
		}
	}
	left, err := countRecoveryCodes(tx, u.ID)
	if left > 0 {
		methods = append(methods, string(events.ProofByRecoveryCode))
	}
	return methods, err
}
