package shop

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	media "orderd/modules/media/events"
	"orderd/modules/shop/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// medium is a copy of a picture of the module media, which settings may name until it is released.
type medium struct {
	MediaID    string `gorm:"primaryKey"`
	URL        string `gorm:"column:url"`
	Width      int
	Height     int
	Renditions []media.Rendition `gorm:"serializer:json"`
	Released   bool
}

func (medium) TableName() string { return "shop_media" }

// image is the picture as the shop shows it.
func (p *medium) image() *media.Image {
	shown := media.Image{
		URL: p.URL, MediaID: &p.MediaID, Width: &p.Width, Height: &p.Height, Renditions: p.Renditions,
	}.Shown()
	return &shown
}

// onMediaUploaded lets settings name a picture.
func onMediaUploaded(_ context.Context, tx *gorm.DB, m eventbus.Message[media.Uploaded]) error {
	e := m.Event
	return upsertMedium(tx, &medium{
		MediaID: e.MediaID, URL: e.URL, Width: e.Width, Height: e.Height, Renditions: e.Renditions,
	})
}

// onMediaDescribed does so for a picture from before, and shows it with its smaller copies.
func onMediaDescribed(ctx context.Context, tx *gorm.DB, m eventbus.Message[media.Described]) error {
	e := m.Event
	p := medium{MediaID: e.MediaID, URL: e.URL, Width: e.Width, Height: e.Height, Renditions: e.Renditions}
	if err := upsertMedium(tx, &p); err != nil {
		return err
	}
	return describeMedium(ctx, tx, &p)
}

// onMediaReleaseRequested decides whether a picture may be deleted. It holds the lock that every
// save of the profile and of a page takes: one that has named the picture is found here, and one
// that comes later finds it released.
func onMediaReleaseRequested(ctx context.Context, tx *gorm.DB, m eventbus.Message[media.ReleaseRequested]) error {
	mediaID := m.Event.MediaID
	named, err := lockAndFindMedium(tx, mediaID)
	switch {
	case err != nil:
		return err
	case named:
		return eventbus.Publish(ctx, tx, events.MediaKept{MediaID: mediaID})
	}
	if err := tx.Model(&medium{}).Where("media_id = ?", mediaID).UpdateColumn("released", true).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.MediaReleased{MediaID: mediaID})
}

// upsertMedium stores a picture. One that was released stays so.
func upsertMedium(tx *gorm.DB, p *medium) error {
	if p.Renditions == nil {
		p.Renditions = []media.Rendition{}
	}
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "media_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"url", "width", "height", "renditions"}),
	}).Create(p).Error
}

// pictureAddress finds the ids of the service's own pictures in a text.
var pictureAddress = regexp.MustCompile(`(?i)/media/([0-9a-f-]{36})/`)

// requirePictures returns a validation fault for a text that shows a picture which was deleted.
func requirePictures(tx *gorm.DB, text string) error {
	var ids []string
	for _, found := range pictureAddress.FindAllStringSubmatch(text, -1) {
		if mediaID := strings.ToLower(found[1]); id.Valid(mediaID) && !slices.Contains(ids, mediaID) {
			ids = append(ids, mediaID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var released int64
	err := tx.Model(&medium{}).Where("media_id IN ? AND released", ids).Count(&released).Error
	if err == nil && released > 0 {
		return fault.Invalid(fault.Field{
			Pointer: "/text", Code: fault.NotAllowed, Detail: "shows a picture that was deleted",
		})
	}
	return err
}

// findMedium is a picture that may be named, or fault.NotFound.
func findMedium(tx *gorm.DB, mediaID string) (medium, error) {
	if !id.Valid(mediaID) {
		return medium{}, fault.Missing()
	}
	return database.Take[medium](tx.Where("media_id = ? AND NOT released", mediaID))
}
