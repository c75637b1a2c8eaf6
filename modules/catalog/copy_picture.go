package catalog

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// newPicture is a picture with the context of the event that it comes from.
type newPicture struct {
	medium
	cause context.Context
}

// onPicturesUploaded copies the sizes and the smaller copies of pictures. A consumer of its own
// does it: a replica of the release before, which handles catalog.media beside this one, knows
// neither.
func onPicturesUploaded(ctx context.Context, tx *gorm.DB, messages []eventbus.Message[media.Uploaded]) error {
	return copyPictures(tx, convert.All(messages, func(m eventbus.Message[media.Uploaded]) newPicture {
		e := m.Event
		return newPicture{
			medium{MediaID: e.MediaID, URL: e.URL, Width: &e.Width, Height: &e.Height, Renditions: e.Renditions},
			m.Context(ctx),
		}
	}))
}

// onPicturesDescribed does so for pictures from before, which are named already.
func onPicturesDescribed(ctx context.Context, tx *gorm.DB, messages []eventbus.Message[media.Described]) error {
	return copyPictures(tx, convert.All(messages, func(m eventbus.Message[media.Described]) newPicture {
		e := m.Event
		return newPicture{
			medium{MediaID: e.MediaID, URL: e.URL, Width: &e.Width, Height: &e.Height, Renditions: e.Renditions},
			m.Context(ctx),
		}
	}))
}

// copyPictures stores pictures, and shows them as they are wherever they are named. It holds the
// lock that every save takes, so that none shows what was stored before.
func copyPictures(tx *gorm.DB, pictures []newPicture) error {
	if err := lockCatalog(tx); err != nil {
		return err
	}
	causes := map[string]context.Context{}
	for _, p := range pictures {
		if err := upsertPicture(tx, p.medium); err != nil {
			return err
		}
		causes[p.MediaID] = p.cause //nolint:fatcontext // each is the context of its own event
	}
	ids := slices.Collect(maps.Keys(causes))
	owners, err := ownersOfMedia(tx, ids)
	if err != nil || len(owners) == 0 {
		return err
	}
	known, err := mediaByIDs(tx, ids)
	if err != nil {
		return err
	}
	products, err := pictureProducts(tx, owners, known, causes)
	if err != nil {
		return err
	}
	taxonomy, err := pictureTaxonomy(tx, owners, known)
	switch {
	case err != nil:
		return err
	case taxonomy:
		return bumpTaxonomy(tx)
	case products:
		return bumpRevision(tx)
	}
	return nil
}

// upsertPicture stores the size and the smaller copies of a picture. An event from before there
// were such leaves those that are known.
func upsertPicture(tx *gorm.DB, m medium) error {
	columns := []string{"width", "height"}
	if m.Renditions != nil {
		columns = append(columns, "renditions")
	} else {
		m.Renditions = []media.Rendition{}
	}
	return tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "media_id"}}, DoUpdates: clause.AssignmentColumns(columns),
	}).Create(&m).Error
}

// ownersOfMedia are the ids of the products, brands, categories and collections that name one of
// the pictures.
func ownersOfMedia(tx *gorm.DB, mediaIDs []string) (owners []string, err error) {
	err = tx.Model(&mediaUse{}).Where("media_id IN ?", mediaIDs).
		Distinct().Order("owner_id").Pluck("owner_id", &owners).Error
	return owners, err
}

// pictureProducts updates the images of those of the owners that are products, and publishes
// ProductPictured for each that changes. It reports whether any does.
func pictureProducts(
	tx *gorm.DB, owners []string, known map[string]medium, causes map[string]context.Context,
) (changed bool, err error) {
	var products []product
	if err := withVariants(tx).Where("id IN ?", owners).Order("id").Find(&products).Error; err != nil {
		return false, err
	}
	for _, p := range products {
		images := convert.All(p.Images, func(i image) image { return refreshed(i, known) })
		at := slices.IndexFunc(images, func(i image) bool { return i.MediaID != nil && causes[*i.MediaID] != nil })
		if at < 0 || reflect.DeepEqual(images, p.Images) {
			continue
		}
		changed, p.Images = true, images
		if err := tx.Model(&p).Select("images").UpdateColumns(&p).Error; err != nil {
			return false, err
		}
		if err := eventbus.Publish(causes[*images[at].MediaID], tx, p.picturedEvent()); err != nil {
			return false, err
		}
	}
	return changed, nil
}

// picturedEvent describes the pictures of the product as they now are.
func (p *product) picturedEvent() events.ProductPictured {
	return events.ProductPictured{
		ProductID: p.ID, Images: convert.All(p.Images, image.Shown),
		Variants: convert.All(p.Variants, func(v variant) events.VariantPicture {
			return events.VariantPicture{VariantID: v.ID, MediaID: v.MediaID}
		}),
	}
}

// pictureTaxonomy updates the logos and the images of those of the owners that are brands,
// categories and collections. It reports whether any changes.
func pictureTaxonomy(tx *gorm.DB, owners []string, known map[string]medium) (changed bool, err error) {
	var brands []brand
	if err := tx.Where("id IN ?", owners).Find(&brands).Error; err != nil {
		return false, err
	}
	byURL := map[string]medium{}
	for _, m := range known {
		byURL[m.URL] = m
	}
	for _, b := range brands {
		if b.LogoURL == nil {
			continue
		}
		m, named := byURL[*b.LogoURL]
		if !named {
			continue
		}
		changed, b.Logo = true, new(m.image(nil))
		if err := tx.Model(&b).Select("logo").UpdateColumns(&b).Error; err != nil {
			return false, err
		}
	}
	var categories []category
	if err := tx.Where("id IN ?", owners).Find(&categories).Error; err != nil {
		return false, err
	}
	for _, c := range categories {
		if c.Image == nil {
			continue
		}
		changed, c.Image = true, new(refreshed(*c.Image, known))
		if err := tx.Model(&c).Select("image").UpdateColumns(&c).Error; err != nil {
			return false, err
		}
	}
	collections, err := pictureCollections(tx, owners, known)
	return changed || collections, err
}

// pictureCollections does so for those of the owners that are collections.
func pictureCollections(tx *gorm.DB, owners []string, known map[string]medium) (changed bool, err error) {
	var collections []collection
	if err := tx.Where("id IN ?", owners).Find(&collections).Error; err != nil {
		return false, err
	}
	for _, c := range collections {
		if c.Image == nil {
			continue
		}
		changed, c.Image = true, new(refreshed(*c.Image, known))
		if err := tx.Model(&c).Select("image").UpdateColumns(&c).Error; err != nil {
			return false, err
		}
	}
	return changed, nil
}

// refreshed is the image as its picture now is, when that is one of the known ones.
func refreshed(i image, known map[string]medium) image {
	if i.MediaID == nil {
		return i
	}
	if m, ok := known[*i.MediaID]; ok {
		return m.image(i.Alt)
	}
	return i
}
