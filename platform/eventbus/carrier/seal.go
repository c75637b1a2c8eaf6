package carrier

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"

	"orderd/platform/secret"
)

// errSealed says that another site encrypts by a secret that this one does not have.
var errSealed = errors.New("carrier: no auth.secret of the list decrypts the personal fields of an event: all sites " +
	"need the same list")

// sealer encrypts texts by AES-256-GCM with a key of auth.secret. The first secret encrypts, all
// decrypt.
type sealer struct{ ciphers []cipher.AEAD }

func newSealer(secrets secret.Keyring) sealer {
	var s sealer
	for key := range secrets.MACs("events/personal") {
		block, err := aes.NewCipher(key)
		if err != nil {
			panic(err) // the key has 32 bytes
		}
		gcm, err := cipher.NewGCM(block)
		if err != nil {
			panic(err) // AES has blocks of 16 bytes
		}
		s.ciphers = append(s.ciphers, gcm)
	}
	return s
}

// seal encrypts a text of the event with this id: it opens for no other event.
func (s sealer) seal(eventID string, text []byte) string {
	first := s.ciphers[0]
	nonce := make([]byte, first.NonceSize())
	rand.Read(nonce) // never fails
	return base64.StdEncoding.EncodeToString(first.Seal(nonce, nonce, text, []byte(eventID)))
}

// open reverses seal, whichever of the secrets was the first then.
func (s sealer) open(eventID, sealed string) ([]byte, error) {
	text, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, errSealed
	}
	for _, gcm := range s.ciphers {
		if len(text) < gcm.NonceSize() {
			break
		}
		if opened, err := gcm.Open(nil, text[:gcm.NonceSize()], text[gcm.NonceSize():], []byte(eventID)); err == nil {
			return opened, nil
		}
	}
	return nil, errSealed
}
