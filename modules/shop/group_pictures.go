package shop

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	media "orderd/modules/media/events"
	"orderd/modules/shop/events"
	"orderd/platform/fault"
)

// namedPicture is a field of the settings that names a picture, and the one that shows it.
type namedPicture struct {
	pointer string
	mediaID **string
	image   **media.Image
}

func picturesOf(p *events.Profile) []namedPicture {
	return []namedPicture{
		{"/logoMediaId", &p.LogoMediaID, &p.Logo},
		{"/iconMediaId", &p.IconMediaID, &p.Icon},
	}
}

func picturesOnHome(s *events.Storefront) (named []namedPicture) {
	for i := range s.Home {
		b := &s.Home[i]
		named = append(named, namedPicture{"/home/" + strconv.Itoa(i) + "/mediaId", &b.MediaID, &b.Image})
	}
	return named
}

func resolveProfile(tx *gorm.DB, p *events.Profile) ([]fault.Field, error) {
	return resolvePictures(tx, picturesOf(p))
}

func resolveStorefront(tx *gorm.DB, s *events.Storefront) ([]fault.Field, error) {
	return resolvePictures(tx, picturesOnHome(s))
}

// resolvePictures fills in the pictures that are named. Those that were named before are there
// already. It returns a fault for each id that is none of an uploaded picture.
func resolvePictures(tx *gorm.DB, named []namedPicture) (faults []fault.Field, err error) {
	for _, n := range named {
		if *n.mediaID == nil {
			*n.image = nil
			continue
		}
		wanted := strings.ToLower(**n.mediaID)
		if shown := *n.image; shown != nil && *shown.MediaID == wanted {
			*n.mediaID = shown.MediaID
			continue
		}
		switch found, err := findMedium(tx, wanted); {
		case fault.Is(err, fault.NotFound):
			faults = append(faults, fault.Field{
				Pointer: n.pointer, Code: fault.NotAllowed, Detail: "must be a picture that was uploaded",
			})
		case err != nil:
			return nil, err
		default:
			*n.mediaID, *n.image = &found.MediaID, found.image()
		}
	}
	return faults, nil
}

// lockAndFindMedium locks what saves of texts and groups that show pictures lock, and reports
// whether one shows this one: a group by its id, or a text by its address.
func lockAndFindMedium(tx *gorm.DB, mediaID string) (named bool, err error) {
	_, profile, err := lockValues[events.Profile](tx, events.GroupProfile)
	if err != nil {
		return false, err
	}
	row, storefront, err := lockValues[events.Storefront](tx, events.GroupStorefront)
	if err != nil {
		return false, err
	}
	at := "/media/" + mediaID + "/"
	if slices.Contains(profile.MediaIDs(), mediaID) || slices.Contains(storefront.MediaIDs(), mediaID) ||
		strings.Contains(strings.ToLower(row.FieldValues), at) {
		return true, nil
	}
	return isOnPage(tx, at)
}

// lockValues locks a group. Before the first start of the service has made it, it is empty. Of two
// groups the one whose name comes first is locked first.
func lockValues[V any](tx *gorm.DB, name events.Group) (g group, values V, err error) {
	g, err = lockGroup(tx, name)
	switch {
	case fault.Is(err, fault.NotFound):
		return g, values, nil
	case err != nil:
		return g, values, err
	}
	return g, values, json.Unmarshal([]byte(g.FieldValues), &values)
}

// describeMedium shows a picture that the settings name as it now is. Who saved them last stays.
func describeMedium(ctx context.Context, tx *gorm.DB, p *medium) error {
	g, profile, err := lockValues[events.Profile](tx, events.GroupProfile)
	if err != nil {
		return err
	}
	if err := describeIn(ctx, tx, &g, &profile, picturesOf(&profile), p); err != nil {
		return err
	}
	g, storefront, err := lockValues[events.Storefront](tx, events.GroupStorefront)
	if err != nil {
		return err
	}
	return describeIn(ctx, tx, &g, &storefront, picturesOnHome(&storefront), p)
}

// describeIn does so in the values of a group, which name the pictures.
func describeIn(ctx context.Context, tx *gorm.DB, g *group, values any, named []namedPicture, p *medium) error {
	changed := false
	for _, n := range named {
		if shown := *n.image; shown != nil && *shown.MediaID == p.MediaID && !reflect.DeepEqual(*shown, *p.image()) {
			*n.image, changed = p.image(), true
		}
	}
	if !changed {
		return nil
	}
	text, err := json.Marshal(values)
	if err != nil {
		return err
	}
	return g.replace(ctx, tx, string(text), g.Pinned)
}
