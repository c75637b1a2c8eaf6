package httpapi

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// otherProblem is the schema of the problems that carry no members of their own.
const otherProblem = "OtherProblem"

// statusProblems are the problems of a status of an operation. Their schema is filled in when all
// codes that carry members are known.
type statusProblems struct {
	schema  *huma.Schema
	codes   []fault.Code
	members map[fault.Code]any
}

// problemSchema is the schema of problems with the codes: OtherProblem, the one of the members that
// they carry, or one of several that code distinguishes. Each of them has a closed set of codes, so
// that a program which compares code knows what else there is.
func (r *Router) problemSchema(codes []fault.Code, members map[fault.Code]any) *huma.Schema {
	r.registry.Schema(reflect.TypeFor[Problem](), true, "")
	for _, code := range codes {
		if members[code] != nil {
			r.registry.defineProblem(code, members[code])
		}
	}
	p := statusProblems{&huma.Schema{}, codes, members}
	r.registry.problems = append(r.registry.problems, p)
	return p.schema
}

// fill completes the schema. Where some codes carry members, at this operation or at another, each
// code has a schema of its own: generators for TypeScript give a schema the codes of the first
// discriminator that maps to it.
func (p *statusProblems) fill(r *registry) {
	if !slices.ContainsFunc(p.codes, func(code fault.Code) bool { return slices.Contains(r.withMembers, code) }) {
		p.schema.Ref = schemaPrefix + otherProblem
		return
	}
	mapping := map[string]string{}
	for _, code := range p.codes {
		var name string
		if p.members[code] != nil {
			name = problemName(code, p.members[code])
		} else {
			name = r.definePlain(code)
		}
		mapping[string(code)] = schemaPrefix + name
		p.schema.OneOf = append(p.schema.OneOf, &huma.Schema{Ref: schemaPrefix + name})
	}
	if len(p.codes) == 1 {
		*p.schema = *p.schema.OneOf[0]
		return
	}
	p.schema.Discriminator = &huma.Discriminator{PropertyName: "code", Mapping: mapping}
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

// finishProblems makes OtherProblem of those of the known codes that carry no members anywhere, and
// completes the schemas of all statuses.
func (r *registry) finishProblems(known []fault.Code) {
	slices.Sort(r.withMembers)
	others := slices.DeleteFunc(slices.Sorted(slices.Values(known)), func(code fault.Code) bool {
		return slices.Contains(r.withMembers, code)
	})
	code := enumSchema(convert.Strings(others...))
	code.Extensions = map[string]any{goType: problemCodeName}
	r.schemas[otherProblem] = problemWith(code)
	for _, p := range r.problems {
		p.fill(r)
	}
}

// definePlain makes the schema of the problems with the code that carry no members.
func (r *registry) definePlain(code fault.Code) string {
	name := "Plain" + camelCase(string(code)) + "Problem"
	r.schemas[name] = problemWith(constant(string(code)))
	return name
}

// problemWith is a problem whose code has the schema.
func problemWith(code *huma.Schema) *huma.Schema {
	return &huma.Schema{AllOf: []*huma.Schema{
		{Ref: schemaPrefix + reflect.TypeFor[Problem]().Name()},
		{Type: huma.TypeObject, Required: []string{"code"}, Properties: map[string]*huma.Schema{"code": code}},
	}}
}
