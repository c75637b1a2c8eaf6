package vat

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// exported is what the module holds on a user.
type exported struct {
	VATID  *vatIDView  `json:"vatId"`
	Checks []checkView `json:"checks"`
}

// export returns the user's VAT id, and the evidence of this and former ones.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	var held exported
	v, err := idOf(db, userID)
	switch {
	case err == nil:
		view := viewID(v)
		held.VATID = &view
	case !fault.Is(err, fault.NotFound):
		return nil, err
	}
	checks, err := checksOf(db, userID, -1)
	held.Checks = convert.All(checks, viewCheck)
	return held, err
}
