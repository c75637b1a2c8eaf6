package catalog

import (
	"context"
	"net/http"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) adminCollectionRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listCollectionsAsAdmin", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/collections",
		Tag: tagAdmin, Summary: "List collections by position, then by name, published or not",
		Detail: "Without their products.",
	}, a.listCollectionsAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "createCollection", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/collections",
		Tag: tagAdmin, Status: http.StatusCreated, Summary: "Add a collection",
		Detail: "By hand, with `productIds` in their order, or by a `rule`, which finds the products anew with every read. " +
			"A rule can't name a collection.",
		Errors: []fault.Code{codeSlugTaken},
	}, a.createCollection)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getCollectionAsAdmin", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/collections/{id}",
		Tag: tagAdmin, Summary: "Read a collection, published or not, with the products that were picked",
		Detail: "Those of a rule: `GET /v1/products?collection=`.",
	}, a.getCollectionAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "updateCollection", Scope: "products:write", Method: http.MethodPatch, Path: "/v1/admin/collections/{id}",
		Tag: tagAdmin, Summary: "Change a collection",
		Detail: "Absent fields stay, `null` clears. `productIds` and `rule` are replaced whole. A rule takes the picked " +
			"products out; without it an admin picks them.",
		Errors: []fault.Code{codeSlugTaken},
	}, a.editCollection)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deleteCollection", Scope: "products:write", Method: http.MethodDelete, Path: "/v1/admin/collections/{id}",
		Tag: tagAdmin, Summary: "Delete a collection",
		Detail: "Its products stay.",
	}, a.deleteCollection)
}

type createCollectionInput struct {
	Body struct {
		Name        httpapi.Text         `json:"name" minLength:"1" maxLength:"120" example:"Gifts"`
		Slug        slugField            `json:"slug,omitempty" doc:"Default: made from the name." example:"gifts"`
		Description *httpapi.Text        `json:"description,omitempty" minLength:"1" maxLength:"5000" example:"For people who have everything but good coffee."`
		Position    httpapi.Int          `json:"position,omitempty" minimum:"0" maximum:"1000000" doc:"In lists, before the name. Default: 0." example:"10"`
		MediaID     *string              `json:"mediaId,omitempty" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Published   bool                 `json:"published,omitempty" doc:"Only a published one is shown. Default: false." example:"true"`
		ProductIDs  []string             `json:"productIds,omitempty" maxItems:"500" schema:"Id" doc:"In their order; none with a rule."`
		Rule        *collectionRuleInput `json:"rule,omitempty" doc:"null: an admin picks the products."`
	}
}

// Check rejects a slug that looks like an id, and a rule and products that contradict themselves.
func (in *createCollectionInput) Check() []fault.Field {
	spec := in.spec()
	return append(append(checkSlug(string(in.Body.Slug)), in.Body.Rule.check()...), spec.checkProducts()...)
}

func (in *createCollectionInput) spec() collectionSpec {
	b := in.Body
	return collectionSpec{
		Name: string(b.Name), Slug: string(b.Slug), Description: (*string)(b.Description), Position: int64(b.Position),
		MediaID: b.MediaID, Published: b.Published, Rule: b.Rule.rule(),
		ProductIDs: convert.All(b.ProductIDs, strings.ToLower),
	}
}

type collectionIDInput struct{ httpapi.PathID }

type deleteCollectionInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type editCollectionInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name        httpapi.Optional[httpapi.Text]        `json:"name" minLength:"1" maxLength:"120" nullable:"false" example:"Gifts"`
		Slug        httpapi.Optional[slugField]           `json:"slug" nullable:"false" example:"gifts"`
		Description httpapi.Optional[httpapi.Text]        `json:"description" minLength:"1" maxLength:"5000" example:"For people who have everything but good coffee."`
		Position    httpapi.Optional[httpapi.Int]         `json:"position" minimum:"0" maximum:"1000000" nullable:"false" doc:"In lists, before the name." example:"10"`
		MediaID     httpapi.Optional[string]              `json:"mediaId" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
		Published   httpapi.Optional[bool]                `json:"published" nullable:"false" doc:"Only a published one is shown." example:"true"`
		ProductIDs  httpapi.Optional[[]string]            `json:"productIds" maxItems:"500" schema:"Id" doc:"All of them, in their order; none with a rule."`
		Rule        httpapi.Optional[collectionRuleInput] `json:"rule" doc:"null: an admin picks the products."`
	}
}

// Check rejects a slug that looks like an id, and a rule that contradicts itself.
func (in *editCollectionInput) Check() []fault.Field {
	return append(checkSlug(string(in.Body.Slug.Value)), in.Body.Rule.Ptr().check()...)
}

// apply changes the spec where the request has a field.
func (in *editCollectionInput) apply(spec *collectionSpec) {
	b := in.Body
	if b.Name.Set {
		spec.Name = string(b.Name.Value)
	}
	if b.Slug.Set {
		spec.Slug = string(b.Slug.Value)
	}
	if b.Description.Set {
		spec.Description = (*string)(b.Description.Ptr())
	}
	if b.Position.Set {
		spec.Position = int64(b.Position.Value)
	}
	if b.MediaID.Set {
		spec.MediaID = b.MediaID.Ptr()
	}
	if b.Published.Set {
		spec.Published = b.Published.Value
	}
	if b.Rule.Set {
		if spec.Rule = b.Rule.Ptr().rule(); spec.Rule != nil {
			spec.ProductIDs = nil
		}
	}
	if b.ProductIDs.Set {
		spec.ProductIDs = b.ProductIDs.Value
	}
}

