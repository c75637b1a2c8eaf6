package storefront

import (
	"fmt"
	"strconv"
	"strings"
)

// image is a picture with its smaller copies.
type image struct {
	URL        string      `json:"url"`
	Alt        *string     `json:"alt"`
	MediaID    *string     `json:"mediaId"`
	Width      *int        `json:"width"`
	Height     *int        `json:"height"`
	Renditions []rendition `json:"renditions"`
}

type rendition struct {
	Width int    `json:"width"`
	URL   string `json:"url"`
}

// AltText is the alternative text; "" without one.
func (i *image) AltText() string {
	if i.Alt == nil {
		return ""
	}
	return *i.Alt
}

// picture is an image as a page shows it. It has no methods: a list shows many pictures, and
// templates find a plain field fastest.
type picture struct {
	// Source is the copy for browsers that choose none: one of some 640 pixels. It is "" without a
	// picture.
	Source string
	// SourceSet lists the copies with their widths, the original last; "" for a picture without any.
	SourceSet string
	// Sizes says how wide the picture is shown (the attribute sizes of HTML).
	Sizes string
	// Wide and High are the picture's measures, so that nothing moves when it arrives. The tile of
	// the style sheet has its own ratio, and those of a picture kept elsewhere are not known.
	Wide, High int
	// Text is the alternative text; "" for a picture beside its own name.
	Text string
	// First is whether it is among what a visitor sees at once; others are loaded late. Main is
	// whether it is the largest of that, which comes before all others.
	First, Main bool
}

// How wide pictures are shown.
const (
	cardSizes    = "(min-width: 56rem) 18rem, 44vw"
	productSizes = "(min-width: 56rem) 42rem, 88vw"
	lineSizes    = "6rem"
)

// newPicture is for templates: size is card, product or line.
func newPicture(img *image, size, text string, first bool) (picture, error) {
	p := picture{Wide: 640, High: 640, Text: text, First: first}
	switch size {
	case "card":
		p.Sizes = cardSizes
	case "product":
		p.Sizes, p.Main = productSizes, first
	case "line":
		p.Sizes = lineSizes
	default:
		return picture{}, fmt.Errorf("there is no size %q of pictures", size)
	}
	if img == nil {
		return p, nil
	}
	p.Source, p.SourceSet = img.source(), img.sourceSet()
	if img.Width != nil {
		p.Wide = *img.Width
	}
	if img.Height != nil {
		p.High = *img.Height
	}
	return p, nil
}

// source is the picture's Source.
func (i *image) source() string {
	for _, r := range i.Renditions {
		if r.Width >= 640 {
			return r.URL
		}
	}
	return i.URL
}

// sourceSet is the picture's SourceSet.
func (i *image) sourceSet() string {
	if len(i.Renditions) == 0 || i.Width == nil {
		return ""
	}
	var b strings.Builder
	for _, r := range i.Renditions {
		b.WriteString(r.URL + " " + strconv.Itoa(r.Width) + "w, ")
	}
	b.WriteString(i.URL + " " + strconv.Itoa(*i.Width) + "w")
	return b.String()
}
