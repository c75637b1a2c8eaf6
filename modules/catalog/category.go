package catalog

import (
	"time"

	"orderd/modules/catalog/events"
	"orderd/platform/id"
	"orderd/platform/search"
)

// category is a node of the category tree. A category without a parent is a root.
type category struct {
	ID          string `gorm:"primaryKey"`
	ParentID    *string
	Name        string
	NameKey     string // Name folded: lists by name have one order on both databases
	Slug        string
	Description *string
	MediaID     *string
	Image       *image    `gorm:"serializer:json"` // the picture of MediaID
	Position    int64     // in lists, before the name
	Version     int64     `gorm:"default:1"` // rises with every change
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
}

func (category) TableName() string { return "catalog_categories" }

// newCategory makes a category of what spec has. A blank slug is derived from the name.
func newCategory(spec category, now time.Time) category {
	c := spec
	c.ID, c.CreatedAt, c.UpdatedAt = id.New(), now, now
	c.Slug = slugOrDefault(spec.Slug, spec.Name, c.ID)
	c.rename(spec.Name)
	return c
}

func (c *category) rename(name string) { c.Name, c.NameKey = name, search.Fold(name) }

// savedEvent describes the category as it now is.
func (c *category) savedEvent(created bool) events.CategorySaved {
	return events.CategorySaved{
		CategoryID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Description: c.Description,
		Position: c.Position, Created: created,
	}
}
