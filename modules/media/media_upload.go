package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/modules/media/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

const (
	// storeTimeout is how long the bytes of an upload may take to the store.
	storeTimeout = time.Minute
	// abandonTimeout is how long the end of a failed upload may take. When it fails too, the sweep
	// removes what is left.
	abandonTimeout = 5 * time.Second
)

var errTooLate = errors.New("media: the upload took so long that it counts as interrupted")

// beginUpload decodes a file, and stores its bytes under a row that is `uploading`. Whoever gets
// the picture ends the upload: with finishUpload in a transaction, or with abandonUpload. It
// returns the faults of accept, or fault.Unavailable. Of many uploads at once most wait, and are
// not read before it is their turn.
func (l *library) beginUpload(ctx context.Context, name string, file io.Reader) (medium, []rendition, error) {
	if err := l.uploads.Acquire(ctx, 1); err != nil {
		return medium{}, nil, fmt.Errorf("media: wait for the uploads before: %w", err)
	}
	defer l.uploads.Release(1)
	data, err := io.ReadAll(file)
	if err != nil {
		return medium{}, nil, err
	}
	p, err := l.pictures.accept(ctx, data)
	if err != nil {
		return medium{}, nil, err
	}
	m := newMedium(name, p, l.storage.current, l.Clock.Now())
	if err := database.InTx(ctx, l.DB, func(tx *gorm.DB) error { return insertMedium(tx, &m) }); err != nil {
		return medium{}, nil, err
	}
	limited, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := l.storage.stores[m.Store].put(limited, m.object(), m.ContentType, p.content); err != nil {
		l.abandonUpload(ctx, m)
		return medium{}, nil, err
	}
	return m, m.renditions(), nil
}

// finishUpload makes a picture whose bytes are stored `ready`, with the copies that it is to get,
// and publishes Uploaded. It returns fault.Unavailable when the sweep has taken the upload for an
// interrupted one.
func (l *library) finishUpload(ctx context.Context, tx *gorm.DB, m medium, copies []rendition, now time.Time) error {
	columns := map[string]any{"unused_since": now}
	if len(copies) > 0 {
		columns["renditions_due_at"] = now
	}
	switch ready, err := changeStatus(tx, m.ID, mediaUploading, mediaReady, now, columns); {
	case err != nil:
		return err
	case !ready:
		return fault.Busy(errTooLate, time.Second)
	}
	if err := insertRenditions(tx, copies); err != nil {
		return err
	}
	database.AfterCommit(tx, l.renditions.Send)
	return eventbus.Publish(ctx, tx, events.Uploaded{
		MediaID: m.ID, URL: l.addressOf(m.ID, m.Name), Width: m.Width, Height: m.Height, Renditions: l.inEvent(copies),
	})
}

// abandonUpload lets the bytes of an upload that is not answered be removed. It does nothing to one
// that is.
func (l *library) abandonUpload(ctx context.Context, m medium) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abandonTimeout)
	defer cancel()
	abandoned := false
	err := database.InTx(ctx, l.DB, func(tx *gorm.DB) (err error) {
		abandoned, err = changeStatus(tx, m.ID, mediaUploading, mediaRemoving, l.Clock.Now(), nil)
		return err
	})
	if err != nil {
		l.Log.Warn("a failed upload stays until the sweep finds it", zap.String("media", m.ID), zap.Error(err))
	}
	if abandoned {
		l.removals.Send()
	}
}
