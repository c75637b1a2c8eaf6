package catalog

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/search"
)

const maxSlugLength = 140

// reservedSlugs are paths next to the products: /v1/products/facets.
var reservedSlugs = []string{"facets", "slugs"}

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slugField is a slug in a request body.
type slugField string

// slugForm is what a slug looks like, for people.
const slugForm fault.Text = "lower-case letters and digits with single hyphens between"

// Schema is the slug's schema.
func (slugField) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, MaxLength: new(maxSlugLength), Pattern: slugPattern.String(),
		PatternDescription: string(slugForm),
	}
}

// slugify derives a slug from a name. It returns "" for a name without an ASCII letter or digit.
func slugify(name string) string {
	separates := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	slug := strings.Join(strings.FieldsFunc(strings.ReplaceAll(search.Fold(name), "'", ""), separates), "-")
	if len(slug) > maxSlugLength {
		slug = strings.TrimRight(slug[:maxSlugLength], "-")
	}
	return slug
}

// slugOrDefault returns slug; when that is blank, a slug derived from the name; and when that is
// blank or not allowed, one made from the end of the id.
func slugOrDefault(slug, name, rowID string, reserved ...string) string {
	derived := slugify(name)
	if checkSlug(derived, reserved...) != nil {
		derived = ""
	}
	return cmp.Or(slug, derived, "n-"+rowID[len(rowID)-12:])
}

// checkSlug rejects a slug that looks like an id, because a path takes both, and reserved slugs.
func checkSlug(slug string, reserved ...string) []fault.Field {
	if id.Valid(slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "must not look like an id"}}
	}
	if slices.Contains(reserved, slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "is reserved"}}
	}
	return nil
}

func slugTaken() error { return fault.New(codeSlugTaken, "Another one has this slug.") }