// adminCollectionView is a collection as admins see it in a list.
type adminCollectionView struct {
	collectionView
	Published    bool            `json:"published" doc:"Only a published one is shown." example:"true"`
	Rule         *collectionRule `json:"rule" doc:"null: an admin picks the products."`
	ProductCount int64           `json:"productCount" doc:"Picked ones, drafts too; 0 with a rule." example:"12"`
	Version      int64           `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
}

// SchemaName is the name in the document, in place of that of what it embeds.
func (adminCollectionView) SchemaName() string { return "AdminCollection" }

// collectionDetailView is a collection as admins see it.
type collectionDetailView struct {
	adminCollectionView
	Products []collectionProductView `json:"products" doc:"The picked ones in their order; empty with a rule."`
}

// SchemaName is the name in the document, in place of that of what it embeds.
func (collectionDetailView) SchemaName() string { return "CollectionDetail" }

// Location is the path of the collection.
func (v collectionDetailView) Location() string { return "/v1/admin/collections/" + v.ID }

// ResourceVersion is the version of the collection.
func (v collectionDetailView) ResourceVersion() int64 { return v.Version }

// collectionProductView is a product that an admin has named, whatever its status.
type collectionProductView struct {
	ID     string        `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name   string        `json:"name" example:"Espresso cup"`
	Slug   string        `json:"slug" example:"espresso-cup"`
	Status productStatus `json:"status" example:"active"`
	Image  *image        `json:"image" doc:"The first; null without images."`
}

// SchemaName is the name in the document.
func (collectionProductView) SchemaName() string { return "NamedProduct" }

func viewNamed(p product) collectionProductView {
	v := collectionProductView{ID: p.ID, Name: p.Name, Slug: p.Slug, Status: p.Status}
	if len(p.Images) > 0 {
		v.Image = new(p.Images[0].Shown())
	}
	return v
}

func viewForAdmin(c collection, products int64) adminCollectionView {
	return adminCollectionView{viewCollection(c), c.Published, c.Rule.shown(), products, c.Version}
}

func (a *api) listCollectionsAsAdmin(
	ctx context.Context, in *taxonomyInput,
) (*httpapi.Reply[httpapi.List[adminCollectionView]], error) {
	db := a.db.WithContext(ctx)
	all, _, err := a.reader.currentCollections(db)
	if err != nil {
		return nil, err
	}
	counts, err := countPicked(db)
	if err != nil {
		return nil, err
	}
	views := convert.All(all.inOrder, func(c collection) adminCollectionView { return viewForAdmin(c, counts[c.ID]) })
	return httpapi.OK(pageOf(views, in, func(v adminCollectionView) string { return v.ID }))
}

// collectionDetail is a collection with the products that were picked for it.
func collectionDetail(db *gorm.DB, c collection) (v collectionDetailView, err error) {
	picked, err := pickedProducts(db, c.ID)
	if err != nil {
		return v, err
	}
	products, err := loadNamed(db, picked)
	return collectionDetailView{viewForAdmin(c, int64(len(picked))), convert.All(products, viewNamed)}, err
}

func (a *api) getCollectionAsAdmin(
	ctx context.Context, in *collectionIDInput,
) (*httpapi.Reply[collectionDetailView], error) {
	db := a.db.WithContext(ctx)
	c, err := database.ByID[collection](db, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := collectionDetail(db, c)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v)
}

// commitCollection runs a use case and answers with the collection that it returns.
func (a *api) commitCollection(
	ctx context.Context, status int, save func(tx *gorm.DB) (collection, error),
) (*httpapi.Reply[collectionDetailView], error) {
	return httpapi.Commit(ctx, a.db, status, func(tx *gorm.DB) (collectionDetailView, error) {
		c, err := save(tx)
		if err != nil {
			return collectionDetailView{}, err
		}
		return collectionDetail(tx, c)
	})
}

func (a *api) createCollection(
	ctx context.Context, in *createCollectionInput,
) (*httpapi.Reply[collectionDetailView], error) {
	return a.commitCollection(ctx, http.StatusCreated, func(tx *gorm.DB) (collection, error) {
		return createCollection(ctx, tx, in.spec(), a.clock.Now())
	})
}

func (a *api) editCollection(
	ctx context.Context, in *editCollectionInput,
) (*httpapi.Reply[collectionDetailView], error) {
	return a.commitCollection(ctx, http.StatusOK, func(tx *gorm.DB) (collection, error) {
		return editCollection(ctx, tx, in.ID, in.IfMatch, in.apply, a.clock.Now())
	})
}

func (a *api) deleteCollection(ctx context.Context, in *deleteCollectionInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deleteCollection(ctx, tx, in.ID, in.IfMatch)
	})
}
