package catalog

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/search"
)

const bulkPath = "/v1/admin/products/bulk"

func (a *api) bulkRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "startBulkEdit", Scope: "products:write", Method: http.MethodPost, Path: bulkPath, Tag: tagAdmin,
		Status: http.StatusCreated, Summary: "Change many products",
		Detail: "Does one `action` to the products that `productIds` name, or that `filter` matches now: at most 10 000, " +
			"with `q` fewer than 5000. " +
			"It goes on in the background, one bulk edit after the other, and each product is changed as by an " +
			"update of it. One that can't be changed is reported with its fault; the others are changed.",
	}, a.startBulkEdit)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listBulkEdits", Scope: "products:read", Method: http.MethodGet, Path: bulkPath, Tag: tagAdmin,
		Summary: "List bulk edits, newest first", Detail: "They are kept for 90 days after their end.",
	}, a.listBulkEdits)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getBulkEdit", Scope: "products:read", Method: http.MethodGet, Path: bulkPath + "/{id}", Tag: tagAdmin,
		Summary: "Read a bulk edit", Detail: "`pending` counts the products that are left.",
	}, a.getBulkEdit)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listBulkEditResults", Scope: "products:read", Method: http.MethodGet, Path: bulkPath + "/{id}/results",
		Tag: tagAdmin, Summary: "List the products of a bulk edit, with what became of each",
		Detail: "In the order in which they are changed.",
	}, a.listBulkEditResults)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "undoBulkEdit", Scope: "products:write", Method: http.MethodPost, Path: bulkPath + "/{id}/undo", Tag: tagAdmin,
		Status: http.StatusCreated, Summary: "Undo a bulk edit",
		Detail: "Starts another bulk edit, which gives each product that was changed its former value. A product whose " +
			"value is another one by now stays as it is: `changed_since`. One that was archived is not put back into " +
			"collections and lists of related products. An undo can be undone. When some products of an undo have failed, " +
			"the same request lets it go on with these.",
		Errors: []fault.Code{fault.InvalidTransition},
	}, a.undoBulkEdit)
}

type startBulkEditInput struct {
	Body struct {
		ProductIDs []string         `json:"productIds,omitempty" minItems:"1" maxItems:"1000" schema:"Id" doc:"Each once. One of productIds and filter is required."`
		Filter     *bulkFilterInput `json:"filter,omitempty" doc:"As in the list of products; {} is all."`
		Action     bulkActionInput  `json:"action"`
	}
}

// Check rejects products that are named twice, in two ways or not at all, and an action whose
// fields are not those of its kind.
func (in *startBulkEditInput) Check() []fault.Field {
	found := append(in.Body.Action.check(), in.Body.Filter.check()...)
	switch ids := in.Body.ProductIDs; {
	case in.Body.Filter == nil && ids == nil:
		return append(found, fault.Field{Pointer: "/productIds", Code: fault.Required, Detail: "is required without filter"})
	case in.Body.Filter != nil && ids != nil:
		return append(found, fault.Field{Pointer: "/filter", Code: fault.NotAllowed, Detail: "is not for named products"})
	case len(ids) > maxBulkIDs:
		return found // the schema reports it
	}
	named := map[string]bool{}
	for i, productID := range in.Body.ProductIDs {
		pointer, key := "/productIds/"+strconv.Itoa(i), strings.ToLower(productID)
		switch {
		case !id.Valid(productID):
			found = append(found, fault.Field{Pointer: pointer, Code: fault.BadFormat, Detail: "must be the id of a product"})
		case named[key]:
			found = append(found, fault.Field{Pointer: pointer, Code: fault.NotAllowed, Detail: "is there twice"})
		}
		named[key] = true
	}
	return found
}

func (a *api) startBulkEdit(ctx context.Context, in *startBulkEditInput) (*httpapi.Reply[bulkEditView], error) {
	productIDs, found, err := a.productsOfBulk(ctx, in)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (v bulkEditView, err error) {
		e, err := startBulkEdit(ctx, tx, in.Body.Action.action(), productIDs, a.clock.Now(), found...)
		database.AfterCommit(tx, a.bulk.wake.Send)
		return viewBulkEdit(e, nil), err
	})
}

