package shop

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

func (a *api) pageRoutes(r *httpapi.Router) {
	const list = "/v1/admin/pages"
	const one = list + "/{kind}/{locale}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listPages", Scope: "settings:read", Method: http.MethodGet, Path: list, Tag: tag,
		Summary: "List the legal pages",
		Detail:  "By kind and language, without their texts. A page that was taken off is listed with its last version.",
	}, a.listPages)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getPage", Scope: "settings:read", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Read a legal page", Detail: "With its draft, what everybody reads, and which versions there were.",
	}, a.getPage)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "savePage", Scope: "settings:write", Method: http.MethodPut, Path: one, Tag: tag,
		Summary: "Save the draft of a legal page",
		Detail: "The first one makes the page. What everybody reads changes when the draft is published, but for the " +
			"`slug`, which counts at once. `text` is CommonMark with tables, without HTML. Links lead to https, mailto, " +
			"tel, a path or an anchor; pictures are at an https address or uploaded here. What is refused is named with " +
			"its line. Headings begin at h2 and have ids of their words: `## Your data` is `#your-data`.",
		Errors: []fault.Code{codeSlugTaken},
	}, a.savePage, a.checkPage)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "publishPage", Scope: "settings:write", Method: http.MethodPost, Path: one + "/publish", Tag: tag,
		Summary: "Publish the draft of a legal page", Detail: "It becomes the next version. Versions never change.",
		Errors: []fault.Code{fault.InvalidTransition},
	}, a.publishPage)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getPageVersion", Scope: "settings:read", Method: http.MethodGet, Path: one + "/versions/{n}", Tag: tag,
		Summary: "Read a version of a legal page", Detail: "What everybody read from its `publishedOn` on.",
	}, a.getPageVersion)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "deletePage", Scope: "settings:write", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Take a legal page off",
		Detail: "It is no longer public, and its draft is discarded. Its versions stay, and so does its slug; a page " +
			"that was never published is gone. A repetition is a 404.",
	}, a.deletePage)
}

func (a *api) legalRoutes(r *httpapi.Router) {
	const path = "/v1/admin/settings/legal"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getLegalSettings", Scope: "settings:read", Method: http.MethodGet, Path: path, Tag: tag,
		Summary: "Read which legal pages there are",
		Detail:  "As a group of the settings that is only read: the operations of pages change it.",
	}, a.getLegalSettings)
	r.MountMissing(http.MethodPut, path)
}

type getPageInput struct {
	Kind   string `path:"kind" doc:"imprint, terms, privacy, withdrawal or shipping (and payment)." example:"imprint"`
	Locale string `path:"locale" doc:"A language of the service: en, de." example:"de"`
}

func isPageKind(s string) bool { return slices.Contains(events.PageKind("").Values(), s) }

func isLocale(s string) bool { return slices.Contains(locale.Code("").Values(), s) }

type savePageInput struct {
	Kind   string `path:"kind" doc:"imprint, terms, privacy, withdrawal or shipping (and payment)." example:"imprint"`
	Locale string `path:"locale" doc:"A language of the service: en, de." example:"de"`
	httpapi.IfMatch
	Body struct {
		Title httpapi.Text          `json:"title" minLength:"1" maxLength:"120" example:"Impressum"`
		Text  httpapi.MultilineText `json:"text" minLength:"1" maxLength:"100000" doc:"Markdown." example:"**Moka & Co GmbH**, Torstraße 12, 10119 Berlin\n\n## Contact\n\n<hello@shop.example>"`
		Slug  *pageSlug             `json:"slug,omitempty" doc:"Default: as it is, at first impressum, agb, datenschutz, widerruf or versand in German, and else the kind." example:"impressum"`
	}
}

// pageSlug is a slug in a request body.
type pageSlug string

// Schema is the slug's schema.
func (pageSlug) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, MaxLength: new(120), Pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
		PatternDescription: "lower-case letters and digits with single hyphens between",
	}
}

// checkPage rejects a text that may not be shown, and a slug that looks like an id.
func (a *api) checkPage(in *savePageInput) (faults []fault.Field) {
	if in.Body.Slug != nil {
		faults = checkPageSlug(string(*in.Body.Slug))
	}
	if utf8.RuneCountInString(string(in.Body.Text)) > maxPageText {
		return faults // the rule of its length refuses it
	}
	return append(faults, checkMarkdown("/text", string(in.Body.Text), a.Config.MediaURL)...)
}

type changePageInput struct {
	Kind   string `path:"kind" doc:"imprint, terms, privacy, withdrawal or shipping (and payment)." example:"imprint"`
	Locale string `path:"locale" doc:"A language of the service: en, de." example:"de"`
	httpapi.IfMatch
}

