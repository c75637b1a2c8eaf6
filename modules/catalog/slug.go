package catalog

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/id"
)

// maxSlug is the length of the longest slug.
const maxSlug = 140

// reservedSlug is a path beside the products: /v1/products/facets.
const reservedSlug = "facets"

// slugs is the form of a slug.
var slugs = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slugOf makes a slug of a name: "" of one without a Latin letter or digit.
func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(fold(name), "'", ""), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	slug := strings.Join(words, "-")
	if len(slug) > maxSlug {
		slug = strings.TrimRight(slug[:maxSlug], "-")
	}
	return slug
}

// slugFor is slug, or when that is blank one made of the name, or else, when that makes none that may be one, of the end of the id.
func slugFor(slug, name, rowID string, reserved ...string) string {
	made := slugOf(name)
	if checkSlug(made, reserved...) != nil {
		made = ""
	}
	return cmp.Or(slug, made, "n-"+rowID[len(rowID)-12:])
}

// checkSlug refuses what a path would not tell from an id, and the reserved names.
func checkSlug(slug string, reserved ...string) []fault.Field {
	if id.Valid(slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "must not look like an id"}}
	}
	if slices.Contains(reserved, slug) {
		return []fault.Field{{Pointer: "/slug", Code: fault.NotAllowed, Detail: "is reserved"}}
	}
	return nil
}

func slugTaken() error { return fault.New(fault.SlugTaken, "Another one has this slug.") }
