package events

import "orderd/platform/convert"

// PageKind is what a page of the shop is about.
type PageKind string

// The kinds. PageShipping is about shipping and payment.
const (
	PageImprint    PageKind = "imprint"
	PageTerms      PageKind = "terms"
	PagePrivacy    PageKind = "privacy"
	PageWithdrawal PageKind = "withdrawal"
	PageShipping   PageKind = "shipping"
)

// Values are all of them.
func (PageKind) Values() []string {
	return convert.Strings(PageImprint, PageTerms, PagePrivacy, PageWithdrawal, PageShipping)
}

// SchemaName is the name in the OpenAPI document.
func (PageKind) SchemaName() string { return "PageKind" }

// PageSaved: the draft of a page was saved. Its slug counts at once.
type PageSaved struct {
	Kind   PageKind `json:"kind"`
	Locale string   `json:"locale"`
	Slug   string   `json:"slug"`
	Title  string   `json:"title"`
}

// PagePublished: the draft of a page has become the version that everybody reads.
type PagePublished struct {
	Kind        PageKind `json:"kind"`
	Locale      string   `json:"locale"`
	Slug        string   `json:"slug"`
	Title       string   `json:"title"`
	Version     int64    `json:"version"`
	PublishedOn string   `json:"publishedOn" doc:"The day, in the shop's time zone." example:"2026-11-20"`
}

// PageDeleted: a page was taken off. Version is the one that everybody read, 0 when there was none.
type PageDeleted struct {
	Kind    PageKind `json:"kind"`
	Locale  string   `json:"locale"`
	Slug    string   `json:"slug"`
	Version int64    `json:"version"`
}

func (PageSaved) EventName() string     { return "shop.page_saved.v1" }
func (PagePublished) EventName() string { return "shop.page_published.v1" }
func (PageDeleted) EventName() string   { return "shop.page_deleted.v1" }

func (e PageSaved) EventKey() string     { return pageKey(e.Kind, e.Locale) }
func (e PagePublished) EventKey() string { return pageKey(e.Kind, e.Locale) }
func (e PageDeleted) EventKey() string   { return pageKey(e.Kind, e.Locale) }

func pageKey(kind PageKind, locale string) string { return string(kind) + "/" + locale }
