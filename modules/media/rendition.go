package media

import (
	"path"
	"strconv"
	"strings"

	"orderd/platform/states"
)

// renditionStatus is the state of a smaller copy.
type renditionStatus string

const (
	renditionPending renditionStatus = "pending"
	renditionReady   renditionStatus = "ready"
	renditionFailed  renditionStatus = "failed"
)

// renditionStates are the changes between them. See saveRendition and failRenditions.
var renditionStates = states.New("media_webp_renditions.status",
	states.Change[renditionStatus]{From: "", To: renditionPending,
		Cause: "a picture is uploaded, or is there from before"},
	states.Change[renditionStatus]{From: renditionPending, To: renditionReady, Cause: "its bytes are stored"},
	states.Change[renditionStatus]{From: renditionPending, To: renditionFailed, Cause: "the fifth attempt failed"},
)

// renditionWidths are the widths of the smaller copies. None is as wide as the original, or wider.
var renditionWidths = []int{320, 640, 1280, 1920}

const (
	// maxRenditionHeight is the most that WebP can have.
	maxRenditionHeight = 16383
	// maxRenditionPixels keeps the memory of the encoder below 300 MB. Only a picture that is more
	// than twice as high as wide has copies with more: those it does not get.
	maxRenditionPixels = 8_000_000
)

// rendition is a smaller copy of a picture, a WebP. Until it is ready its address answers with the
// original.
type rendition struct {
	MediaID string `gorm:"primaryKey"`
	Width   int    `gorm:"primaryKey"`
	Height  int
	Name    string // the last part of its address: "cup-320.webp"
	Status  renditionStatus
	Bytes   int64
	Digest  string
}

func (rendition) TableName() string { return "media_webp_renditions" }

// object is the name of its bytes in the store. Another attempt replaces what an interrupted one
// has stored.
func (r rendition) object() string { return r.MediaID + "/" + strconv.Itoa(r.Width) + ".webp" }

// renditions are the smaller copies that a picture gets, smallest first.
func (m medium) renditions() (all []rendition) {
	stem := strings.TrimSuffix(m.Name, path.Ext(m.Name))
	for _, width := range renditionWidths {
		height := max(1, (m.Height*width+m.Width/2)/m.Width)
		if width >= m.Width || height > maxRenditionHeight || width*height > maxRenditionPixels {
			continue
		}
		all = append(all, rendition{
			MediaID: m.ID, Width: width, Height: height, Status: renditionPending,
			Name: stem + "-" + strconv.Itoa(width) + extensions[typeWebP],
		})
	}
	return all
}

// formerRendition is a smaller copy as JPEG or PNG, which pictures got before there were copies as
// WebP. Its address stays good; no more are made.
type formerRendition struct {
	MediaID     string `gorm:"primaryKey"`
	Width       int    `gorm:"primaryKey"`
	Height      int
	Name        string // "cup-320.jpg"
	Status      renditionStatus
	ContentType string
	Bytes       int64
	Digest      string
}

func (formerRendition) TableName() string { return "media_renditions" }

func (r formerRendition) object() string { return r.MediaID + "/" + strconv.Itoa(r.Width) }
