package catalog

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// mayBeMedia reports whether an address may be that of a picture of the module media.
func mayBeMedia(url *string) bool { return url != nil && strings.Contains(*url, "/media/") }

// checkLogo rejects an address that is neither https nor that of an uploaded picture, which is http
// where the service itself is.
func checkLogo(url *string) []fault.Field {
	if url == nil || strings.HasPrefix(*url, "https://") || mayBeMedia(url) {
		return nil
	}
	return []fault.Field{wrongLogo()}
}

func wrongLogo() fault.Field {
	return fault.Field{Pointer: "/logoUrl", Code: fault.BadFormat, Detail: "must be an https URL or that of an uploaded picture"}
}

// nameLogo stores which picture the brand shows, and publishes MediaNamed. It does nothing when the
// logo is none of the uploaded pictures, and was none before. It returns ValidationFailed for an
// address that is neither https nor that of an uploaded picture.
func (b *brand) nameLogo(ctx context.Context, tx *gorm.DB, before *string) error {
	mediaIDs := []string{}
	if mayBeMedia(b.LogoURL) {
		known, err := mediaByURLs(tx, []string{*b.LogoURL})
		if err != nil {
			return err
		}
		if m, ok := known[*b.LogoURL]; ok {
			mediaIDs = append(mediaIDs, m.MediaID)
		} else if !strings.HasPrefix(*b.LogoURL, "https://") {
			return fault.Invalid(wrongLogo())
		}
	}
	if len(mediaIDs) == 0 && !mayBeMedia(before) {
		return nil
	}
	return b.publishLogo(ctx, tx, mediaIDs)
}

// publishLogo stores the pictures that the brand names, and publishes MediaNamed.
func (b *brand) publishLogo(ctx context.Context, tx *gorm.DB, mediaIDs []string) error {
	if err := replaceMediaUses(tx, b.ID, mediaIDs); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.MediaNamed{OwnerID: b.ID, Kind: events.OwnerBrand, Name: b.Name, MediaIDs: mediaIDs})
}
