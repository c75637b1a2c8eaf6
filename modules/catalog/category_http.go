package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
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
		ID: "createCategory", Scope: "products:write", Method: http.MethodPost, Path: "/v1/categories", Tag: tagAdmin,
		Status: http.StatusCreated, Summary: "Add a category",
		Detail: "Products name it in `categoryIds`.",
		Errors: []fault.Code{codeSlugTaken},
	}, a.createCategory)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getCategory", Method: http.MethodGet, Path: "/v1/categories/{id}", Tag: tagCatalog, Cached: true,
		Summary: "Read a category", Detail: "A former slug is 404.",
	}, a.getCategory)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateCategory", Scope: "products:write", Method: http.MethodPatch, Path: "/v1/categories/{id}", Tag: tagAdmin,
		Summary: "Change or move a category",
		Detail:  "Absent fields stay. What is below it moves with it; it can't be moved below itself.",
		Errors:  []fault.Code{codeSlugTaken},
	}, a.editCategory)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteCategory", Scope: "products:write", Method: http.MethodDelete, Path: "/v1/categories/{id}", Tag: tagAdmin,
		Summary: "Delete a category that holds neither products nor categories",
		Detail:  "Move them first.",
		Errors:  []fault.Code{fault.InUse}, ProblemMembers: inUseExample,
	}, a.deleteCategory)
}

type createCategoryInput struct {
	Body struct {
		Name     httpapi.Text `json:"name" minLength:"1" maxLength:"120" example:"Espresso cups"`
		Slug     slugField    `json:"slug,omitempty" doc:"Default: made from the name." example:"espresso-cups"`
		ParentID *string      `json:"parentId,omitempty" schema:"Id" doc:"null: a root." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		MediaID  *string      `json:"mediaId,omitempty" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check rejects a slug that looks like an id.
func (in *createCategoryInput) Check() []fault.Field { return checkSlug(string(in.Body.Slug)) }

type getCategoryInput struct {
	ID string `path:"id" doc:"Id or slug." example:"espresso-cups"`
}

type deleteCategoryInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type editCategoryInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name     httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"120" nullable:"false" example:"Espresso cups"`
		Slug     httpapi.Optional[slugField]    `json:"slug" nullable:"false" example:"espresso-cups"`
		ParentID httpapi.Optional[string]       `json:"parentId" schema:"Id" doc:"null: a root." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		MediaID  httpapi.Optional[string]       `json:"mediaId" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

// Check rejects a slug that looks like an id.
func (in *editCategoryInput) Check() []fault.Field { return checkSlug(string(in.Body.Slug.Value)) }

func (in *editCategoryInput) apply(c *category) {
	if in.Body.Name.Set {
		c.rename(string(in.Body.Name.Value))
	}
	if in.Body.Slug.Set {
		c.Slug = string(in.Body.Slug.Value)
	}
	if in.Body.ParentID.Set {
		c.ParentID = in.Body.ParentID.Ptr()
	}
	if in.Body.MediaID.Set {
		c.MediaID = in.Body.MediaID.Ptr()
	}
}

// categoryView is a category as everybody sees it: admins see no more.
type categoryView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	ParentID  *string      `json:"parentId" format:"uuid" doc:"null: a root." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Name      string       `json:"name" example:"Espresso cups"`
	Slug      string       `json:"slug" example:"espresso-cups"`
	MediaID   *string      `json:"mediaId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Image     *image       `json:"image" doc:"The picture of mediaId."`
	Version   int64        `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
	CreatedAt httpapi.Time `json:"createdAt"`
	UpdatedAt httpapi.Time `json:"updatedAt"`
}

// Location is the path of the category.
func (v categoryView) Location() string { return "/v1/categories/" + v.ID }

// ResourceVersion is the version of the category.
func (v categoryView) ResourceVersion() int64 { return v.Version }

func viewCategory(c category) categoryView {
	return categoryView{c.ID, c.ParentID, c.Name, c.Slug, c.MediaID, c.shownImage(), c.Version, httpapi.TimeOf(c.CreatedAt),
		httpapi.TimeOf(c.UpdatedAt)}
}

func (a *api) listCategories(
	ctx context.Context, in *taxonomyInput,
) (*httpapi.Reply[httpapi.List[categoryView]], error) {
	var found []category
	var total int64
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		found, total, err = httpapi.FindPage[category](in.Among(r.db.WithContext(ctx), "id"), in.Page, "name_key, id")
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, httpapi.NewList(convert.All(found, viewCategory), total, in.Page))
}

func (a *api) createCategory(ctx context.Context, in *createCategoryInput) (*httpapi.Reply[categoryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (categoryView, error) {
		b := in.Body
		c := newCategory(string(b.Name), string(b.Slug), b.ParentID, a.clock.Now())
		c.MediaID = b.MediaID
		created, err := createCategory(ctx, tx, c)
		return viewCategory(created), err
	})
}

func (a *api) getCategory(ctx context.Context, in *getCategoryInput) (*httpapi.Reply[categoryView], error) {
	var found category
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		found, err = findByIDOrSlug[category](r.db.WithContext(ctx), in.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, viewCategory(found))
}

func (a *api) editCategory(ctx context.Context, in *editCategoryInput) (*httpapi.Reply[categoryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (categoryView, error) {
		edited, err := editCategory(ctx, tx, in.ID, in.IfMatch, in.apply, a.clock.Now())
		return viewCategory(edited), err
	})
}

func (a *api) deleteCategory(ctx context.Context, in *deleteCategoryInput) (*httpapi.Reply[httpapi.None], error) {
	reply, err := httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteCategory(ctx, tx, in.ID, in.IfMatch)
	})
	products, categories := usesOfCategory(in.ID)
	return reply, withUses(a.db.WithContext(ctx), err, products, categories)
}
