package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"github.com/google/uuid"

	"orderd/platform/secret"
)

// A refresh token is the base64url form of session id (16 bytes), number (8) and the HMAC-SHA256 of
// both (32). Nothing of it is stored, and a forged token costs no query.
const refreshTokenSize = 16 + 8 + sha256.Size

// refreshToken returns the newest refresh token of the session.
func refreshToken(secrets secret.Keyring, s session) string {
	sessionID := uuid.MustParse(s.ID)
	token := binary.BigEndian.AppendUint64(sessionID[:], uint64(s.Number))
	return base64.RawURLEncoding.EncodeToString(append(token, refreshMAC(secrets.First(), token)...))
}

// parseRefreshToken returns the session id and the number in a refresh token that was signed under
// any of the secrets; ok is false for any other text.
func parseRefreshToken(secrets secret.Keyring, text string) (sessionID string, number int64, ok bool) {
	token, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(token) != refreshTokenSize {
		return "", 0, false
	}
	body, mac := token[:24], token[24:]
	for key := range secrets.Keys() {
		if hmac.Equal(mac, refreshMAC(key, body)) {
			return uuid.UUID(body[:16]).String(), int64(binary.BigEndian.Uint64(body[16:])), true
		}
	}
	return "", 0, false
}

func refreshMAC(key, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("orderd/refresh/v1\x00"))
	mac.Write(body)
	return mac.Sum(nil)
}
