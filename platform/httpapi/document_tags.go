package httpapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Tag is a tag of the document: operations that belong together, and a line on what they are for.
type Tag struct{ Name, Description string }

// The groups of tags, in the order in which documentation pages show them.
const (
	storeGroup = "Store"
	adminGroup = "Administration"
)

// tagGroup is an item of x-tagGroups, which documentation pages read.
type tagGroup struct {
	Name string   `json:"name" yaml:"name"`
	Tags []string `json:"tags" yaml:"tags"`
}

// tagSet is the tags of the document.
type tagSet struct {
	described []Tag           // Options.Tags
	inUse     []string        // in the order of first use
	forAdmins map[string]bool // by name; a tag of another audience is false
}

// use notes that an operation for the audience has the tag. An operation for admins and one that is
// not never share a tag: the generated client of a storefront would get operations that it may not
// call.
func (t *tagSet) use(name string, audience Audience) {
	admin, known := t.forAdmins[name]
	if known && admin != (audience == Admin) {
		panic("httpapi: " + name + ": a tag is either for admins alone or for the store")
	}
	t.forAdmins[name] = audience == Admin
	if !known {
		t.inUse = append(t.inUse, name)
	}
}

// write lists the tags that operations use: first those of Options.Tags in their order, then the
// others in the order of first use; tags for admins come last.
func (t *tagSet) write(doc *huma.OpenAPI) {
	used := func(tag Tag) bool { return slices.Contains(t.inUse, tag.Name) }
	all := slices.DeleteFunc(slices.Clone(t.described), func(tag Tag) bool { return !used(tag) })
	for _, name := range t.inUse {
		if !slices.ContainsFunc(all, func(tag Tag) bool { return tag.Name == name }) {
			all = append(all, Tag{Name: name})
		}
	}
	groups := []tagGroup{{Name: storeGroup}, {Name: adminGroup}}
	for i, admin := range []bool{false, true} {
		for _, tag := range all {
			if t.forAdmins[tag.Name] == admin {
				doc.Tags = append(doc.Tags, &huma.Tag{Name: tag.Name, Description: tag.Description})
				groups[i].Tags = append(groups[i].Tags, tag.Name)
			}
		}
	}
	groups = slices.DeleteFunc(groups, func(g tagGroup) bool { return len(g.Tags) == 0 })
	if doc.Extensions == nil {
		doc.Extensions = map[string]any{}
	}
	doc.Extensions["x-tagGroups"] = groups
}
