package passkey

import (
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"orderd/platform/convert"
)

// Credential is what is stored of a passkey. There is no secret in it.
type Credential struct {
	ID        []byte
	PublicKey []byte // COSE
	// SignCount is the authenticator's counter at the last use. It grows with each use, or stays 0
	// where authenticators share the passkey.
	SignCount      uint32
	BackupEligible bool // it may be copied to other devices; this never changes
	Transports     []string
}

// Account is whose passkeys they are.
type Account struct {
	// Handle is how authenticators know the account: at most 64 bytes, which say nothing of the
	// person.
	Handle      []byte
	Name        string // an email address: people choose by it
	DisplayName string
	Credentials []Credential
}

// user is an Account as the library wants it.
type user struct{ Account }

func (u user) WebAuthnID() []byte          { return u.Handle }
func (u user) WebAuthnName() string        { return u.Name }
func (u user) WebAuthnDisplayName() string { return u.DisplayName }

func (u user) WebAuthnCredentials() []webauthn.Credential {
	return convert.All(u.Credentials, Credential.record)
}

// record is the credential as the library wants it.
func (c Credential) record() webauthn.Credential {
	return webauthn.Credential{
		ID: c.ID, PublicKey: c.PublicKey, Transport: convert.All(c.Transports,
			func(t string) protocol.AuthenticatorTransport {
				return protocol.AuthenticatorTransport(t)
			}),
		Flags:         webauthn.CredentialFlags{BackupEligible: c.BackupEligible},
		Authenticator: webauthn.Authenticator{SignCount: c.SignCount},
	}
}

// credentialOf is what is stored of the library's record.
func credentialOf(r *webauthn.Credential) Credential {
	return Credential{
		ID: r.ID, PublicKey: r.PublicKey, SignCount: r.Authenticator.SignCount, BackupEligible: r.Flags.BackupEligible,
		Transports: convert.All(r.Transport, func(t protocol.AuthenticatorTransport) string { return string(t) }),
	}
}

func descriptors(credentials []Credential) []protocol.CredentialDescriptor {
	return convert.All(credentials, func(c Credential) protocol.CredentialDescriptor {
		r := c.record()
		return r.Descriptor()
	})
}
