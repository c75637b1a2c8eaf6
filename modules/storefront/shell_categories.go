package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Bounds of the categories that stand around the pages: those of one answer of the interface, and
// how many answers are asked for.
const (
	mostCategories    = "100"
	mostCategoryPages = 10
)

// categoryPage is a page of the interface's list of categories.
type categoryPage struct {
	Data []category `json:"data"`
	Meta struct {
		TotalPages int `json:"totalPages"`
	} `json:"meta"`

	tag string // validator of the answer
}

// loadCategories asks for all categories, page by page. A page that has not changed is taken from
// those which the shell has.
func (s *shell) loadCategories(
	ask func(path string, query url.Values, validator *string, answer any) (answered, error),
) error {
	var pages []categoryPage
	var tags []string
	for n := 1; n <= mostCategoryPages; n++ {
		page, fresh := categoryPage{}, categoryPage{}
		if n <= len(s.categoryPages) {
			page = s.categoryPages[n-1]
		}
		query := url.Values{"limit": {mostCategories}}
		if n > 1 {
			query.Set("page", strconv.Itoa(n))
		}
		a, err := ask("/v1/categories", query, &page.tag, &fresh)
		if err != nil {
			return err
		}
		if a.status != http.StatusNotModified {
			fresh.tag = page.tag
			page = fresh
		}
		if n == 1 { // the pages after it are of this version, or of a later one
			s.version = a.catalogVersion()
		}
		pages, tags = append(pages, page), append(tags, page.tag)
		if n >= page.Meta.TotalPages {
			break
		}
	}
	if tag := strings.Join(tags, ""); tag != s.categoriesTag || s.categoryPages == nil {
		s.takeCategories(pages)
		s.categoriesTag = tag
	}
	return nil
}

// takeCategories takes the categories of the pages, with what is worked out of them.
func (s *shell) takeCategories(pages []categoryPage) {
	s.categoryPages, s.Categories = pages, nil
	for _, p := range pages {
		s.Categories = append(s.Categories, p.Data...)
	}
	s.departments = slices.DeleteFunc(slices.Clone(s.Categories), func(c category) bool { return c.ParentID != nil })
}
