// Package files keeps small files in the database, where replicas share them and backups have them:
// each once, under the SHA-256 of its bytes. Who stores a file keeps that sum and publishes it, so
// that another module reads the same bytes. A file never changes. Enter by Put and Read.
package files

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the table of files.
func Migrations() database.Migrations { return database.Migrations{Name: "files", FS: migrations} }

// file is one file.
type file struct {
	SHA256  string `gorm:"primaryKey;column:sha256"`
	Content []byte
}

func (file) TableName() string { return "file_contents" }

// Sum is the name of a file: the SHA-256 of its bytes, in hexadecimal.
func Sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Put stores a file with tx and returns its Sum. One that is there already stays.
func Put(tx *gorm.DB, content []byte) (sum string, err error) {
	f := file{SHA256: Sum(content), Content: content}
	return f.SHA256, tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&f).Error
}

// Read returns the bytes of the file with the Sum. It returns fault.NotFound.
func Read(ctx context.Context, db *gorm.DB, sum string) ([]byte, error) {
	f, err := database.Take[file](db.WithContext(ctx).Where("sha256 = ?", sum))
	return f.Content, err
}

// Remove deletes files with tx. One that is not there is fine. Who removes a file knows that nobody
// else has stored the same bytes.
func Remove(tx *gorm.DB, sums ...string) error {
	if len(sums) == 0 {
		return nil
	}
	return tx.Where("sha256 IN ?", sums).Delete(&file{}).Error
}
