package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// pictureDetail says what the address of a picture is.
const pictureDetail = "must be an https URL or that of an uploaded picture"

// mayBeMedia reports whether an address may be that of a picture of the module media.
func mayBeMedia(url string) bool { return strings.Contains(url, "/media/") }

// mayBePicture reports whether a brand or a product may have a picture with the address: https, or
// an uploaded one, which is http where the service itself is. Pages over https show no others.
func mayBePicture(url string) bool { return strings.HasPrefix(url, "https://") || mayBeMedia(url) }

// resolveMedia replaces the images of a spec that are pictures of media by such with id, address
// and size: those that name an id, and those whose address is that of a picture. So the file of an
// export can be imported again, and a picture that is shown by its address is not deleted. wrong
// are the faults of ids that are not those of a picture, and of addresses that are neither https
// nor that of a picture, unless the product has them before.
func resolveMedia(tx *gorm.DB, spec *productSpec, before []image) (wrong []fault.Field, err error) {
	var ids, urls []string
	for _, i := range spec.Images {
		switch {
		case i.MediaID != nil && id.Valid(*i.MediaID):
			ids = append(ids, *i.MediaID)
		case i.MediaID == nil && mayBeMedia(i.URL):
			urls = append(urls, i.URL)
		}
	}
	byID, err := mediaByIDs(tx, ids)
	if err != nil {
		return nil, err
	}
	byURL, err := mediaByURLs(tx, urls)
	if err != nil {
		return nil, err
	}
	var errs specErrors
	spec.Images = slices.Clone(spec.Images)
	for n := range spec.Images {
		i := &spec.Images[n]
		if i.MediaID == nil {
			m, known := byURL[i.URL]
			switch {
			case known:
				*i = m.image(i.Alt)
			case !strings.HasPrefix(i.URL, "https://") && !slices.ContainsFunc(before, func(b image) bool {
				return b.URL == i.URL
			}):
				errs = append(errs, fault.Field{
					Pointer: fmt.Sprintf("/images/%d/url", n), Code: fault.BadFormat, Detail: pictureDetail,
				})
			}
			continue
		}
		m, known := byID[strings.ToLower(*i.MediaID)]
		if !known {
			errs.add("must be a picture that was uploaded", "/images/%d/mediaId", n)
			continue
		}
		*i = m.image(i.Alt)
	}
	return errs, nil
}

// checkPictures adds a fault for each variant that names a picture which is none of the product's.
func (spec *productSpec) checkPictures(errs *specErrors) {
	shown := mediaIDs(spec.Images)
	for i, v := range spec.Variants {
		if v.MediaID != nil && !slices.Contains(shown, *v.MediaID) {
			errs.add("must be one of the product's images", "/variants/%d/mediaId", i)
		}
	}
}

// forgetPictures lets the variants have the first image whose own is none of the product's any
// more.
func (spec *productSpec) forgetPictures() {
	shown := mediaIDs(spec.Images)
	for i := range spec.Variants {
		if v := &spec.Variants[i]; v.MediaID != nil && !slices.Contains(shown, *v.MediaID) {
			v.MediaID = nil
		}
	}
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
	return eventbus.Publish(ctx, tx, events.MediaNamed{
		OwnerID: p.ID, Kind: events.OwnerProduct, Name: p.Name, MediaIDs: ids,
	})
}
