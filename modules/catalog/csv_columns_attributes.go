package catalog

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/fault"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// A column of an attribute has its code behind one of these: values of the product, or of the
// variant of its row. Several choices have listSeparator between.
const (
	productAttributePrefix = "attr:"
	variantAttributePrefix = "variant_attr:"
)

// attributeOfColumn is the attribute of a column, or nil.
func (d definitions) attributeOfColumn(column string) *attribute {
	column = strings.ToLower(strings.TrimSpace(column))
	for _, prefix := range []string{productAttributePrefix, variantAttributePrefix} {
		if code, ok := strings.CutPrefix(column, prefix); ok {
			return d[code]
		}
	}
	return nil
}

// keyedField is the field of a column of an attribute or of metadata, in any case; "" for any other
// column, and for an attribute that there is not.
func (p importPlan) keyedField(column string) string {
	column = strings.ToLower(strings.TrimSpace(column))
	if p.attributes.attributeOfColumn(column) == nil && !isMetadataColumn(column) {
		return ""
	}
	return column
}

// nearestColumn is the column of an attribute whose name the given one, in lower case, may have
// been meant to be: but for a character of the code, or with another prefix. It is "" for none.
func (d definitions) nearestColumn(name string) string {
	const longest = 60
	prefix, code, _ := strings.Cut(name, ":")
	if len(code) < 3 || len(name) > longest {
		return ""
	}
	for _, known := range slices.Sorted(maps.Keys(d)) {
		for _, column := range []string{productAttributePrefix, variantAttributePrefix} {
			column = strings.TrimSuffix(column, ":")
			if prefix == column && tablefile.EditDistance(code, known) == 1 ||
				code == known && tablefile.IsNear(prefix, column) {
				return column + ":" + known
			}
		}
	}
	return ""
}

// isKeyedColumn reports whether the field is that of an attribute or of metadata.
func isKeyedColumn(field string) bool {
	return strings.HasPrefix(field, productAttributePrefix) || strings.HasPrefix(field, variantAttributePrefix) ||
		isMetadataColumn(field)
}

// keyedFields are the columns of attributes or of metadata that the file has, which begin with the
// prefix.
func (h *csvHeader) keyedFields(prefix string) (fields []string) {
	for _, field := range h.keyed {
		if strings.HasPrefix(field, prefix) {
			fields = append(fields, field)
		}
	}
	return fields
}

// productFields are the columns about the product that the file has.
func (h *csvHeader) productFields() (fields []string) {
	for _, c := range csvColumns {
		if _, has := h.at[c.name]; has && c.toProduct != nil {
			fields = append(fields, c.name)
		}
	}
	fields = append(fields, h.keyedFields(productAttributePrefix)...)
	return append(fields, h.keyedFields(productMetadataPrefix)...)
}

// applyAttributes changes a list of values as the columns with the prefix say. An empty cell takes
// the attribute out of the list. It adds an error where the list is longer than allowed.
func (l *line) applyAttributes(list []attributeValues, prefix string, most int) []attributeValues {
	fields := l.header.keyedFields(prefix)
	if len(fields) == 0 {
		return list
	}
	list = slices.Clone(list)
	for _, field := range fields {
		a := l.header.plan.attributes.attributeOfColumn(field)
		at := slices.IndexFunc(list, func(v attributeValues) bool { return v.Code == a.Code })
		values := l.attributeValues(field, a)
		switch {
		case len(values) == 0 && at >= 0:
			list = slices.Delete(list, at, at+1)
		case len(values) == 0:
		case at >= 0:
			list[at] = attributeValues{a.Code, values}
		default:
			list = append(list, attributeValues{a.Code, values})
		}
	}
	if len(list) > most {
		l.addError(fields[0], fault.TooLong, "must not make more attributes than there may be")
	}
	return list
}

// attributeValues parses the cell of an attribute.
func (l *line) attributeValues(field string, a *attribute) (values []string) {
	var texts []string
	switch cell := l.text(field, maxAttributeText*maxAttributeValues); {
	case cell == "":
	case a.Kind == events.AttributeChoice:
		texts = l.list(field, listSeparator)
	case a.Kind == events.AttributeText:
		texts = []string{l.text(field, maxAttributeText)}
	default:
		plain, problem := a.cellValue(cell)
		if problem.Text != "" {
			l.addError(field, fault.BadFormat, problem.String())
			return nil
		}
		texts = []string{plain}
	}
	for _, text := range texts {
		value, wrong := a.plainValue(text)
		switch {
		case wrong.Code != "":
			l.addError(field, wrong.Code, wrong.Detail.English(wrong.Args...))
		case slices.Contains(values, value):
			l.addError(field, fault.NotAllowed, "has a value twice")
		case len(values) == maxAttributeValues:
			l.addError(field, fault.TooLong, "must be at most 20 values")
			return values
		default:
			values = append(values, value)
		}
	}
	return values
}

// cellValue is what a cell says as plainValue takes it: spreadsheets write numbers, dates and truth
// in the language of their computer. problem is why it may mean several things, or says nothing.
func (a *attribute) cellValue(cell string) (value string, problem fault.Phrase) {
	switch a.Kind {
	case events.AttributeNumber:
		value, problem = safecsv.ReadDecimal(cell, "")
		if value == "" && !safecsv.IsAmbiguous(strings.TrimPrefix(cell, "-")) {
			return cell, fault.Phrase{} // no number at all: plainValue says so
		}
		return value, problem
	case events.AttributeDate:
		day, clock, _ := strings.Cut(strings.Replace(cell, "T", " ", 1), " ")
		if days := daysOf(day); strings.Trim(clock, "0:.Z") == "" && len(days) == 1 {
			return days[0], problem
		} else if len(days) > 1 {
			return "", fault.Say("may be %s or %s: write it like 2026-11-20", days[0], days[1])
		}
	case events.AttributeBoolean:
		if yes, known := yesOrNo(cell); known {
			return strconv.FormatBool(yes), problem
		}
	case events.AttributeText, events.AttributeChoice:
	}
	return cell, problem
}

// attributeNames are the columns of the attributes in a file.
func attributeNames(attributes []*attribute) (names []string) {
	for _, a := range attributes {
		names = append(names, productAttributePrefix+a.Code, variantAttributePrefix+a.Code)
	}
	return names
}

// attributeCells are the cells of these columns; v is nil in the row of a product without variants.
func attributeCells(p *product, v *variant, attributes []*attribute, f safecsv.Format) (cells []string) {
	for _, a := range attributes {
		ofVariant := ""
		if v != nil {
			ofVariant = a.cell(v.Attributes, f)
		}
		cells = append(cells, a.cell(p.Attributes, f), ofVariant)
	}
	return cells
}

// cell is the cell of the attribute's values in the list.
func (a *attribute) cell(list []attributeValues, f safecsv.Format) string {
	for _, v := range list {
		switch {
		case v.Code != a.Code:
		case a.Kind == events.AttributeNumber:
			return f.Number(withFourthDecimal(strings.Join(v.Values, listSeparator)))
		default:
			return strings.Join(v.Values, listSeparator)
		}
	}
	return ""
}

// withFourthDecimal gives three decimals a zero, so that they are not taken for thousands.
func withFourthDecimal(number string) string {
	if safecsv.IsAmbiguous(strings.TrimPrefix(number, "-")) {
		return number + "0"
	}
	return number
}
