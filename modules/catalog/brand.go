package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
)

// brand is who makes products.
type brand struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	NameKey   string // what lists are ordered by: the same order on both databases
	Slug      string
	LogoURL   *string   `gorm:"column:logo_url"`
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (brand) TableName() string { return "catalog_brands" }

// newBrand makes a brand; a blank slug is made from the name.
func newBrand(name, slug string, logoURL *string, now time.Time) brand {
	b := brand{ID: id.New(), LogoURL: logoURL, CreatedAt: now, UpdatedAt: now}
	b.Slug = slugFor(slug, name, b.ID)
	b.rename(name)
	return b
}

func (b *brand) rename(name string) { b.Name, b.NameKey = name, fold(name) }

// saved is the announcement of the brand as it now is.
func (b *brand) saved(created bool) events.BrandSaved {
	return events.BrandSaved{BrandID: b.ID, Name: b.Name, Slug: b.Slug, Created: created}
}
