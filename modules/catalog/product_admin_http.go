package catalog

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/metadata"
	"orderd/platform/preview"
)

func (a *api) adminProductRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createProduct", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/products", Tag: tagAdmin,
		Status: http.StatusCreated, Summary: "Add a product",
		Detail: "Only admins see a `draft`. Archived products keep their slugs. Stock begins at 0: count it at " +
			"`/v1/admin/stock/{id}`.",
		Errors: []fault.Code{codeSlugTaken, codeSKUTaken},
	}, a.createProduct)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listProductsAsAdmin", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/products", Tag: tagAdmin,
		Summary: "List products, whatever their status",
		Detail: "With all that admins entered, wholesale prices included. All filters given must match. Newest first, " +
			"unless `sort` says otherwise.",
	}, a.listAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getProductAsAdmin", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/products/{id}",
		Tag: tagAdmin, Summary: "Read a product, whatever its status",
		Detail: "With all that admins entered, wholesale prices included.",
	}, a.getAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "previewProduct", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/products/{id}/preview",
		Tag: tagAdmin, Status: http.StatusCreated, Secret: true, Summary: "Preview a product that is not active",
		Detail: "For 30 minutes whoever has the `token` may read it: `GET /v1/products/{id}?preview=`, and the shop's page " +
			"at `url`. It is shown as it is then. At most 500 are kept, the newest ones.",
	}, a.previewProduct)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateProduct", Scope: "products:write", Method: http.MethodPatch, Path: "/v1/admin/products/{id}",
		Tag: tagAdmin, Summary: "Change a product",
		Detail: "Absent fields stay, `null` clears; a list, or `metadata`, is replaced as a whole. Variants that " +
			"`variants` leaves out are no longer sold. Open carts change at once, orders never.",
		Errors: []fault.Code{codeSlugTaken, codeSKUTaken},
	}, a.editProduct)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "archiveProduct", Scope: "products:write", Method: http.MethodDelete, Path: "/v1/admin/products/{id}",
		Tag: tagAdmin, Summary: "Archive a product",
		Detail: "It is no longer sold; carts that hold it have the issue `unavailable`. Slug and SKUs stay taken; an " +
			"update of `status` brings it back.",
	}, a.archiveProduct)
}

type listAsAdminInput struct {
	httpapi.Page
	httpapi.ByIDs
	Q         string                    `query:"q" maxLength:"200" doc:"Words of which each is part of the name, of a SKU, of a barcode, of a tag, of the mpn or of the slug; without regard to case, accents and small typing errors. At most the 5 000 newest matches are found."`
	Status    productStatus             `query:"status"`
	Brand     httpapi.ListParam[string] `query:"brand" maxLength:"140" doc:"Ids or slugs; any of them." example:"[\"moka-sohne\"]"`
	Category  httpapi.ListParam[string] `query:"category" maxLength:"140" doc:"Ids or slugs; any of them, categories below included." example:"[\"espresso-cups\"]"`
	Tag       httpapi.ListParam[string] `query:"tag" maxLength:"60" doc:"Any of them, in any case." example:"[\"porcelain\"]"`
	TaxClass  taxClass                  `query:"taxClass"`
	Attribute httpapi.NamedLists        `query:"attr" doc:"As in listProducts, and of attributes that are not shown too."`
	Metadata  httpapi.NamedLists        `query:"meta" doc:"By metadata: meta.erp.id=4711,4712 has one of these values, or a variant has."`
	Stock     productStockFilter        `query:"stock" doc:"out: no variant is available; low: a variant has no more than ordering.low_stock."`
	Sort      adminSort                 `query:"sort" default:"-createdAt" doc:"Products without a price come last by price."`
}

type productIDInput struct{ httpapi.PathID }

type archiveProductInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

// adminProductView is a product as admins see it: with what only they see.
type adminProductView struct {
	productView
	TaxClass    taxClass           `json:"taxClass" example:"standard"`
	BrandID     *string            `json:"brandId" format:"uuid" example:"0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"`
	CategoryIDs []string           `json:"categoryIds" format:"uuid"`
	Variants    []adminVariantView `json:"variants"`
	Metadata    metadata.Object    `json:"metadata"`
	Version     int64              `json:"version" doc:"Rises with every change that an admin makes; between quotes it is good for If-Match." example:"7"`
}

