package storefront

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"orderd/platform/money"
)

// listView is a list of products: of a category, a collection or a brand, or of a search.
type listView struct {
	frame
	Heading  string
	Lead     string
	Crumbs   []crumb
	Below    []category // categories below this one
	Search   bool
	Path     string
	Cards    []card
	Total    int // with all filters
	Page     int
	Pages    int
	Sorts    []choice
	Facets   []facet
	Chosen   []choice // the filters that are on, each with the address without it
	NoFilter string   // the address without any
	Prices   priceRange
	Hidden   []field // of the form of prices: the other filters
	LeftOut  bool    // a filter of the address before could not be read

	pageAddress func(page int) string
}

// pagesBeside is how many pages are linked before and after the one that is shown.
const pagesBeside = 2

// CardAt is a product at a place of the list, from 0 on. A narrow window shows the first four at
// once.
func (l listView) CardAt(place int, c card) cardView {
	v := l.Card(c)
	v.First = place < 4
	v.key.first = v.First
	return v
}

// Pager links the first page, the last one, and those beside this one. What has neither an address
// nor is on stands for pages that are left out.
func (l listView) Pager() (links []choice) {
	left := false
	for page := 1; page <= l.Pages; page++ {
		if page != 1 && page != l.Pages && (page < l.Page-pagesBeside || page > l.Page+pagesBeside) {
			if !left {
				links, left = append(links, choice{}), true
			}
			continue
		}
		links, left = append(links, choice{Text: strconv.Itoa(page), URL: l.pageAddress(page), On: page == l.Page}), false
	}
	return links
}

// Next is the address of the next page, or "".
func (l listView) Next() string {
	if l.Page >= l.Pages {
		return ""
	}
	return l.pageAddress(l.Page + 1)
}

// crumb is a step of the way to a page.
type crumb struct{ Name, Path string }

// choice is a link that changes the list: it turns a filter on or off, or sorts.
type choice struct {
	Name, Value string // of the filter: "brand", "kaldera"
	Text        string // of a brand or the value of an option, as the shop writes it
	URL         string
	Count       int
	On          bool
	Of          string // the attribute of a filter that is on, where the value does not say it
	Switch      bool   // the value is true or false, and shown as yes or no
}

// facet is a group of filters.
type facet struct {
	Key     string // of its name among the texts, or "" for an option or an attribute
	Name    string // of an option or an attribute
	Choices []choice
	Range   *numberRange // in place of choices
	Open    bool
}

type priceRange struct {
	From, To         string // as they are typed
	Lowest, Highest  *money.Cents
	AnyPriceToFilter bool
}

// field is one of a form, hidden.
type field struct{ Name, Value string }

// productList is the interface's answer.
type productList struct {
	Data []card `json:"data"`
	Meta struct {
		Total      int `json:"total"`
		Page       int `json:"page"`
		TotalPages int `json:"totalPages"`
	} `json:"meta"`
	Included struct {
		Facets     *facets     `json:"facets"`
		Category   *category   `json:"category"`
		Collection *collection `json:"collection"`
	} `json:"included"`
}

// pageLength is how many products a page of a list shows.
const pageLength = "24"

// sorts are the orders that a visitor may choose; the first one is a search's own, the second one a
// collection's.
var sorts = []string{"relevance", ownOrder, "bestselling", "newest", "price", "-price", "rating", "-discount"}

func (v *visit) category() error {
	slug := v.r.PathValue("slug")
	view := listView{frame: v.frame(""), Path: "/c/" + slug}
	list, err := v.list(&view, url.Values{"category": {slug}})
	if err != nil {
		return err
	}
	c := list.Included.Category
	if c == nil {
		return errNoPage
	}
	if c.Slug != slug {
		return movedTo{v.addressWith("/c/"+c.Slug, v.r.URL.Query())}
	}
	view.Title, view.Heading, view.Department, view.Picture = c.Name, c.Name, c.Slug, c.Image
	if c.Description != nil {
		view.Lead, view.Description = *c.Description, *c.Description
	}
	for _, a := range c.Ancestors {
		view.Crumbs = append(view.Crumbs, crumb{a.Name, "/c/" + a.Slug})
		view.Department = c.Ancestors[0].Slug
	}
	view.Below = v.shell.below(c.ID)
	if view.Description == "" {
		view.Description = c.Name + ": " + view.firstNames()
	}
	return v.show(http.StatusOK, "list", view)
}

