package media

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"gorm.io/gorm"
)

// storeName says where the bytes of a picture are.
type storeName string

const (
	storeDatabase storeName = "database"
	storeS3       storeName = "s3"
)

// store keeps objects: bytes under a name. What it returns when it is away is a fault.Unavailable.
type store interface {
	// put stores an object, or replaces it.
	put(ctx context.Context, object, contentType string, content []byte) error
	// open reads an object from an offset on.
	open(ctx context.Context, object string, offset int64) (io.ReadCloser, error)
	// remove removes objects. One that is not there is fine.
	remove(ctx context.Context, objects []string) error
	// reach returns nil when the store answers.
	reach(ctx context.Context) error
}

// storage is where new pictures go, and where older ones are: those in the database stay there when
// media.url names a bucket.
type storage struct {
	current storeName
	stores  map[storeName]store
}

// newStorage opens the stores. It panics for an address that is none: the configuration was
// checked.
func newStorage(db *gorm.DB, address string) storage {
	s := storage{current: storeDatabase, stores: map[storeName]store{storeDatabase: databaseStore{db}}}
	if strings.HasPrefix(address, "s3:") {
		u, err := url.Parse(address)
		if err != nil {
			panic("media: media.url is not a URL")
		}
		bucket, err := newS3Store(u)
		if err != nil {
			panic("media: " + err.Error())
		}
		s.current, s.stores[storeS3] = storeS3, bucket
	}
	return s
}

// of returns the store that has the bytes of a picture.
func (s storage) of(m medium) (store, error) {
	if found := s.stores[m.Store]; found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("media: %s is in the store %s, which media.url does not name", m.ID, m.Store)
}
