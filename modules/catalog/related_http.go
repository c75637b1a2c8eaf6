package catalog

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

func (a *api) relatedRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "listRelatedProducts", Method: http.MethodGet, Path: "/v1/products/{id}/related", Tag: tagCatalog, Cached: true,
		Summary: "List what goes with a product",
		Detail: "Active products, at most 20 of a list. `boughtTogether` are those that at least 3 orders of the last 90 " +
			"days have with it, most orders first, a minute late. `GET /v1/products/{id}?include=related` has the same.",
		Headers: versionHeaders,
	}, a.listRelated)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getRelatedAsAdmin", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/products/{id}/related",
		Tag: tagAdmin, Summary: "Read the lists beside a product that admins make",
		Detail: "With drafts and archived products, which the shop leaves out.",
	}, a.getRelatedAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "replaceRelatedProducts", Scope: "products:write", Method: http.MethodPut,
		Path: "/v1/admin/products/{id}/related", Tag: tagAdmin, Summary: "Replace the lists beside a product",
		Detail: "Each whole, in its order. A product is in one of the lists, once, and never beside itself.",
	}, a.replaceRelated)
}

// relatedView are the lists beside a product.
type relatedView struct {
	Accessories    []productCardView `json:"accessories" doc:"What goes with it."`
	Similar        []productCardView `json:"similar" doc:"What serves in its place."`
	Replaces       []productCardView `json:"replaces" doc:"What it takes the place of."`
	BoughtTogether []productCardView `json:"boughtTogether" doc:"What is ordered with it."`
}

// SchemaName is the name in the OpenAPI document.
func (relatedView) SchemaName() string { return "RelatedProducts" }

type relatedInput struct {
	ID string `path:"id" doc:"Id or slug." example:"espresso-cup"`
}

// related returns the lists beside the active product, as the caller may see them, or Missing.
func (r *catalogReader) related(ctx context.Context, idOrSlug string) (v encoded[relatedView], err error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return v, err
	}
	viewer := r.viewerFor(ctx, tree, state)
	key := fmt.Sprint("related|", idOrSlug, "|", viewer.cacheKey())
	return getOrCompute(&r.pages, state.Revision, key, func() (v encoded[relatedView], err error) {
		p, err := loadActive(db, idOrSlug)
		if err != nil {
			return v, err
		}
		lists, err := r.relatedTo(db, p, viewer)
		if err != nil {
			return v, err
		}
		return encode(*lists, r.version(state.catalogState), "")
	})
}

// relatedTo are the lists beside a product.
func (r *catalogReader) relatedTo(db *gorm.DB, p product, viewer productViewer) (*relatedView, error) {
	lists, err := loadRelated(db, p.ID)
	if err != nil {
		return nil, err
	}
	var all []product
	for _, list := range lists {
		all = append(all, list...)
	}
	if viewer, err = r.covering(db, viewer, all); err != nil {
		return nil, err
	}
	return &relatedView{
		Accessories:    convert.All(lists[relationAccessories], viewer.card),
		Similar:        convert.All(lists[relationSimilar], viewer.card),
		Replaces:       convert.All(lists[relationReplaces], viewer.card),
		BoughtTogether: convert.All(lists[relationTogether], viewer.card),
	}, nil
}

func (a *api) listRelated(ctx context.Context, in *relatedInput) (*httpapi.Reply[relatedView], error) {
	var found encoded[relatedView]
	err := a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) (err error) {
		found, err = r.related(ctx, in.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found.reply(ctx)
}

// adminRelatedView are the lists beside a product that admins make.
type adminRelatedView struct {
	Accessories []collectionProductView `json:"accessories" doc:"What goes with it."`
	Similar     []collectionProductView `json:"similar" doc:"What serves in its place."`
	Replaces    []collectionProductView `json:"replaces" doc:"What it takes the place of."`
	Version     int64                   `json:"version" doc:"That of the product; between quotes it is good for If-Match." example:"7"`
}

// SchemaName is the name in the OpenAPI document.
func (adminRelatedView) SchemaName() string { return "AdminRelatedProducts" }

// ResourceVersion is the version of the product.
func (v adminRelatedView) ResourceVersion() int64 { return v.Version }

func viewRelatedForAdmin(db *gorm.DB, p product) (v adminRelatedView, err error) {
	lists, err := loadRelatedLists(db, p.ID)
	if err != nil {
		return v, err
	}
	found, err := loadNamed(db, lists.all())
	if err != nil {
		return v, err
	}
	byID := map[string]collectionProductView{}
	for _, named := range found {
		byID[named.ID] = viewNamed(named)
	}
	list := func(kind relation) []collectionProductView {
		return convert.All(lists[kind], func(relatedID string) collectionProductView { return byID[relatedID] })
	}
	return adminRelatedView{
		Accessories: list(relationAccessories), Similar: list(relationSimilar), Replaces: list(relationReplaces),
		Version: p.Version,
	}, nil
}

func (a *api) getRelatedAsAdmin(ctx context.Context, in *productIDInput) (*httpapi.Reply[adminRelatedView], error) {
	db := a.db.WithContext(ctx)
	p, err := database.ByID[product](db, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := viewRelatedForAdmin(db, p)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v)
}

type replaceRelatedInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Accessories []string `json:"accessories" maxItems:"20" schema:"Id" doc:"What goes with it."`
		Similar     []string `json:"similar" maxItems:"20" schema:"Id" doc:"What serves in its place."`
		Replaces    []string `json:"replaces" maxItems:"20" schema:"Id" doc:"What it takes the place of."`
	}
}

func (in *replaceRelatedInput) lists() relatedLists {
	lower := func(ids []string) []string { return convert.All(ids, strings.ToLower) }
	return relatedLists{
		relationAccessories: lower(in.Body.Accessories), relationSimilar: lower(in.Body.Similar),
		relationReplaces: lower(in.Body.Replaces),
	}
}

func (a *api) replaceRelated(
	ctx context.Context, in *replaceRelatedInput,
) (*httpapi.Reply[adminRelatedView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (adminRelatedView, error) {
		p, err := replaceRelated(ctx, tx, in.ID, in.IfMatch, in.lists(), a.clock.Now())
		if err != nil {
			return adminRelatedView{}, err
		}
		return viewRelatedForAdmin(tx, p)
	})
}
