package catalog

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	"orderd/platform/background"
)

// formerWords indexes the products anew from before there were words of one letter, words with
// signs and parts of words in scripts without spaces.
var formerWords = background.Once{
	Name: "catalog: words of one letter or sign",
	Batch: func(_ context.Context, tx *gorm.DB, last string) (next string, done bool, err error) {
		if err := bumpVersion(tx); err != nil {
			return "", false, err
		}
		products, err := loadActiveAfter(tx, cmp.Or(last, beforeAll))
		if err != nil || len(products) == 0 {
			return last, true, err
		}
		return products[len(products)-1].ID, false, reindexProducts(tx, products)
	},
}
