package catalog

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

// medium is a copy of a picture of the module media, which products, brands and categories may name
// until it is released. Its size and its smaller copies come by events of their own: see
// copy_picture.go.
type medium struct {
	MediaID    string `gorm:"primaryKey"`
	URL        string `gorm:"column:url"`
	Released   bool
	Width      *int
	Height     *int
	Renditions []media.Rendition `gorm:"serializer:json"`
}

func (medium) TableName() string { return "catalog_media" }

// mediaUse is a picture that a product, a brand or a category names.
type mediaUse struct {
	MediaID string `gorm:"primaryKey"`
	OwnerID string `gorm:"primaryKey"`
}

func (mediaUse) TableName() string { return "catalog_media_uses" }

// image is the picture as those show it that name it.
func (m medium) image(alt *string) image {
	return image{URL: m.URL, Alt: alt, MediaID: &m.MediaID, Width: m.Width, Height: m.Height, Renditions: m.Renditions}
}

// onMediaUploaded lets products, brands and categories name a picture.
func onMediaUploaded(_ context.Context, tx *gorm.DB, m eventbus.Message[media.Uploaded]) error {
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Select("media_id", "url", "released").
		Create(&medium{MediaID: m.Event.MediaID, URL: m.Event.URL}).Error
}

// onMediaDeletionRequested decides whether a picture may be deleted. It holds the lock that every
// save of a product, a brand and a category takes: whoever has named the picture is found here, and
// who comes later finds it released.
func onMediaDeletionRequested(ctx context.Context, tx *gorm.DB, m eventbus.Message[media.DeletionRequested]) error {
	if err := bumpRevision(tx); err != nil {
		return err
	}
	mediaID := m.Event.MediaID
	const unused = "NOT EXISTS (SELECT 1 FROM catalog_media_uses u WHERE u.media_id = catalog_media.media_id)"
	released := tx.Model(&medium{}).Where("media_id = ? AND "+unused, mediaID).UpdateColumn("released", true)
	if released.Error != nil {
		return released.Error
	}
	if released.RowsAffected == 1 {
		return eventbus.Publish(ctx, tx, events.MediaReleased{MediaID: mediaID})
	}
	return eventbus.Publish(ctx, tx, events.MediaKept{MediaID: mediaID})
}

// onShopKeptMedia lets a picture that was released be named again: the shop itself shows it, and it
// is not deleted.
func onShopKeptMedia(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.MediaKept]) error {
	return tx.Model(&medium{}).Where("media_id = ?", m.Event.MediaID).UpdateColumn("released", false).Error
}

// mediaByIDs are the pictures of the ids that may be named, by id.
func mediaByIDs(tx *gorm.DB, ids []string) (map[string]medium, error) {
	return mediaBy(tx.Where("media_id IN ?", ids), func(m medium) string { return m.MediaID })
}

// mediaByURLs are the pictures at the addresses that may be named, by address.
func mediaByURLs(tx *gorm.DB, urls []string) (map[string]medium, error) {
	return mediaBy(tx.Where("url IN ?", urls), func(m medium) string { return m.URL })
}

func mediaBy(query *gorm.DB, key func(medium) string) (map[string]medium, error) {
	var rows []medium
	if err := query.Where("NOT released").Find(&rows).Error; err != nil {
		return nil, err
	}
	found := map[string]medium{}
	for _, m := range rows {
		found[key(m)] = m
	}
	return found, nil
}

// namesMedia reports whether an owner names pictures.
func namesMedia(tx *gorm.DB, ownerID string) (bool, error) {
	var uses int64
	err := tx.Model(&mediaUse{}).Where("owner_id = ?", ownerID).Count(&uses).Error
	return uses > 0, err
}

// replaceMediaUses stores which pictures an owner names.
func replaceMediaUses(tx *gorm.DB, ownerID string, mediaIDs []string) error {
	if err := tx.Where("owner_id = ?", ownerID).Delete(&mediaUse{}).Error; err != nil || len(mediaIDs) == 0 {
		return err
	}
	var uses []mediaUse
	for _, mediaID := range mediaIDs {
		uses = append(uses, mediaUse{mediaID, ownerID})
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&uses).Error
}
