package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) brandRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createBrand", Scope: "products:write", Method: http.MethodPost, Path: "/v1/brands", Tag: tagAdmin,
		Status: http.StatusCreated, Summary: "Add a brand",
		Detail: "Products name it in `brandId`.",
		Errors: []fault.Code{codeSlugTaken},
	}, a.createBrand)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "listBrands", Method: http.MethodGet, Path: "/v1/brands", Tag: tagCatalog, Cached: true,
		Summary: "List brands by name", Detail: "For menus and filters of the product list.",
		Headers: versionHeaders,
	}, a.listBrands)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getBrand", Method: http.MethodGet, Path: "/v1/brands/{id}", Tag: tagCatalog, Cached: true,
		Summary: "Read a brand", Detail: "A former slug answers with the brand, until another brand takes it.",
		Headers: versionHeaders,
	}, a.getBrand)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateBrand", Scope: "products:write", Method: http.MethodPatch, Path: "/v1/brands/{id}", Tag: tagAdmin,
		Summary: "Change a brand",
		Detail:  "Absent fields stay, `null` clears. Products change at once; the former slug still names the brand.",
		Errors:  []fault.Code{codeSlugTaken},
	}, a.editBrand)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteBrand", Scope: "products:write", Method: http.MethodDelete, Path: "/v1/brands/{id}", Tag: tagAdmin,
		Summary: "Delete a brand that has no products",
		Detail:  "Give its products, archived ones too, another brand first.",
		Errors:  []fault.Code{fault.InUse}, ProblemMembers: inUseExample,
	}, a.deleteBrand)
}

type createBrandInput struct {
	Body struct {
		Name    httpapi.Text  `json:"name" minLength:"1" maxLength:"120" example:"Moka & Söhne"`
		Slug    slugField     `json:"slug,omitempty" doc:"Default: made from the name." example:"moka-sohne"`
		LogoURL *httpapi.Text `json:"logoUrl,omitempty" maxLength:"2048" format:"uri" doc:"An https URL, or that of an uploaded picture, which stays as long as the brand shows it. The service never fetches it." example:"https://cdn.example.com/moka.png"`
	}
}

// Check rejects a slug that looks like an id, and a logo that is no picture's address.
func (in *createBrandInput) Check() []fault.Field {
	return append(checkSlug(string(in.Body.Slug)), checkLogo((*string)(in.Body.LogoURL))...)
}

// taxonomyInput is the query of the list of brands, and of that of categories.
type taxonomyInput struct {
	httpapi.Page
	httpapi.ByIDs
}

type getBrandInput struct {
	ID string `path:"id" doc:"Id or slug." example:"moka-sohne"`
}

type deleteBrandInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type editBrandInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name    httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"120" nullable:"false" example:"Moka & Söhne"`
		Slug    httpapi.Optional[slugField]    `json:"slug" nullable:"false" example:"moka-sohne"`
		LogoURL httpapi.Optional[httpapi.Text] `json:"logoUrl" maxLength:"2048" format:"uri" doc:"An https URL, or that of an uploaded picture, which stays as long as the brand shows it. The service never fetches it." example:"https://cdn.example.com/moka.png"`
	}
}

// Check rejects a slug that looks like an id, and a logo that is no picture's address.
func (in *editBrandInput) Check() []fault.Field {
	found := checkSlug(string(in.Body.Slug.Value))
	if in.Body.LogoURL.Set {
		found = append(found, checkLogo((*string)(in.Body.LogoURL.Ptr()))...)
	}
	return found
}

func (in *editBrandInput) apply(b *brand) {
	if in.Body.Name.Set {
		b.rename(string(in.Body.Name.Value))
	}
	if in.Body.Slug.Set {
		b.Slug = string(in.Body.Slug.Value)
	}
	if in.Body.LogoURL.Set {
		b.LogoURL = (*string)(in.Body.LogoURL.Ptr())
	}
}

// brandView is a brand as everybody sees it: admins see no more.
type brandView struct {
	ID        string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name      string       `json:"name" example:"Moka & Söhne"`
	Slug      string       `json:"slug" example:"moka-sohne"`
	LogoURL   *string      `json:"logoUrl" example:"https://cdn.example.com/moka.png"`
	Logo      *image       `json:"logo" doc:"The picture at logoUrl."`
	Version   int64        `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
	CreatedAt httpapi.Time `json:"createdAt"`
	UpdatedAt httpapi.Time `json:"updatedAt"`
}

// Location is the path of the brand.
func (v brandView) Location() string { return "/v1/brands/" + v.ID }

// ResourceVersion is the version of the brand.
func (v brandView) ResourceVersion() int64 { return v.Version }

func viewBrand(b brand) brandView {
	return brandView{b.ID, b.Name, b.Slug, b.LogoURL, b.logo(), b.Version,
		httpapi.TimeOf(b.CreatedAt), httpapi.TimeOf(b.UpdatedAt)}
}

func (a *api) createBrand(ctx context.Context, in *createBrandInput) (*httpapi.Reply[brandView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (brandView, error) {
		b := in.Body
		created, err := createBrand(ctx, tx, newBrand(string(b.Name), string(b.Slug), (*string)(b.LogoURL), a.clock.Now()))
		return viewBrand(created), err
	})
}

func (a *api) listBrands(ctx context.Context, in *taxonomyInput) (*httpapi.Reply[httpapi.List[brandView]], error) {
	tree, version, err := a.readers.taxonomy(ctx)
	if err != nil {
		return nil, err
	}
	return cachedReply(ctx, pageOf(tree.brandsInOrder, in, func(v brandView) string { return v.ID }), version)
}

func (a *api) getBrand(ctx context.Context, in *getBrandInput) (*httpapi.Reply[brandView], error) {
	tree, version, err := a.readers.taxonomy(ctx)
	if err != nil {
		return nil, err
	}
	found, err := tree.brandByIDOrSlug(in.ID)
	if err != nil {
		return nil, err
	}
	return cachedReply(ctx, found, version)
}

func (a *api) editBrand(ctx context.Context, in *editBrandInput) (*httpapi.Reply[brandView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (brandView, error) {
		edited, err := editBrand(ctx, tx, in.ID, in.IfMatch, in.apply, a.clock.Now())
		return viewBrand(edited), err
	})
}

func (a *api) deleteBrand(ctx context.Context, in *deleteBrandInput) (*httpapi.Reply[httpapi.None], error) {
	reply, err := httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteBrand(ctx, tx, in.ID, in.IfMatch)
	})
	products, categories := usesOfBrand(in.ID)
	return reply, withUses(a.db.WithContext(ctx), err, products, categories)
}
