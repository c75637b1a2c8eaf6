package httpapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
)

// typeNull is the JSON Schema type that huma has no name for.
const typeNull = "null"

// registry holds the schemas of all operations. It differs from huma's own in three things: two
// modules may use one type name, a pointer to a struct is that struct or null, and a field that a
// request may leave out may be null.
type registry struct {
	schemas map[string]*huma.Schema
	types   map[string]reflect.Type
	names   map[reflect.Type]string
	presets map[string]*huma.Schema
	// withMembers are the codes whose problems have members of their own.
	withMembers []fault.Code
	// problems are those of all statuses of all operations.
	problems []statusProblems
	// sent are the names of the enums that bodies of requests have.
	sent map[string]bool
	// operation is the id of the operation that is being registered.
	operation string
}

const schemaPrefix = "#/components/schemas/"

func newRegistry() *registry {
	return &registry{
		schemas: map[string]*huma.Schema{}, types: map[string]reflect.Type{}, names: map[reflect.Type]string{},
		sent: map[string]bool{},
	}
}

// Schema is the schema of t; of a struct it is a reference.
func (r *registry) Schema(t reflect.Type, allowRef bool, hint string) *huma.Schema {
	base := t
	for base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	if base.Kind() != reflect.Struct || base == timeType || hasOwnSchema(base) {
		s := valueSetSchema(base)
		if s == nil {
			s = huma.SchemaFromType(r, t)
		}
		if t != base && s != nil && s.Type != "" {
			s.Nullable = true
		}
		if base == anyMap {
			// huma writes an empty schema, and some readers think that it takes no null.
			s.AdditionalProperties = true
		}
		return s
	}
	name := r.define(base, hint)
	if !allowRef {
		return r.schemas[name]
	}
	ref := &huma.Schema{Ref: schemaPrefix + name}
	if t == base {
		return ref
	}
	return &huma.Schema{OneOf: []*huma.Schema{ref, {Type: typeNull}}}
}

// define names t, describes it unless that has been done, and returns the name.
func (r *registry) define(t reflect.Type, hint string) string {
	if name, ok := r.names[t]; ok {
		return name
	}
	name := r.name(t, hint)
	r.names[t], r.types[name] = name, t
	s := &huma.Schema{}
	r.schemas[name] = s
	*s = *huma.SchemaFromType(r, t)
	r.addEmbedded(s, t)
	r.nullable(s, t)
	s.PrecomputeMessages()
	return name
}

// Named is implemented by a type whose schema has another name in the document than the Go type.
type Named interface{ SchemaName() string }

// name is the name of the type in the document: its SchemaName, or that of the Go type without what
// only Go needs (sizeView is Size, List[thingView] ThingList). A body without a Go name has that of
// its operation: RegisterRequest. When two modules use one name, the second puts its own before it.
func (r *registry) name(t reflect.Type, hint string) string {
	name := schemaName(t, hint)
	if t.Name() == "" && strings.HasSuffix(hint, "Body") {
		name = capital(r.operation) + "Request"
	}
	if _, taken := r.types[name]; !taken {
		return name
	}
	name = packageName(t) + name
	for i, base := 2, name; r.types[name] != nil; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	return name
}

func schemaName(t reflect.Type, hint string) string {
	if named, ok := reflect.TypeAssert[Named](reflect.Zero(t)); ok {
		return named.SchemaName()
	}
	if row, ok := rowOf(t); ok {
		return schemaName(row, "") + "List"
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if request, ok := strings.CutSuffix(name, "Body"); ok {
		return request + "Request"
	}
	return cmp.Or(strings.TrimSuffix(name, "View"), packageName(t))
}

// packageName is the name of the type's package with a capital.
func packageName(t reflect.Type) string {
	path := t.PkgPath()
	return capital(path[strings.LastIndexByte(path, '/')+1:])
}

// rowOf is T of a List[T].
func rowOf(t reflect.Type) (row reflect.Type, ok bool) {
	if t.PkgPath() != reflect.TypeFor[Meta]().PkgPath() || !strings.HasPrefix(t.Name(), "List[") {
		return nil, false
	}
	return t.Field(0).Type.Elem(), true
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return string(unicode.ToUpper(rune(s[0]))) + s[1:]
}

type optional interface{ optional() }

// nullable lets null stand for "absent" in the fields that are not required.
func (r *registry) nullable(s *huma.Schema, t reflect.Type) {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := s.Properties[name]
		if name == "" || p == nil {
			continue
		}
		noteSchemaName(p, f)
		if f.Type.Implements(reflect.TypeFor[optional]()) {
			s.Required = slices.DeleteFunc(s.Required, func(n string) bool { return n == name })
		}
		switch {
		case f.Tag.Get("nullable") == "false" && len(p.OneOf) > 0:
			s.Properties[name] = &huma.Schema{Ref: p.OneOf[0].Ref, Description: p.Description}
		case f.Tag.Get("nullable") == "false" || slices.Contains(s.Required, name):
		case p.Ref != "":
			s.Properties[name] = &huma.Schema{OneOf: []*huma.Schema{{Ref: p.Ref}, {Type: typeNull}}, Description: p.Description}
		case p.Type != "":
			p.Nullable = true
		}
	}
	for _, p := range s.Properties {
		if p.Nullable && p.Enum != nil && !slices.Contains(p.Enum, nil) {
			p.Enum = append(p.Enum, nil)
		}
	}
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	anyMap       = reflect.TypeFor[map[string]any]()
	providerType = reflect.TypeFor[huma.SchemaProvider]()
)

// hasOwnSchema reports whether a type gives its schema itself.
func hasOwnSchema(t reflect.Type) bool {
	return t.Implements(providerType) || reflect.PointerTo(t).Implements(providerType)
}

// SchemaFromRef is the schema behind a reference.
func (r *registry) SchemaFromRef(ref string) *huma.Schema {
	return r.schemas[strings.TrimPrefix(ref, schemaPrefix)]
}

// TypeFromRef is the Go type behind a reference.
func (r *registry) TypeFromRef(ref string) reflect.Type {
	return r.types[strings.TrimPrefix(ref, schemaPrefix)]
}

// Map is all schemas by name.
func (r *registry) Map() map[string]*huma.Schema { return r.schemas }

// RegisterTypeAlias is part of huma.Registry and not used.
func (r *registry) RegisterTypeAlias(reflect.Type, reflect.Type) {
	panic("httpapi: types have no aliases")
}

// MarshalJSON is components/schemas.
func (r *registry) MarshalJSON() ([]byte, error) { return json.Marshal(r.schemas) }
