package identity

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/fault"
	"orderd/platform/passkey"
	"orderd/platform/pseudonym"
)

// maxPasskeys is how many passkeys an account may have.
const maxPasskeys = 10

// publicPasskey is the public half of a factor of kind passkey: all that is stored of it.
type publicPasskey struct {
	FactorID       string `gorm:"primaryKey"`
	CredentialID   []byte
	PublicKey      []byte
	SignCount      int64
	BackupEligible bool
	Transports     string // separated by blanks
}

func (publicPasskey) TableName() string { return "identity_passkeys" }

func newPublicPasskey(factorID string, c passkey.Credential) publicPasskey {
	return publicPasskey{
		FactorID: factorID, CredentialID: c.ID, PublicKey: c.PublicKey, SignCount: int64(c.SignCount),
		BackupEligible: c.BackupEligible, Transports: strings.Join(c.Transports, " "),
	}
}

func (p publicPasskey) credential() passkey.Credential {
	return passkey.Credential{
		ID: p.CredentialID, PublicKey: p.PublicKey, SignCount: uint32(p.SignCount), BackupEligible: p.BackupEligible,
		Transports: strings.Fields(p.Transports),
	}
}

// passkeys are the ceremonies with passkeys. A challenge is derived from the id of a proofChallenge
// and stored nowhere.
type passkeys struct {
	party    *passkey.RelyingParty // nil where the pages of the staff can have none
	keys     *pseudonym.Key
	settings *copies.Copy[settings] // the shop's name is what authenticators show
}

// newPasskeys are the ceremonies for the pages of the staff. Without a domain there are none.
func newPasskeys(d Deps) passkeys {
	party, err := passkey.New(originOf(d.Config.StaffOrigin))
	if err != nil && d.Log != nil {
		d.Log.Info("passkeys are off: auth.staff_origin has no domain", zap.Error(err))
	}
	return passkeys{party, d.Pseudonyms, d.settings}
}

// require returns fault.Unavailable where there are no passkeys.
func (p passkeys) require() error {
	if p.party == nil {
		return fault.New(fault.Unavailable, "Passkeys need a domain: auth.staff_origin has none.")
	}
	return nil
}

func (p passkeys) challenge(challengeID string) []byte {
	return p.keys.Secret("passkey challenge", challengeID)
}

// accountOf is the user as authenticators know it: by its id, which says nothing of the person.
func accountOf(u *user, stored []publicPasskey) passkey.Account {
	handle := uuid.MustParse(u.ID)
	return passkey.Account{
		Handle: handle[:], Name: u.Email, DisplayName: u.FullName, Credentials: convert.All(stored, publicPasskey.credential),
	}
}

// useOptions are what navigator.credentials.get takes to answer the challenge with a passkey of the
// user; nil when there is none.
func (p passkeys) useOptions(tx *gorm.DB, u *user, challengeID string) (map[string]any, error) {
	stored, err := passkeysOf(tx, u.ID)
	if err != nil || len(stored) == 0 || p.party == nil {
		return nil, err
	}
	return optionsOf(p.party.UseOptions(p.challenge(challengeID), passkey.Preferred, accountOf(u, stored).Credentials...))
}

// optionsOf are options as a member of an answer.
func optionsOf(raw json.RawMessage, err error) (options map[string]any, _ error) {
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(raw, &options)
	return options, err
}
