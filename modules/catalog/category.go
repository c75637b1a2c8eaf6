package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
	"orderd/platform/search"
)

// category is a node of the category tree. A category without a parent is a root.
type category struct {
	ID        string `gorm:"primaryKey"`
	ParentID  *string
	Name      string
	NameKey   string // Name folded: lists by name have one order on both databases
	Slug      string
	MediaID   *string
	Image     *image    `gorm:"serializer:json"` // the picture of MediaID
	Version   int64     `gorm:"default:1"`       // rises with every change
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (category) TableName() string { return "catalog_categories" }

// newCategory makes a category. A blank slug is derived from the name.
func newCategory(name, slug string, parentID *string, now time.Time) category {
	c := category{ID: id.New(), ParentID: parentID, CreatedAt: now, UpdatedAt: now}
	c.Slug = slugOrDefault(slug, name, c.ID)
	c.rename(name)
	return c
}

func (c *category) rename(name string) { c.Name, c.NameKey = name, search.Fold(name) }

// savedEvent describes the category as it now is.
func (c *category) savedEvent(created bool) events.CategorySaved {
	return events.CategorySaved{CategoryID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Created: created}
}
