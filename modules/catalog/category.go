package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
)

// category is a place in the tree of categories; one without a parent is a root.
type category struct {
	ID        string `gorm:"primaryKey"`
	ParentID  *string
	Name      string
	NameKey   string
	Slug      string
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (category) TableName() string { return "catalog_categories" }

// newCategory makes a category; a blank slug is made from the name.
func newCategory(name, slug string, parentID *string, now time.Time) category {
	c := category{ID: id.New(), ParentID: parentID, CreatedAt: now, UpdatedAt: now}
	c.Slug = slugFor(slug, name, c.ID)
	c.rename(name)
	return c
}

func (c *category) rename(name string) { c.Name, c.NameKey = name, fold(name) }

// saved is the announcement of the category as it now is.
func (c *category) saved(created bool) events.CategorySaved {
	return events.CategorySaved{CategoryID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Created: created}
}
