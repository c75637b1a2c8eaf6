package shop

import (
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// findPreviewedPage is the page of a token, which has a draft; or fault.NotFound. The token is good
// for the page of that slug or kind alone.
func findPreviewedPage(db *gorm.DB, slugOrKind, token string, now time.Time) (page, error) {
	row, err := database.Take[storefrontPreview](db.Where("hash = ? AND expires_at > ?", pageHash(token), now))
	if err != nil {
		return page{}, err
	}
	var of previewedPage
	if err := json.Unmarshal([]byte(row.FieldValues), &of); err != nil {
		return page{}, err
	}
	p, err := findPage(db, pageRef(of))
	if err == nil && (p.DraftTitle == nil || slugOrKind != *p.Slug && slugOrKind != string(p.Kind)) {
		return page{}, fault.Missing()
	}
	return p, err
}
