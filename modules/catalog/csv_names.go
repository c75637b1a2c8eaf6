package catalog

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/id"
	"orderd/platform/search"
)

// The limits of the brands and categories that an import makes: of a name in characters, and of the
// categories below one another.
const (
	maxTaxonomyName = 120
	maxPath         = 10
)

// pathSeparator stands between a category and one below it, in a cell.
const pathSeparator = ">"

// importNames finds brands and categories by their names, and makes those that are absent: in a
// cell, a category is a path of names like "Kitchen > Cups". Until a product of it is saved, what
// is to be made has an id that begins with newName.
type importNames struct {
	brands     map[string]string // ids by folded name
	categories map[string]string // ids by path of folded names
	slugs      slugSet           // of categories
	brandSlugs slugSet
	pending    []func() // take back what was made since the last product was saved
}

const newName = "\x00"

// newImportNames has the names of a taxonomy.
func newImportNames(t *taxonomy) *importNames {
	n := &importNames{
		brands: map[string]string{}, categories: map[string]string{}, slugs: newSlugSet(), brandSlugs: newSlugSet(),
	}
	for _, b := range slices.Backward(t.brandsInOrder) { // of one name the first counts
		n.brands[search.Fold(b.Name)] = b.ID
	}
	for _, c := range slices.Backward(t.categoriesInOrder) {
		var path []string
		for _, above := range c.Ancestors {
			path = append(path, above.Name)
		}
		n.categories[pathKey(append(path, c.Name))] = c.ID
	}
	for slug := range t.brandIDs {
		n.brandSlugs.taken[slug] = true
	}
	for slug := range t.categoryIDs {
		n.slugs.taken[slug] = true
	}
	return n
}

func pathKey(path []string) string {
	folded := make([]string, len(path))
	for i, name := range path {
		folded[i] = search.Fold(name)
	}
	return strings.Join(folded, newName)
}

// brandID is the id of the brand with the name; valid is false where there can be none.
func (n *importNames) brandID(name string) (brandID string, valid bool) {
	if known, has := n.brands[search.Fold(name)]; has {
		return known, true
	}
	return newName + name, isTaxonomyName(name)
}

// categoryID is the id of the category with the path; valid is false where there can be none.
func (n *importNames) categoryID(cell string) (categoryID string, valid bool) {
	path := splitPath(cell)
	if known, has := n.categories[pathKey(path)]; has {
		return known, true
	}
	isTooLong := func(name string) bool { return !isTaxonomyName(name) }
	valid = len(path) > 0 && len(path) <= maxPath && !slices.ContainsFunc(path, isTooLong)
	return newName + strings.Join(path, newName), valid
}

func isTaxonomyName(name string) bool { return name != "" && len([]rune(name)) <= maxTaxonomyName }

// splitPath are the names of a path.
func splitPath(cell string) (path []string) {
	for name := range strings.SplitSeq(cell, pathSeparator) {
		if name = strings.TrimSpace(name); name != "" {
			path = append(path, name)
		}
	}
	return path
}

// isNeeded reports whether the spec has brands or categories that are to be made.
func (n *importNames) isNeeded(spec *productSpec) bool {
	isNew := func(rowID string) bool { return strings.HasPrefix(rowID, newName) }
	return n != nil && (spec.BrandID != nil && isNew(*spec.BrandID) || slices.ContainsFunc(spec.CategoryIDs, isNew))
}

// make makes the brands and categories of the spec that are to be made, and gives it their ids. The
// caller keeps or takes back what was made.
func (n *importNames) make(ctx context.Context, tx *gorm.DB, spec *productSpec, now time.Time) error {
	if spec.BrandID != nil {
		if name, isNew := strings.CutPrefix(*spec.BrandID, newName); isNew {
			brandID, err := n.makeBrand(ctx, tx, name, now)
			if err != nil {
				return err
			}
			spec.BrandID = &brandID
		}
	}
	ids := []string{}
	for _, categoryID := range spec.CategoryIDs {
		if path, isNew := strings.CutPrefix(categoryID, newName); isNew {
			var err error
			if categoryID, err = n.makePath(ctx, tx, strings.Split(path, newName), now); err != nil {
				return err
			}
		}
		if !slices.Contains(ids, categoryID) {
			ids = append(ids, categoryID)
		}
	}
	spec.CategoryIDs = ids
	return nil
}

func (n *importNames) makeBrand(ctx context.Context, tx *gorm.DB, name string, now time.Time) (string, error) {
	slug := n.brandSlugs.free(slugOrDefault("", name, id.Derive("catalog: slug", name)))
	b, err := createBrand(ctx, tx, newBrand(name, slug, nil, now))
	if err != nil {
		return "", err
	}
	n.add(n.brands, search.Fold(name), b.ID)
	n.take(n.brandSlugs, slug)
	return b.ID, nil
}

// makePath makes a category and those above it, as far as they are absent.
func (n *importNames) makePath(ctx context.Context, tx *gorm.DB, path []string, now time.Time) (string, error) {
	var parentID *string
	for i, name := range path {
		key := pathKey(path[:i+1])
		if known, has := n.categories[key]; has {
			parentID = &known
			continue
		}
		slug := slugOrDefault("", name, id.Derive("catalog: slug", key))
		if i > 0 && n.slugs.taken[slug] { // Kitchen > Cups, beside Garden > Cups
			slug = slugOrDefault("", path[i-1]+" "+name, id.Derive("catalog: slug", key))
		}
		slug = n.slugs.free(slug)
		c, err := createCategory(ctx, tx, newCategory(category{Name: name, Slug: slug, ParentID: parentID}, now))
		if err != nil {
			return "", err
		}
		n.add(n.categories, key, c.ID)
		n.take(n.slugs, slug)
		parentID = &c.ID
	}
	return *parentID, nil
}

func (n *importNames) add(to map[string]string, key, rowID string) {
	to[key] = rowID
	n.pending = append(n.pending, func() { delete(to, key) })
}

func (n *importNames) take(slugs slugSet, slug string) {
	slugs.taken[slug] = true
	n.pending = append(n.pending, func() { delete(slugs.taken, slug) })
}

// keep ends what can be taken back.
func (n *importNames) keep() { n.pending = nil }

// takeBack forgets what was made since the last call of keep, because it was rolled back.
func (n *importNames) takeBack() {
	for _, undo := range slices.Backward(n.pending) {
		undo()
	}
	n.pending = nil
}

// slugSet are slugs that are taken. Behind a slug it goes on from the last number that it has
// given: from 2 each time, a file of 100 000 equal names took 5 billion steps.
type slugSet struct {
	taken map[string]bool
	last  map[string]int
}

func newSlugSet() slugSet { return slugSet{taken: map[string]bool{}, last: map[string]int{}} }

// free is the slug, with a number behind where it is taken.
func (s slugSet) free(slug string) string {
	free := slug
	for s.taken[free] {
		s.last[slug] = max(s.last[slug], 1) + 1
		number := "-" + strconv.Itoa(s.last[slug])
		free = strings.TrimRight(slug[:min(len(slug), maxSlugLength-len(number))], "-") + number
	}
	return free
}
