package events

// OwnerKind is the kind of what names pictures of the module media.
type OwnerKind string

// The kinds of owners.
const (
	OwnerProduct    OwnerKind = "product"
	OwnerBrand      OwnerKind = "brand"
	OwnerCategory   OwnerKind = "category"
	OwnerCollection OwnerKind = "collection"
)

// MediaNamed: a product, a brand, a category or a collection that names pictures, or has named
// some, was saved.
type MediaNamed struct {
	OwnerID  string    `json:"ownerId"`
	Kind     OwnerKind `json:"kind"`
	Name     string    `json:"name"`     // of the owner
	MediaIDs []string  `json:"mediaIds"` // those that it names now
}

func (MediaNamed) EventName() string  { return "catalog.media_named.v1" }
func (e MediaNamed) EventKey() string { return e.OwnerID }

// PicturesRequested: an import has saved a product whose pictures are elsewhere, and are to be
// fetched.
type PicturesRequested struct {
	ImportID  string   `json:"importId"`
	ProductID string   `json:"productId"`
	URLs      []string `json:"urls"` // of the pictures, https
}

func (PicturesRequested) EventName() string  { return "catalog.pictures_requested.v1" }
func (e PicturesRequested) EventKey() string { return e.ProductID }

// MediaReleased: no product, brand, category or collection names a picture that is to be deleted,
// and none can any more.
type MediaReleased struct {
	MediaID string `json:"mediaId"`
}

func (MediaReleased) EventName() string  { return "catalog.media_released.v1" }
func (e MediaReleased) EventKey() string { return e.MediaID }

// MediaKept: a product, a brand, a category or a collection names a picture that was to be deleted.
type MediaKept struct {
	MediaID string `json:"mediaId"`
}

func (MediaKept) EventName() string  { return "catalog.media_kept.v1" }
func (e MediaKept) EventKey() string { return e.MediaID }
