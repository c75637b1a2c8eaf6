package catalog

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// resolveMedia replaces the images of a spec that are pictures of media by such with id and
// address: those that name an id, and those whose address is that of a picture. So the file of an
// export can be imported again, and a picture that is shown by its address is not deleted. It
// returns ValidationFailed for an id that is not one of a picture.
func resolveMedia(tx *gorm.DB, spec *productSpec) error {
	var ids, urls []string
	for _, i := range spec.Images {
		switch {
		case i.MediaID != nil && id.Valid(*i.MediaID):
			ids = append(ids, *i.MediaID)
		case i.MediaID == nil && strings.Contains(i.URL, "/media/"):
			urls = append(urls, i.URL)
		}
	}
	byID, err := mediaByIDs(tx, ids)
	if err != nil {
		return err
	}
	byURL, err := mediaByURLs(tx, urls)
	if err != nil {
		return err
	}
	var errs specErrors
	spec.Images = slices.Clone(spec.Images)
	for n := range spec.Images {
		i := &spec.Images[n]
		if i.MediaID == nil {
			if m, known := byURL[i.URL]; known {
				i.MediaID = &m.MediaID
			}
			continue
		}
		m, known := byID[strings.ToLower(*i.MediaID)]
		if !known {
			errs.add("must be a picture that was uploaded", "/images/%d/mediaId", n)
			continue
		}
		i.MediaID, i.URL = &m.MediaID, m.URL
	}
	if len(errs) > 0 {
		return fault.Invalid(errs...)
	}
	return nil
}

// mediaIDs are the pictures that the images name, each once.
func mediaIDs(images []image) []string {
	ids := []string{}
	for _, i := range images {
		if i.MediaID != nil && !slices.Contains(ids, *i.MediaID) {
			ids = append(ids, *i.MediaID)
		}
	}
	return ids
}

// nameMedia stores which pictures the product names, and publishes MediaNamed. It does nothing when
// the product names none, and did not before.
func (p *product) nameMedia(ctx context.Context, tx *gorm.DB, before []image) error {
	ids := mediaIDs(p.Images)
	if len(ids) == 0 && len(mediaIDs(before)) == 0 {
		return nil
	}
	if err := replaceMediaUses(tx, p.ID, ids); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.MediaNamed{OwnerID: p.ID, Kind: events.OwnerProduct, Name: p.Name, MediaIDs: ids})
}