// firstNames are what a search engine shows of a list that has no text of its own.
func (l listView) firstNames() string {
	var names []string
	for _, c := range l.Cards[:min(len(l.Cards), 6)] {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

func (v *visit) brand() error {
	slug := v.r.PathValue("slug")
	var brand named
	if err := v.get("/v1/brands/"+url.PathEscape(slug), nil, &brand); err != nil {
		return err
	}
	if brand.Slug != slug {
		return movedTo{v.addressWith("/b/"+brand.Slug, v.r.URL.Query())}
	}
	view := listView{frame: v.frame(brand.Name), Path: "/b/" + slug, Heading: brand.Name}
	if _, err := v.list(&view, url.Values{"brand": {slug}}); err != nil {
		return err
	}
	return v.show(http.StatusOK, "list", view)
}

func (v *visit) search() error {
	q := strings.ToValidUTF8(strings.TrimSpace(v.r.URL.Query().Get("q")), "\uFFFD")
	view := listView{frame: v.frame(q), Path: "/search", Search: true, Heading: q}
	view.Query, view.Private = q, true
	fixed := url.Values{}
	if q != "" {
		fixed.Set("q", q)
	}
	// What can't be searched for, such as a text that is too long, finds nothing.
	if _, err := v.list(&view, fixed); err != nil && !isProblem(err, http.StatusUnprocessableEntity) {
		return err
	}
	return v.show(http.StatusOK, "list", view)
}

// list asks for the products with the filters of the request and the fixed ones of the page, and
// fills the view with them. A filter that can't be read is left out, which the page says.
func (v *visit) list(view *listView, fixed url.Values) (*productList, error) {
	chosen := v.filters()
	for name := range fixed {
		chosen.Del(name)
	}
	own := v.r.URL.Query()
	sort := own.Get("sort")
	if !slices.Contains(sorts, sort) || sort == ownOrder && !fixed.Has("collection") {
		sort = ""
	}
	view.LeftOut = own.Get("said") == saidFilterLeftOut
	page, _ := strconv.Atoi(own.Get("page")) // what is no number is the first page
	page = max(page, 1)
	query := url.Values{
		"fields": {"card"}, "include": {"facets,category"}, "limit": {pageLength}, "page": {strconv.Itoa(page)},
		"sort": {strings.Replace(cmp.Or(sort, defaultSort(fixed)), ownOrder, "relevance", 1)},
	}
	if fixed.Has("collection") {
		query.Set("include", "facets,collection")
	}
	for _, from := range []url.Values{chosen, fixed} {
		maps.Copy(query, from)
	}
	var list productList
	err := v.get("/v1/products", query, &list)
	if isProblem(err, http.StatusUnprocessableEntity) && len(chosen) > 0 {
		rest := v.kept(readable(chosen, err), sort)
		rest.Set("said", saidFilterLeftOut)
		return nil, movedOn{v.addressWith(view.Path, rest)}
	}
	if err != nil {
		return nil, err
	}
	if last := list.Meta.TotalPages; page > last && last > 0 {
		query := v.kept(chosen, sort)
		if last > 1 {
			query.Set("page", strconv.Itoa(last))
		}
		return nil, movedOn{v.addressWith(view.Path, query)}
	}
	view.Cards, view.Total, view.Page, view.Pages = list.Data, list.Meta.Total, list.Meta.Page, list.Meta.TotalPages
	if page > 1 && page <= view.Pages && len(chosen) == 0 && sort == "" {
		view.Canonical = view.Path + "?page=" + strconv.Itoa(page)
	}
	view.fillChoices(v, chosen, fixed, sort, list.Included.Facets)
	return &list, nil
}

// defaultSort is the order of a list whose visitor has chosen none.
func defaultSort(fixed url.Values) string {
	if fixed.Has("q") {
		return "relevance"
	}
	if fixed.Has("collection") {
		return ownOrder
	}
	return "bestselling"
}

// kept is the query of this list with other filters: what was searched for stays, and the order.
func (v *visit) kept(filters url.Values, sort string) url.Values {
	query := url.Values{}
	maps.Copy(query, filters)
	if q := v.r.URL.Query().Get("q"); q != "" {
		query.Set("q", q)
	}
	if sort != "" {
		query.Set("sort", sort)
	}
	return query
}

// addressWith is a path with a query, without the language.
func (v *visit) addressWith(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// fillChoices makes the links that change the list.
func (l *listView) fillChoices(v *visit, chosen, fixed url.Values, sort string, f *facets) {
	address := func(filters url.Values, sort string) string {
		return v.to(v.addressWith(l.Path, v.kept(filters, sort)))
	}
	own := cmp.Or(sort, defaultSort(fixed))
	for _, s := range sorts {
		if s == "relevance" && !fixed.Has("q") || s == ownOrder && !fixed.Has("collection") {
			continue
		}
		l.Sorts = append(l.Sorts, choice{Name: "sort", Value: s, URL: address(chosen, s), On: s == own})
	}
	l.NoFilter = address(nil, sort)
	l.pageAddress = func(page int) string {
		query := v.kept(chosen, sort)
		if page > 1 {
			query.Set("page", strconv.Itoa(page))
		}
		return v.to(v.addressWith(l.Path, query))
	}
	filter := func(name, value, text string, count int) choice {
		return choice{
			Name: name, Value: value, Text: cmp.Or(text, value), URL: address(toggled(chosen, name, value), sort), Count: count,
			On: slices.Contains(chosen[name], value),
		}
	}
	if f != nil {
		l.fillFacets(f, chosen, fixed, filter)
	}
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		for _, value := range chosen[name] {
			l.Chosen = append(l.Chosen, l.nameChoice(filter(name, value, "", 0)))
			if name != "minPrice" && name != "maxPrice" {
				l.Hidden = append(l.Hidden, field{name, value})
			}
		}
	}
	rest := v.kept(nil, sort)
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		l.Hidden = append(l.Hidden, field{name, rest.Get(name)})
	}
	l.hideOthers(chosen, l.Hidden)
	l.Prices.From = shownAmount(v.language, chosen.Get("minPrice"))
	l.Prices.To = shownAmount(v.language, chosen.Get("maxPrice"))
}
