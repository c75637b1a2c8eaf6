// Package events is the public contract of media: the events that it publishes. Fields are only
// ever added.
package events

// Uploaded: a picture can be named by products, brands, categories, collections and the settings of
// the shop.
type Uploaded struct {
	MediaID string `json:"mediaId"`
	URL     string `json:"url"` // of the original
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	// Renditions are its smaller copies, smallest first. Their addresses are good at once. Null in
	// events of before there were such: Described has them.
	Renditions []Rendition `json:"renditions"`
}

func (Uploaded) EventName() string  { return "media.uploaded.v1" }
func (e Uploaded) EventKey() string { return e.MediaID }

// Described: a picture that was uploaded before there were Renditions has its own now.
type Described struct {
	MediaID    string      `json:"mediaId"`
	URL        string      `json:"url"` // of the original
	Width      int         `json:"width"`
	Height     int         `json:"height"`
	Renditions []Rendition `json:"renditions"`
}

func (Described) EventName() string  { return "media.described.v1" }
func (e Described) EventKey() string { return e.MediaID }

// Fetched: the picture at an address elsewhere, which an import has asked for, is one of the shop's
// own now. It is published again for each product that asks for it later.
type Fetched struct {
	FromURL    string      `json:"fromUrl"`
	MediaID    string      `json:"mediaId"`
	URL        string      `json:"url"` // of the original
	Width      int         `json:"width"`
	Height     int         `json:"height"`
	Renditions []Rendition `json:"renditions"` // as in Uploaded
}

func (Fetched) EventName() string  { return "media.fetched.v1" }
func (e Fetched) EventKey() string { return e.MediaID }

// FetchesRetried: an admin lets all pictures be fetched again that could not be.
type FetchesRetried struct {
	Retried int64 `json:"retried"`
}

func (FetchesRetried) EventName() string { return "media.fetches_retried.v1" }
func (FetchesRetried) EventKey() string  { return "fetches" }

// DeletionRequested: an admin deletes a picture, or nothing has named it for long. It goes when
// catalog releases it, and then shop.
type DeletionRequested struct {
	MediaID string `json:"mediaId"`
}

func (DeletionRequested) EventName() string  { return "media.deletion_requested.v1" }
func (e DeletionRequested) EventKey() string { return e.MediaID }

// ReleaseRequested: catalog has released a picture that is to be deleted. It goes when shop
// releases it too.
type ReleaseRequested struct {
	MediaID string `json:"mediaId"`
}

func (ReleaseRequested) EventName() string  { return "media.release_requested.v1" }
func (e ReleaseRequested) EventKey() string { return e.MediaID }
