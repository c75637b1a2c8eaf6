package shop

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/palette"
	"orderd/platform/preview"
)

func (a *api) previewRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "previewStorefront", Scope: "settings:write", Method: http.MethodPost,
		Path: groupPath(events.GroupStorefront) + "/preview", Tag: tag, Status: http.StatusCreated, Secret: true,
		Summary: "Preview the storefront with settings that are not saved",
		Detail: "As it is saved, but for the fields that are sent. For 30 minutes whoever has the `token` may read it: " +
			"`GET /v1/shop/storefront?preview=`, and the shop's pages below `url`. At most 500 are kept, the newest ones.",
	}, a.previewStorefront)
}

type previewStorefrontInput struct {
	Body storefrontBody
}

// Check requires what a save does.
func (in *previewStorefrontInput) Check() []fault.Field { return in.Body.check() }

// storefrontPreviewView is where a preview can be looked at.
type storefrontPreviewView struct {
	Token     string          `json:"token" example:"PQ5ZK3VJ7YFXWAGNB2R4CTD6HM"`
	URL       *string         `json:"url" doc:"Of the shop's first page; null: the service has no pages." example:"https://shop.example/preview/PQ5ZK3VJ7YFXWAGNB2R4CTD6HM/"`
	ExpiresAt httpapi.Time    `json:"expiresAt"`
	Light     palette.Palette `json:"light" doc:"The colors as they are shown."`
	Dark      palette.Palette `json:"dark"`
}

// SchemaName is the name in the document.
func (storefrontPreviewView) SchemaName() string { return "StorefrontPreview" }

func (a *api) previewStorefront(
	ctx context.Context, in *previewStorefrontInput,
) (*httpapi.Reply[storefrontPreviewView], error) {
	sent, err := fieldsOf(in.Body)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (v storefrontPreviewView, err error) {
		now := a.Clock.Now()
		token, shown, err := a.groups.makePreview(tx, sent, now)
		if err != nil {
			return v, err
		}
		v = storefrontPreviewView{Token: token, ExpiresAt: httpapi.TimeOf(now.Add(preview.Life))}
		if a.Config.PagesURL != "" {
			v.URL = new(a.Config.PagesURL + "/preview/" + token + "/")
		}
		v.Light, v.Dark = colorsOf(shown)
		return v, nil
	})
}
