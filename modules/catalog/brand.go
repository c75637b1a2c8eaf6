package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
	"orderd/platform/search"
)

// brand is a maker of products.
type brand struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	NameKey   string // Name folded: lists by name have one order on both databases
	Slug      string
	LogoURL   *string   `gorm:"column:logo_url"`
	Logo      *image    `gorm:"serializer:json"` // when LogoURL is that of an uploaded picture
	Version   int64     `gorm:"default:1"`       // rises with every change
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (brand) TableName() string { return "catalog_brands" }

// newBrand makes a brand. A blank slug is derived from the name.
func newBrand(name, slug string, logoURL *string, now time.Time) brand {
	b := brand{ID: id.New(), LogoURL: logoURL, CreatedAt: now, UpdatedAt: now}
	b.Slug = slugOrDefault(slug, name, b.ID)
	b.rename(name)
	return b
}

func (b *brand) rename(name string) { b.Name, b.NameKey = name, search.Fold(name) }

// savedEvent describes the brand as it now is.
func (b *brand) savedEvent(created bool) events.BrandSaved {
	return events.BrandSaved{BrandID: b.ID, Name: b.Name, Slug: b.Slug, Created: created}
}
