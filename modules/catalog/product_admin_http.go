package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) adminProductRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createProduct", Method: http.MethodPost, Path: "/v1/admin/products", Tag: tagAdmin, Status: http.StatusCreated,
		Summary: "Add a product",
		Detail: "Only admins see a `draft`. Archived products keep their slugs. Stock begins at 0: count it at " +
			"`/v1/admin/stock/{id}`.",
		Errors: []string{fault.SlugTaken, fault.SKUTaken},
	}, a.createProduct)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listProductsAsAdmin", Method: http.MethodGet, Path: "/v1/admin/products", Tag: tagAdmin,
		Summary: "List products, whatever their status, newest first",
		Detail:  "With all that admins entered, wholesale prices included.",
	}, a.listAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getProductAsAdmin", Method: http.MethodGet, Path: "/v1/admin/products/{id}", Tag: tagAdmin,
		Summary: "Read a product, whatever its status",
		Detail:  "With all that admins entered, wholesale prices included.",
	}, a.getAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateProduct", Method: http.MethodPatch, Path: "/v1/admin/products/{id}", Tag: tagAdmin,
		Summary: "Change a product",
		Detail: "Absent fields stay, `null` clears. Variants that `variants` leaves out are no longer sold. Open carts change at " +
			"once, orders never.",
		Errors: []string{fault.SlugTaken, fault.SKUTaken},
	}, a.editProduct)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "archiveProduct", Method: http.MethodDelete, Path: "/v1/admin/products/{id}", Tag: tagAdmin,
		Summary: "Archive a product",
		Detail: "It is no longer sold; carts that hold it have the issue `unavailable`. Slug and SKUs stay taken; an update of " +
			"`status` brings it back.",
	}, a.archiveProduct)
}

func (a *api) createProduct(ctx context.Context, in *createProductInput) (*httpapi.Reply[adminProductView], error) {
	return a.saved(ctx, http.StatusCreated, func(tx *gorm.DB) (stored, error) {
		return createProduct(ctx, tx, in.content(), a.clock.Now())
	})
}

func (a *api) editProduct(ctx context.Context, in *editProductInput) (*httpapi.Reply[adminProductView], error) {
	return a.saved(ctx, http.StatusOK, func(tx *gorm.DB) (stored, error) {
		return editProduct(ctx, tx, in.ID, in.apply, a.clock.Now())
	})
}

// saved answers with the product that save has made or changed.
func (a *api) saved(ctx context.Context, status int, save func(tx *gorm.DB) (stored, error)) (*httpapi.Reply[adminProductView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (adminProductView, error) {
		s, err := save(tx)
		if err != nil {
			return adminProductView{}, err
		}
		t, _, err := a.reader.taxonomies.now(tx)
		if err != nil {
			return adminProductView{}, err
		}
		return s.adminViewOf(t), nil
	})
}

func (a *api) listAsAdmin(ctx context.Context, in *listAsAdminInput) (*httpapi.Reply[httpapi.List[adminProductView]], error) {
	found, total, tree, err := a.reader.listAll(ctx, in.Q, in.Status, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.Listed(listOf(found, func(s stored) adminProductView { return s.adminViewOf(tree) }), total, in.Page))
}

func (a *api) getAsAdmin(ctx context.Context, in *productIDInput) (*httpapi.Reply[adminProductView], error) {
	s, err := load(a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	t, _, err := a.reader.taxonomies.now(a.db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(s.adminViewOf(t))
}

func (a *api) archiveProduct(ctx context.Context, in *productIDInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, archiveProduct(ctx, tx, in.ID, a.clock.Now())
	})
}
