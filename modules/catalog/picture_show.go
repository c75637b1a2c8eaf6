package catalog

import (
	"context"
	"reflect"
	"slices"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// showAtOnce is how many pictures one transaction lets products show.
const showAtOnce = 20

// pictureShower lets fetched pictures take the place of their addresses, in the products that wait
// for them and still show these. All replicas do: a batch is one transaction, which holds the lock
// of the catalogue and takes what it has shown from what is waited for.
type pictureShower struct {
	Deps
	wake background.Signal
}

func newPictureShower(d Deps) *pictureShower { return &pictureShower{d, background.NewSignal()} }

func (s *pictureShower) job() background.Job {
	return background.Job{Name: "show fetched pictures", Every: time.Second, Wake: s.wake, Do: s.work}
}

// work lets all products show the pictures that were fetched for them.
func (s *pictureShower) work(ctx context.Context) error {
	// Most often there are none, and then no lock is taken.
	due, err := isSourceDue(s.DB.WithContext(ctx))
	if err != nil || !due {
		return err
	}
	return background.InBatches(ctx, s.DB, func(tx *gorm.DB) (more bool, err error) {
		return s.showBatch(ctx, tx)
	})
}

// showBatch lets the next products show their pictures. more reports whether others may wait.
func (s *pictureShower) showBatch(ctx context.Context, tx *gorm.DB) (more bool, err error) {
	if err := lockCatalog(tx); err != nil {
		return false, err
	}
	wanted, err := fetchedOfWanted(tx, showAtOnce)
	switch {
	case err != nil:
		return false, err
	case len(wanted) == 0:
		return false, settleSources(tx)
	}
	fetched, err := picturesOf(tx, wanted)
	if err != nil {
		return false, err
	}
	changed := false
	for len(wanted) > 0 {
		n := slices.IndexFunc(wanted, func(w wantedPicture) bool { return w.ProductID != wanted[0].ProductID })
		if n < 0 {
			n = len(wanted)
		}
		shown, err := s.show(ctx, tx, wanted[:n], fetched)
		if err != nil {
			return false, err
		}
		changed, wanted = changed || shown, wanted[n:]
	}
	if changed {
		err = bumpRevision(tx)
	}
	return true, err
}

// show lets a product show the pictures that it waits for. One that can't be saved keeps the
// addresses and does not hold up the others.
func (s *pictureShower) show(
	ctx context.Context, tx *gorm.DB, wanted []wantedPicture, fetched map[string]medium,
) (shown bool, err error) {
	productID := wanted[0].ProductID
	err = database.Savepoint(tx, func(tx *gorm.DB) error {
		p, err := loadProduct(tx, productID)
		if err == nil {
			shown, err = p.showFetched(ctx, tx, wanted, fetched, s.Clock.Now())
		}
		return err
	})
	switch {
	case err == nil:
	case ctx.Err() != nil || database.IsUnavailable(err) || fault.Is(err, fault.Unavailable):
		return false, err
	default:
		s.Log.Error("a product can't show its fetched pictures", zap.String("product", productID), zap.Error(err))
		shown = false
	}
	return shown, deleteWanted(tx, wanted)
}

// showFetched lets the product show pictures, which are by the ids of their sources. It does
// nothing when none of their addresses stands there any more.
func (p *product) showFetched(
	ctx context.Context, tx *gorm.DB, wanted []wantedPicture, fetched map[string]medium, now time.Time,
) (shown bool, err error) {
	before, own := p.Images, map[string]medium{}
	for _, w := range wanted {
		own[w.SourceID] = fetched[w.SourceID]
	}
	p.Images = showFetched(before, own)
	if reflect.DeepEqual(before, p.Images) {
		return false, nil
	}
	p.UpdatedAt = now
	if err := saveWithoutVariants(tx, p); err != nil {
		return false, err
	}
	for _, w := range wanted {
		if err := p.showVariants(tx, w.Variants, own[w.SourceID].MediaID); err != nil {
			return false, err
		}
	}
	if err := p.nameMedia(ctx, tx, before); err != nil {
		return false, err
	}
	return true, eventbus.Publish(ctx, tx, p.savedEvent(false))
}

// showVariants lets variants of the product have a picture of it, unless they have one.
func (p *product) showVariants(tx *gorm.DB, variantIDs []string, mediaID string) error {
	if len(variantIDs) == 0 || !slices.Contains(mediaIDs(p.Images), mediaID) {
		return nil
	}
	if err := choosePicture(tx, p.ID, variantIDs, mediaID); err != nil {
		return err
	}
	for i := range p.Variants {
		if v := &p.Variants[i]; v.MediaID == nil && v.Sold && slices.Contains(variantIDs, v.ID) {
			v.MediaID = &mediaID
		}
	}
	return nil
}
