package shop

import (
	"encoding/json"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// findPage returns the row of a page, or fault.NotFound.
func findPage(db *gorm.DB, ref pageRef) (page, error) {
	return database.Take[page](db.Where("kind = ? AND locale = ?", ref.Kind, ref.Locale))
}

// publishedPage is a page that everybody may read, without its text.
type publishedPage struct {
	Kind        events.PageKind `json:"kind"`
	Locale      string          `json:"locale"`
	Slug        string          `json:"slug"`
	Title       string          `json:"title"`
	PublishedOn string          `json:"publishedOn"` // a day
}

// inLocale is the index of the page in the first of the locales that has one, else of any, or -1.
func inLocale[P any](pages []P, localeOf func(P) string, locales ...string) int {
	for _, l := range locales {
		if i := slices.IndexFunc(pages, func(p P) bool { return localeOf(p) == l }); i >= 0 {
			return i
		}
	}
	return min(len(pages), 1) - 1
}

// isOnPage reports whether a page that is published, or a draft, has an address in its text.
func isOnPage(db *gorm.DB, address string) (bool, error) {
	var found int64
	part := "%" + address + "%"
	err := db.Table("shop_pages AS p").
		Joins("LEFT JOIN shop_page_versions AS v ON v.kind = p.kind AND v.locale = p.locale AND "+
			"v.version = p.published_version AND p.is_published").
		Where("lower(p.draft_text) LIKE ? OR lower(v.text) LIKE ?", part, part).Count(&found).Error
	return found > 0, err
}

// publicPage is a published page with its text, and the profile of the moment.
type publicPage struct {
	Page    publishedPage `gorm:"embedded"`
	Version int64
	Text    string
	Profile string // JSON of the group
}

func (p publicPage) localeOf() string { return p.Page.Locale }

// loadPublicPages are the published pages, in all languages, of the kind that the slug of one of
// them names, or that has the name. It is one statement. It returns fault.NotFound without any.
func loadPublicPages(db *gorm.DB, slugOrKind string) (pages []publicPage, profile events.Profile, err error) {
	err = db.Table("shop_pages AS p").
		Select("p.kind, p.locale, p.slug, v.title, v.published_on, v.version, v.text, g.field_values AS profile").
		Joins("JOIN shop_page_versions AS v ON v.kind = p.kind AND v.locale = p.locale AND v.version = p.published_version").
		Joins("JOIN shop_groups AS g ON g.name = ?", events.GroupProfile).
		Where("p.is_published AND (p.kind = ? OR p.kind IN (SELECT kind FROM shop_pages WHERE is_published AND slug = ?))",
			slugOrKind, slugOrKind).
		Order("p.locale").Find(&pages).Error
	if err == nil && len(pages) == 0 {
		err = fault.Missing()
	}
	if err != nil {
		return nil, profile, err
	}
	return pages, profile, json.Unmarshal([]byte(pages[0].Profile), &profile)
}

// pageSummary is what a list of pages has of one.
type pageSummary struct {
	Page        page    `gorm:"embedded"`
	Title       *string // of what is published
	PublishedOn *string
}

// loadPageSummaries are all pages, by kind and language, without their texts.
func loadPageSummaries(db *gorm.DB) ([]pageSummary, error) {
	var all []pageSummary
	err := db.Table("shop_pages AS p").
		Select("p.kind, p.locale, p.version, p.slug, p.published_version, p.is_published, p.draft_title, p.draft_saved_at, " +
			"p.updated_at, p.updated_by_id, p.updated_by_name, v.title, v.published_on").
		Joins("LEFT JOIN shop_page_versions AS v " +
			"ON v.kind = p.kind AND v.locale = p.locale AND v.version = p.published_version").
		Find(&all).Error
	order := events.PageKind("").Values()
	slices.SortFunc(all, func(a, b pageSummary) int {
		if byKind := slices.Index(order, string(a.Page.Kind)) - slices.Index(order, string(b.Page.Kind)); byKind != 0 {
			return byKind
		}
		return strings.Compare(a.Page.Locale, b.Page.Locale)
	})
	return all, err
}

// loadPageVersions are the versions of a page, the newest first, without their texts.
func loadPageVersions(db *gorm.DB, ref pageRef) (versions []pageVersion, err error) {
	return versions, db.Where("kind = ? AND locale = ?", ref.Kind, ref.Locale).Omit("text").Order("version DESC").
		Find(&versions).Error
}

// findPageVersion returns a version of a page, or fault.NotFound.
func findPageVersion(db *gorm.DB, ref pageRef, version int64) (pageVersion, error) {
	return database.Take[pageVersion](db.Where("kind = ? AND locale = ? AND version = ?", ref.Kind, ref.Locale, version))
}
