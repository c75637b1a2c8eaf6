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

// ErrSealed is the error of Open when no secret of the list decrypts the database's key.
var ErrSealed = errors.New("no auth.secret of the list decrypts the key of the database's pseudonyms: put the secret that was replaced back into the list, behind the new one. " +
	"(If it is lost, delete the row of pseudonym_keys: another key is made then, and what is filed under email addresses is not found any more.)")

// storedKey is the one row of its table.
type storedKey struct {
	ID     int `gorm:"primaryKey"`
	Sealed string
	MadeAt time.Time
}

func (storedKey) TableName() string { return "pseudonym_keys" }

// Open reads the database's key, which must have the Migrations, and makes one where there is none. A key that an older
// secret has encrypted is encrypted anew under the first. Several replicas may do so at once. It returns ErrSealed.
func (k *Key) Open(ctx context.Context, db *gorm.DB, now time.Time) error {
	row, err := k.load(ctx, db, now)
	if err != nil {
		return fmt.Errorf("pseudonym: %w", err)
	}
	first := true
	for wrapping := range k.ring.MACs("pseudonym/wrapping") {
		key, err := unseal(wrapping, row.Sealed)
		if err != nil {
			first = false
			continue
		}
		k.use(key)
		if first {
			return nil
		}
		return k.reseal(ctx, db, row, key)
	}
	return fmt.Errorf("pseudonym: %w", ErrSealed)
}

// load reads the row, or makes it.
func (k *Key) load(ctx context.Context, db *gorm.DB, now time.Time) (row storedKey, err error) {
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

// reseal encrypts the key under the first secret, unless somebody else has.
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

// seal encrypts the key under the first secret: AES-256-GCM, the nonce first, in base64.
func (k *Key) seal(key []byte) (string, error) {
	gcm, err := newGCM(k.ring.MAC("pseudonym/wrapping"))
	if err != nil {
		return "", err
	}
	nonce := make([]byte, gcm.NonceSize())
	rand.Read(nonce) // never fails
	return base64.StdEncoding.EncodeToString(gcm.Seal(nonce, nonce, key, nil)), nil
}

func unseal(wrapping []byte, sealed string) ([]byte, error) {
	gcm, err := newGCM(wrapping)
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
