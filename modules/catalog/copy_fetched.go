package catalog

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	media "orderd/modules/media/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// onPicturesFetched stores pictures that media has fetched, and where they are from. A job lets
// products show them, because very many may wait for one. It holds the lock that every save takes:
// a save finds the source, or the job finds what the save wants.
func (s *pictureShower) onPicturesFetched(
	_ context.Context, tx *gorm.DB, messages []eventbus.Message[media.Fetched],
) error {
	if err := lockCatalog(tx); err != nil {
		return err
	}
	for _, m := range messages {
		if err := copyFetched(tx, m); err != nil {
			return err
		}
	}
	database.AfterCommit(tx, s.wake.Send)
	return nil
}

// copyFetched stores a picture and where it is from. The event of its upload may come later than
// this one.
func copyFetched(tx *gorm.DB, m eventbus.Message[media.Fetched]) error {
	e := m.Event
	picture := medium{MediaID: e.MediaID, URL: e.URL}
	err := tx.Clauses(clause.OnConflict{DoNothing: true}).Select("media_id", "url", "released").Create(&picture).Error
	if err != nil {
		return err
	}
	picture.Width, picture.Height, picture.Renditions = &e.Width, &e.Height, e.Renditions
	if err := upsertPicture(tx, picture); err != nil {
		return err
	}
	return database.UpsertNewer(tx, &pictureSource{ID: sourceID(e.FromURL), MediaID: e.MediaID, Due: true, Seq: m.Seq})
}
