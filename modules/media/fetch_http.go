package media

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

func (a *api) fetchRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listMediaFetches", Scope: "products:read", Method: http.MethodGet, Path: "/v1/admin/media/fetches", Tag: tag,
		Summary: "List pictures that are fetched, the last changed first",
		Detail: "An import with `pictures=fetch` fetches the pictures of its products from their addresses, each once: " +
			"https, at public hosts alone, without redirects to others, and as `uploadMedia` takes them. A picture that " +
			"is `fetched` takes the place of its address in the products. One without an answer is tried five times, " +
			"within about an hour and a quarter; one that has `failed` stays an address.",
	}, a.listFetches)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryMediaFetches", Scope: "products:write", Method: http.MethodPost, Path: "/v1/admin/media/fetches/retry",
		Tag: tag, Summary: "Fetch all failed pictures again",
		Detail: "Each gets five attempts more.",
	}, a.retryFetches)
}

// fetchView is a picture that is fetched.
type fetchView struct {
	ID            string        `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405163"`
	URL           string        `json:"url" doc:"Where it is fetched from." example:"https://cdn.example.com/cup.jpg"`
	Status        fetchStatus   `json:"status" example:"failed"`
	Attempts      int           `json:"attempts" doc:"Since it was queued, or retried." example:"1"`
	NextAttemptAt *httpapi.Time `json:"nextAttemptAt" doc:"null unless it is queued."`
	Error         *fetchError   `json:"error" doc:"Of the last attempt: an HTTP status other than 200; redirected to another scheme, host or port, or more than three times; more than 8 MiB or 40 megapixels; no picture in JPEG, PNG or WebP, or a broken or animated one." example:"status"`
	StatusCode    *int          `json:"statusCode" doc:"Of the last answer that was not 200." example:"404"`
	MediaID       *string       `json:"mediaId" format:"uuid" doc:"null until it is fetched." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	CreatedAt     httpapi.Time  `json:"createdAt"`
	UpdatedAt     httpapi.Time  `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (fetchView) SchemaName() string { return "MediaFetch" }

func viewFetch(f fetch) fetchView {
	v := fetchView{
		ID: f.ID, URL: f.URL, Status: f.Status, Attempts: f.Attempts, Error: f.Error, StatusCode: f.StatusCode,
		MediaID: f.MediaID, CreatedAt: httpapi.TimeOf(f.CreatedAt), UpdatedAt: httpapi.TimeOf(f.UpdatedAt),
	}
	if f.Status == fetchQueued {
		v.NextAttemptAt = httpapi.TimePtr(&f.DueAt)
	}
	return v
}

// fetchMeta describes a page, and how far the fetching is.
type fetchMeta struct {
	httpapi.Meta
	Queued  int64 `json:"queued" doc:"Pictures of all pages and states." example:"120"`
	Fetched int64 `json:"fetched" doc:"Pictures of all pages and states." example:"804"`
	Failed  int64 `json:"failed" doc:"Pictures of all pages and states." example:"3"`
}

// SchemaName is the name in the document.
func (fetchMeta) SchemaName() string { return "MediaFetchMeta" }

// fetchList is a page of fetches.
type fetchList struct {
	Data []fetchView `json:"data"`
	Meta fetchMeta   `json:"meta"`
}

// SchemaName is the name in the document.
func (fetchList) SchemaName() string { return "MediaFetchList" }

type listFetchesInput struct {
	httpapi.Page
	Status fetchStatus `query:"status"`
}

func (a *api) listFetches(ctx context.Context, in *listFetchesInput) (*httpapi.Reply[fetchList], error) {
	db := a.DB.WithContext(ctx)
	found, total, err := pageOfFetches(db, in.Status, in.Page)
	if err != nil {
		return nil, err
	}
	counts, err := countFetches(db)
	if err != nil {
		return nil, err
	}
	page := httpapi.NewList(convert.All(found, viewFetch), total, in.Page)
	return httpapi.OK(fetchList{Data: page.Data, Meta: fetchMeta{
		Meta: page.Meta, Queued: counts[fetchQueued], Fetched: counts[fetchDone], Failed: counts[fetchFailed],
	}})
}

// retriedView is how many pictures are fetched again.
type retriedView struct {
	Retried int64 `json:"retried" example:"3"`
}

// SchemaName is the name in the document.
func (retriedView) SchemaName() string { return "MediaFetchesRetried" }

func (a *api) retryFetches(ctx context.Context, _ *struct{}) (*httpapi.Reply[retriedView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (retriedView, error) {
		retried, err := a.library.retryFetches(ctx, tx, a.Clock.Now())
		return retriedView{retried}, err
	})
}
