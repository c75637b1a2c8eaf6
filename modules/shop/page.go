package shop

import (
	"time"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/locale"
)

// pageRef names a page.
type pageRef struct {
	Kind   events.PageKind
	Locale string
}

// page is a page of the shop in a language. Its row stays when it is deleted, so that its versions
// and their numbers do: then it has no draft and is not published.
type page struct {
	Kind             events.PageKind `gorm:"primaryKey"`
	Locale           string          `gorm:"primaryKey"`
	Version          int64           // rises with every change, for the guards; API: revision
	Slug             *string         // nil: it has neither draft nor version
	PublishedVersion int64           // the number of its last version; 0: none
	IsPublished      bool
	DraftTitle       *string
	DraftText        *string
	DraftSavedAt     *time.Time
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
	UpdatedByID      *string   // nil: an API key
	UpdatedByName    *string
}

func (page) TableName() string { return "shop_pages" }

func (p *page) ref() pageRef { return pageRef{Kind: p.Kind, Locale: p.Locale} }

// pageVersion is what was published. It never changes, but for the name of who is erased.
type pageVersion struct {
	Kind            events.PageKind `gorm:"primaryKey"`
	Locale          string          `gorm:"primaryKey"`
	Version         int64           `gorm:"primaryKey"`
	Title           string
	Text            string // Markdown
	PublishedOn     string // the day in the shop's time zone
	PublishedByID   *string
	PublishedByName *string
}

func (pageVersion) TableName() string { return "shop_page_versions" }

// exists reports whether there is more of the page than its row.
func (p *page) exists() bool { return p.Slug != nil }

// isThere reports whether the page has something that can be taken off.
func (p *page) isThere() bool { return p.IsPublished || p.DraftTitle != nil }

// draft is what the staff make of a page.
type draft struct {
	title, text string
	slug        *string // nil: as it is, else the default
}

// saveDraft sets the page's draft and slug. It returns false when both are so already.
func (p *page) saveDraft(d draft, by auth.Principal, now time.Time) bool {
	slug := d.slug
	if slug == nil {
		slug = p.Slug
	}
	if slug == nil {
		slug = new(defaultSlug(p.ref()))
	}
	if p.Slug != nil && *p.Slug == *slug && p.DraftTitle != nil && *p.DraftTitle == d.title && *p.DraftText == d.text {
		return false
	}
	p.Slug, p.DraftTitle, p.DraftText, p.DraftSavedAt = slug, &d.title, &d.text, &now
	p.by(by, now)
	return true
}

// noDraft is the fault of publishing what has no draft.
func noDraft() error { return fault.New(fault.InvalidTransition, "The page has no draft to publish.") }

// publish makes the draft the page's next version, which everybody reads from now on. It returns
// fault.InvalidTransition when there is none.
func (p *page) publish(by auth.Principal, now time.Time, day string) (pageVersion, error) {
	if p.DraftTitle == nil {
		return pageVersion{}, noDraft()
	}
	p.PublishedVersion++
	v := pageVersion{
		Kind: p.Kind, Locale: p.Locale, Version: p.PublishedVersion, Title: *p.DraftTitle, Text: *p.DraftText,
		PublishedOn: day,
	}
	p.IsPublished, p.DraftTitle, p.DraftText, p.DraftSavedAt = true, nil, nil, nil
	p.by(by, now)
	v.PublishedByID, v.PublishedByName = p.UpdatedByID, p.UpdatedByName
	return v, nil
}

// takeOff discards the draft, and what is published is so no longer. Its versions stay; a page that
// has none leaves its slug to others. It returns fault.NotFound when there is nothing to take off.
func (p *page) takeOff(by auth.Principal, now time.Time) error {
	if !p.isThere() {
		return fault.Missing()
	}
	p.IsPublished, p.DraftTitle, p.DraftText, p.DraftSavedAt = false, nil, nil, nil
	if p.PublishedVersion == 0 {
		p.Slug = nil
	}
	p.by(by, now)
	return nil
}

// by notes who changes the page: a member of the staff, or an API key, whose name is not known
// here.
func (p *page) by(who auth.Principal, now time.Time) {
	p.UpdatedAt, p.UpdatedByID, p.UpdatedByName = now, nil, nil
	if who.UserID != "" {
		p.UpdatedByID, p.UpdatedByName = &who.UserID, &who.Name
	}
}

// pageRefOf is the page that a path names, or fault.NotFound.
func pageRefOf(kind, code string) (pageRef, error) {
	if !isPageKind(kind) || !isLocale(code) {
		return pageRef{}, fault.Missing()
	}
	return pageRef{Kind: events.PageKind(kind), Locale: code}, nil
}

// germanSlugs are the default slugs of German pages. Others have their kind.
var germanSlugs = map[events.PageKind]string{
	events.PageImprint: "impressum", events.PageTerms: "agb", events.PagePrivacy: "datenschutz",
	events.PageWithdrawal: "widerruf", events.PageShipping: "versand",
}

func defaultSlug(r pageRef) string {
	if r.Locale == string(locale.German) {
		return germanSlugs[r.Kind]
	}
	return string(r.Kind)
}

// checkPageSlug rejects a slug that looks like an id.
func checkPageSlug(slug string) []fault.Field {
	if id.Valid(slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "must not look like an id"}}
	}
	return nil
}
