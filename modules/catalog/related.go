package catalog

import (
	"fmt"
	"slices"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
)

// relation is why a product is shown beside another one.
type relation string

// Admins make these lists.
const (
	relationAccessories relation = "accessories" // go with the product
	relationSimilar     relation = "similar"     // serve in its place
	relationReplaces    relation = "replaces"    // the product takes their place
)

// relations are those that admins make, in the order in which they are shown.
var relations = []relation{relationAccessories, relationSimilar, relationReplaces}

// maxRelated is how many products a list beside a product has. The constraints of catalog_related
// contain this number.
const maxRelated = 20

// related says that an admin shows a product beside another one.
type related struct {
	ProductID string `gorm:"primaryKey"`
	RelatedID string `gorm:"primaryKey"`
	Kind      relation
	Position  int
}

func (related) TableName() string { return "catalog_related" }

// relatedLists are the ids of the products in each list, in their order.
type relatedLists map[relation][]string

// check returns a fault for the product itself and for each product that is there twice, in one
// list or in two.
func (l relatedLists) check(productID string) (faults []fault.Field) {
	errs, seen := specErrors{}, map[string]bool{}
	for _, kind := range relations {
		for i, relatedID := range l[kind] {
			switch {
			case relatedID == productID:
				errs.add("must be another product", fmt.Sprint("/", kind, "/%d"), i)
			case seen[relatedID]:
				errs.add("is there twice", fmt.Sprint("/", kind, "/%d"), i)
			}
			seen[relatedID] = true
		}
	}
	return errs
}

// equal reports whether both have the same products in the same order.
func (l relatedLists) equal(other relatedLists) bool {
	return !slices.ContainsFunc(relations, func(k relation) bool { return !slices.Equal(l[k], other[k]) })
}

// all are the ids of all lists.
func (l relatedLists) all() (ids []string) {
	for _, kind := range relations {
		ids = append(ids, l[kind]...)
	}
	return ids
}

// savedEvent describes the lists of the product as they now are.
func (l relatedLists) savedEvent(productID string) events.RelatedSaved {
	list := func(kind relation) []string {
		return convert.All(l[kind], func(relatedID string) string { return relatedID })
	}
	return events.RelatedSaved{
		ProductID: productID, Accessories: list(relationAccessories), Similar: list(relationSimilar),
		Replaces: list(relationReplaces),
	}
}
