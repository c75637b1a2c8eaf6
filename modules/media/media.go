package media

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"regexp"
	"strings"
	"time"

	"orderd/platform/id"
	"orderd/platform/search"
	"orderd/platform/states"
)

// mediaStatus is the state of a picture.
type mediaStatus string

const (
	mediaUploading mediaStatus = "uploading" // its bytes are being stored
	mediaReady     mediaStatus = "ready"     // products may name it
	mediaDeleting  mediaStatus = "deleting"  // catalog and shop are asked whether anything names it
	mediaRemoving  mediaStatus = "removing"  // its bytes are being removed
)

// mediaStates are the changes between them. The guards are in media_store.go.
var mediaStates = states.New("media_files.status",
	states.Change[mediaStatus]{From: "", To: mediaUploading, Cause: "a picture is decoded"},
	states.Change[mediaStatus]{From: mediaUploading, To: mediaReady, Cause: "its bytes are stored"},
	states.Change[mediaStatus]{
		From: mediaUploading, To: mediaRemoving, Cause: "the upload failed, or was interrupted an hour ago",
	},
	states.Change[mediaStatus]{
		From: mediaReady, To: mediaDeleting, Cause: "an admin deletes it, or nothing has named it for 30 days",
	},
	states.Change[mediaStatus]{
		From: mediaDeleting, To: mediaReady, Cause: "a product, a brand, a category or the shop names it",
	},
	states.Change[mediaStatus]{From: mediaDeleting, To: mediaRemoving, Cause: "catalog and shop released it"},
)

// medium is a picture that an admin has uploaded.
type medium struct {
	ID          string `gorm:"primaryKey"`
	Name        string // the last part of its address: "cup.jpg"
	Status      mediaStatus
	ContentType string
	Width       int
	Height      int
	Bytes       int64
	Digest      string
	Store       storeName
	Planned     bool // its renditions are rows, and were published
	Attempts    int  `gorm:"column:renditions_attempts"`
	// DueAt is when they are made, or when the claim of who makes them ends.
	DueAt       *time.Time `gorm:"column:renditions_due_at"`
	UnusedSince *time.Time // nil while something names it

	// Of the former renditions: a replica of the release before may still make some.
	FormerAttempts int        `gorm:"column:attempts"`
	FormerDueAt    *time.Time `gorm:"column:due_at"`
	CreatedAt      time.Time  `gorm:"autoCreateTime:false"`
	UpdatedAt      time.Time  `gorm:"autoUpdateTime:false"`
}

func (medium) TableName() string { return "media_files" }

// newMedium makes a picture whose bytes are not stored yet.
func newMedium(fileName string, p encodedPicture, store storeName, now time.Time) medium {
	return medium{
		ID: id.New(), Name: nameOf(fileName) + extensions[p.contentType], Status: mediaUploading, ContentType: p.contentType,
		Width: p.width, Height: p.height, Bytes: int64(len(p.content)), Digest: digestOf(p.content), Store: store,
		Planned: true, UnusedSince: &now, CreatedAt: now, UpdatedAt: now,
	}
}

// object is the name of its bytes in the store.
func (m medium) object() string { return m.ID + "/original" }

// maxName is how much of a file's name stands in the address.
const maxName = 60

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// nameOf is the part of an address that is made of a file's name: "My Cup.JPG" is "my-cup".
func nameOf(fileName string) string {
	name := search.Fold(strings.TrimSuffix(fileName, path.Ext(fileName)))
	name = strings.Trim(notInNames.ReplaceAllString(name, "-"), "-")
	if name = strings.Trim(name[:min(len(name), maxName)], "-"); name == "" {
		return "picture"
	}
	return name
}

// digestOf identifies bytes: it is the ETag.
func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}
