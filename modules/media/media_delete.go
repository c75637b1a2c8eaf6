package media

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// deleteMedia asks catalog, and then shop, to release a picture. It returns fault.NotFound, or
// InUse with what names it.
func deleteMedia(ctx context.Context, tx *gorm.DB, mediaID string, now time.Time) error {
	m, err := mediumByID(tx, mediaID)
	if err != nil {
		return err
	}
	asked, err := requestDeletion(ctx, tx, m.ID, now)
	if err != nil || asked {
		return err
	}
	owners, err := ownersOf(tx, m.ID)
	switch {
	case err != nil:
		return err
	case len(owners) == 0: // another request was faster
		return fault.Missing()
	}
	return inUse(owners)
}

// requestDeletion makes a picture `deleting` and publishes DeletionRequested, unless something
// names it. It reports whether it has.
func requestDeletion(ctx context.Context, tx *gorm.DB, mediaID string, now time.Time) (bool, error) {
	marked, err := markDeleting(tx, mediaID, now)
	if err != nil || !marked {
		return false, err
	}
	return true, eventbus.Publish(ctx, tx, events.DeletionRequested{MediaID: mediaID})
}

// maxShownOwners is how many of each kind a refusal names.
const maxShownOwners = 20

// inUseMembers are what names the picture, in the problem.
type inUseMembers struct {
	Products     []ownerView `json:"products" doc:"The first 20."`
	ProductCount int         `json:"productCount" doc:"Of all." example:"1"`
	Brands       []ownerView `json:"brands" doc:"The first 20."`
	BrandCount   int         `json:"brandCount" doc:"Of all." example:"0"`

	Categories    []ownerView `json:"categories" doc:"The first 20."`
	CategoryCount int         `json:"categoryCount" doc:"Of all." example:"0"`

	Collections     []ownerView `json:"collections" doc:"The first 20."`
	CollectionCount int         `json:"collectionCount" doc:"Of all." example:"0"`

	Groups []shop.Group `json:"groups" nullable:"false" doc:"Of the shop's settings." example:"[\"profile\"]"`
}

type ownerView struct {
	ID   string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name string `json:"name" example:"Espresso cup"`
}

// SchemaName is the name in the document.
func (ownerView) SchemaName() string { return "MediaOwner" }

func inUse(owners []owner) error {
	members := inUseMembers{
		Products: []ownerView{}, Brands: []ownerView{}, Categories: []ownerView{}, Collections: []ownerView{},
		Groups: []shop.Group{},
	}
	for _, o := range owners {
		if o.Kind == kindSettings {
			members.Groups = append(members.Groups, shop.Group(o.Name))
			continue
		}
		list, count := &members.Products, &members.ProductCount
		switch o.Kind {
		case kindBrand:
			list, count = &members.Brands, &members.BrandCount
		case kindCategory:
			list, count = &members.Categories, &members.CategoryCount
		case kindCollection:
			list, count = &members.Collections, &members.CollectionCount
		}
		*count++
		if len(*list) < maxShownOwners {
			*list = append(*list, ownerView{o.ID, o.Name})
		}
	}
	return fault.New(fault.InUse, "Products, brands, categories, collections or the shop itself show the picture.").
		WithMembers(members)
}
