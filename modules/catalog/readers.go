package catalog

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// readers are the two sources of reads: the primary, and its standbys where there are any.
type readers struct {
	reads   *database.Reads
	primary catalogReader
	standby readerCaches // of what was read on a standby
}

func newReaders(d Deps) *readers {
	reads := d.Reads
	if reads == nil {
		reads = database.PrimaryReads(d.DB)
	}
	return &readers{reads: reads, primary: catalogReader{
		db: d.DB, clock: d.Clock, sales: d.sales(), settings: copySettings(d.Copies), readerCaches: new(readerCaches),
	}}
}

// forCaller calls read with a reader for the caller of the request. An anonymous caller may read a
// standby. One with a token may have made a change, and reads the primary.
func (r *readers) forCaller(ctx context.Context, read func(ctx context.Context, r *catalogReader) error) error {
	if !httpapi.IsAnonymous(ctx) {
		return read(ctx, &r.primary)
	}
	return r.reads.Read(ctx, func(db *gorm.DB) error { return read(db.Statement.Context, r.on(db)) })
}

// taxonomy is that of the caller's reader, with the version of the catalogue.
func (r *readers) taxonomy(ctx context.Context) (tree *taxonomy, version string, err error) {
	err = r.forCaller(ctx, func(ctx context.Context, r *catalogReader) error {
		found, state, err := r.taxonomies.current(r.db.WithContext(ctx))
		tree, version = found, r.version(state)
		return err
	})
	return tree, version, err
}

// on returns a reader on the handle: of the primary or of a standby.
func (r *readers) on(db *gorm.DB) *catalogReader {
	if !database.OnStandby(db) {
		return &r.primary
	}
	standby := r.primary
	standby.db, standby.readerCaches = db, &r.standby
	return &standby
}