func (a *api) getLegalSettings(ctx context.Context, _ *struct{}) (*httpapi.Reply[legalView], error) {
	db := a.DB.WithContext(ctx)
	rows, err := loadGroups(db)
	if err != nil {
		return nil, err
	}
	profile, err := a.groups.profile.valuesOf(rows)
	if err != nil {
		return nil, err
	}
	pages, err := loadPageSummaries(db)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewLegal(pages, profile.Locale, rows[events.GroupProfile]))
}

func (a *api) listPages(ctx context.Context, _ *struct{}) (*httpapi.Reply[pagesView], error) {
	all, err := loadPageSummaries(a.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(pagesView{Data: viewPageSummaries(all)})
}

func (a *api) getPage(ctx context.Context, in *getPageInput) (*httpapi.Reply[pageView], error) {
	ref, err := pageRefOf(in.Kind, in.Locale)
	if err != nil {
		return nil, err
	}
	v, err := a.loadPageView(a.DB.WithContext(ctx), ref)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v)
}

func (a *api) savePage(ctx context.Context, in *savePageInput) (*httpapi.Reply[pageView], error) {
	ref, err := pageRefOf(in.Kind, in.Locale)
	if err != nil {
		return nil, err
	}
	return renewed(ctx, a, http.StatusOK, func(tx *gorm.DB) (pageView, error) {
		d := draft{title: string(in.Body.Title), text: string(in.Body.Text), slug: (*string)(in.Body.Slug)}
		p, err := savePage(ctx, tx, ref, d, in.IfMatch, a.Clock.Now())
		return a.viewPage(tx, p, err)
	})
}

func (a *api) publishPage(ctx context.Context, in *changePageInput) (*httpapi.Reply[pageView], error) {
	ref, err := pageRefOf(in.Kind, in.Locale)
	if err != nil {
		return nil, err
	}
	return renewed(ctx, a, http.StatusOK, func(tx *gorm.DB) (pageView, error) {
		p, err := publishPage(ctx, tx, a.groups, ref, in.IfMatch, a.Clock.Now())
		return a.viewPage(tx, p, err)
	})
}

func (a *api) deletePage(ctx context.Context, in *changePageInput) (*httpapi.Reply[httpapi.None], error) {
	ref, err := pageRefOf(in.Kind, in.Locale)
	if err != nil {
		return nil, err
	}
	return renewed(ctx, a, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, deletePage(ctx, tx, ref, in.IfMatch, a.Clock.Now())
	})
}

type getPageVersionInput struct {
	Kind   string `path:"kind" doc:"imprint, terms, privacy, withdrawal or shipping (and payment)." example:"imprint"`
	Locale string `path:"locale" doc:"A language of the service: en, de." example:"de"`
	N      string `path:"n" doc:"The number of the version." example:"2"`
}

func (a *api) getPageVersion(ctx context.Context, in *getPageVersionInput) (*httpapi.Reply[pageTextView], error) {
	ref, err := pageRefOf(in.Kind, in.Locale)
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(in.N, 10, 64)
	if err != nil {
		return nil, fault.Missing()
	}
	v, err := findPageVersion(a.DB.WithContext(ctx), ref, n)
	if err != nil {
		return nil, err
	}
	shown, err := a.viewPageText(v)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(shown)
}

func (a *api) viewPageText(v pageVersion) (pageTextView, error) {
	html, err := renderPage(v.Text, a.Config.MediaURL)
	return pageTextView{Title: v.Title, Text: v.Text, HTML: html}, err
}

// loadPageView is a page that there is.
func (a *api) loadPageView(db *gorm.DB, ref pageRef) (pageView, error) {
	p, err := findPage(db, ref)
	if err == nil && !p.exists() {
		err = fault.Missing()
	}
	return a.viewPage(db, p, err)
}

// viewPage is the page with its versions, unless there was an error.
func (a *api) viewPage(db *gorm.DB, p page, err error) (v pageView, _ error) {
	if err != nil {
		return v, err
	}
	versions, err := loadPageVersions(db, p.ref())
	if err != nil {
		return v, err
	}
	v = pageView{
		Kind: p.Kind, Locale: p.Locale, Slug: *p.Slug, Version: p.PublishedVersion, Revision: p.Version,
		Versions: convert.All(versions, viewPageVersion),
	}
	if p.DraftTitle != nil {
		html, err := renderPage(*p.DraftText, a.Config.MediaURL)
		if err != nil {
			return v, err
		}
		v.Draft = &pageDraftView{
			Title: *p.DraftTitle, Text: *p.DraftText, HTML: html, SavedAt: httpapi.TimeOf(*p.DraftSavedAt),
		}
	}
	if p.IsPublished {
		published, err := findPageVersion(db, p.ref(), p.PublishedVersion)
		if err != nil {
			return v, err
		}
		v.PublishedOn = &published.PublishedOn
		shown, err := a.viewPageText(published)
		if err != nil {
			return v, err
		}
		v.Published = &shown
	}
	return v, nil
}
