package catalog

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// resolveImage finds the picture that the category names. It returns ValidationFailed for an id
// that is none of an uploaded picture.
func (c *category) resolveImage(tx *gorm.DB) error {
	c.Image = nil
	if c.MediaID == nil {
		return nil
	}
	if mediaID := strings.ToLower(*c.MediaID); id.Valid(mediaID) {
		known, err := mediaByIDs(tx, []string{mediaID})
		if err != nil {
			return err
		}
		if m, uploaded := known[mediaID]; uploaded {
			c.MediaID, c.Image = &m.MediaID, new(m.image(nil))
			return nil
		}
	}
	return fault.Invalid(fault.Field{
		Pointer: "/mediaId", Code: fault.NotAllowed, Detail: "must be a picture that was uploaded",
	})
}

// shownImage is the picture that the category shows, or nil.
func (c *category) shownImage() *image {
	if c.Image == nil {
		return nil
	}
	return new(c.Image.Shown())
}

// nameImage stores which picture the category shows, and publishes MediaNamed. It does nothing when
// the category shows none, and did not before.
func (c *category) nameImage(ctx context.Context, tx *gorm.DB, before *string) error {
	ids := []string{}
	switch {
	case c.MediaID != nil:
		ids = append(ids, *c.MediaID)
	case before == nil:
		return nil
	}
	if err := replaceMediaUses(tx, c.ID, ids); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.MediaNamed{
		OwnerID: c.ID, Kind: events.OwnerCategory, Name: c.Name, MediaIDs: ids,
	})
}
