package catalog

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// maxShownUses is how many of each kind a refusal names.
const maxShownUses = 10

// taxonomyInUse is what keeps a brand or a category, in the problem.
type taxonomyInUse struct {
	Products      []useView `json:"products" doc:"The first 10 by name, archived ones too."`
	ProductCount  int64     `json:"productCount" doc:"Of all." example:"1"`
	Categories    []useView `json:"categories" doc:"Those below the category; the first 10 by name."`
	CategoryCount int64     `json:"categoryCount" doc:"Of all." example:"0"`
}

// SchemaName is the name in the document, before Problem.
func (taxonomyInUse) SchemaName() string { return "TaxonomyInUse" }

// useView names what keeps a brand or a category.
type useView struct {
	ID   string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name string `json:"name" example:"Espresso cup"`
}

// SchemaName is the name in the document.
func (useView) SchemaName() string { return "TaxonomyUse" }

// inUseExample is an example of the members of in_use.
var inUseExample = map[fault.Code]any{fault.InUse: taxonomyInUse{
	Products: []useView{{ID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", Name: "Espresso cup"}}, ProductCount: 1,
	Categories: []useView{},
}}

// withUses adds to an InUse what keeps the brand or the category by now. It reads that after the
// transaction, in which PostgreSQL allows no query once it has refused the deletion. Any other
// error stays as it is.
func withUses(db *gorm.DB, err error, products, categories scope) error {
	refused, ok := errors.AsType[*fault.Fault](err)
	if !ok || refused.Code != fault.InUse {
		return err
	}
	uses, err := loadUses(db, products, categories)
	if err != nil {
		return err
	}
	return refused.WithMembers(uses)
}
