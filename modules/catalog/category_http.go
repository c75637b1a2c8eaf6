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
		Summary: "List categories by position, then by name",
		Detail:  "A tree: `parentId` is `null` for a root.",
		Headers: versionHeaders,
	}, a.listCategories)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createCategory", Scope: "products:write", Method: http.MethodPost, Path: "/v1/categories", Tag: tagAdmin,
		Status: http.StatusCreated, Summary: "Add a category",
		Detail: "Products name it in `categoryIds`.",
		Errors: []fault.Code{codeSlugTaken},
	}, a.createCategory)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getCategory", Method: http.MethodGet, Path: "/v1/categories/{id}", Tag: tagCatalog, Cached: true,
		Summary: "Read a category", Detail: "A former slug answers with the category, until another category takes it.",
		Headers: versionHeaders,
	}, a.getCategory)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateCategory", Scope: "products:write", Method: http.MethodPatch, Path: "/v1/categories/{id}", Tag: tagAdmin,
		Summary: "Change or move a category",
		Detail:  "Absent fields stay, `null` clears. What is below it moves with it; it can't be moved below itself.",
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
		Name        httpapi.Text  `json:"name" minLength:"1" maxLength:"120" example:"Espresso cups"`
		Slug        slugField     `json:"slug,omitempty" doc:"Default: made from the name." example:"espresso-cups"`
		ParentID    *string       `json:"parentId,omitempty" schema:"Id" doc:"null: a root." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Description *httpapi.Text `json:"description,omitempty" minLength:"1" maxLength:"5000" example:"Small cups with thick walls."`
		Position    httpapi.Int   `json:"position,omitempty" minimum:"0" maximum:"1000000" doc:"In lists, before the name. Default: 0." example:"10"`
		MediaID     *string       `json:"mediaId,omitempty" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
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
		Name        httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"120" nullable:"false" example:"Espresso cups"`
		Slug        httpapi.Optional[slugField]    `json:"slug" nullable:"false" example:"espresso-cups"`
		ParentID    httpapi.Optional[string]       `json:"parentId" schema:"Id" doc:"null: a root." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Description httpapi.Optional[httpapi.Text] `json:"description" minLength:"1" maxLength:"5000" example:"Small cups with thick walls."`
		Position    httpapi.Optional[httpapi.Int]  `json:"position" minimum:"0" maximum:"1000000" nullable:"false" doc:"In lists, before the name." example:"10"`
		MediaID     httpapi.Optional[string]       `json:"mediaId" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
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
	if in.Body.Description.Set {
		c.Description = (*string)(in.Body.Description.Ptr())
	}
	if in.Body.Position.Set {
		c.Position = int64(in.Body.Position.Value)
	}
}

// categoryNameView names a category.
type categoryNameView struct {
	ID   string `json:"id" format:"uuid" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Name string `json:"name" example:"Kitchen"`
	Slug string `json:"slug" example:"kitchen"`
}

// SchemaName is the name in the document.
func (categoryNameView) SchemaName() string { return "CategoryName" }

