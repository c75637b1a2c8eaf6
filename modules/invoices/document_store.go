package invoices

import (
	"encoding/json"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// documentIndex finds documents by document.searchText.
var documentIndex = search.Index{Name: "invoices.documents", Table: "invoices_documents", Column: "search"}

// newestFirst is the order of the list of staff.
const newestFirst = "issued_at DESC, id DESC"

// documentFilter selects documents. Zero values do not restrict.
type documentFilter struct {
	Kind     events.Kind
	OrderID  string
	Q        string
	From, To time.Time // of issue: [From, To)
}

func (f documentFilter) restrict(q *gorm.DB) *gorm.DB {
	if f.Kind != "" {
		q = q.Where("kind = ?", f.Kind)
	}
	if f.OrderID != "" {
		q = q.Where("order_id = ?", f.OrderID)
	}
	if !f.From.IsZero() {
		q = q.Where("issued_at >= ?", f.From)
	}
	if !f.To.IsZero() {
		q = q.Where("issued_at < ?", f.To)
	}
	return q
}

// pageOfDocuments is a page of the documents, newest first, and their number: with a Q at most
// search.MaxFound.
func pageOfDocuments(db *gorm.DB, f documentFilter, p httpapi.Page) ([]documentRow, int64, error) {
	if strings.TrimSpace(f.Q) == "" {
		return httpapi.FindPage[documentRow](f.restrict(db.Model(&documentRow{})), p, newestFirst)
	}
	return search.List[documentRow](db, &documentIndex, f.Q, f.restrict, newestFirst, p.Offset(), p.Limit)
}

// pageOfOrder is a page of the documents of an order, oldest first, and their number.
func pageOfOrder(db *gorm.DB, orderID string, p httpapi.Page) ([]documentRow, int64, error) {
	return httpapi.FindPage[documentRow](db.Where("order_id = ?", orderID), p, "id")
}

// documentByID returns fault.NotFound.
func documentByID(db *gorm.DB, documentID string) (documentRow, error) {
	return database.ByID[documentRow](db, documentID)
}

// documentsOf are the documents of the orders, oldest first.
func documentsOf(db *gorm.DB, orderIDs ...string) (found []documentRow, err error) {
	err = db.Where("order_id IN ?", orderIDs).Order("id").Find(&found).Error
	return found, err
}

// nextDocuments are so many documents of a time that come after one, in the order of their issue;
// with their files.
func nextDocuments(db *gorm.DB, from, to time.Time, after *documentRow, limit int) (found []documentRow, err error) {
	q := db.Where("issued_at >= ? AND issued_at < ?", from, to)
	if after != nil {
		q = q.Where("(issued_at, id) > (?, ?)", after.IssuedAt, after.ID)
	}
	err = q.Order("issued_at, id").Limit(limit).Find(&found).Error
	return found, err
}

// liveAmong are those of the documents that are invoices which are not cancelled.
func liveAmong(db *gorm.DB, documentIDs ...string) (map[string]bool, error) {
	var found []string
	err := db.Model(&order{}).Where("live_id IN ?", documentIDs).Pluck("live_id", &found).Error
	live := make(map[string]bool, len(found))
	for _, documentID := range found {
		live[documentID] = true
	}
	return live, err
}

// invoiceWithCorrections is the invoice with the id, and what was taken off it so far.
func invoiceWithCorrections(tx *gorm.DB, o *order) (invoice document, corrections []document, err error) {
	found, err := documentsOf(tx, o.OrderID)
	if err != nil {
		return invoice, nil, err
	}
	for i := range found {
		r := &found[i]
		isInvoice := r.ID == *o.LiveID
		if !isInvoice && (r.Kind != events.KindCorrection || *r.RefersTo != *o.LiveID) {
			continue
		}
		d, err := r.document()
		if err != nil {
			return invoice, nil, err
		}
		if isInvoice {
			invoice = d
		} else {
			corrections = append(corrections, d)
		}
	}
	return invoice, corrections, nil
}

// insertDocument stores a document that is issued, with its rows, and queues its files.
func insertDocument(tx *gorm.DB, r documentRow, rows []reportRow) error {
	if err := tx.Create(&r).Error; err != nil {
		return err
	}
	if len(rows) > 0 {
		if err := tx.Create(&rows).Error; err != nil {
			return err
		}
	}
	return tx.Create(&file{DocumentID: r.ID, OrderID: r.OrderID, DueAt: r.IssuedAt}).Error
}

// rowsOf are the rows of the documents, by document.
func rowsOf(db *gorm.DB, documentIDs ...string) (map[string][]reportRow, error) {
	var found []reportRow
	err := db.Where("document_id IN ?", documentIDs).Order("document_id, n").Find(&found).Error
	rows := map[string][]reportRow{}
	for _, r := range found {
		rows[r.DocumentID] = append(rows[r.DocumentID], r)
	}
	return rows, err
}

// lockYear locks the numbers of a year until the transaction ends.
func lockYear(tx *gorm.DB, year int) (yearNumbers, error) {
	y := yearNumbers{Year: year}
	err := database.LockOrCreate(tx, &y)
	return y, err
}

func saveYear(tx *gorm.DB, y yearNumbers) error { return tx.Select("*").Updates(&y).Error }

// setLive makes the invoice the live one of an order that has none. It returns false when it has.
func setLive(tx *gorm.DB, o *order, invoice document) (bool, error) {
	done := tx.Model(&order{}).Where("order_id = ? AND live_id IS NULL AND NOT cancelled", o.OrderID).
		Updates(map[string]any{"live_id": invoice.ID, "charged_cents": invoice.Gross})
	return done.RowsAffected == 1, done.Error
}

// takeOff counts a correction of the live invoice. It returns false when less was charged, or the
// invoice is not live any more.
func takeOff(tx *gorm.DB, o *order, correction document) (bool, error) {
	done := tx.Model(&order{}).
		Where("order_id = ? AND live_id = ? AND charged_cents >= ?", o.OrderID, correction.RefersTo.ID, correction.Gross).
		Update("charged_cents", gorm.Expr("charged_cents - ?", correction.Gross))
	return done.RowsAffected == 1, done.Error
}

// endLive ends the live invoice of an order, of which nothing was taken off. It returns false when
// it is not live any more, or there are corrections.
func endLive(tx *gorm.DB, o *order, cancellation document) (bool, error) {
	done := tx.Model(&order{}).
		Where("order_id = ? AND live_id = ? AND charged_cents = ?", o.OrderID, cancellation.RefersTo.ID, cancellation.Gross).
		Updates(map[string]any{"live_id": nil, "charged_cents": 0})
	return done.RowsAffected == 1, done.Error
}

// cancellationBefore is the cancellation of the invoice that an invoice replaces; nil without one.
func cancellationBefore(db *gorm.DB, invoiceID string) (*documentRow, error) {
	var found []documentRow
	err := db.Where("successor_id = ?", invoiceID).Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// keptUntil are up to limit documents that are not erased, of the year or one before it.
func keptUntil(tx *gorm.DB, year, limit int) (found []documentRow, err error) {
	err = tx.Where("year <= ? AND NOT erased", year).Order("year, id").Limit(limit).Find(&found).Error
	return found, err
}

// eraseDocument takes the persons off a document whose retention is over.
func eraseDocument(tx *gorm.DB, r documentRow, d document) error {
	content, err := json.Marshal(d)
	if err != nil {
		return err
	}
	err = tx.Model(&documentRow{}).Where("id = ? AND NOT erased", r.ID).
		Updates(map[string]any{"content": string(content), "search": "", "erased": true}).Error
	if err != nil {
		return err
	}
	return documentIndex.Changed(tx, r.ID)
}

// documentsOfBuyer are the documents of the orders of an account or a guest, oldest first.
func documentsOfBuyer(db *gorm.DB, buyerID string) (found []documentRow, err error) {
	err = db.Where("order_id IN (SELECT order_id FROM invoices_orders WHERE user_id = ?)", buyerID).Order("id").
		Find(&found).Error
	return found, err
}
