package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) categoryRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "listCategories", Method: http.MethodGet, Path: "/v1/categories", Tag: tagCatalog, Cached: true,
		Summary: "List categories by name",
		Detail:  "A tree: `parentId` is `null` for a root.",
	}, a.listCategories)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createCategory", Method: http.MethodPost, Path: "/v1/categories", Tag: tagAdmin, Status: http.StatusCreated,
		Summary: "Add a category",
		Detail:  "Products name it in `categoryIds`.",
		Errors:  []string{fault.SlugTaken},
	}, a.createCategory)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getCategory", Method: http.MethodGet, Path: "/v1/categories/{id}", Tag: tagCatalog, Cached: true, Summary: "Read a category",
		Detail: "A former slug is 404.",
	}, a.getCategory)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateCategory", Method: http.MethodPatch, Path: "/v1/categories/{id}", Tag: tagAdmin,
		Summary: "Change or move a category",
		Detail:  "Absent fields stay. What is below it moves with it; it can't be moved below itself.",
		Errors:  []string{fault.SlugTaken},
	}, a.editCategory)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteCategory", Method: http.MethodDelete, Path: "/v1/categories/{id}", Tag: tagAdmin,
		Summary: "Delete a category that holds neither products nor categories",
		Detail:  "Move them first.",
		Errors:  []string{fault.InUse},
	}, a.deleteCategory)
}

func (a *api) listCategories(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[categoryView]], error) {
	found, total, err := httpapi.Find[category](a.db.WithContext(ctx), *in, "name_key, id")
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, httpapi.Listed(listOf(found, viewOfCategory), total, *in))
}

func (a *api) createCategory(ctx context.Context, in *createCategoryInput) (*httpapi.Reply[categoryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (categoryView, error) {
		b := in.Body
		made, err := createCategory(ctx, tx, newCategory(string(b.Name), b.Slug, b.ParentID, a.clock.Now()))
		return viewOfCategory(made), err
	})
}

func (a *api) getCategory(ctx context.Context, in *categoryInput) (*httpapi.Reply[categoryView], error) {
	found, err := findNamed[category](a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, viewOfCategory(found))
}

func (a *api) editCategory(ctx context.Context, in *editCategoryInput) (*httpapi.Reply[categoryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (categoryView, error) {
		edited, err := editCategory(ctx, tx, in.ID, in.apply, a.clock.Now())
		return viewOfCategory(edited), err
	})
}

func (a *api) deleteCategory(ctx context.Context, in *categoryIDInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteCategory(ctx, tx, in.ID)
	})
}
