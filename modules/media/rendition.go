package media

import (
	"strconv"

	"orderd/platform/states"
)

// renditionStatus is the state of a smaller copy.
type renditionStatus string

const (
	renditionPending renditionStatus = "pending"
	renditionReady   renditionStatus = "ready"
	renditionFailed  renditionStatus = "failed"
)

// renditionStates are the changes between them. See saveRenditions and failRenditions.
var renditionStates = states.New("media_renditions.status",
	states.Change[renditionStatus]{From: "", To: renditionPending, Cause: "a picture is uploaded"},
	states.Change[renditionStatus]{From: renditionPending, To: renditionReady, Cause: "its bytes are stored"},
	states.Change[renditionStatus]{From: renditionPending, To: renditionFailed, Cause: "the fifth attempt failed"},
)

// renditionWidths are the widths of the smaller copies. None is as wide as the original, or wider.
var renditionWidths = []int{320, 640, 1280}

// rendition is a smaller copy of a picture. Until it is ready its address answers with the
// original.
type rendition struct {
	MediaID     string `gorm:"primaryKey"`
	Width       int    `gorm:"primaryKey"`
	Height      int
	Name        string // the last part of its address: "cup-320.jpg"
	Status      renditionStatus
	ContentType string
	Bytes       int64
	Digest      string
}

func (rendition) TableName() string { return "media_renditions" }

// object is the name of its bytes in the store. Another attempt replaces what an interrupted one
// has stored.
func (r rendition) object() string { return r.MediaID + "/" + strconv.Itoa(r.Width) }
