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
	found, err := findPicture(tx, *c.MediaID)
	if err != nil {
		return err
	}
	if found == nil {
		return fault.Invalid(noPicture)
	}
	c.MediaID, c.Image = &found.MediaID, new(found.image(nil))
	return nil
}

// noPicture is the fault of an id that is none of an uploaded picture.
var noPicture = fault.Field{
	Pointer: "/mediaId", Code: fault.NotAllowed, Detail: "must be a picture that was uploaded",
}

// findPicture returns the uploaded picture with the id, or nil.
func findPicture(tx *gorm.DB, mediaID string) (*medium, error) {
	mediaID = strings.ToLower(mediaID)
	if !id.Valid(mediaID) {
		return nil, nil //nolint:nilnil // there is no picture, and nothing failed
	}
	known, err := mediaByIDs(tx, []string{mediaID})
	if err != nil {
		return nil, err
	}
	if m, uploaded := known[mediaID]; uploaded {
		return &m, nil
	}
	return nil, nil //nolint:nilnil // there is no picture, and nothing failed
}

// shownImage is the picture that the category shows, or nil.
func (c *category) shownImage() *image { return shownPicture(c.Image) }

func shownPicture(stored *image) *image {
	if stored == nil {
		return nil
	}
	return new(stored.Shown())
}

// nameImage stores which picture the category shows, and publishes MediaNamed.
func (c *category) nameImage(ctx context.Context, tx *gorm.DB, before *string) error {
	return namePicture(ctx, tx, events.MediaNamed{OwnerID: c.ID, Kind: events.OwnerCategory, Name: c.Name}, c.MediaID,
		before)
}

// namePicture stores which picture an owner shows, and publishes MediaNamed. It does nothing when
// the owner shows none, and did not before.
func namePicture(ctx context.Context, tx *gorm.DB, of events.MediaNamed, mediaID, before *string) error {
	of.MediaIDs = []string{}
	switch {
	case mediaID != nil:
		of.MediaIDs = append(of.MediaIDs, *mediaID)
	case before == nil:
		return nil
	}
	if err := replaceMediaUses(tx, of.OwnerID, of.MediaIDs); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, of)
}
