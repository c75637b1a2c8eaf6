package shop

import (
	"context"
	"net/http"
	"slices"

	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

// publicTag is the heading of what storefronts read in the document.
const publicTag = "Shop"

func (a *api) publicPageRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getShopPage", Method: http.MethodGet, Path: "/v1/shop/pages/{slug}", Tag: publicTag, Cached: true,
		Summary: "Read a legal page",
		Detail: "By its slug in any language, or by its kind. It comes in the language of `locale`, else of " +
			"`Accept-Language`, else in that of the shop; where it is not published in that one, in the shop's, else in " +
			"any. `Content-Language` says in which. With `preview` it is the " +
			"draft of which the staff has the token, and no cache keeps it.",
		Headers: httpapi.LanguageHeaders,
	}, a.getShopPage)
}

type getShopPageInput struct {
	Slug    string      `path:"slug" doc:"A slug, or imprint, terms, privacy, withdrawal or shipping." example:"impressum"`
	Locale  locale.Code `query:"locale" doc:"One of the shop's languages. Default: by Accept-Language, else the shop's first one." example:"de"`
	Preview string      `query:"preview" maxLength:"100" doc:"The token of a preview of this page; of one that has ended: 404." example:"PQ5ZK3VJ7YFXWAGNB2R4CTD6HM"`
}

func (a *api) getShopPage(ctx context.Context, in *getShopPageInput) (*httpapi.Reply[publicPageView], error) {
	if in.Preview != "" {
		return a.getPreviewedPage(ctx, in)
	}
	pages, profile, err := loadPublicPages(a.DB.WithContext(ctx), in.Slug)
	if err != nil {
		return nil, err
	}
	wanted, err := languageFor(ctx, in.Locale, &profile)
	if err != nil {
		return nil, err
	}
	spoken := slices.DeleteFunc(slices.Clone(pages), func(p publicPage) bool {
		return !slices.Contains(profile.Locales, p.Page.Locale)
	})
	if len(spoken) == 0 { // better in a language that the shop no longer speaks than not at all
		spoken = pages
	}
	p := spoken[inLocale(spoken, publicPage.localeOf, wanted, profile.Locale)]
	html, err := a.rendered.html(p, a.Config.MediaURL)
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Cached(ctx, viewPublicPage(p, spoken, html))
	if err != nil {
		return nil, err
	}
	return reply.In(p.Page.Locale), nil
}
