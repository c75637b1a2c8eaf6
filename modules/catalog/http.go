package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/tablefile"
)

// The headings in the OpenAPI document.
const (
	tagCatalog = "Catalog"
	tagAdmin   = "Administration: catalog"
)

// api has the handlers.
type api struct {
	db      *gorm.DB
	clock   clock.Clock
	reader  *catalogReader // on the primary
	readers *readers
	// pagesURL begins the addresses of the shop's pages; "": the service has none.
	pagesURL string
	// importing and previewing have room for the imports, and for the looks at a file, that run at
	// once: each holds its file in memory.
	importing, previewing tablefile.Semaphore
	bulk                  *bulkEditor
	planner               *pricePlanner
}

func newAPI(d Deps, bulk *bulkEditor, planner *pricePlanner) *api {
	r := newReaders(d)
	return &api{
		db: d.DB, clock: d.Clock, reader: &r.primary, readers: r, importing: tablefile.NewSemaphore(importsAtOnce),
		previewing: tablefile.NewSemaphore(importsAtOnce),
		pagesURL:   d.PagesURL, bulk: bulk, planner: planner,
	}
}

func (a *api) routes(r *httpapi.Router) {
	a.brandRoutes(r)
	a.categoryRoutes(r)
	a.collectionRoutes(r)
	a.adminCollectionRoutes(r)
	a.attributeRoutes(r)
	a.listRoutes(r)
	a.slugRoutes(r)
	a.suggestRoutes(r)
	a.synonymRoutes(r)
	a.productRoutes(r)
	a.relatedRoutes(r)
	a.csvRoutes(r)
	a.adminProductRoutes(r)
	a.productCountsRoutes(r)
	a.bulkRoutes(r)
	a.pricePlanRoutes(r)
}
