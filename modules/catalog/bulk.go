package catalog

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// The limits of a bulk edit: the products that a request names, those that a filter may match, and
// those that one transaction changes.
const (
	maxBulkIDs   = 1000
	maxBulkFound = 10_000
	bulkBatch    = 10
)

// keepBulkEdits is how long a bulk edit and its results are kept after its end.
const keepBulkEdits = 90 * 24 * time.Hour

// bulkStatus is the state of a bulk edit.
type bulkStatus string

const (
	bulkRunning bulkStatus = "running"
	bulkDone    bulkStatus = "done"
)

// Values are all of them.
func (bulkStatus) Values() []string { return convert.Strings(bulkRunning, bulkDone) }

// SchemaName is the name in the OpenAPI document.
func (bulkStatus) SchemaName() string { return "BulkEditStatus" }

// bulkState is what became of a product in a bulk edit.
type bulkState string

const (
	bulkPending   bulkState = "pending"
	bulkChanged   bulkState = "changed"
	bulkUnchanged bulkState = "unchanged" // it was as the action wants it
	bulkSince     bulkState = "changed_since"
	bulkFailed    bulkState = "failed"
)

// Values are all of them.
func (bulkState) Values() []string {
	return convert.Strings(bulkPending, bulkChanged, bulkUnchanged, bulkSince, bulkFailed)
}

// SchemaName is the name in the OpenAPI document.
func (bulkState) SchemaName() string { return "BulkEditState" }

// bulkEdit is one change of many products.
type bulkEdit struct {
	ID           string     `gorm:"primaryKey"`
	Action       bulkAction `gorm:"serializer:json"`
	UndoOf       *string    // the bulk edit that it takes back
	Status       bulkStatus
	Total        int64 // products
	Changed      int64
	Unchanged    int64
	ChangedSince int64
	Failed       int64
	Actor        string // of its events, as in eventbus.Cause
	RequestID    string
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt    time.Time `gorm:"autoUpdateTime:false"`
	EndedAt      *time.Time
}

func (bulkEdit) TableName() string { return "catalog_bulk_edits" }

// pending is how many products are left to be done.
func (e *bulkEdit) pending() int64 {
	return e.Total - e.Changed - e.Unchanged - e.ChangedSince - e.Failed
}

// count counts a product by what became of it.
func (e *bulkEdit) count(s bulkState) {
	switch s {
	case bulkChanged:
		e.Changed++
	case bulkUnchanged:
		e.Unchanged++
	case bulkSince:
		e.ChangedSince++
	case bulkFailed:
		e.Failed++
	case bulkPending:
	}
}

// bulkResult is a product of a bulk edit, and what became of it.
type bulkResult struct {
	EditID      string `gorm:"primaryKey"`
	Position    int64  `gorm:"primaryKey"`
	ProductID   string
	State       bulkState
	Fault       *bulkFault `gorm:"serializer:json"`
	ValueBefore *bulkValue `gorm:"serializer:json"` // what a change has found
	ValueAfter  *bulkValue `gorm:"serializer:json"` // and what it has left
}

func (bulkResult) TableName() string { return "catalog_bulk_results" }

// newBulkEdit makes a bulk edit of products, in their order.
func newBulkEdit(action bulkAction, productIDs []string, now time.Time) (bulkEdit, []bulkResult) {
	e := bulkEdit{
		ID: id.New(), Action: action, Status: bulkRunning, Total: int64(len(productIDs)), CreatedAt: now,
		UpdatedAt: now,
	}
	results := make([]bulkResult, len(productIDs))
	for i, productID := range productIDs {
		results[i] = bulkResult{EditID: e.ID, Position: int64(i), ProductID: productID, State: bulkPending}
	}
	return e, results
}

// advance counts what became of products. When none is left, the bulk edit is done.
func (e *bulkEdit) advance(done []bulkResult, now time.Time) {
	for _, r := range done {
		e.count(r.State)
	}
	e.UpdatedAt = now
	if e.pending() == 0 {
		e.Status, e.EndedAt = bulkDone, &now
	}
}

// checkUndo returns InvalidTransition for a bulk edit that runs, or has changed nothing.
func (e *bulkEdit) checkUndo() error {
	switch {
	case e.Status == bulkRunning:
		return fault.New(fault.InvalidTransition, "The bulk edit is not done yet.")
	case e.Changed == 0:
		return fault.New(fault.InvalidTransition, "The bulk edit has changed no product.")
	}
	return nil
}

// resume lets the products be tried again that have failed.
func (e *bulkEdit) resume(now time.Time) {
	e.Status, e.Failed, e.UpdatedAt, e.EndedAt = bulkRunning, 0, now, nil
}

// bulkFault is why a product was not changed, as it is stored. Its texts are said in the language
// of who reads it.
type bulkFault struct {
	Code    fault.Code       `json:"code"`
	Message fault.Text       `json:"message"`
	Args    []any            `json:"args,omitempty"`
	Fields  []bulkFaultField `json:"fields,omitempty"`
}

// bulkFaultField is a fault.Field with its values.
type bulkFaultField struct {
	Pointer string     `json:"pointer"`
	Code    fault.Code `json:"code"`
	Detail  fault.Text `json:"detail"`
	Args    []any      `json:"args,omitempty"`
}

func newBulkFault(f *fault.Fault) *bulkFault {
	return &bulkFault{Code: f.Code, Message: f.Message, Args: f.Args,
		Fields: convert.All(f.Fields, func(f fault.Field) bulkFaultField { return bulkFaultField(f) })}
}
