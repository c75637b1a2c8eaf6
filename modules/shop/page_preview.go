package shop

import (
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/preview"
)

// previewedPage is the page whose draft a token shows. It is kept beside the storefronts that are
// not saved (storefrontPreview), whose tokens open no page, as those of pages open no storefront.
type previewedPage struct {
	Kind   events.PageKind `json:"kind"`
	Locale string          `json:"locale"`
}

// pageHash is how the token of a page is known.
func pageHash(token string) string { return preview.Hash("page " + token) }

// makePagePreview makes a token for the draft of a page. It returns fault.NotFound without the
// page, and fault.InvalidTransition without a draft.
func makePagePreview(tx *gorm.DB, ref pageRef, now time.Time) (token string, p page, err error) {
	if p, err = findPage(tx, ref); err != nil {
		return "", p, err
	}
	switch {
	case !p.exists():
		return "", p, fault.Missing()
	case p.DraftTitle == nil:
		return "", p, fault.New(fault.InvalidTransition, "The page has no draft to preview.")
	}
	text, err := json.Marshal(previewedPage(ref))
	if err != nil {
		return "", p, err
	}
	token, expiresAt, err := preview.Issue(tx, &storefrontPreview{}, now)
	if err != nil {
		return "", p, err
	}
	return token, p, tx.Create(&storefrontPreview{
		Hash: pageHash(token), FieldValues: string(text), ExpiresAt: expiresAt,
	}).Error
}
