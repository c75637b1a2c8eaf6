package catalog

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// createCollection adds a collection and publishes CollectionSaved. It returns codeSlugTaken and
// the faults of checkCollection.
func createCollection(ctx context.Context, tx *gorm.DB, spec collectionSpec, now time.Time) (collection, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return collection{}, err
	}
	c := newCollection(now)
	if err := c.check(tx, &spec, nil); err != nil {
		return collection{}, err
	}
	c.apply(spec)
	if err := insertCollection(tx, &c); err != nil {
		return collection{}, err
	}
	if err := replacePicked(tx, c.ID, spec.ProductIDs); err != nil {
		return collection{}, err
	}
	if err := c.nameImage(ctx, tx, nil); err != nil {
		return collection{}, err
	}
	if err := takeSlug(tx, slugOfCollection, c.Slug); err != nil {
		return collection{}, err
	}
	return c, eventbus.Publish(ctx, tx, c.savedEvent(true))
}

// editCollection changes a collection and publishes CollectionSaved, unless edit changes nothing.
// It returns fault.Missing, fault.PreconditionFailed, codeSlugTaken and the faults of
// checkCollection.
func editCollection(
	ctx context.Context, tx *gorm.DB, collectionID string, match httpapi.IfMatch, edit func(spec *collectionSpec),
	now time.Time,
) (collection, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return collection{}, err
	}
	c, err := database.ByID[collection](database.ForUpdate(tx), collectionID)
	if err != nil {
		return collection{}, err
	}
	if err := match.Require(c.Version); err != nil {
		return collection{}, err
	}
	picked, err := pickedProducts(tx, c.ID)
	if err != nil {
		return collection{}, err
	}
	before := specOfCollection(c, picked)
	spec := before
	edit(&spec)
	if err := c.check(tx, &spec, &before); err != nil {
		return collection{}, err
	}
	if spec.equal(before) {
		return c, nil
	}
	c.apply(spec)
	c.UpdatedAt = now
	if err := updateCollection(tx, &c); err != nil {
		return collection{}, err
	}
	if !slices.Equal(spec.ProductIDs, picked) {
		if err := replacePicked(tx, c.ID, spec.ProductIDs); err != nil {
			return collection{}, err
		}
	}
	if err := c.nameImage(ctx, tx, before.MediaID); err != nil {
		return collection{}, err
	}
	if err := changeSlug(tx, oldSlug{slugOfCollection, before.Slug, c.ID}, c.Slug); err != nil {
		return collection{}, err
	}
	return c, eventbus.Publish(ctx, tx, c.savedEvent(false))
}

// deleteCollection deletes a collection; its products stay. It returns Missing or
// PreconditionFailed.
func deleteCollection(ctx context.Context, tx *gorm.DB, collectionID string, match httpapi.IfMatch) error {
	if err := bumpTaxonomy(tx); err != nil {
		return err
	}
	c, err := database.ByID[collection](database.ForUpdate(tx), collectionID)
	if err != nil {
		return err
	}
	if err := match.Require(c.Version); err != nil {
		return err
	}
	if err := replacePicked(tx, c.ID, nil); err != nil {
		return err
	}
	if err := database.DeleteVersion(tx, &c, &c.Version); err != nil {
		return err
	}
	named := c.MediaID
	c.MediaID = nil
	if err := c.nameImage(ctx, tx, named); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.CollectionDeleted{CollectionID: collectionID})
}

// equal reports whether both specs say the same.
func (spec collectionSpec) equal(other collectionSpec) bool {
	same := slices.Equal(spec.ProductIDs, other.ProductIDs)
	spec.ProductIDs, other.ProductIDs = nil, nil
	return same && reflect.DeepEqual(spec, other)
}

// checkProducts returns what is wrong with the products of a spec, whatever there is in the
// catalogue.
func (spec *collectionSpec) checkProducts() (faults []fault.Field) {
	errs := specErrors{}
	if spec.Rule != nil && len(spec.ProductIDs) > 0 {
		errs.add("a rule chooses the products", "/productIds")
	}
	seen := map[string]bool{}
	for i, productID := range spec.ProductIDs {
		if seen[productID] {
			errs.add("is there twice", "/productIds/%d", i)
		}
		seen[productID] = true
	}
	return errs
}

// check resolves what the spec names: brands and categories of the rule, and the picture. before is
// nil for a new collection; what it had already is not looked at again. It returns ValidationFailed
// with everything that is wrong.
func (c *collection) check(tx *gorm.DB, spec, before *collectionSpec) error {
	spec.ProductIDs = convert.All(spec.ProductIDs, strings.ToLower)
	faults := spec.checkProducts()
	if before == nil || !slices.Equal(spec.ProductIDs, before.ProductIDs) {
		unknown, err := requireUnarchived(tx, "/productIds", spec.ProductIDs)
		if err != nil {
			return err
		}
		faults = append(faults, unknown...)
	}
	if spec.Rule != nil && (before == nil || spec.Rule != before.Rule) {
		tree, err := loadTaxonomy(tx)
		if err != nil {
			return err
		}
		faults = append(faults, spec.Rule.resolve(tree)...)
	}
	c.Image = nil
	if spec.MediaID != nil {
		found, err := findPicture(tx, *spec.MediaID)
		switch {
		case err != nil:
			return err
		case found == nil:
			faults = append(faults, noPicture)
		default:
			spec.MediaID, c.Image = &found.MediaID, new(found.image(nil))
		}
	}
	c.MediaID = spec.MediaID
	if len(faults) > 0 {
		return fault.Invalid(faults...)
	}
	return nil
}

// nameImage stores which picture the collection shows, and publishes MediaNamed.
func (c *collection) nameImage(ctx context.Context, tx *gorm.DB, before *string) error {
	return namePicture(ctx, tx, events.MediaNamed{OwnerID: c.ID, Kind: events.OwnerCollection, Name: c.Name}, c.MediaID,
		before)
}

// validIDs leaves out what is no id: PostgreSQL refuses a query with such a text.
func validIDs(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(s string) bool { return !id.Valid(s) })
}
