package identity

import (
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/google/uuid"

	"orderd/modules/identity/events"
	"orderd/platform/id"
	"orderd/platform/secret"
)

// proofChallengeTTL is the life of a challenge.
const proofChallengeTTL = 5 * time.Minute

// proofPurpose says what the right answer to a challenge leads to.
type proofPurpose string

// The purposes.
const (
	proofOfLogin  proofPurpose = "login"   // a session
	proofOfStepUp proofPurpose = "step_up" // a session that is proved again
	// Of a passkey alone: a session of its owner, who is known by the answer.
	proofOfPasskeyLogin proofPurpose = "passkey_login"
	proofOfNewPasskey   proofPurpose = "passkey_factor" // another factor
)

// proofChallenge asks for a second factor: of someone who has proved a password, or who steps a
// session up. Others ask for a passkey that is both factors, or for a new one. It is good for five
// minutes, five attempts and one right answer, which deletes it.
type proofChallenge struct {
	ID           string `gorm:"primaryKey"`
	Purpose      proofPurpose
	UserID       *string
	Method       events.LoginMethod // of the login; "" of a step-up
	PasswordHash *string            // of the password that the answer sets; nil: none
	Attempts     int
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
	ExpiresAt    time.Time
}

func (proofChallenge) TableName() string { return "identity_proof_challenges" }

func newProofChallenge(purpose proofPurpose, userID string, now time.Time) proofChallenge {
	return proofChallenge{
		ID: id.New(), Purpose: purpose, UserID: &userID, CreatedAt: now, ExpiresAt: now.Add(proofChallengeTTL),
	}
}

// The token of a challenge is the base64url form of its id (16 bytes) and a MAC of it (32). Nothing
// of it is stored, and a forged token costs no query.
const (
	proofTokenSize    = 16 + sha256.Size
	proofTokenPurpose = "proof challenge"
)

// token is what the client answers the challenge with.
func (c *proofChallenge) token(secrets secret.Keyring) string {
	challengeID := uuid.MustParse(c.ID)
	return base64.RawURLEncoding.EncodeToString(append(challengeID[:], secrets.MAC(proofTokenPurpose, c.ID)...))
}

// parseProofToken returns the id of the challenge whose token was made under any of the secrets; ok
// is false for any other text.
func parseProofToken(secrets secret.Keyring, text string) (challengeID string, ok bool) {
	token, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(token) != proofTokenSize {
		return "", false
	}
	challengeID = uuid.UUID(token[:16]).String()
	return challengeID, secrets.Verify(token[16:], proofTokenPurpose, challengeID)
}
