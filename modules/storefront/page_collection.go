package storefront

import (
	"net/http"
	"net/url"
)

// collection is a selection of products across categories.
type collection struct {
	Name        string  `json:"name"`
	Slug        string  `json:"slug"`
	Description *string `json:"description"`
	Image       *image  `json:"image"`
}

// ownOrder is the order of a collection as the shop has made it. The interface calls it relevance.
const ownOrder = "position"

// collection is the page of a collection.
func (v *visit) collection() error {
	slug := v.r.PathValue("slug")
	view := listView{frame: v.frame(""), Path: "/collections/" + slug}
	list, err := v.list(&view, url.Values{"collection": {slug}})
	if err != nil {
		return err
	}
	c := list.Included.Collection
	if c == nil {
		return errNoPage
	}
	if c.Slug != slug {
		return movedTo{v.addressWith("/collections/"+c.Slug, v.r.URL.Query())}
	}
	view.Title, view.Heading, view.Picture = c.Name, c.Name, c.Image
	view.Description = c.Name + ": " + view.firstNames()
	if c.Description != nil {
		view.Lead, view.Description = *c.Description, *c.Description
	}
	return v.show(http.StatusOK, "list", view)
}
