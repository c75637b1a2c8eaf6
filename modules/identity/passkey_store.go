package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/passkey"
)

// passkeysOf returns the user's passkeys, oldest first.
func passkeysOf(tx *gorm.DB, userID string) (stored []publicPasskey, err error) {
	err = tx.Model(&publicPasskey{}).Joins("JOIN identity_factors f ON f.id = identity_passkeys.factor_id").
		Where("f.user_id = ?", userID).Order("f.created_at, f.id").Find(&stored).Error
	return stored, err
}

// ownerOfPasskey returns the id of the user whose passkey it is; found is false when it is no
// one's.
func ownerOfPasskey(tx *gorm.DB, credentialID []byte) (userID string, found bool, err error) {
	var f factor
	err = tx.Joins("JOIN identity_passkeys p ON p.factor_id = identity_factors.id").
		Where("p.credential_id = ?", credentialID).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return "", false, nil
	}
	return f.UserID, err == nil, err
}

// insertPasskey stores a new passkey. It returns fault.InUse when the authenticator's is stored
// already.
func insertPasskey(tx *gorm.DB, f *factor, stored publicPasskey) error {
	if err := tx.Create(f).Error; err != nil {
		return err
	}
	err := tx.Create(&stored).Error
	if database.IsUnique(err, "identity_passkeys_credential_id_key", "identity_passkeys.credential_id") {
		return fault.New(fault.InUse, "This passkey is added already.")
	}
	return err
}

// savePasskeyUse stores the counter of a passkey that was used; false means that another use has
// raised it as far meanwhile.
func savePasskeyUse(tx *gorm.DB, used passkey.Credential, now time.Time) (bool, error) {
	done := tx.Model(&publicPasskey{}).Where("credential_id = ? AND (sign_count < ? OR sign_count = 0 AND ? = 0)", used.ID,
		used.SignCount, used.SignCount).
		Update("sign_count", used.SignCount)
	if done.Error != nil || done.RowsAffected == 0 {
		return false, done.Error
	}
	err := tx.Model(&factor{}).
		Where("kind = ? AND id IN (SELECT factor_id FROM identity_passkeys WHERE credential_id = ?)", events.FactorPasskey,
			used.ID).
		Update("last_used_at", now).Error
	return err == nil, err
}
