package passkey

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Verification says whether the authenticator has to find out that the person is the right one: by
// a PIN, a finger or a face.
type Verification bool

// The values of Verification.
const (
	Required  Verification = true // the passkey alone is both factors
	Preferred Verification = false
)

func (v Verification) requirement() protocol.UserVerificationRequirement {
	if v == Required {
		return protocol.VerificationRequired
	}
	return protocol.VerificationPreferred
}

// UseOptions are the PublicKeyCredentialRequestOptionsJSON for the use of a passkey: of one of the
// credentials or, when there are none, of any discoverable one.
func (p *RelyingParty) UseOptions(
	challenge []byte, v Verification, credentials ...Credential,
) (json.RawMessage, error) {
	made, _, err := p.lib.BeginDiscoverableLogin(
		webauthn.WithChallenge(challenge), webauthn.WithAllowedCredentials(descriptors(credentials)),
		webauthn.WithUserVerification(v.requirement()),
	)
	if err != nil {
		return nil, fmt.Errorf("passkey: options: %w", err)
	}
	return json.Marshal(made.Response)
}

// Assertion is what an authenticator says when a passkey is used. Nothing in it is verified yet.
type Assertion struct {
	CredentialID []byte
	Handle       []byte // of the account; empty where the authenticator does not say it
	parsed       *protocol.ParsedCredentialAssertionData
}

// ParseAssertion reads an AuthenticationResponseJSON. It returns ErrRefused.
func ParseAssertion(credential []byte) (Assertion, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return Assertion{}, refused(err)
	}
	return Assertion{CredentialID: parsed.RawID, Handle: parsed.Response.UserHandle, parsed: parsed}, nil
}

// Use verifies an assertion for the challenge with a credential of the account, and returns the
// credential with its new counter. It returns ErrRefused; so it does when the counter has not
// grown, which is the sign of a copied authenticator.
func (p *RelyingParty) Use(a Account, challenge []byte, v Verification, said Assertion) (Credential, error) {
	i := slices.IndexFunc(a.Credentials, func(c Credential) bool { return bytes.Equal(c.ID, said.CredentialID) })
	if i < 0 {
		return Credential{}, fmt.Errorf("%w: the account has no such passkey", ErrRefused)
	}
	used, err := p.lib.ValidateLogin(user{a}, webauthn.SessionData{
		Challenge: encodeChallenge(challenge), RelyingPartyID: p.lib.Config.RPID, UserID: a.Handle,
		UserVerification: v.requirement(),
	}, said.parsed)
	if err != nil {
		return Credential{}, refused(err)
	}
	if used.Authenticator.CloneWarning {
		return Credential{}, fmt.Errorf("%w: the counter has not grown", ErrRefused)
	}
	next := a.Credentials[i]
	next.SignCount = used.Authenticator.SignCount
	return next, nil
}
