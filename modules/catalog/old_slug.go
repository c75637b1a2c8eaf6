package catalog

// slugKind is what a slug names. Each kind has slugs of its own.
type slugKind string

const (
	slugOfProduct    slugKind = "product"
	slugOfBrand      slugKind = "brand"
	slugOfCategory   slugKind = "category"
	slugOfCollection slugKind = "collection"
)

// oldSlug is a slug that something had before. It names its owner, the last that had it, until
// something else of the kind takes it. The owner may be deleted by now: then the slug names
// nothing.
type oldSlug struct {
	Kind    slugKind `gorm:"primaryKey"`
	Slug    string   `gorm:"primaryKey"`
	OwnerID string
}

func (oldSlug) TableName() string { return "catalog_old_slugs" }
