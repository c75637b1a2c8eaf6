package media

import (
	"context"
	"errors"
	"image"
	"io"
	"slices"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
)

const (
	// renditionLease is how long a claim lasts, and renditionTimeout how long its work may take: a
	// removal waits for the end of the claim, so that no bytes are stored behind it.
	renditionLease    = 2 * time.Minute
	renditionTimeout  = time.Minute
	renditionAttempts = 5
)

var errInterrupted = errors.New("media: each attempt was interrupted")

// renditionPauses are the pauses after the first, second, … failed attempt.
var renditionPauses = background.Pauses{5 * time.Second, time.Minute, 10 * time.Minute, time.Hour}

// claimDue claims a picture that waits for its smaller copies. It returns fault.NotFound when there
// is none, or when another process is faster.
func (l *library) claimDue(ctx context.Context) (m medium, err error) {
	err = database.InTx(ctx, l.DB, func(tx *gorm.DB) error {
		now := l.Clock.Now()
		if m, err = dueMedium(tx, now); err != nil {
			return err
		}
		return claimMedium(tx, m, now.Add(renditionLease))
	})
	return m, err
}

// makeCopies makes the copies of a claimed picture. A failure is tried again later, five times;
// only one of the database's is returned.
func (l *library) makeCopies(ctx context.Context, m medium) error {
	var made []rendition
	err := errInterrupted // every process that tried it has ended
	if m.Attempts < renditionAttempts {
		limited, cancel := context.WithTimeout(ctx, renditionTimeout)
		defer cancel()
		made, err = l.storeCopies(limited, m)
	}
	if ctx.Err() != nil {
		return nil // the claim ends by itself
	}
	var due *time.Time
	if err != nil {
		l.Log.Warn("the smaller copies of a picture could not be made", zap.String("media", m.ID),
			zap.Int("attempt", m.Attempts+1), zap.Error(err))
		next := l.Clock.Now().Add(renditionPauses.After(m.Attempts + 1))
		due = &next
	}
	return database.InTx(ctx, l.DB, func(tx *gorm.DB) error {
		for _, r := range made {
			if err := saveRendition(tx, r); err != nil {
				return err
			}
		}
		if err != nil && m.Attempts+1 >= renditionAttempts {
			due = nil
			if err := failRenditions(tx, m.ID); err != nil {
				return err
			}
		}
		return setDue(tx, m.ID, due)
	})
}

// storeCopies stores the copies that are not made yet, the largest first: each is made of the one
// before. It returns those that it has stored, also with an error.
func (l *library) storeCopies(ctx context.Context, m medium) (made []rendition, err error) {
	wanted, err := renditionsOf(l.DB.WithContext(ctx), m.ID)
	if err != nil {
		return nil, err
	}
	s, err := l.storage.of(m)
	if err != nil {
		return nil, err
	}
	done, err := l.pictures.reserve(ctx, image.Config{Width: m.Width, Height: m.Height})
	if err != nil {
		return nil, err
	}
	defer done()
	picture, err := readPicture(ctx, s, m)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(wanted) {
		picture = shrink(picture, r.Width, r.Height)
		if r.Status != renditionPending {
			continue
		}
		content, err := encodeWebP(picture)
		if err != nil {
			return made, err
		}
		if err := s.put(ctx, r.object(), typeWebP, content); err != nil {
			return made, err
		}
		r.Status, r.Bytes, r.Digest = renditionReady, int64(len(content)), digestOf(content)
		made = append(made, r)
	}
	return made, nil
}

// readPicture reads and decodes the original.
func readPicture(ctx context.Context, s store, m medium) (image.Image, error) {
	r, err := s.open(ctx, m.object(), 0)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(r)
	if closed := r.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	return decodeStored(content)
}
