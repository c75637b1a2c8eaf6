package httpapi

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
)

// otherProblem is the schema of the problems of an operation that carry no members of their own,
// where others do.
const otherProblem = "OtherProblem"

// problemSchema is the schema of problems with the codes: Problem, or, when some carry members of
// their own, one of several that code distinguishes. A validator that knows discriminators takes
// the codes of the operation alone; any other takes a code that comes later as an OtherProblem.
// When all codes carry members there is no discriminator, which would map none to OtherProblem.
func (r *Router) problemSchema(codes []fault.Code, members map[fault.Code]any) *huma.Schema {
	problem := r.registry.Schema(reflect.TypeFor[Problem](), true, "")
	mapping := map[string]string{}
	var alternatives []*huma.Schema
	add := func(name string) {
		ref := schemaPrefix + name
		if !slices.ContainsFunc(alternatives, func(s *huma.Schema) bool { return s.Ref == ref }) {
			alternatives = append(alternatives, &huma.Schema{Ref: ref})
		}
	}
	for _, code := range codes {
		if members[code] != nil {
			add(r.registry.defineProblem(code, members[code]))
		}
	}
	if len(alternatives) == 0 {
		return problem
	}
	others := false
	for _, code := range codes {
		name := otherProblem
		if members[code] != nil {
			name = problemName(code, members[code])
		}
		others = others || name == otherProblem
		mapping[string(code)] = schemaPrefix + name
	}
	add(otherProblem)
	if !others {
		return &huma.Schema{OneOf: alternatives}
	}
	schema := &huma.Schema{OneOf: alternatives, Discriminator: &huma.Discriminator{PropertyName: "code", Mapping: mapping}}
	r.registry.discriminated = append(r.registry.discriminated, schema)
	return schema
}

// problemName is TotalChangedProblem for total_changed, and TaxonomyInUseProblem for in_use with
// members whose SchemaName is TaxonomyInUse.
func problemName(code fault.Code, members any) string {
	if named, ok := members.(interface{ SchemaName() string }); ok {
		return named.SchemaName() + "Problem"
	}
	return camelCase(string(code)) + "Problem"
}

// defineProblem makes the schema of the problems with the code: what every problem has, and the
// members. Each code has one kind of members, unless they have names of their own.
func (r *registry) defineProblem(code fault.Code, members any) string {
	name, t := problemName(code, members), reflect.TypeOf(members)
	if known := r.types[name]; known != nil {
		if known != t {
			panic(fmt.Sprintf("httpapi: problems with %s have the members %v and %v", code, known, t))
		}
		return name
	}
	r.types[name] = t
	own := *huma.SchemaFromType(r, t)
	r.nullable(&own, t)
	own.AdditionalProperties = nil
	own.Properties["code"] = constant(string(code))
	own.Required = append([]string{"code"}, own.Required...)
	problem := &huma.Schema{Ref: schemaPrefix + reflect.TypeFor[Problem]().Name()}
	r.schemas[name] = &huma.Schema{AllOf: []*huma.Schema{problem, &own}}
	if !slices.Contains(r.withMembers, code) {
		r.withMembers = append(r.withMembers, code)
	}
	return name
}

// constant is the schema of the one value that distinguishes a schema from others. Some generators
// fail at an enum of one value there.
func constant(value string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"const": value}}
}

// defineOther makes the schema of the problems that carry nothing of their own, when all that do
// are known. A code that carries members at other operations alone has a schema of its own where
// it carries none: OtherProblem excludes it.
func (r *registry) defineOther() {
	if len(r.withMembers) == 0 {
		return
	}
	slices.Sort(r.withMembers)
	var codes []any
	for _, code := range r.withMembers {
		codes = append(codes, string(code))
	}
	code := &huma.Schema{Type: huma.TypeString, Not: &huma.Schema{Enum: codes}}
	r.schemas[otherProblem] = &huma.Schema{AllOf: []*huma.Schema{
		{Ref: schemaPrefix + reflect.TypeFor[Problem]().Name()},
		{Type: huma.TypeObject, Required: []string{"code"}, Properties: map[string]*huma.Schema{"code": code}},
	}}
	for _, s := range r.discriminated {
		for _, code := range r.withMembers {
			if s.Discriminator.Mapping[string(code)] == schemaPrefix+otherProblem {
				ref := schemaPrefix + r.definePlain(code)
				s.Discriminator.Mapping[string(code)] = ref
				s.OneOf = append(s.OneOf, &huma.Schema{Ref: ref})
			}
		}
	}
}

// definePlain makes the schema of the problems with the code that carry no members.
func (r *registry) definePlain(code fault.Code) string {
	name := "Plain" + camelCase(string(code)) + "Problem"
	r.schemas[name] = &huma.Schema{AllOf: []*huma.Schema{
		{Ref: schemaPrefix + reflect.TypeFor[Problem]().Name()},
		{Type: huma.TypeObject, Required: []string{"code"}, Properties: map[string]*huma.Schema{
			"code": constant(string(code)),
		}},
	}}
	return name
}
