package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// startBulkEdit stores a bulk edit of products, which the job of bulkEditor does. It returns
// ValidationFailed with what is wrong with the action, and with what was found before.
func startBulkEdit(
	ctx context.Context, tx *gorm.DB, action bulkAction, productIDs []string, now time.Time, found ...fault.Field,
) (bulkEdit, error) {
	wrong, err := action.check(tx)
	if err != nil {
		return bulkEdit{}, err
	}
	if found = append(found, wrong...); len(found) > 0 {
		return bulkEdit{}, fault.Invalid(found...)
	}
	e, results := newBulkEdit(action, productIDs, now)
	e.causedBy(eventbus.CauseOf(ctx))
	return e, insertBulkEdit(tx, &e, results)
}

func (e *bulkEdit) causedBy(c eventbus.Cause) { e.Actor, e.RequestID = c.Actor, c.RequestID }

// check looks up what the action names. It makes values of an attribute what is stored of them.
func (a *bulkAction) check(tx *gorm.DB) ([]fault.Field, error) {
	switch a.Kind {
	case bulkAddCategory, bulkRemoveCategory:
		known, err := loadCategoryNames(tx, []string{a.CategoryID})
		if _, isOne := known[a.CategoryID]; err != nil || isOne {
			return nil, err
		}
		return []fault.Field{{Pointer: "/action/categoryId", Code: fault.NotAllowed, Detail: "must be a category"}}, nil
	case bulkSetAttribute, bulkRemoveAttribute:
		values := attributeValues{Code: a.AttributeCode, Values: a.Values}
		defined, err := loadDefinitions(tx, []attributeValues{values})
		if err != nil {
			return nil, err
		}
		stored, wrong := defined.check(values, "/action/attribute")
		a.Values = stored.Values
		return wrong, nil
	case bulkPublish, bulkArchive, bulkChangePrices, bulkSetTaxClass, bulkAddTags, bulkRemoveTags:
	}
	return nil, nil
}

// undoBulkEdit stores a bulk edit that gives each product that another one has changed its former
// values, where it has still those that the other one has left. One that is done, but for products
// that have failed, goes on with these. It returns fault.NotFound, and InvalidTransition for one
// that runs, has changed nothing or was undone before.
func undoBulkEdit(ctx context.Context, tx *gorm.DB, editID string, now time.Time) (bulkEdit, error) {
	former, err := lockBulkEdit(tx, editID)
	if err != nil {
		return bulkEdit{}, err
	}
	if err := former.checkUndo(); err != nil {
		return bulkEdit{}, err
	}
	undo, isDone, err := lockDoneUndo(tx, former.ID)
	switch {
	case err != nil:
		return bulkEdit{}, err
	case isDone:
		return resumeBulkUndo(ctx, tx, undo, now)
	}
	e, _ := newBulkEdit(former.Action, nil, now)
	e.UndoOf, e.Total = &former.ID, former.Changed
	e.causedBy(eventbus.CauseOf(ctx))
	return e, insertBulkUndo(tx, &e)
}

// resumeBulkUndo lets an undo go on with the products that have failed. It returns
// InvalidTransition when none has, and when the undo was undone itself.
func resumeBulkUndo(ctx context.Context, tx *gorm.DB, undo bulkEdit, now time.Time) (bulkEdit, error) {
	undos, err := undosOf(tx, []string{undo.ID})
	if err != nil {
		return bulkEdit{}, err
	}
	if undo.Failed == 0 || len(undos) > 0 {
		return bulkEdit{}, undoneBefore()
	}
	undo.resume(now)
	undo.causedBy(eventbus.CauseOf(ctx))
	return undo, saveResumedBulkEdit(tx, &undo)
}

func undoneBefore() *fault.Fault {
	return fault.New(fault.InvalidTransition, "The bulk edit has been undone before.")
}
