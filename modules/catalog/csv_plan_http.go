package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/strictjson"
)

func (in *importProductsInput) plan() importPlan {
	mapping, _ := in.Mapping.fields()
	return importPlan{
		format: in.ImportFormat, mapping: mapping, makesNames: in.MakeNames.Ptr(), weightUnit: in.WeightUnit,
		addTax: in.AddTax.percent(),
	}
}

// Check is what the schema cannot say.
func (in *importProductsInput) Check() []fault.Field { return in.Mapping.check() }

// check is the fault of a text that is no mapping.
func (p mappingParam) check() []fault.Field {
	if _, valid := p.fields(); !valid {
		return []fault.Field{{
			Pointer: "?mapping", Code: fault.BadFormat, Detail: `must be a JSON object like {"Vendor":"brand","Tags":null}`,
		}}
	}
	return nil
}

// mappingParam is a JSON object of fields by columns.
type mappingParam string

// Schema is the parameter's schema.
func (mappingParam) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MaxLength: new(16_000)}
}

// fields are the columns and their fields: of each column one, in whatever case it is written.
func (p mappingParam) fields() (fields []columnField, valid bool) {
	if p == "" {
		return nil, true
	}
	object, err := strictjson.Parse([]byte(p))
	if err != nil || object.Kind != strictjson.Object {
		return nil, false
	}
	for i, column := range object.Names {
		column, field := strings.TrimSpace(column), object.Items[i]
		twice := func(f columnField) bool { return strings.EqualFold(f.column, column) }
		if slices.ContainsFunc(fields, twice) {
			return nil, false
		}
		if field.Kind != strictjson.String && field.Kind != strictjson.Null {
			return nil, false
		}
		fields = append(fields, columnField{column, field.Text})
	}
	return fields, true
}

// percentParam is a number of percent that may be absent.
type percentParam string

// Schema is the parameter's schema.
func (percentParam) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Minimum: new(0.0), Maximum: new(50.0)}
}

// percent is nil for an absent one.
func (p percentParam) percent() *float64 {
	n, err := strconv.ParseFloat(string(p), 64)
	if err != nil {
		return nil
	}
	return &n
}
