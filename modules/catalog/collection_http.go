package catalog

import (
	"context"
	"net/http"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) collectionRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "listCollections", Method: http.MethodGet, Path: "/v1/collections", Tag: tagCatalog, Cached: true,
		Summary: "List collections by position, then by name",
		Detail:  "Published ones. The products of one: `GET /v1/products?collection=`.",
		Headers: versionHeaders,
	}, a.listCollections)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getCollection", Method: http.MethodGet, Path: "/v1/collections/{id}", Tag: tagCatalog, Cached: true,
		Summary: "Read a collection",
		Detail: "One that is not published is 404. A former slug answers with the collection, until another collection " +
			"takes it.",
		Headers: versionHeaders,
	}, a.getCollection)
}

type getCollectionInput struct {
	ID string `path:"id" doc:"Id or slug." example:"gifts"`
}

// collectionView is a collection as everybody sees it.
type collectionView struct {
	ID          string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name        string       `json:"name" example:"Gifts"`
	Slug        string       `json:"slug" example:"gifts"`
	Description *string      `json:"description" example:"For people who have everything but good coffee."`
	Position    int64        `json:"position" doc:"In lists, before the name." example:"10"`
	MediaID     *string      `json:"mediaId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Image       *image       `json:"image" doc:"The picture of mediaId."`
	CreatedAt   httpapi.Time `json:"createdAt"`
	UpdatedAt   httpapi.Time `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (collectionView) SchemaName() string { return "Collection" }

func viewCollection(c collection) collectionView {
	return collectionView{
		ID: c.ID, Name: c.Name, Slug: c.Slug, Description: c.Description, Position: c.Position, MediaID: c.MediaID,
		Image: shownPicture(c.Image), CreatedAt: httpapi.TimeOf(c.CreatedAt), UpdatedAt: httpapi.TimeOf(c.UpdatedAt),
	}
}

// currentCollections are the collections as they now are, and the state that they were checked
// against.
func (r *catalogReader) currentCollections(db *gorm.DB) (*collections, catalogState, error) {
	s, err := database.Take[catalogState](db)
	if err != nil {
		return nil, s, err
	}
	all, err := r.collections.get(db, s.Taxonomy)
	return all, s, err
}

// callersCollections are the collections of the caller's reader, with the version of the catalogue.
func (a *api) callersCollections(ctx context.Context) (all *collections, version string, err error) {
	err = a.readers.forCaller(ctx, func(ctx context.Context, r *catalogReader) error {
		found, state, err := r.currentCollections(r.db.WithContext(ctx))
		all, version = found, r.version(state)
		return err
	})
	return all, version, err
}

func (a *api) listCollections(
	ctx context.Context, in *taxonomyInput,
) (*httpapi.Reply[httpapi.List[collectionView]], error) {
	all, version, err := a.callersCollections(ctx)
	if err != nil {
		return nil, err
	}
	published := slices.DeleteFunc(slices.Clone(all.inOrder), func(c collection) bool { return !c.Published })
	views := convert.All(published, viewCollection)
	return cachedReply(ctx, pageOf(views, in, func(v collectionView) string { return v.ID }), version)
}

func (a *api) getCollection(ctx context.Context, in *getCollectionInput) (*httpapi.Reply[collectionView], error) {
	all, version, err := a.callersCollections(ctx)
	if err != nil {
		return nil, err
	}
	c := all.published(in.ID)
	if c == nil {
		return nil, fault.Missing()
	}
	return cachedReply(ctx, viewCollection(*c), version)
}
