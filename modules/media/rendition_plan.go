package media

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/media/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// planFormer plans the copies of the pictures that were uploaded before there were copies as WebP,
// or by a replica that still runs the release before.
func (l *library) planFormer(ctx context.Context) error {
	for ctx.Err() == nil {
		found, err := unplannedMedia(l.DB.WithContext(ctx))
		if err != nil || len(found) == 0 {
			return err
		}
		err = database.InTx(ctx, l.DB, func(tx *gorm.DB) error {
			for _, m := range found {
				if err := l.planCopies(ctx, tx, m, l.Clock.Now()); err != nil {
					return err
				}
			}
			database.AfterCommit(tx, l.renditions.Send)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// planCopies stores which copies a picture from before is to get, and publishes Described, unless
// another process has done it.
func (l *library) planCopies(ctx context.Context, tx *gorm.DB, m medium, now time.Time) error {
	copies, due := m.renditions(), &now
	if len(copies) == 0 {
		due = nil
	}
	if planned, err := markPlanned(tx, m.ID, due); err != nil || !planned {
		return err
	}
	if err := insertRenditions(tx, copies); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.Described{
		MediaID: m.ID, URL: l.addressOf(m.ID, m.Name), Width: m.Width, Height: m.Height,
		Renditions: l.inEvent(copies),
	})
}

// inEvent is the copies as events and answers have them.
func (l *library) inEvent(copies []rendition) []events.Rendition {
	return convert.All(copies, func(r rendition) events.Rendition {
		return events.Rendition{Width: r.Width, URL: l.addressOf(r.MediaID, r.Name), ContentType: typeWebP}
	})
}
