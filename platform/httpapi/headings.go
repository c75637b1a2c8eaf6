package httpapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Heading is a tag of the document: operations that belong together, and a line on what they are
// for.
type Heading struct{ Name, Description string }

// The groups of headings, in the order in which documentation pages show them.
const (
	storeGroup = "Store"
	adminGroup = "Administration"
)

// tagGroup is an item of x-tagGroups, which documentation pages read.
type tagGroup struct {
	Name string   `json:"name" yaml:"name"`
	Tags []string `json:"tags" yaml:"tags"`
}

// use notes that an operation for aud stands under the heading. What is for admins alone and what is
// not never share one: a storefront's client would get operations that it may not call.
func (r *Router) use(heading string, aud Audience) {
	admin, known := r.headings[heading]
	if known && admin != (aud == Admin) {
		panic("httpapi: " + heading + ": a heading is either for admins alone or for the store")
	}
	r.headings[heading] = aud == Admin
	if !known {
		r.order = append(r.order, heading)
	}
}

// writeHeadings lists the headings that operations use: in the order of Options.Headings, what is
// not there in the order of first use behind it, and those for admins after all others.
func (r *Router) writeHeadings(doc *huma.OpenAPI) {
	known := func(h Heading) bool { _, used := r.headings[h.Name]; return used }
	listed := func(name string) bool {
		return slices.ContainsFunc(r.described, func(h Heading) bool { return h.Name == name })
	}
	var all []Heading
	for _, h := range r.described {
		if known(h) {
			all = append(all, h)
		}
	}
	for _, name := range r.order {
		if !listed(name) {
			all = append(all, Heading{Name: name})
		}
	}
	groups := []tagGroup{{Name: storeGroup}, {Name: adminGroup}}
	for i, admin := range []bool{false, true} {
		for _, h := range all {
			if r.headings[h.Name] == admin {
				doc.Tags = append(doc.Tags, &huma.Tag{Name: h.Name, Description: h.Description})
				groups[i].Tags = append(groups[i].Tags, h.Name)
			}
		}
	}
	groups = slices.DeleteFunc(groups, func(g tagGroup) bool { return len(g.Tags) == 0 })
	if doc.Extensions == nil {
		doc.Extensions = map[string]any{}
	}
	doc.Extensions["x-tagGroups"] = groups
}
