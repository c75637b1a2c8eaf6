// Package authenticator is an authenticator in software, which makes and uses passkeys as a phone
// does.
package authenticator

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"slices"
	"testing"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// Device is a browser with an authenticator. Its passkeys are discoverable.
type Device struct {
	Origin string // of the page that asks
	// Unverified: it does not find out who the person is.
	Unverified bool
	// Uncounted: its counters stay 0, as those of passkeys that devices share.
	Uncounted bool

	keys []*key
}

type key struct {
	id, handle []byte
	private    *ecdsa.PrivateKey
	counter    uint32
}

// New is an authenticator without passkeys, used by pages of the origin.
func New(origin string) *Device { return &Device{Origin: origin} }

// Copy is an authenticator with the same keys, as a thief might make one. Its counters are its own.
func (a *Device) Copy() *Device {
	c := *a
	c.keys = nil
	for _, k := range a.keys {
		own := *k
		c.keys = append(c.keys, &own)
	}
	return &c
}

// At is the same authenticator, asked by pages of another origin.
func (a *Device) At(origin string) *Device {
	other := *a
	other.Origin = origin
	return &other
}

// Create is what navigator.credentials.create answers for the options of the service.
func (a *Device) Create(t testing.TB, options string) json.RawMessage {
	t.Helper()
	var o struct {
		Challenge string
		RP        struct{ ID string }
		User      struct{ ID string }
	}
	decode(t, options, &o)
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	k := &key{id: make([]byte, 32), handle: fromBase64(t, o.User.ID), private: private}
	_, _ = rand.Read(k.id) // it never fails
	a.keys = append(a.keys, k)
	attested := append(make([]byte, 16), binary.BigEndian.AppendUint16(nil, uint16(len(k.id)))...)
	attested = append(append(attested, k.id...), k.public(t)...)
	object, err := webauthncbor.Marshal(map[string]any{
		"fmt": "none", "attStmt": map[string]any{}, "authData": append(a.data(k, o.RP.ID, protocol.FlagAttestedCredentialData), attested...),
	})
	if err != nil {
		t.Fatal(err)
	}
	return k.response(t, map[string]any{
		"clientDataJSON": toBase64(a.clientData(t, protocol.CreateCeremony, o.Challenge)), "attestationObject": toBase64(object),
		"transports": []string{"internal"},
	})
}

// Get is what navigator.credentials.get answers for the options of the service, with the newest
// passkey that they allow.
func (a *Device) Get(t testing.TB, options string) json.RawMessage {
	t.Helper()
	var o struct {
		Challenge        string
		RPID             string `json:"rpId"`
		AllowCredentials []struct{ ID string }
	}
	decode(t, options, &o)
	var k *key
	for _, known := range a.keys {
		allowed := slices.ContainsFunc(o.AllowCredentials, func(c struct{ ID string }) bool { return c.ID == toBase64(known.id) })
		if allowed || len(o.AllowCredentials) == 0 {
			k = known
		}
	}
	if k == nil {
		t.Fatalf("no passkey for %s", options)
	}
	client, data := a.clientData(t, protocol.AssertCeremony, o.Challenge), a.data(k, o.RPID, 0)
	digest := sha256.Sum256(client)
	digest = sha256.Sum256(append(slices.Clone(data), digest[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.private, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	return k.response(t, map[string]any{
		"clientDataJSON": toBase64(client), "authenticatorData": toBase64(data), "signature": toBase64(signature),
		"userHandle": toBase64(k.handle),
	})
}

// data is the authenticator data (WebAuthn, section 6.1) of one use.
func (a *Device) data(k *key, rpID string, flags protocol.AuthenticatorFlags) []byte {
	if !a.Uncounted {
		k.counter++
	}
	flags |= protocol.FlagUserPresent
	if !a.Unverified {
		flags |= protocol.FlagUserVerified
	}
	id := sha256.Sum256([]byte(rpID))
	return binary.BigEndian.AppendUint32(append(id[:], byte(flags)), k.counter)
}

func (a *Device) clientData(t testing.TB, ceremony protocol.CeremonyType, challenge string) []byte {
	t.Helper()
	return encode(t, map[string]any{"type": ceremony, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
}

// public is the COSE form of the public key.
func (k *key) public(t testing.TB) []byte {
	t.Helper()
	point, err := k.private.PublicKey.Bytes() // 4, x, y
	if err != nil {
		t.Fatal(err)
	}
	coded, err := webauthncbor.Marshal(webauthncose.EC2PublicKeyData{
		PublicKeyData: webauthncose.PublicKeyData{KeyType: int64(webauthncose.EllipticKey), Algorithm: int64(webauthncose.AlgES256)},
		Curve:         int64(webauthncose.P256), XCoord: point[1:33], YCoord: point[33:],
	})
	if err != nil {
		t.Fatal(err)
	}
	return coded
}

// response is the JSON of a PublicKeyCredential.
func (k *key) response(t testing.TB, response map[string]any) json.RawMessage {
	t.Helper()
	return encode(t, map[string]any{
		"id": toBase64(k.id), "rawId": toBase64(k.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
		"authenticatorAttachment": "platform",
	})
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func decode(t testing.TB, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

func toBase64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func fromBase64(t testing.TB, s string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
