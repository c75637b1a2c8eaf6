// Package passkey is a service's side of passkeys (WebAuthn Level 3): it makes the options of a
// ceremony and verifies what an authenticator answers.
//
// It keeps nothing. The caller stores the credentials, and derives or stores the challenge of a
// ceremony, which it must accept once.
package passkey

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// ErrRefused is the error of every answer that does not verify; its text says why, for the log.
var ErrRefused = errors.New("passkey: refused")

// errNoDomain is the error of an origin whose host can be no relying party: it is an IP address.
var errNoDomain = errors.New("passkey: the host of the origin must be a domain")

// ceremonyTime is how long a browser waits for the person.
const ceremonyTime = 5 * time.Minute

// RelyingParty is the service, as authenticators know it.
type RelyingParty struct {
	lib *webauthn.WebAuthn
}

// New is the relying party of the pages of an origin, "https://staff.example". Its id is the host.
// It returns an error for a host that is an IP address: browsers make no passkeys there.
func New(origin string) (*RelyingParty, error) {
	u, err := url.Parse(origin)
	switch {
	case err != nil:
		return nil, fmt.Errorf("passkey: the origin: %w", err)
	case u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil:
		return nil, errNoDomain
	}
	lib, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: u.Hostname(), RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Timeout: ceremonyTime, TimeoutUVD: ceremonyTime},
			Registration: webauthn.TimeoutConfig{Timeout: ceremonyTime, TimeoutUVD: ceremonyTime},
		},
		// Some password managers answer with extensions that no one asked for.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	return &RelyingParty{lib}, nil
}

// refused is ErrRefused with the library's reason.
func refused(err error) error {
	if reason, ok := errors.AsType[*protocol.Error](err); ok {
		return fmt.Errorf("%w: %s: %s", ErrRefused, reason.Details, reason.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}