// productCategoryView is a category as products show it.
type productCategoryView struct {
	ID        string             `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	ParentID  *string            `json:"parentId" format:"uuid" doc:"null: a root." example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	Name      string             `json:"name" example:"Espresso cups"`
	Slug      string             `json:"slug" example:"espresso-cups"`
	Version   int64              `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
	Ancestors []categoryNameView `json:"ancestors" doc:"What is above it, the root first."`
	CreatedAt httpapi.Time       `json:"createdAt"`
	UpdatedAt httpapi.Time       `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (productCategoryView) SchemaName() string { return "ProductCategory" }

// categoryView is a category as everybody sees it: admins see no more.
type categoryView struct {
	productCategoryView
	Description  *string `json:"description" example:"Small cups with thick walls."`
	Position     int64   `json:"position" doc:"In lists, before the name." example:"10"`
	ProductCount int64   `json:"productCount" doc:"Active products, those of categories below included." example:"12"`
	MediaID      *string `json:"mediaId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Image        *image  `json:"image" doc:"The picture of mediaId."`
}

// SchemaName is the name in the document, in place of that of what it embeds.
func (categoryView) SchemaName() string { return "Category" }

// Location is the path of the category.
func (v categoryView) Location() string { return "/v1/categories/" + v.ID }

// ResourceVersion is the version of the category.
func (v categoryView) ResourceVersion() int64 { return v.Version }

// viewCategory leaves out what the tree knows: what is above the category, and how much is in it.
func viewCategory(c category) categoryView {
	return categoryView{
		productCategoryView: productCategoryView{
			ID: c.ID, ParentID: c.ParentID, Name: c.Name, Slug: c.Slug, Version: c.Version,
			Ancestors: []categoryNameView{}, CreatedAt: httpapi.TimeOf(c.CreatedAt), UpdatedAt: httpapi.TimeOf(c.UpdatedAt),
		},
		Description: c.Description, Position: c.Position, MediaID: c.MediaID, Image: c.shownImage(),
	}
}

// countedTaxonomy is the tree with the numbers of products by category, and the version of the
// catalogue.
type countedTaxonomy struct {
	*taxonomy
	counts  map[string]int64
	version string
}

func (r *catalogReader) countedCategories(ctx context.Context) (t countedTaxonomy, err error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.current(db)
	if err != nil {
		return t, err
	}
	counts, err := r.countCategories(db, state)
	return countedTaxonomy{tree, counts, r.version(state)}, err
}

// categoryCounts is the key of what countCategories returns.
const categoryCounts = "categories"

// countCategories returns the numbers of products by category.
func (r *catalogReader) countCategories(db *gorm.DB, state catalogState) (map[string]int64, error) {
	return getOrCompute(&r.counts, state.Version, categoryCounts, func() (map[string]int64, error) {
		return countByCategory(db)
	})
}

func (v categoryView) withCount(n int64) categoryView {
	v.ProductCount = n
	return v
}

func (a *api) listCategories(
	ctx context.Context, in *taxonomyInput,
) (*httpapi.Reply[httpapi.List[categoryView]], error) {
	var tree countedTaxonomy
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		tree, err = r.countedCategories(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	page := pageOf(tree.categoriesInOrder, in, func(v categoryView) string { return v.ID })
	page.Data = convert.All(page.Data, func(v categoryView) categoryView { return v.withCount(tree.counts[v.ID]) })
	return cachedReply(ctx, page, tree.version)
}

func (a *api) createCategory(ctx context.Context, in *createCategoryInput) (*httpapi.Reply[categoryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (categoryView, error) {
		b := in.Body
		created, err := createCategory(ctx, tx, newCategory(category{
			Name: string(b.Name), Slug: string(b.Slug), ParentID: b.ParentID, Description: (*string)(b.Description),
			Position: int64(b.Position), MediaID: b.MediaID,
		}, a.clock.Now()))
		if err != nil {
			return categoryView{}, err
		}
		return a.savedCategory(tx, created.ID)
	})
}

func (a *api) getCategory(ctx context.Context, in *getCategoryInput) (*httpapi.Reply[categoryView], error) {
	var (
		found   categoryView
		version string
	)
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) error {
		tree, err := r.countedCategories(ctx)
		if err != nil {
			return err
		}
		found, err = tree.categoryByIDOrSlug(in.ID)
		found, version = found.withCount(tree.counts[found.ID]), tree.version
		return err
	})
	if err != nil {
		return nil, err
	}
	return cachedReply(ctx, found, version)
}

// savedCategory is a category that the transaction has saved. It does not keep the tree: the
// transaction may still fail.
func (a *api) savedCategory(tx *gorm.DB, categoryID string) (categoryView, error) {
	tree, err := loadTaxonomy(tx)
	if err != nil {
		return categoryView{}, err
	}
	n, err := countInCategory(tx, categoryID)
	return tree.categories[categoryID].withCount(n), err
}

func (a *api) editCategory(ctx context.Context, in *editCategoryInput) (*httpapi.Reply[categoryView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (categoryView, error) {
		edited, err := editCategory(ctx, tx, in.ID, in.IfMatch, in.apply, a.clock.Now())
		if err != nil {
			return categoryView{}, err
		}
		return a.savedCategory(tx, edited.ID)
	})
}

func (a *api) deleteCategory(ctx context.Context, in *deleteCategoryInput) (*httpapi.Reply[httpapi.None], error) {
	reply, err := httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteCategory(ctx, tx, in.ID, in.IfMatch)
	})
	products, categories := usesOfCategory(in.ID)
	return reply, withUses(a.db.WithContext(ctx), err, products, categories)
}
