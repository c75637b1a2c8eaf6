package media

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	catalog "orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

const (
	kindBrand      = string(catalog.OwnerBrand)
	kindCategory   = string(catalog.OwnerCategory)
	kindCollection = string(catalog.OwnerCollection)
	kindSettings   = "settings" // a group of the shop's
)

// owner is a copy of a product, a brand, a category, a collection or a group of settings that names
// pictures.
type owner struct {
	ID   string `gorm:"primaryKey"`
	Kind string
	Name string
	Seq  int64
}

func (owner) TableName() string { return "media_owners" }

// use is one picture that an owner names.
type use struct {
	MediaID string `gorm:"primaryKey"`
	OwnerID string `gorm:"primaryKey"`
}

func (use) TableName() string { return "media_uses" }

// onMediaNamed copies which pictures a product, a brand, a category or a collection names.
func (l *library) onMediaNamed(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.MediaNamed]) error {
	e := m.Event
	return l.setUses(tx, owner{ID: e.OwnerID, Kind: string(e.Kind), Name: e.Name, Seq: m.Seq}, e.MediaIDs)
}

// onSettingsSaved copies which pictures a group of the shop's settings names.
func (l *library) onSettingsSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[shop.SettingsSaved]) error {
	mediaIDs, err := m.Event.MediaIDs()
	if err != nil {
		return err
	}
	group := string(m.Event.Group)
	return l.setUses(tx, owner{ID: id.Derive("shop", group), Kind: kindSettings, Name: group, Seq: m.Seq}, mediaIDs)
}

// setUses stores which pictures an owner names, unless a newer event has said so.
func (l *library) setUses(tx *gorm.DB, o owner, mediaIDs []string) error {
	if err := database.UpsertNewer(tx, &o); err != nil {
		return err
	}
	stored, err := database.ByID[owner](tx, o.ID)
	if err != nil || stored.Seq != o.Seq {
		return err
	}
	var before []string
	if err := tx.Model(&use{}).Where("owner_id = ?", o.ID).Pluck("media_id", &before).Error; err != nil {
		return err
	}
	if err := tx.Where("owner_id = ?", o.ID).Delete(&use{}).Error; err != nil {
		return err
	}
	uses := convert.All(mediaIDs, func(mediaID string) use { return use{MediaID: mediaID, OwnerID: o.ID} })
	if len(uses) > 0 {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&uses).Error; err != nil {
			return err
		}
	}
	return l.setUnused(tx, append(before, mediaIDs...))
}

// setUnused stores of pictures since when nothing names them.
func (l *library) setUnused(tx *gorm.DB, mediaIDs []string) error {
	if len(mediaIDs) == 0 {
		return nil
	}
	const used = "EXISTS (SELECT 1 FROM media_uses u WHERE u.media_id = media_files.id)"
	err := tx.Model(&medium{}).Where("id IN ? AND unused_since IS NOT NULL AND "+used, mediaIDs).
		UpdateColumn("unused_since", nil).Error
	if err != nil {
		return err
	}
	return tx.Model(&medium{}).Where("id IN ? AND unused_since IS NULL AND NOT "+used, mediaIDs).
		UpdateColumn("unused_since", l.Clock.Now()).Error
}

// ownersOf are what names a picture, by name.
func ownersOf(db *gorm.DB, mediaID string) (found []owner, err error) {
	err = db.Where("id IN (SELECT owner_id FROM media_uses WHERE media_id = ?)", mediaID).Order("name, id").
		Find(&found).Error
	return found, err
}

// resetOwners prepares the copy for a replay. Until the replay is over nothing counts as unused.
var resetOwners = eventbus.ResetSQL(`DELETE FROM media_uses`, `DELETE FROM media_owners`)
