package httpapi

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/convert"
)

// A field whose type is a valueSet refers to the component with the type's name, which is made of
// the values. So does a field whose tag `schema` gives a name to its enum
// (`enum:"name,-name" schema:"UserSort"`). The same name with other values is a panic.
//
// A request takes the values of the enum alone. An answer may have a value that comes later, and a
// client that was generated today must take it: there the field refers to AnyOrderStage, an
// OrderStage or any other text. Generators for TypeScript make it OrderStage | string; x-go-type
// makes the one for Go use its type OrderStage, a string with constants, where it would make a
// struct of the alternatives. What the body of some request has is closed in answers too: a client
// sends back what it has read.
const (
	schemaTag       = "schema"
	namedExtension  = "x-schema-name" // what the tag says; it is not in the finished document
	anyPrefix       = "Any"
	goType          = "x-go-type"
	problemCodeName = "ProblemCode"
)

// presetSchemas are components that are made of no field's enum.
func (r *Router) presetSchemas() map[string]*huma.Schema {
	problemCode := enumSchema(convert.Strings(slices.Sorted(slices.Values(r.problems.codes()))...))
	problemCode.Description = "What went wrong, for programs. A code never changes its meaning."
	return map[string]*huma.Schema{
		problemCodeName: problemCode,
		roleScopeName:   enumSchema(r.scopesNamed(roleScopeName)),
		keyScopeName:    enumSchema(r.scopesNamed(keyScopeName)),
		// Of fields that a use case looks up and refuses with not_allowed, whatever their form.
		"Id": {Type: huma.TypeString, Format: "uuid", Examples: []any{"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"}},
		countryName: {
			Type: huma.TypeString, Description: "A country, ISO 3166-1 alpha-2.", Pattern: "^[A-Z]{2}$", MinLength: new(2),
			MaxLength: new(2), Examples: []any{"DE"},
		},
		"CountryOrBlank": {
			AnyOf:      []*huma.Schema{{Ref: schemaPrefix + "Country"}, {Type: huma.TypeString, Enum: []any{""}}},
			Extensions: map[string]any{goType: "Country"},
		},
	}
}

// valueSet is implemented by a string type that is a closed set: the values stand once, beside the
// type. The component has the name of the type with a capital, or its SchemaName.
type valueSet interface{ Values() []string }

// valueSetSchema is the schema of a valueSet, or nil for another type.
func valueSetSchema(t reflect.Type) *huma.Schema {
	set, isSet := reflect.TypeAssert[valueSet](reflect.Zero(t))
	if !isSet {
		return nil
	}
	name := capital(t.Name())
	if named, ok := set.(Named); ok {
		name = named.SchemaName()
	}
	s := enumSchema(set.Values())
	s.Extensions = map[string]any{namedExtension: name}
	return s
}

func enumSchema(values []string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: convert.All(values, func(v string) any { return v })}
}

// noteSchemaName notes the name that a field's tag gives to its schema, or to that of its items.
func noteSchemaName(s *huma.Schema, f reflect.StructField) {
	name := f.Tag.Get(schemaTag)
	if name == "" {
		return
	}
	if s.Items != nil {
		s = s.Items
	}
	if s.Extensions == nil {
		s.Extensions = map[string]any{}
	}
	s.Extensions[namedExtension] = name
}

// nameParams does the same for the parameters of an operation's input.
func nameParams(params []*huma.Param, input reflect.Type) {
	for _, f := range reflect.VisibleFields(input) {
		query, _, _ := strings.Cut(f.Tag.Get("query"), ",") // the rest is how an array is written
		for _, p := range params {
			if p.Name != "" && (p.Name == query || p.Name == f.Tag.Get("header") || p.Name == f.Tag.Get("path")) {
				noteSchemaName(p.Schema, f)
			}
		}
	}
}

// nameSchemas replaces schemas that have a name by references to the components with those names.
// requests are the names of the schemas that requests use.
func (r *Router) nameSchemas(doc *huma.OpenAPI, requests map[string]bool) {
	for name := range requests {
		walkSchemas(r.registry.schemas[name], func(s *huma.Schema) {
			if enum, isNamed := s.Extensions[namedExtension].(string); isNamed {
				r.registry.sent[enum] = true
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(r.registry.schemas)) {
		r.registry.nameInside(r.registry.schemas[name], !requests[name])
	}
	for _, op := range allOperations(doc) {
		for _, p := range op.Parameters {
			if p.Schema != nil {
				r.registry.nameInside(p.Schema, false)
				p.Schema = r.registry.named(p.Schema, false)
			}
		}
	}
}

func (r *registry) nameInside(s *huma.Schema, open bool) {
	for name, p := range s.Properties {
		r.nameInside(p, open)
		s.Properties[name] = r.named(p, open)
	}
	if s.Items != nil {
		r.nameInside(s.Items, open)
		s.Items = r.named(s.Items, open)
	}
	for _, part := range s.AllOf {
		r.nameInside(part, open)
	}
}

// named is s, or a reference to the component whose name it has.
func (r *registry) named(s *huma.Schema, open bool) *huma.Schema {
	name, isNamed := s.Extensions[namedExtension].(string)
	if !isNamed {
		return s
	}
	if preset := r.presets[name]; preset != nil {
		r.schemas[name] = preset
		for _, alternative := range preset.AnyOf {
			if other := strings.TrimPrefix(alternative.Ref, schemaPrefix); other != "" {
				r.schemas[other] = r.presets[other]
			}
		}
	} else if err := r.nameEnum(name, s.Enum); err != nil {
		panic(err)
	}
	if r.schemas[name] == nil {
		panic("httpapi: there is no schema " + name)
	}
	if open && !r.sent[name] && r.schemas[name].Enum != nil {
		r.schemas[anyPrefix+name] = &huma.Schema{
			AnyOf:      []*huma.Schema{{Ref: schemaPrefix + name}, {Type: huma.TypeString}},
			Extensions: map[string]any{goType: name},
		}
		name = anyPrefix + name
	}
	ref := &huma.Schema{Ref: schemaPrefix + name}
	if s.Nullable {
		ref = &huma.Schema{OneOf: []*huma.Schema{ref, {Type: typeNull}}}
	}
	ref.Description, ref.Default, ref.Examples = s.Description, s.Default, s.Examples
	return ref
}

// nameEnum makes the component of an enum.
func (r *registry) nameEnum(name string, values []any) error {
	values = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
	known := r.schemas[name]
	switch {
	case len(values) == 0:
		return fmt.Errorf("httpapi: %s: a schema that is named has an enum", name)
	case known == nil:
		r.schemas[name] = &huma.Schema{Type: huma.TypeString, Enum: values}
	case !slices.Equal(known.Enum, values):
		return fmt.Errorf("httpapi: %s is both %v and %v", name, known.Enum, values)
	}
	return nil
}
