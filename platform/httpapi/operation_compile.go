package httpapi

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// compile makes the checks of a request, from what huma has found out about the input, and
// completes the document with the problems that they answer with.
func (o *operation) compile(input reflect.Type) {
	doc := operationAt(o.router.api.OpenAPI(), o.op.Path, o.op.Method)
	for _, p := range doc.Parameters {
		if p.In != "path" {
			pointer := p.Name
			if p.In == "query" {
				pointer = "?" + p.Name
			}
			isList := p.Schema.Type == huma.TypeArray
			if isList {
				p.Style, p.Explode = "form", new(true) // other clients may join the values with commas
			}
			o.params = append(o.params, param{
				name: p.Name, pointer: pointer, header: p.In == "header", required: p.Required, list: isList,
				rule: o.router.rules.compile(p.Schema),
			})
			if lists, ok := p.Schema.AdditionalProperties.(*huma.Schema); ok {
				// In the document a list is one text with commas: generated clients write objects of lists
				// in different ways, or not at all.
				p.Style, p.Explode = "form", new(true)
				p.Schema.AdditionalProperties = &huma.Schema{Type: huma.TypeString}
				last := &o.params[len(o.params)-1]
				last.named, last.rule = true, o.router.rules.compile(lists)
			}
		}
	}
	o.conditional = slices.ContainsFunc(o.params, func(p param) bool { return p.header && p.name == ifMatch })
	nameParams(doc.Parameters, input)
	o.body = &rule{schema: huma.TypeObject, kind: valueKinds[huma.TypeObject]}
	if doc.RequestBody != nil {
		requireExactNumbers(o.op.ID, input)
		// huma adds it for a RawBody; such a request is refused with 415.
		delete(doc.RequestBody.Content, "application/octet-stream")
		o.body = o.router.rules.compile(doc.RequestBody.Content[jsonType].Schema)
		o.bodyRequired = len(o.body.required) > 0
		doc.RequestBody.Required = o.bodyRequired
	}
	o.describe(doc)
}

// requireExactNumbers panics when a body has a number that encoding/json would round, or refuse
// with an error that shows Go's types.
func requireExactNumbers(operation string, input reflect.Type) {
	body, _ := input.FieldByName("Body")
	walkFields(body.Type, map[reflect.Type]bool{}, func(f reflect.StructField) {
		t := f.Type
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if k := t.Kind(); k >= reflect.Int && k <= reflect.Float64 && !hasOwnSchema(t) {
			panic("httpapi: " + operation + ": " + f.Name +
				" must be an httpapi.Int or a type of its own with an exact UnmarshalJSON")
		}
	})
}

// walkFields visits the fields of a struct and of the structs inside it.
func walkFields(t reflect.Type, seen map[reflect.Type]bool, visit func(reflect.StructField)) {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() && !strings.HasPrefix(f.Tag.Get("json"), "-") {
			visit(f)
			walkFields(f.Type, seen, visit)
		}
	}
}
