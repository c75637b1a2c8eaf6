package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"orderd/platform/secret"
)

// secretPrefix begins a secret as Standard Webhooks writes it.
const secretPrefix = "whsec_"

// rotationTime is how long the secret before signs beside a new one.
const rotationTime = 24 * time.Hour

// signingKey is the secret of an endpoint: 32 bytes.
type signingKey []byte

// String is the secret as an admin sees it, once.
func (k signingKey) String() string { return secretPrefix + base64.StdEncoding.EncodeToString(k) }

// sign returns the signature of a request, as Standard Webhooks writes it.
func (k signingKey) sign(id string, at time.Time, body []byte) string {
	h := hmac.New(sha256.New, k)
	h.Write([]byte(id + "." + timestampOf(at) + "."))
	h.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func timestampOf(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// newKey derives the secret of an endpoint's generation, and the check by which keyOf finds it.
func newKey(ring secret.Keyring, endpointID string, generation int) (key signingKey, check string) {
	number := strconv.Itoa(generation)
	return ring.MAC("webhooks secret", endpointID, number), checkOf(ring.MAC("webhooks secret check", endpointID, number))
}

// checkOf is what is stored of a MAC.
func checkOf(mac []byte) string { return hex.EncodeToString(mac[:8]) }

// keyOf derives the secret that has the check. When auth.secret has lost what made it, it is that
// of the first.
func keyOf(ring secret.Keyring, endpointID string, generation int, check string) signingKey {
	number := strconv.Itoa(generation)
	made := 0
	for mac := range ring.MACs("webhooks secret check", endpointID, number) {
		if checkOf(mac) == check {
			break
		}
		made++
	}
	for mac := range ring.MACs("webhooks secret", endpointID, number) {
		if made == 0 {
			return mac
		}
		made--
	}
	key, _ := newKey(ring, endpointID, generation)
	return key
}

// signatures returns the value of the header webhook-signature.
func signatures(keys []signingKey, id string, at time.Time, body []byte) string {
	signed := make([]string, len(keys))
	for i, k := range keys {
		signed[i] = k.sign(id, at, body)
	}
	return strings.Join(signed, " ")
}
