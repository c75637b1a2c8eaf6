package catalog

import (
	"maps"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/metadata"
	"orderd/platform/tablefile"
)

// A column of metadata has its key behind one of these: a value of the product, or of the variant
// of its row.
const (
	productMetadataPrefix = "meta:"
	variantMetadataPrefix = "variant_meta:"
)

// maxMetadataColumns is how many keys a file that is exported has columns of: the first ones. With
// all other columns, these are not too many for a file to be imported.
const maxMetadataColumns = 200

// metadataPrefixOf is the prefix that the name of a column begins with, in any case, or "".
func metadataPrefixOf(column string) string {
	column = strings.ToLower(strings.TrimSpace(column))
	for _, prefix := range []string{productMetadataPrefix, variantMetadataPrefix} {
		if strings.HasPrefix(column, prefix) {
			return prefix
		}
	}
	return ""
}

// isMetadataColumn reports whether the field is a prefix with a key behind it.
func isMetadataColumn(field string) bool {
	prefix := metadataPrefixOf(field)
	return prefix != "" && metadata.IsKey(strings.TrimPrefix(field, prefix))
}

// nearestMetadataColumn is the column of metadata whose name the given one, in lower case, may have
// been meant to be: with another prefix, or with spaces beside the colon. It is "" for none.
func nearestMetadataColumn(name string) string {
	prefix, key, _ := strings.Cut(name, ":")
	prefix, key = strings.TrimSpace(prefix), strings.TrimSpace(key)
	if !metadata.IsKey(key) {
		return ""
	}
	for _, known := range []struct{ prefix, alike string }{
		{productMetadataPrefix, "metadata"}, {variantMetadataPrefix, "variant_metadata"},
	} {
		column := strings.TrimSuffix(known.prefix, ":")
		if tablefile.IsNear(prefix, column) || tablefile.IsNear(prefix, known.alike) {
			return known.prefix + key
		}
	}
	return ""
}

// applyMetadata changes metadata as the columns with the prefix say. An empty cell takes the key
// out. It adds an error where there are more keys than allowed.
func (l *line) applyMetadata(before metadata.Object, prefix string) metadata.Object {
	fields := l.header.keyedFields(prefix)
	if len(fields) == 0 {
		return before
	}
	o := maps.Clone(before.OrEmpty())
	for _, field := range fields {
		key := strings.TrimPrefix(field, prefix)
		switch text := l.text(field, metadata.MaxValue); {
		case text == asExported(before[key]):
		case text == "":
			delete(o, key)
		default:
			o[key] = text
		}
	}
	if len(o) > metadata.MaxKeys {
		l.addError(fields[0], fault.TooLong, "must not make more keys of metadata than 50")
	}
	return o
}

// metadataNames are the columns of the keys in a file.
func metadataNames(keys []string) (names []string) {
	for _, key := range keys {
		names = append(names, productMetadataPrefix+key, variantMetadataPrefix+key)
	}
	return names
}

// metadataCells are the cells of these columns; v is nil in the row of a product without variants.
func metadataCells(p *product, v *variant, keys []string) (cells []string) {
	for _, key := range keys {
		ofVariant := ""
		if v != nil {
			ofVariant = v.Metadata[key]
		}
		cells = append(cells, p.Metadata[key], ofVariant)
	}
	return cells
}
