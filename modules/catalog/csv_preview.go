package catalog

import (
	"errors"

	"gorm.io/gorm"
)

// errDryRun rolls back a transaction of a dry run.
var errDryRun = errors.New("catalog: a dry run is rolled back")

// importPreview makes a dry run report what an import would. The dry run takes the same steps as
// the import and rolls back each of its transactions, so that other writers wait no longer for it.
// What it has rolled back may matter to later lines: they may be about the same product, or have an
// SKU that the product would have taken. So the preview keeps each product as it would be, and puts
// it back before a batch that has its slug or one of its SKUs. Nothing else in a file depends on
// earlier lines. The methods of a nil preview do nothing.
type importPreview struct {
	products  map[string]product // by slug
	slugOfSKU map[string]string
}

func newImportPreview() *importPreview {
	return &importPreview{products: map[string]product{}, slugOfSKU: map[string]string{}}
}

// keep notes the product as the import would save it.
func (p *importPreview) keep(imported importedProduct) {
	if p == nil || imported.outcome != importCreated && imported.outcome != importUpdated {
		return
	}
	p.products[imported.Slug] = imported.product
	for _, v := range imported.Variants {
		p.slugOfSKU[v.SKU] = imported.Slug
	}
}

// restore stores those of the kept products that the groups are about, or whose SKUs they have.
func (p *importPreview) restore(tx *gorm.DB, groups [][]*line) error {
	if p == nil {
		return nil
	}
	restored := map[string]bool{}
	for _, group := range groups {
		for _, l := range group {
			for _, slug := range []string{l.cells["slug"], p.slugOfSKU[l.cells["sku"]]} {
				kept, known := p.products[slug]
				if !known || restored[slug] {
					continue
				}
				restored[slug] = true
				if err := upsertProduct(tx, kept); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
