package invoices

import (
	"context"

	"gorm.io/gorm"
)

// export returns the documents of the user's orders, oldest first.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	rows, err := documentsOfBuyer(db, userID)
	if err != nil || len(rows) == 0 {
		return []documentView{}, err
	}
	return viewDocuments(db, rows...)
}
