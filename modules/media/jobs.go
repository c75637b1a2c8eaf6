package media

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
)

const (
	renditionInterval = 5 * time.Second
	planInterval      = time.Minute
	fetchInterval     = 5 * time.Second
	removalInterval   = 10 * time.Second
	sweepInterval     = time.Hour

	// sweepBatch is how many pictures one look finds.
	sweepBatch = 100
	// interruptedAfter is when an upload that did not become ready was interrupted.
	interruptedAfter = time.Hour
	// unusedFor is how long a picture stays that nothing names.
	unusedFor = 30 * 24 * time.Hour
)

// run does the work in the background until ctx ends.
func (l *library) run(ctx context.Context) error {
	if usesSystemLibrary() {
		l.Log.Warn("pictures are encoded by the libwebp of the system: build with -tags nodynamic")
	}
	return background.Run(ctx, l.Log,
		background.Job{
			Name: "make smaller copies of pictures", Every: renditionInterval, Wake: l.renditions, Do: l.makeRenditions,
		},
		background.Job{Name: "plan smaller copies of pictures from before", Every: planInterval, Do: l.planFormer},
		background.Job{Name: "fetch pictures from elsewhere", Every: fetchInterval, Wake: l.fetches, Do: l.fetchAll},
		background.Job{Name: "remove pictures", Every: removalInterval, Wake: l.removals, Do: l.removeAll},
		background.Job{Name: "find pictures to remove", Every: sweepInterval, Do: l.sweep},
	)
}

// makeRenditions makes the smaller copies of every picture that waits for them.
func (l *library) makeRenditions(ctx context.Context) error {
	for ctx.Err() == nil {
		m, err := l.claimDue(ctx)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err == nil {
			err = l.makeCopies(ctx, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeAll removes the bytes of pictures, and then their rows. What fails is tried again later.
func (l *library) removeAll(ctx context.Context) error {
	for {
		now := l.Clock.Now()
		found, err := unsettledMedia(l.DB.WithContext(ctx), mediaRemoving, now.Add(time.Microsecond), now)
		if err != nil {
			return err
		}
		var failed error
		for _, m := range found {
			failed = errors.Join(failed, l.removeMedium(ctx, m))
		}
		if failed != nil || len(found) < sweepBatch {
			return failed
		}
	}
}

// removeMedium removes the bytes first: a row that is left is found again.
func (l *library) removeMedium(ctx context.Context, m medium) error {
	db := l.DB.WithContext(ctx)
	copies, err := renditionsOf(db, m.ID)
	if err != nil {
		return err
	}
	former, err := formerRenditionsOf(db, m.ID)
	if err != nil {
		return err
	}
	objects := append([]string{m.object()}, convert.All(copies, rendition.object)...)
	objects = append(objects, convert.All(former, formerRendition.object)...)
	s, err := l.storage.of(m)
	if err != nil {
		return err
	}
	if err := s.remove(ctx, objects); err != nil {
		return err
	}
	return database.InTx(ctx, l.DB, func(tx *gorm.DB) error { return deleteMedium(tx, m.ID) })
}

// sweep finds uploads that were interrupted, and pictures that nothing has named for 30 days.
func (l *library) sweep(ctx context.Context) error {
	now := l.Clock.Now()
	interrupted, err := unsettledMedia(l.DB.WithContext(ctx), mediaUploading, now.Add(-interruptedAfter), now)
	if err != nil {
		return err
	}
	for _, m := range interrupted {
		l.abandonUpload(ctx, m)
	}
	unused, err := unusedMedia(l.DB.WithContext(ctx), now.Add(-unusedFor))
	if err != nil {
		return err
	}
	for _, mediaID := range unused {
		err := database.InTx(ctx, l.DB, func(tx *gorm.DB) error {
			_, err := requestDeletion(ctx, tx, mediaID, now)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
