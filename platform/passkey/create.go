package passkey

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// CreateOptions are the PublicKeyCredentialCreationOptionsJSON for a new passkey of the account: a
// discoverable one, of an authenticator that has none of the account yet, which verifies the
// person. name is that of the service, for people.
func (p *RelyingParty) CreateOptions(name string, a Account, challenge []byte) (json.RawMessage, error) {
	made, _, err := p.lib.BeginRegistration(user{a},
		webauthn.WithExclusions(descriptors(a.Credentials)),
		webauthn.WithCredentialParameters(webauthn.CredentialParametersRecommendedL3()),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		}),
		func(o *protocol.PublicKeyCredentialCreationOptions) error {
			o.Challenge, o.RelyingParty.Name = challenge, name
			return nil
		},
	)
	if err != nil {
		return nil, fmt.Errorf("passkey: options: %w", err)
	}
	return json.Marshal(made.Response)
}

// Create returns the passkey that an authenticator has made for CreateOptions: credential is its
// RegistrationResponseJSON. It returns ErrRefused.
func (p *RelyingParty) Create(a Account, challenge, credential []byte) (Credential, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return Credential{}, refused(err)
	}
	made, err := p.lib.CreateCredential(user{a}, webauthn.SessionData{
		Challenge: encodeChallenge(challenge), RelyingPartyID: p.lib.Config.RPID, UserID: a.Handle,
		UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersRecommendedL3(),
	}, parsed)
	if err != nil {
		return Credential{}, refused(err)
	}
	return credentialOf(made), nil
}

func encodeChallenge(challenge []byte) string { return base64.RawURLEncoding.EncodeToString(challenge) }
