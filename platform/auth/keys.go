package auth

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Keys are the Ed25519 keys that sign (the first) and verify (all) access tokens. To rotate them,
// put a new key first and keep the old one until the last token that it signed has expired.
type Keys struct {
	signer    ed25519.PrivateKey
	signerID  string
	verifiers map[string]ed25519.PublicKey // by kid
	jwks      []byte
}

// LoadKeys reads a PEM file with PKCS#8 Ed25519 keys, the first of which signs.
func LoadKeys(path string) (*Keys, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("auth: keys: %w", err)
	}
	k, err := parseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("auth: keys in %s: %w", path, err)
	}
	return k, nil
}

func parseKeys(text []byte) (*Keys, error) {
	k := &Keys{verifiers: map[string]ed25519.PublicKey{}}
	var public []jwk
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			// The error of the parser is left out: it could quote the key.
			return nil, fmt.Errorf("a block %q is no PKCS#8 key", block.Type)
		}
		private, ok := parsed.(ed25519.PrivateKey)
		if !ok {
			return nil, fmt.Errorf("a key is %T, not Ed25519", parsed)
		}
		key := newJWK(private.Public().(ed25519.PublicKey))
		if _, twice := k.verifiers[key.ID]; twice {
			return nil, fmt.Errorf("the key %s is there twice", key.ID)
		}
		k.verifiers[key.ID] = private.Public().(ed25519.PublicKey)
		public = append(public, key)
		if k.signer == nil {
			k.signer, k.signerID = private, key.ID
		}
	}
	if k.signer == nil {
		return nil, errors.New("there is no key")
	}
	var err error
	k.jwks, err = json.Marshal(map[string][]jwk{"keys": public})
	return k, err
}

// GenerateKeysFile writes a new key to path (0600) unless the file exists. Of two calls at once,
// one writes it.
func GenerateKeysFile(path string) (err error) {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	text, err := generate()
	if err != nil {
		return fmt.Errorf("auth: generate a key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("auth: generate a key: %w", err)
	}
	// A hard link makes the file appear complete or not at all. CreateTemp sets the mode 0600.
	draft, err := os.CreateTemp(filepath.Dir(path), ".keys-")
	if err != nil {
		return fmt.Errorf("auth: generate a key: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(draft.Name())) }()
	_, err = draft.Write(text)
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return fmt.Errorf("auth: generate a key: %w", err)
	}
	if err := os.Link(draft.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("auth: generate a key: %w", err)
	}
	return nil
}

// NewKeys makes a key that exists in memory only.
func NewKeys() (*Keys, error) {
	text, err := generate()
	if err != nil {
		return nil, fmt.Errorf("auth: generate a key: %w", err)
	}
	return parseKeys(text)
}

func generate() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// JWKS is the JSON of /.well-known/jwks.json (RFC 7517, RFC 8037).
func (k *Keys) JWKS() []byte { return k.jwks }

// jwk is a public key as in RFC 8037, section 2.
type jwk struct {
	Curve     string `json:"crv"`
	Type      string `json:"kty"`
	X         string `json:"x"`
	Algorithm string `json:"alg,omitempty"`
	Use       string `json:"use,omitempty"`
	ID        string `json:"kid,omitempty"`
}

// newJWK makes the JWK of a public key. Its kid is the thumbprint: the hash of its required members
// in alphabetical order (RFC 7638).
func newJWK(public ed25519.PublicKey) jwk {
	key := jwk{Curve: "Ed25519", Type: "OKP", X: base64.RawURLEncoding.EncodeToString(public)}
	required, _ := json.Marshal(key)
	thumbprint := sha256.Sum256(required)
	key.Algorithm, key.Use, key.ID = "EdDSA", "sig", base64.RawURLEncoding.EncodeToString(thumbprint[:])
	return key
}
