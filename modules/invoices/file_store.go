package invoices

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// claimFiles claims documents whose files are due: of each order the first that is not made. For
// the time of the lease no other process makes them.
func claimFiles(ctx context.Context, db *gorm.DB, now time.Time) (claimed []file, err error) {
	var due []string
	err = db.WithContext(ctx).Raw(`SELECT f.document_id FROM invoices_files f WHERE f.pdf IS NULL AND f.due_at <= ?
		AND NOT EXISTS (SELECT 1 FROM invoices_files former WHERE former.order_id = f.order_id AND former.pdf IS NULL
			AND former.document_id < f.document_id)
		ORDER BY f.due_at LIMIT ?`, now, filesAtOnce).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		claimed = nil
		return tx.Model(&claimed).Clauses(clause.Returning{}).
			Where("document_id IN ? AND pdf IS NULL AND due_at <= ?", due, now).
			Updates(map[string]any{"due_at": now.Add(fileLease), "attempts": gorm.Expr("attempts + 1")}).Error
	})
	return claimed, err
}

// saveFiles stores that the files are made. It returns false when another process has made them.
func saveFiles(tx *gorm.DB, f file) (bool, error) {
	done := tx.Model(&file{}).Where("document_id = ? AND pdf IS NULL", f.DocumentID).
		Updates(map[string]any{"pdf": f.PDF, "xml": f.XML})
	return done.RowsAffected == 1, done.Error
}

// delayFiles has the files made later, by whoever comes.
func delayFiles(ctx context.Context, db *gorm.DB, documentID string, until time.Time) error {
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		return tx.Model(&file{}).Where("document_id = ? AND pdf IS NULL", documentID).Update("due_at", until).Error
	})
}

// filesOf are the files of the documents, by document.
func filesOf(db *gorm.DB, documentIDs ...string) (map[string]file, error) {
	var found []file
	err := db.Where("document_id IN ?", documentIDs).Find(&found).Error
	files := make(map[string]file, len(found))
	for _, f := range found {
		files[f.DocumentID] = f
	}
	return files, err
}

// unmadeFiles counts the documents of a time whose files are not made.
func unmadeFiles(db *gorm.DB, from, to time.Time) (n int64, err error) {
	err = db.Model(&file{}).
		Where("pdf IS NULL AND document_id IN (SELECT id FROM invoices_documents WHERE issued_at >= ? AND issued_at < ?)",
			from, to).Count(&n).Error
	return n, err
}

// deleteFiles forgets the files of a document.
func deleteFiles(tx *gorm.DB, documentID string) error {
	return tx.Where("document_id = ?", documentID).Delete(&file{}).Error
}
