package shop

import (
	"context"
	"net/http"
	"slices"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/preview"
)

func (a *api) pagePreviewRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "previewPage", Scope: "settings:write", Method: http.MethodPost,
		Path: "/v1/admin/pages/{kind}/{locale}/preview", Tag: tag, Status: http.StatusCreated, Secret: true,
		Summary: "Preview the draft of a legal page",
		Detail:  "For 30 minutes whoever has the `token` may read it: `GET /v1/shop/pages/{slug}?preview=`, or at `url`.",
		Errors:  []fault.Code{fault.InvalidTransition},
	}, a.previewPage)
}

// pagePreviewView is where a preview can be looked at.
type pagePreviewView struct {
	Token     string       `json:"token" example:"PQ5ZK3VJ7YFXWAGNB2R4CTD6HM"`
	URL       *string      `json:"url" doc:"Of the shop's page; null: the service has no pages." example:"https://shop.example/draft/PQ5ZK3VJ7YFXWAGNB2R4CTD6HM/i/imprint"`
	ExpiresAt httpapi.Time `json:"expiresAt"`
}

// SchemaName is the name in the document.
func (pagePreviewView) SchemaName() string { return "PagePreview" }

func (a *api) previewPage(ctx context.Context, in *getPageInput) (*httpapi.Reply[pagePreviewView], error) {
	ref, err := pageRefOf(in.Kind, in.Locale)
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (v pagePreviewView, err error) {
		now := a.Clock.Now()
		token, p, err := makePagePreview(tx, ref, now)
		if err != nil {
			return v, err
		}
		v = pagePreviewView{Token: token, ExpiresAt: httpapi.TimeOf(now.Add(preview.Life))}
		if a.Config.PagesURL != "" {
			v.URL = new(a.Config.PagesURL + "/draft/" + token + a.languagePath(p.Locale) + "/i/" + *p.Slug)
		}
		return v, nil
	})
}

// languagePath is what the shop's pages in a language have in front of their paths: nothing in the
// shop's own, and in one that it does not speak.
func (a *api) languagePath(language string) string {
	profile := a.public.Current().profile
	if language == profile.Locale || !slices.Contains(profile.Locales, language) {
		return ""
	}
	return "/" + language
}

// getPreviewedPage answers with a draft as it would be read. The answer is in no cache.
func (a *api) getPreviewedPage(ctx context.Context, in *getShopPageInput) (*httpapi.Reply[publicPageView], error) {
	db, now := a.DB.WithContext(ctx), a.Clock.Now()
	p, err := findPreviewedPage(db, in.Slug, in.Preview, now)
	if err != nil {
		return nil, err
	}
	day, err := a.groups.today(db, now)
	if err != nil {
		return nil, err
	}
	html, err := renderPage(*p.DraftText, a.Config.MediaURL)
	if err != nil {
		return nil, err
	}
	draft := publicPage{
		Page:    publishedPage{Kind: p.Kind, Locale: p.Locale, Slug: *p.Slug, Title: *p.DraftTitle, PublishedOn: day},
		Version: p.PublishedVersion + 1, Text: *p.DraftText,
	}
	reply, err := httpapi.OK(viewPublicPage(draft, []publicPage{draft}, html))
	if err != nil {
		return nil, err
	}
	return reply.In(p.Locale), nil
}