// productsOfBulk are the ids of the products that the request is about, and what is wrong with its
// filter.
func (a *api) productsOfBulk(ctx context.Context, in *startBulkEditInput) ([]string, []fault.Field, error) {
	if in.Body.Filter == nil {
		return convert.All(in.Body.ProductIDs, strings.ToLower), nil, nil
	}
	db := a.db.WithContext(ctx)
	tree, _, err := a.reader.taxonomies.current(db)
	if err != nil {
		return nil, nil, err
	}
	if found := in.Body.Filter.checkAttributes(tree.definitions); len(found) > 0 {
		return nil, found, nil
	}
	f, ok, err := in.Body.Filter.query().filter(tree, a.reader.settings.Current().LowStock)
	if err != nil {
		return nil, nil, err
	}
	var ids []string
	if ok {
		if ids, err = bulkProducts(db, f, maxBulkFound+1); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case len(ids) == 0:
		return nil, []fault.Field{{Pointer: "/filter", Code: fault.NotAllowed, Detail: "matches no product"}}, nil
	case len(ids) > maxBulkFound:
		return nil, []fault.Field{{Pointer: "/filter", Code: fault.NotAllowed,
			Detail: "matches more than 10000 products"}}, nil
	case f.q != "" && len(ids) == search.MaxFound: // it finds no more, however many match
		return nil, []fault.Field{{Pointer: "/filter", Code: fault.NotAllowed,
			Detail: "matches 5000 products or more, and with q it must match fewer"}}, nil
	}
	return ids, nil, nil
}

func (a *api) undoBulkEdit(ctx context.Context, in *bulkEditInput) (*httpapi.Reply[bulkEditView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (bulkEditView, error) {
		e, err := undoBulkEdit(ctx, tx, in.ID, a.clock.Now())
		database.AfterCommit(tx, a.bulk.wake.Send)
		return viewBulkEdit(e, nil), err
	})
}

type listBulkEditsInput struct{ httpapi.Page }

func (a *api) listBulkEdits(
	ctx context.Context, in *listBulkEditsInput,
) (*httpapi.Reply[httpapi.List[bulkEditView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := httpapi.FindPage[bulkEdit](db, in.Page, "id DESC")
	if err != nil {
		return nil, err
	}
	undos, err := undosOf(db, convert.All(found, func(e bulkEdit) string { return e.ID }))
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(e bulkEdit) bulkEditView { return viewBulkEdit(e, undos) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

type bulkEditInput struct{ httpapi.PathID }

func (a *api) getBulkEdit(ctx context.Context, in *bulkEditInput) (*httpapi.Reply[bulkEditView], error) {
	db := a.db.WithContext(ctx)
	e, err := database.ByID[bulkEdit](db, in.ID)
	if err != nil {
		return nil, err
	}
	undos, err := undosOf(db, []string{e.ID})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewBulkEdit(e, undos))
}

type listBulkEditResultsInput struct {
	httpapi.PathID
	httpapi.Page
	State bulkState `query:"state" doc:"Only the products of which this became."`
}

func (a *api) listBulkEditResults(
	ctx context.Context, in *listBulkEditResultsInput,
) (*httpapi.Reply[httpapi.List[bulkResultView]], error) {
	db := a.db.WithContext(ctx)
	e, err := database.ByID[bulkEdit](db, in.ID)
	if err != nil {
		return nil, err
	}
	found, total, err := pageOfBulkResults(db, e.ID, in.State, in.Page)
	if err != nil {
		return nil, err
	}
	names, err := productNames(db, convert.All(found, func(r bulkResult) string { return r.ProductID }))
	if err != nil {
		return nil, err
	}
	views := convert.All(found, func(r bulkResult) bulkResultView { return viewBulkResult(ctx, r, names) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}
