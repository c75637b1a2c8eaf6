package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// replaceRelated stores which products are shown beside a product, and publishes RelatedSaved,
// unless they are the same. It changes the version of the product. It returns fault.Missing,
// fault.PreconditionFailed, or fault.ValidationFailed with each product that is none, is archived
// and was not in a list before, is there twice, or is the product itself.
func replaceRelated(
	ctx context.Context, tx *gorm.DB, productID string, match httpapi.IfMatch, lists relatedLists, now time.Time,
) (product, error) {
	if err := bumpRevision(tx); err != nil {
		return product{}, err
	}
	p, err := database.ByID[product](tx, productID)
	if err != nil {
		return product{}, err
	}
	if err := match.Require(p.Version); err != nil {
		return product{}, err
	}
	before, err := loadRelatedLists(tx, p.ID)
	if err != nil {
		return product{}, err
	}
	faults, err := unknownRelated(tx, lists, before)
	if err != nil {
		return product{}, err
	}
	if faults = append(lists.check(p.ID), faults...); len(faults) > 0 {
		return product{}, fault.Invalid(faults...)
	}
	if lists.equal(before) {
		return p, nil
	}
	if err := insertRelated(tx, p.ID, lists); err != nil {
		return product{}, err
	}
	if err := nextVersion(tx, &p, now); err != nil {
		return product{}, err
	}
	return p, eventbus.Publish(ctx, tx, lists.savedEvent(p.ID))
}

// unknownRelated returns a fault for each product that is none, or is archived and was in no list
// before.
func unknownRelated(tx *gorm.DB, lists, before relatedLists) (faults []fault.Field, err error) {
	kept := before.all()
	for _, kind := range relations {
		unknown, err := requireUnarchived(tx, "/"+string(kind), lists[kind], kept...)
		if err != nil {
			return nil, err
		}
		faults = append(faults, unknown...)
	}
	return faults, nil
}
