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
		ID: "createBrand", Method: http.MethodPost, Path: "/v1/brands", Tag: tagAdmin, Status: http.StatusCreated,
		Summary: "Add a brand",
		Detail:  "Products name it in `brandId`.",
		Errors:  []string{fault.SlugTaken},
	}, a.createBrand)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "listBrands", Method: http.MethodGet, Path: "/v1/brands", Tag: tagCatalog, Cached: true, Summary: "List brands by name",
		Detail: "For menus and filters of the product list.",
	}, a.listBrands)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getBrand", Method: http.MethodGet, Path: "/v1/brands/{id}", Tag: tagCatalog, Cached: true, Summary: "Read a brand",
		Detail: "A former slug is 404.",
	}, a.getBrand)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateBrand", Method: http.MethodPatch, Path: "/v1/brands/{id}", Tag: tagAdmin,
		Summary: "Change a brand",
		Detail:  "Absent fields stay, `null` clears. Products change at once; the former slug is 404.",
		Errors:  []string{fault.SlugTaken},
	}, a.editBrand)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteBrand", Method: http.MethodDelete, Path: "/v1/brands/{id}", Tag: tagAdmin,
		Summary: "Delete a brand that has no products",
		Detail:  "Give its products, archived ones too, another brand first.",
		Errors:  []string{fault.InUse},
	}, a.deleteBrand)
}

func (a *api) createBrand(ctx context.Context, in *createBrandInput) (*httpapi.Reply[brandView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (brandView, error) {
		b := in.Body
		made, err := createBrand(ctx, tx, newBrand(string(b.Name), b.Slug, (*string)(b.LogoURL), a.clock.Now()))
		return viewOfBrand(made), err
	})
}

func (a *api) listBrands(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[brandView]], error) {
	found, total, err := httpapi.Find[brand](a.db.WithContext(ctx), *in, "name_key, id")
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, httpapi.Listed(listOf(found, viewOfBrand), total, *in))
}

func (a *api) getBrand(ctx context.Context, in *brandInput) (*httpapi.Reply[brandView], error) {
	found, err := findNamed[brand](a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.Cached(ctx, viewOfBrand(found))
}

func (a *api) editBrand(ctx context.Context, in *editBrandInput) (*httpapi.Reply[brandView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (brandView, error) {
		edited, err := editBrand(ctx, tx, in.ID, in.apply, a.clock.Now())
		return viewOfBrand(edited), err
	})
}

func (a *api) deleteBrand(ctx context.Context, in *brandIDInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteBrand(ctx, tx, in.ID)
	})
}
