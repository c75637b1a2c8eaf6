package catalog

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// pictureSource is an address elsewhere whose picture media has fetched.
type pictureSource struct {
	ID      string `gorm:"primaryKey"` // sourceID of the address
	MediaID string
	Due     bool  // products may wait for it
	Seq     int64 // of the event that says so
}

func (pictureSource) TableName() string { return "catalog_picture_sources" }

// wantedPicture is a picture that a product waits for: it is to take the place of its address.
type wantedPicture struct {
	ProductID string   `gorm:"primaryKey"`
	SourceID  string   `gorm:"primaryKey"`
	Variants  []string `gorm:"serializer:json"` // ids of those that it shows
}

func (wantedPicture) TableName() string { return "catalog_wanted_pictures" }

// sourceID stands for an address, which may be too long for an index.
func sourceID(url string) string { return id.Derive("catalog: picture source", url) }

// isElsewhere reports whether an image is an address that a picture can be fetched from.
func isElsewhere(i image) bool { return i.MediaID == nil && strings.HasPrefix(i.URL, "https://") }

// useFetched replaces the addresses in a spec whose pictures were fetched before by these.
func (spec *productSpec) useFetched(tx *gorm.DB) error {
	var ids []string
	for _, i := range spec.Images {
		if isElsewhere(i) {
			ids = append(ids, sourceID(i.URL))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	sources, err := pictureSources(tx, ids)
	if err != nil || len(sources) == 0 {
		return err
	}
	known, err := mediaByIDs(tx, convert.All(sources, func(s pictureSource) string { return s.MediaID }))
	if err != nil {
		return err
	}
	spec.Images = showFetched(spec.Images, bySource(sources, known))
	return nil
}

// bySource are the pictures that may be named, by the ids of their sources.
func bySource(sources []pictureSource, known map[string]medium) map[string]medium {
	found := map[string]medium{}
	for _, s := range sources {
		if m, ok := known[s.MediaID]; ok {
			found[s.ID] = m
		}
	}
	return found
}

// showFetched is the images with pictures in the place of the addresses that they were fetched
// from.
func showFetched(images []image, fetched map[string]medium) []image {
	return convert.All(images, func(i image) image {
		if !isElsewhere(i) {
			return i
		}
		if m, ok := fetched[sourceID(i.URL)]; ok {
			return m.image(i.Alt)
		}
		return i
	})
}

// choosePictures lets the variants have the images that a file names by their addresses: urls, in
// the order of the spec's images. One that is elsewhere is none until it is fetched. It returns the
// faults of variants that name none of the images, at the column.
func (spec *productSpec) choosePictures(urls []string) (errs specErrors) {
	for n := range spec.Variants {
		v := &spec.Variants[n]
		if v.imageURL == nil {
			continue
		}
		url := *v.imageURL
		if v.imageURL, v.MediaID = nil, nil; url == "" {
			continue
		}
		if i := slices.Index(urls, url); i >= 0 {
			v.MediaID = spec.Images[i].MediaID
		} else {
			errs.add("must be one of the product's images", "/variants/%d/"+variantImage, n)
		}
	}
	return errs
}

// wantPictures asks for the pictures of the product that are elsewhere, for its images and for the
// variants of these ids by address. It returns the addresses.
func (p *product) wantPictures(
	ctx context.Context, tx *gorm.DB, importID string, variants map[string][]string,
) (urls []string, err error) {
	var wanted []wantedPicture
	for _, i := range p.Images {
		if isElsewhere(i) && !slices.Contains(urls, i.URL) {
			urls = append(urls, i.URL)
			wanted = append(wanted, wantedPicture{
				ProductID: p.ID, SourceID: sourceID(i.URL), Variants: append([]string{}, variants[i.URL]...),
			})
		}
	}
	if len(urls) == 0 {
		return nil, nil
	}
	if err := saveWanted(tx, wanted); err != nil {
		return nil, err
	}
	return urls, eventbus.Publish(ctx, tx, events.PicturesRequested{ImportID: importID, ProductID: p.ID, URLs: urls})
}
