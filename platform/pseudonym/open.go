package pseudonym

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the table of the key.
func Migrations() database.Migrations {
	return database.Migrations{Name: "pseudonym", FS: migrations}
}

// ErrSealed is the error of Open when no secret of the list decrypts the key of the database.
var ErrSealed = errors.New("no auth.secret of the list decrypts the key of the database's pseudonyms: put the " +
	"secret that was replaced back into the list, behind the new one. (If it is lost, delete the row of " +
	"pseudonym_keys: another key is made then, and what is filed under email addresses is not found any more, and " +
	"second factors have to be reset.)")

// storedKey is the one row of its table.
type storedKey struct {
	ID     int `gorm:"primaryKey"`
	Sealed string
	MadeAt time.Time
}

func (storedKey) TableName() string { return "pseudonym_keys" }

// Open reads the key of the database, which must have the Migrations, and makes one where there is
// none. It encrypts a key that an older secret has encrypted again under the first. Several
// replicas may call it at once. It returns ErrSealed when no secret decrypts the key.
func (k *Key) Open(ctx context.Context, db *gorm.DB, now time.Time) error {
	row, err := k.loadOrCreate(ctx, db, now)
	if err != nil {
		return fmt.Errorf("pseudonym: %w", err)
	}
	current := true // wrappingKey is that of the first secret
	for wrappingKey := range k.secrets.MACs("pseudonym/wrapping") {
		key, err := unseal(wrappingKey, row.Sealed)
		if err != nil {
			current = false
			continue
		}
		k.set(key)
		if current {
			return nil
		}
		return k.reseal(ctx, db, row, key)
	}
	return fmt.Errorf("pseudonym: %w", ErrSealed)
}

// loadOrCreate reads the row, or writes it when there is none.
func (k *Key) loadOrCreate(ctx context.Context, db *gorm.DB, now time.Time) (row storedKey, err error) {
	err = db.WithContext(ctx).Take(&row).Error
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return row, err
	}
	sealed, err := k.seal(k.derive())
	if err != nil {
		return row, err
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		own := storedKey{ID: 1, Sealed: sealed, MadeAt: now}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&own).Error; err != nil {
			return err
		}
		return tx.Take(&row).Error // another replica may have been faster
	})
	return row, err
}

// reseal encrypts the key under the first secret, unless another replica was faster.
func (k *Key) reseal(ctx context.Context, db *gorm.DB, row storedKey, key []byte) error {
	sealed, err := k.seal(key)
	if err != nil {
		return fmt.Errorf("pseudonym: %w", err)
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		return tx.Model(&row).Where("sealed = ?", row.Sealed).Update("sealed", sealed).Error
	})
	if err != nil {
		return fmt.Errorf("pseudonym: %w", err)
	}
	return nil
}

// seal encrypts the key under the first secret with AES-256-GCM; the result is nonce and ciphertext
// in base64.
func (k *Key) seal(key []byte) (string, error) {
	gcm, err := newGCM(k.secrets.MAC("pseudonym/wrapping"))
	if err != nil {
		return "", err
	}
	nonce := make([]byte, gcm.NonceSize())
	rand.Read(nonce) // never fails
	return base64.StdEncoding.EncodeToString(gcm.Seal(nonce, nonce, key, nil)), nil
}

func unseal(wrappingKey []byte, sealed string) ([]byte, error) {
	gcm, err := newGCM(wrappingKey)
	if err != nil {
		return nil, err
	}
	text, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(text) < gcm.NonceSize() {
		return nil, errors.New("the stored key is damaged")
	}
	return gcm.Open(nil, text[:gcm.NonceSize()], text[gcm.NonceSize():], nil)
}

func newGCM(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