type adminVariantView struct {
	variantView
	WeightGrams *int64          `json:"weightGrams" example:"310"`
	Metadata    metadata.Object `json:"metadata"`
}

// ResourceVersion is the version of the product.
func (v adminProductView) ResourceVersion() int64 { return v.Version }

// Location is the path of the product for admins.
func (v adminProductView) Location() string { return "/v1/admin/products/" + v.ID }

func (w productViewer) viewForAdmin(p product) adminProductView {
	return adminProductView{
		productView: w.view(p), TaxClass: p.TaxClass, BrandID: p.BrandID, CategoryIDs: p.CategoryIDs,
		Variants: convert.All(p.onSale(), func(v variant) adminVariantView {
			view := adminVariantView{
				variantView: w.viewVariant(v, p.TaxClass), WeightGrams: v.WeightGrams, Metadata: v.Metadata,
			}
			view.CompareAtPrice = v.CompareAtPrice // as it was typed
			return view
		}),
		Metadata: p.Metadata, Version: p.Version,
	}
}

func (a *api) createProduct(ctx context.Context, in *createProductInput) (*httpapi.Reply[adminProductView], error) {
	return a.commitProduct(ctx, http.StatusCreated, func(tx *gorm.DB) (product, error) {
		rules := a.reader.settings.Current().productRules()
		return createProduct(ctx, tx, in.spec(), rules, a.clock.Now(), in.CheckLate()...)
	})
}

func (a *api) editProduct(ctx context.Context, in *editProductInput) (*httpapi.Reply[adminProductView], error) {
	return a.commitProduct(ctx, http.StatusOK, func(tx *gorm.DB) (product, error) {
		rules := a.reader.settings.Current().productRules()
		return editProduct(ctx, tx, in.ID, in.IfMatch, in.apply, rules, a.clock.Now(), in.CheckLate()...)
	})
}

// commitProduct runs a use case and answers with the product that it returns.
func (a *api) commitProduct(
	ctx context.Context, status int, save func(tx *gorm.DB) (product, error),
) (*httpapi.Reply[adminProductView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (adminProductView, error) {
		p, err := save(tx)
		if err != nil {
			return adminProductView{}, err
		}
		tree, err := a.reader.taxonomies.within(tx)
		if err != nil {
			return adminProductView{}, err
		}
		return a.reader.viewerForAdmins(ctx, tree).viewForAdmin(p), nil
	})
}

func (a *api) listAsAdmin(
	ctx context.Context, in *listAsAdminInput,
) (*httpapi.Reply[httpapi.List[adminProductView]], error) {
	found, total, tree, err := a.reader.listForAdmin(ctx, in)
	if err != nil {
		return nil, err
	}
	views := convert.All(found, a.reader.viewerForAdmins(ctx, tree).viewForAdmin)
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) getAsAdmin(ctx context.Context, in *productIDInput) (*httpapi.Reply[adminProductView], error) {
	p, err := loadProduct(a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	tree, _, err := a.reader.taxonomies.current(a.db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(a.reader.viewerForAdmins(ctx, tree).viewForAdmin(p))
}

// productPreviewView is where a preview can be looked at.
type productPreviewView struct {
	Token     string       `json:"token" example:"PQ5ZK3VJ7YFXWAGNB2R4CTD6HM"`
	URL       *string      `json:"url" doc:"Of the product's page; null: the service has no pages." example:"https://shop.example/draft/PQ5ZK3VJ7YFXWAGNB2R4CTD6HM/p/espresso-cup"`
	ExpiresAt httpapi.Time `json:"expiresAt"`
}

// SchemaName is the name in the document.
func (productPreviewView) SchemaName() string { return "ProductPreview" }

func (a *api) previewProduct(ctx context.Context, in *productIDInput) (*httpapi.Reply[productPreviewView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (v productPreviewView, err error) {
		now := a.clock.Now()
		token, p, err := makePreview(tx, in.ID, now)
		if err != nil {
			return v, err
		}
		v = productPreviewView{Token: token, ExpiresAt: httpapi.TimeOf(now.Add(preview.Life))}
		if a.pagesURL != "" {
			v.URL = new(a.pagesURL + "/draft/" + token + "/p/" + p.Slug)
		}
		return v, nil
	})
}

func (a *api) archiveProduct(ctx context.Context, in *archiveProductInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, archiveProduct(ctx, tx, in.ID, in.IfMatch, a.clock.Now())
	})
}
