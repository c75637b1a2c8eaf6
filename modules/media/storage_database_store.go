package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// chunkSize is how much of an object a row has: what a reader has in memory at once.
const chunkSize = 256 << 10

// chunk is a part of an object in the database.
type chunk struct {
	Object  string `gorm:"primaryKey"`
	N       int    `gorm:"primaryKey;autoIncrement:false"`
	Content []byte
}

func (chunk) TableName() string { return "media_chunks" }

// databaseStore keeps objects in the database, where replicas share them and backups have them.
type databaseStore struct{ db *gorm.DB }

func (s databaseStore) put(ctx context.Context, object, _ string, content []byte) error {
	return database.InTx(ctx, s.db, func(tx *gorm.DB) error {
		if err := tx.Where("object = ?", object).Delete(&chunk{}).Error; err != nil {
			return err
		}
		for n := 0; n*chunkSize < len(content); n++ {
			part := content[n*chunkSize : min((n+1)*chunkSize, len(content))]
			if err := tx.Create(&chunk{Object: object, N: n, Content: part}).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

func (s databaseStore) open(ctx context.Context, object string, offset int64) (io.ReadCloser, error) {
	r := &chunkReader{db: s.db.WithContext(ctx), object: object, next: int(offset / chunkSize)}
	err := r.advance()
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("media: %s is not in the database: %w", object, io.ErrUnexpectedEOF)
	}
	if err == nil {
		_, err = r.rest.Seek(offset%chunkSize, io.SeekStart)
	}
	return io.NopCloser(r), err
}

func (s databaseStore) remove(ctx context.Context, objects []string) error {
	return database.InTx(ctx, s.db, func(tx *gorm.DB) error {
		return tx.Where("object IN ?", objects).Delete(&chunk{}).Error
	})
}

func (s databaseStore) reach(context.Context) error { return nil }

// chunkReader reads an object chunk by chunk. Between two of them it has no connection.
type chunkReader struct {
	db     *gorm.DB
	object string
	next   int
	rest   *bytes.Reader
}

// advance reads the next chunk. It returns io.EOF behind the last one.
func (r *chunkReader) advance() error {
	found, err := database.Take[chunk](r.db.Where("object = ? AND n = ?", r.object, r.next))
	if fault.Is(err, fault.NotFound) {
		return io.EOF
	}
	r.next++
	r.rest = bytes.NewReader(found.Content)
	return err
}

// Read implements io.Reader.
func (r *chunkReader) Read(b []byte) (int, error) {
	if r.rest.Len() == 0 {
		if err := r.advance(); err != nil {
			return 0, err
		}
	}
	return r.rest.Read(b)
}
