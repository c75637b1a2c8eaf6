package catalog

import (
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/metadata"
)

// metadataTable has the metadata of products, with that of their variants on sale.
var metadataTable = metadata.Table{Name: "catalog_metadata", Owner: "product_id"}

// checkMetadata returns what is wrong with the metadata of a request.
func checkMetadata(o metadata.Object, variants []variantInput) []fault.Field {
	found := o.Check("/metadata")
	for i, v := range variants {
		found = append(found, v.Metadata.Check("/variants/"+strconv.Itoa(i)+"/metadata")...)
	}
	return found
}

// allMetadata is the metadata that the product and its variants on sale have.
func (p *product) allMetadata() (all []metadata.Object) {
	if len(p.Metadata) > 0 {
		all = append(all, p.Metadata)
	}
	for _, v := range p.onSale() {
		if len(v.Metadata) > 0 {
			all = append(all, v.Metadata)
		}
	}
	return all
}

// replaceMetadata stores by what metadata lists find a product. It does nothing when it is as
// before.
func replaceMetadata(tx *gorm.DB, productID string, before, after []metadata.Object) error {
	if slices.EqualFunc(before, after, metadata.Object.Equal) {
		return nil
	}
	return metadataTable.Replace(tx, productID, after...)
}
