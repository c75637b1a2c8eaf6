package reviews

import (
	"context"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// product is a product that can be reviewed, a copy of catalog's, and its rating, which is this
// module's own.
type product struct {
	ID          string `gorm:"primaryKey"`
	Name        string
	Slug        string // unique, but for the moment in which two products exchange theirs
	Active      bool
	Seq         int64 // of the event that Name, Slug and Active come from
	RatingSum   int64 // of its visible reviews
	RatingCount int64
	HiddenCount int64 // of its hidden reviews, so that no list has to count a hundred thousand
}

func (product) TableName() string { return "reviews_products" }

// productSlug is a slug that a product has or had, until another product takes it.
type productSlug struct {
	Slug      string `gorm:"primaryKey"`
	ProductID string
	Seq       int64 // of the last event with the slug
}

func (productSlug) TableName() string { return "reviews_slugs" }

// onProductSaved copies the product's name and slug and whether it is on sale, unless the copy is
// newer.
func onProductSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[catalog.ProductSaved]) error {
	p := product{
		ID: m.Event.ProductID, Name: m.Event.Name, Slug: m.Event.Slug, Active: m.Event.Status == catalog.ProductActive,
		Seq: m.Seq,
	}
	if err := database.UpsertNewer(tx, &p, "name", "slug", "active"); err != nil {
		return err
	}
	return database.UpsertNewer(tx, &productSlug{Slug: p.Slug, ProductID: p.ID, Seq: p.Seq}, "product_id")
}
