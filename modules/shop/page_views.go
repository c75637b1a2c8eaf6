package shop

import (
	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// pageView is a page as the staff see it.
type pageView struct {
	Kind        events.PageKind   `json:"kind" example:"imprint"`
	Locale      string            `json:"locale" example:"de"`
	Slug        string            `json:"slug" example:"impressum"`
	Version     int64             `json:"version" doc:"Of what was published last; 0: nothing was." example:"2"`
	Revision    int64             `json:"revision" doc:"Rises with every change, a draft too; between quotes it is the ETag, good for If-Match." example:"7"`
	PublishedOn *string           `json:"publishedOn" format:"date" doc:"The day, in the shop's time zone; null: not public." example:"2026-11-20"`
	Draft       *pageDraftView    `json:"draft"`
	Published   *pageTextView     `json:"published" doc:"What everybody reads."`
	Versions    []pageVersionView `json:"versions" nullable:"false" doc:"The newest first."`
}

// ResourceVersion is the page's revision.
func (v pageView) ResourceVersion() int64 { return v.Revision }

// SchemaName is the name in the document.
func (pageView) SchemaName() string { return "Page" }

type pageDraftView struct {
	Title   string       `json:"title" example:"Impressum"`
	Text    string       `json:"text" example:"**Moka & Co GmbH**, Torstraße 12, 10119 Berlin"`
	HTML    string       `json:"html" doc:"As it would be shown." example:"<p><strong>Moka &amp; Co GmbH</strong>, Torstraße 12, 10119 Berlin</p>\n"`
	SavedAt httpapi.Time `json:"savedAt"`
}

// SchemaName is the name in the document.
func (pageDraftView) SchemaName() string { return "PageDraft" }

type pageTextView struct {
	Title string `json:"title" example:"Impressum"`
	Text  string `json:"text" example:"**Moka & Co GmbH**, Torstraße 12, 10119 Berlin"`
	HTML  string `json:"html" doc:"As it is shown." example:"<p><strong>Moka &amp; Co GmbH</strong>, Torstraße 12, 10119 Berlin</p>\n"`
}

// SchemaName is the name in the document.
func (pageTextView) SchemaName() string { return "PageText" }

type pageVersionView struct {
	Version     int64         `json:"version" example:"2"`
	PublishedOn string        `json:"publishedOn" format:"date" example:"2026-11-20"`
	By          *savedByStaff `json:"by" doc:"null: an API key, or an account that is gone."`
}

// SchemaName is the name in the document.
func (pageVersionView) SchemaName() string { return "PageVersion" }

func viewPageVersion(v pageVersion) pageVersionView {
	return pageVersionView{
		Version: v.Version, PublishedOn: v.PublishedOn, By: viewEditor(v.PublishedByID, v.PublishedByName),
	}
}

// viewEditor is the member of the staff, or nil.
func viewEditor(userID, name *string) *savedByStaff {
	if userID == nil {
		return nil
	}
	return &savedByStaff{ID: *userID, Name: *name}
}

// pagesView is the list of pages, which is never long.
type pagesView struct {
	Data []pageSummaryView `json:"data" nullable:"false"`
}

// SchemaName is the name in the document.
func (pagesView) SchemaName() string { return "PageList" }

type pageSummaryView struct {
	Kind        events.PageKind `json:"kind" example:"imprint"`
	Locale      string          `json:"locale" example:"de"`
	Slug        string          `json:"slug" example:"impressum"`
	Title       string          `json:"title" doc:"Of what everybody reads, else of the draft, else of the last version." example:"Impressum"`
	Version     int64           `json:"version" doc:"Of what was published last; 0: nothing was." example:"2"`
	PublishedOn *string         `json:"publishedOn" format:"date" doc:"null: not public." example:"2026-11-20"`
	HasDraft    bool            `json:"hasDraft" example:"false"`
}

// SchemaName is the name in the document.
func (pageSummaryView) SchemaName() string { return "PageSummary" }

// viewPageSummaries are the pages of which there is more than a row.
func viewPageSummaries(all []pageSummary) []pageSummaryView {
	views := []pageSummaryView{}
	for _, s := range all {
		p := s.Page
		if !p.exists() {
			continue
		}
		v := pageSummaryView{
			Kind: p.Kind, Locale: p.Locale, Slug: *p.Slug, Version: p.PublishedVersion, HasDraft: p.DraftTitle != nil,
		}
		switch {
		case p.IsPublished:
			v.Title, v.PublishedOn = *s.Title, s.PublishedOn
		case p.DraftTitle != nil:
			v.Title = *p.DraftTitle
		default:
			v.Title = *s.Title
		}
		views = append(views, v)
	}
	return views
}

// legalView is the group of settings that the pages make. It is only read: the operations of pages
// change it.
type legalView struct {
	Group     string        `json:"group" enum:"legal" example:"legal"`
	Version   int64         `json:"version" doc:"Rises with every change of a page." example:"7"`
	Values    legalValues   `json:"values"`
	Pinned    []events.Pin  `json:"pinned" nullable:"false" doc:"None."`
	Missing   []string      `json:"missing" nullable:"false" doc:"The kinds without a published page in the profile's locale." example:"[\"privacy\"]"`
	UpdatedAt httpapi.Time  `json:"updatedAt"`
	UpdatedBy *savedByStaff `json:"updatedBy" doc:"null: not yet, by an API key, or by an account that is gone."`
}

// SchemaName is the name in the document.
func (legalView) SchemaName() string { return "LegalSettingsGroup" }

// ResourceVersion is the version of the group.
func (v legalView) ResourceVersion() int64 { return v.Version }

type legalValues struct {
	Pages []pageSummaryView `json:"pages" nullable:"false"`
}

// SchemaName is the name in the document.
func (legalValues) SchemaName() string { return "LegalSettings" }

// viewLegal is the group of all pages. profile is the row whose locale decides which are missing.
func viewLegal(all []pageSummary, locale string, profile group) legalView {
	v := legalView{
		Group: "legal", Version: 1, Values: legalValues{Pages: viewPageSummaries(all)},
		Pinned: []events.Pin{}, Missing: []string{},
		UpdatedAt: httpapi.TimeOf(profile.UpdatedAt),
	}
	var last *page
	published := map[string]bool{}
	for i := range all {
		p := &all[i].Page
		v.Version += p.Version
		published[string(p.Kind)] = published[string(p.Kind)] || p.IsPublished && p.Locale == locale
		if last == nil || p.UpdatedAt.After(last.UpdatedAt) {
			last = p
		}
	}
	if last != nil {
		v.UpdatedAt, v.UpdatedBy = httpapi.TimeOf(last.UpdatedAt), viewEditor(last.UpdatedByID, last.UpdatedByName)
	}
	for _, kind := range events.PageKind("").Values() {
		if !published[kind] {
			v.Missing = append(v.Missing, kind)
		}
	}
	return v
}

// publicPageView is a page as everybody reads it.
type publicPageView struct {
	Kind        events.PageKind     `json:"kind" example:"imprint"`
	Slug        string              `json:"slug" example:"impressum"`
	Locale      string              `json:"locale" example:"de"`
	Title       string              `json:"title" example:"Impressum"`
	HTML        string              `json:"html" doc:"Headings begin at h2; there is no script, no style, and no address but those that the text may have." example:"<p><strong>Moka &amp; Co GmbH</strong>, Torstraße 12, 10119 Berlin</p>\n"`
	Markdown    string              `json:"markdown" example:"**Moka & Co GmbH**, Torstraße 12, 10119 Berlin"`
	Version     int64               `json:"version" example:"2"`
	PublishedOn string              `json:"publishedOn" format:"date" doc:"The day, in the shop's time zone." example:"2026-11-20"`
	Alternates  []pageAlternateView `json:"alternates" nullable:"false" doc:"The languages in which the shop has it, this one too, as hreflang wants them."`
}

// SchemaName is the name in the document.
func (publicPageView) SchemaName() string { return "PublicPage" }

type pageAlternateView struct {
	Locale string `json:"locale" example:"de"`
	Slug   string `json:"slug" example:"impressum"`
}

// SchemaName is the name in the document.
func (pageAlternateView) SchemaName() string { return "PageAlternate" }

func viewPublicPage(p publicPage, all []publicPage, html string) publicPageView {
	return publicPageView{
		Kind: p.Page.Kind, Slug: p.Page.Slug, Locale: p.Page.Locale, Title: p.Page.Title, HTML: html, Markdown: p.Text,
		Version: p.Version, PublishedOn: p.Page.PublishedOn,
		Alternates: convert.All(all, func(o publicPage) pageAlternateView {
			return pageAlternateView{Locale: o.Page.Locale, Slug: o.Page.Slug}
		}),
	}
}
