package catalog

import (
	"context"
	"math"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// bulkEditView is a bulk edit as admins see it.
type bulkEditView struct {
	ID           string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Status       bulkStatus     `json:"status" example:"done"`
	Action       bulkActionView `json:"action"`
	UndoOf       *string        `json:"undoOf" format:"uuid" doc:"The bulk edit that it takes back."`
	UndoneBy     *string        `json:"undoneBy" format:"uuid" doc:"The bulk edit that takes it back."`
	Total        int64          `json:"total" doc:"Products." example:"120"`
	Pending      int64          `json:"pending" doc:"Products that are left." example:"0"`
	Changed      int64          `json:"changed" example:"110"`
	Unchanged    int64          `json:"unchanged" doc:"Products that were as the action wants them." example:"8"`
	ChangedSince int64          `json:"changedSince" doc:"Products that an undo leaves: their value has changed since." example:"0"`
	Failed       int64          `json:"failed" example:"2"`
	Actor        string         `json:"actor" doc:"Who has started it." example:"user:0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	CreatedAt    httpapi.Time   `json:"createdAt"`
	UpdatedAt    httpapi.Time   `json:"updatedAt"`
	EndedAt      *httpapi.Time  `json:"endedAt"`
}

// SchemaName is the name in the document.
func (bulkEditView) SchemaName() string { return "BulkEdit" }

// Location is the path of the bulk edit.
func (v bulkEditView) Location() string { return bulkPath + "/" + v.ID }

// bulkActionView is what a bulk edit does.
type bulkActionView struct {
	Kind            bulkKind           `json:"kind" example:"change_prices"`
	Percent         *percentChange     `json:"percent" doc:"Of change_prices." example:"-12.5"`
	WholesalePrices bool               `json:"wholesalePrices" doc:"change_prices changes them too." example:"true"`
	CategoryID      *string            `json:"categoryId" format:"uuid" doc:"Of add_category and remove_category." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80911"`
	TaxClass        *taxClass          `json:"taxClass" doc:"Of set_tax_class." example:"reduced"`
	Attribute       *bulkAttributeView `json:"attribute" doc:"Of set_attribute and remove_attribute."`
	Tags            []string           `json:"tags" doc:"Of add_tags and remove_tags." example:"[\"porcelain\"]"`
}

// SchemaName is the name in the document.
func (bulkActionView) SchemaName() string { return "BulkEditAction" }

type bulkAttributeView struct {
	Code   string   `json:"code" example:"roast"`
	Values []string `json:"values" example:"[\"dark\"]"`
}

// SchemaName is the name in the document.
func (bulkAttributeView) SchemaName() string { return "BulkEditAttribute" }

func viewBulkAction(a bulkAction) bulkActionView {
	v := bulkActionView{Kind: a.Kind, WholesalePrices: a.WholesalePrices, Tags: append([]string{}, a.Tags...)}
	if a.Percent != 0 {
		v.Percent = &a.Percent
	}
	if a.CategoryID != "" {
		v.CategoryID = &a.CategoryID
	}
	if a.TaxClass != "" {
		v.TaxClass = &a.TaxClass
	}
	if a.AttributeCode != "" {
		v.Attribute = &bulkAttributeView{Code: a.AttributeCode, Values: append([]string{}, a.Values...)}
	}
	return v
}

// viewBulkEdit shows a bulk edit; undos are those of undosOf.
func viewBulkEdit(e bulkEdit, undos map[string]string) bulkEditView {
	v := bulkEditView{
		ID: e.ID, Status: e.Status, Action: viewBulkAction(e.Action), UndoOf: e.UndoOf, Total: e.Total, Pending: e.pending(),
		Changed: e.Changed, Unchanged: e.Unchanged, ChangedSince: e.ChangedSince, Failed: e.Failed, Actor: e.Actor,
		CreatedAt: httpapi.TimeOf(e.CreatedAt), UpdatedAt: httpapi.TimeOf(e.UpdatedAt),
	}
	if undo, isUndone := undos[e.ID]; isUndone {
		v.UndoneBy = &undo
	}
	if e.EndedAt != nil {
		v.EndedAt = new(httpapi.TimeOf(*e.EndedAt))
	}
	return v
}

// bulkResultView is a product of a bulk edit.
type bulkResultView struct {
	ProductID string         `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name      *string        `json:"name" doc:"Its present name; null: there is no such product." example:"Espresso cup"`
	State     bulkState      `json:"state" example:"failed"`
	Fault     *bulkFaultView `json:"fault" doc:"Why it has failed."`
}

// SchemaName is the name in the document.
func (bulkResultView) SchemaName() string { return "BulkEditResult" }

type bulkFaultView struct {
	Code   fault.Code           `json:"code" doc:"As of the problem that an update of the product has." example:"validation_failed"`
	Detail string               `json:"detail" example:"The request is not valid."`
	Errors []bulkFaultFieldView `json:"errors" doc:"What is wrong with the product as it would be."`
}

// SchemaName is the name in the document.
func (bulkFaultView) SchemaName() string { return "BulkEditFault" }

type bulkFaultFieldView struct {
	Pointer string     `json:"pointer" doc:"JSON pointer into the product." example:"/variants/0/price"`
	Code    fault.Code `json:"code" doc:"As in errors of a 422." example:"out_of_range"`
	Detail  string     `json:"detail" example:"would be above 1000000, or not above 0"`
}

// SchemaName is the name in the document.
func (bulkFaultFieldView) SchemaName() string { return "BulkEditFieldFault" }

// viewBulkFault says a fault in the language of the caller.
func viewBulkFault(ctx context.Context, f *bulkFault) *bulkFaultView {
	if f == nil {
		return nil
	}
	return &bulkFaultView{
		Code: f.Code, Detail: httpapi.Say(ctx, f.Message, storedArgs(f.Args)...),
		Errors: convert.All(f.Fields, func(field bulkFaultField) bulkFaultFieldView {
			said := httpapi.Say(ctx, field.Detail, storedArgs(field.Args)...)
			return bulkFaultFieldView{Pointer: field.Pointer, Code: field.Code, Detail: said}
		}),
	}
}

// storedArgs are the values of a text as they were before they were stored as JSON: whole numbers
// are such.
func storedArgs(args []any) []any {
	return convert.All(args, func(arg any) any {
		if n, isNumber := arg.(float64); isNumber && n == math.Trunc(n) {
			return int64(n)
		}
		return arg
	})
}

// viewBulkResult shows a product of a bulk edit; names are those of productNames.
func viewBulkResult(ctx context.Context, r bulkResult, names map[string]string) bulkResultView {
	v := bulkResultView{ProductID: r.ProductID, State: r.State, Fault: viewBulkFault(ctx, r.Fault)}
	if name, known := names[r.ProductID]; known {
		v.Name = &name
	}
	return v
}
