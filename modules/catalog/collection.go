package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
	"orderd/platform/search"
)

// maxCollectionProducts is how many products an admin may pick for a collection. The constraints of
// catalog_collection_products contain this number.
const maxCollectionProducts = 500

// collection is a selection of products across categories: those that an admin picks and orders, or
// those that a rule finds. Only a published one is shown.
type collection struct {
	ID          string `gorm:"primaryKey"`
	Name        string
	NameKey     string // Name folded: lists by name have one order on both databases
	Slug        string
	Description *string
	MediaID     *string
	Image       *image `gorm:"serializer:json"` // the picture of MediaID
	Position    int64  // in lists, before the name
	Published   bool
	Rule        *collectionRule `gorm:"serializer:json"` // nil: an admin picks the products
	Version     int64           // rises with every change
	CreatedAt   time.Time       `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time       `gorm:"autoUpdateTime:false"`
}

func (collection) TableName() string { return "catalog_collections" }

// collectionProduct says that an admin has picked a product for a collection.
type collectionProduct struct {
	CollectionID string `gorm:"primaryKey"`
	ProductID    string `gorm:"primaryKey"`
	Position     int    // from 0 on; a product that left leaves a gap
}

func (collectionProduct) TableName() string { return "catalog_collection_products" }

// collectionSpec is what an admin says of a collection.
type collectionSpec struct {
	Name        string
	Slug        string // "": made from the name
	Description *string
	MediaID     *string
	Position    int64
	Published   bool
	Rule        *collectionRule
	ProductIDs  []string // in their order; none with a rule
}

// newCollection makes a collection without anything that a spec says.
func newCollection(now time.Time) collection {
	return collection{ID: id.New(), Version: 1, CreatedAt: now, UpdatedAt: now}
}

// apply sets what the spec says, but for the picture and the products.
func (c *collection) apply(spec collectionSpec) {
	c.Name, c.NameKey, c.Slug = spec.Name, search.Fold(spec.Name), slugOrDefault(spec.Slug, spec.Name, c.ID)
	c.Description, c.Position, c.Published, c.Rule = spec.Description, spec.Position, spec.Published, spec.Rule
}

// specOfCollection is what an admin has said of a collection.
func specOfCollection(c collection, productIDs []string) collectionSpec {
	return collectionSpec{
		Name: c.Name, Slug: c.Slug, Description: c.Description, MediaID: c.MediaID, Position: c.Position,
		Published: c.Published, Rule: c.Rule, ProductIDs: productIDs,
	}
}

// savedEvent describes the collection as it now is.
func (c *collection) savedEvent(created bool) events.CollectionSaved {
	return events.CollectionSaved{
		CollectionID: c.ID, Name: c.Name, Slug: c.Slug, Description: c.Description, Position: c.Position,
		Published: c.Published, ByRule: c.Rule != nil, Created: created,
	}
}

// order is the one of a list of the collection's products for which a caller asks for none: as an
// admin has ordered them, or as the rule says. A search keeps its own. The collection may be nil.
func (c *collection) order(asked sortOrder, searched bool) sortOrder {
	switch {
	case c == nil || asked != sortRelevance || searched:
		return asked
	case c.Rule == nil:
		return sortPosition
	case c.Rule.Sort != nil:
		return *c.Rule.Sort
	}
	return asked
}
