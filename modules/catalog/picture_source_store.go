package catalog

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/database"
)

// pictureSources are those with the ids that are known.
func pictureSources(db *gorm.DB, ids []string) (sources []pictureSource, err error) {
	err = db.Where("id IN ?", ids).Find(&sources).Error
	return sources, err
}

// saveWanted stores what products wait for. Of a picture that one waits for already it changes the
// variants.
func saveWanted(tx *gorm.DB, wanted []wantedPicture) error {
	again := clause.OnConflict{
		Columns:   []clause.Column{{Name: "product_id"}, {Name: "source_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"variants"}),
	}
	return tx.Clauses(again).Create(&wanted).Error
}

// isSourceDue reports whether products may wait for a picture that is there.
func isSourceDue(db *gorm.DB) (bool, error) {
	var due []string
	err := db.Model(&pictureSource{}).Where("due").Limit(1).Pluck("id", &due).Error
	return len(due) > 0, err
}

// fetchedOfWanted are up to limit of the pictures that products wait for and that are there now, by
// product.
func fetchedOfWanted(tx *gorm.DB, limit int) (wanted []wantedPicture, err error) {
	err = tx.Where("source_id IN (SELECT s.id FROM catalog_picture_sources s " +
		"JOIN catalog_media m ON m.media_id = s.media_id WHERE s.due AND NOT m.released)").
		Order("product_id, source_id").Limit(limit).Find(&wanted).Error
	return wanted, err
}

// picturesOf are the pictures that products wait for, by the ids of their sources.
func picturesOf(tx *gorm.DB, wanted []wantedPicture) (map[string]medium, error) {
	ids := convert.All(wanted, func(w wantedPicture) string { return w.SourceID })
	slices.Sort(ids)
	sources, err := pictureSources(tx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	known, err := mediaByIDs(tx, convert.All(sources, func(s pictureSource) string { return s.MediaID }))
	return bySource(sources, known), err
}

// settleSources notes that no product waits for a picture that is there.
func settleSources(tx *gorm.DB) error {
	return tx.Model(&pictureSource{}).Where("due").UpdateColumn("due", false).Error
}

// deleteWanted forgets that a product waits for pictures.
func deleteWanted(tx *gorm.DB, wanted []wantedPicture) error {
	sources := convert.All(wanted, func(w wantedPicture) string { return w.SourceID })
	return tx.Where("product_id = ? AND source_id IN ?", wanted[0].ProductID, sources).Delete(&wantedPicture{}).Error
}

// saveWithoutVariants saves a product alone. It returns PreconditionFailed when another version is
// stored than the one that was read.
func saveWithoutVariants(tx *gorm.DB, p *product) error {
	return database.SaveVersion(tx.Omit(clause.Associations), p, &p.Version)
}

// choosePicture lets variants of a product that are on sale have a picture, unless they have one.
func choosePicture(tx *gorm.DB, productID string, variantIDs []string, mediaID string) error {
	return tx.Model(&variant{}).
		Where("id IN ? AND product_id = ? AND media_id IS NULL AND sold", variantIDs, productID).
		UpdateColumn("media_id", mediaID).Error
}
