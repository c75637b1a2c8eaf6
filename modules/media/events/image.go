package events

// Image is a picture as products, categories, brands, carts and orders show it: one of this module,
// or one that is kept elsewhere. It is what those modules store, publish and answer.
type Image struct {
	URL        string      `json:"url" doc:"Of the original." example:"https://api.example.com/media/0199d5a1-93c4-7a50-8b1c-6d2e3f405162/cup.jpg"`
	Alt        *string     `json:"alt" example:"A white cup on a saucer"`
	MediaID    *string     `json:"mediaId" format:"uuid" doc:"null: the picture is kept elsewhere." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Width      *int        `json:"width" doc:"Pixels; null when the picture is kept elsewhere." example:"1600"`
	Height     *int        `json:"height" doc:"Pixels; null when the picture is kept elsewhere." example:"1200"`
	Renditions []Rendition `json:"renditions" nullable:"false" doc:"Smaller copies, smallest first; none as wide as the original. For srcset."`
}

// SchemaName is the name in the document.
func (Image) SchemaName() string { return "Image" }

// ImageAt is the image of a picture that is kept elsewhere.
func ImageAt(url string, alt *string) Image {
	return Image{URL: url, Alt: alt, Renditions: []Rendition{}}
}

// Shown is the image as answers have it. Its renditions are a list, also when it was stored before
// there were any.
func (i Image) Shown() Image {
	if i.Renditions == nil {
		i.Renditions = []Rendition{}
	}
	return i
}

// Rendition is a smaller copy of a picture. Until it is made, its address answers with the
// original.
type Rendition struct {
	Width       int    `json:"width" doc:"Pixels." example:"320"`
	URL         string `json:"url" example:"https://api.example.com/media/0199d5a1-93c4-7a50-8b1c-6d2e3f405162/cup-320.webp"`
	ContentType string `json:"contentType" doc:"Once it is made; until then that of the original." example:"image/webp"`
}

// SchemaName is the name in the document.
func (Rendition) SchemaName() string { return "MediaRendition" }
