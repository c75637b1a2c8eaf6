package shop

import (
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/preview"
)

// storefrontPreview is a storefront that is not saved, for whoever has its token. The token is
// stored nowhere.
type storefrontPreview struct {
	Hash        string `gorm:"primaryKey"`
	FieldValues string // JSON of events.Storefront
	ExpiresAt   time.Time
}

func (storefrontPreview) TableName() string { return "shop_previews" }

// makePreview keeps the storefront as it would be with the fields that are sent. It returns a
// validation fault with what a save would refuse.
func (g *groups) makePreview(tx *gorm.DB, sent fields, now time.Time) (token string, v events.Storefront, err error) {
	saved, err := findGroup(tx, events.GroupStorefront)
	if err != nil {
		return "", v, err
	}
	if _, v, err = g.storefront.merge(&saved, sent); err != nil {
		return "", v, err
	}
	switch faults, err := g.storefront.faults(tx, &v, nil); {
	case err != nil:
		return "", v, err
	case len(faults) > 0:
		return "", v, fault.Invalid(faults...)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "", v, err
	}
	token, expiresAt, err := preview.Issue(tx, &storefrontPreview{}, now)
	if err != nil {
		return "", v, err
	}
	return token, v, tx.Create(&storefrontPreview{
		Hash: preview.Hash(token), FieldValues: string(text), ExpiresAt: expiresAt,
	}).Error
}
