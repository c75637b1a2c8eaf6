package catalog

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// checkLogo rejects an address that can be none of a picture.
func checkLogo(url *string) []fault.Field {
	if url == nil || mayBePicture(*url) {
		return nil
	}
	return []fault.Field{wrongLogo()}
}

func wrongLogo() fault.Field {
	return fault.Field{Pointer: "/logoUrl", Code: fault.BadFormat, Detail: pictureDetail}
}

// resolveLogo finds the uploaded picture whose address the logo has. It returns ValidationFailed
// for an address that is neither https nor that of an uploaded picture.
func (b *brand) resolveLogo(tx *gorm.DB) error {
	b.Logo = nil
	if b.LogoURL == nil || !mayBeMedia(*b.LogoURL) {
		return nil
	}
	known, err := mediaByURLs(tx, []string{*b.LogoURL})
	if err != nil {
		return err
	}
	m, uploaded := known[*b.LogoURL]
	switch {
	case uploaded:
		b.Logo = new(m.image(nil))
	case !strings.HasPrefix(*b.LogoURL, "https://"):
		return fault.Invalid(wrongLogo())
	}
	return nil
}

// logo is the picture that the brand shows, or nil.
func (b *brand) logo() *image {
	switch {
	case b.LogoURL == nil:
		return nil
	case b.Logo == nil:
		return new(media.ImageAt(*b.LogoURL, nil))
	}
	return new(b.Logo.Shown())
}

// nameLogo stores which picture the brand shows, and publishes MediaNamed. It does nothing when the
// logo is none of the uploaded pictures, and was none before.
func (b *brand) nameLogo(ctx context.Context, tx *gorm.DB) error {
	if b.Logo == nil {
		return b.publishLogo(ctx, tx, []string{})
	}
	return b.publishLogo(ctx, tx, []string{*b.Logo.MediaID})
}

// publishLogo stores the pictures that the brand names, and publishes MediaNamed, unless it names
// none and has named none before.
func (b *brand) publishLogo(ctx context.Context, tx *gorm.DB, mediaIDs []string) error {
	if len(mediaIDs) == 0 {
		if named, err := namesMedia(tx, b.ID); err != nil || !named {
			return err
		}
	}
	if err := replaceMediaUses(tx, b.ID, mediaIDs); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.MediaNamed{
		OwnerID: b.ID, Kind: events.OwnerBrand, Name: b.Name, MediaIDs: mediaIDs,
	})
}
