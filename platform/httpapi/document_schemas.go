package httpapi

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// The schemas of requests and of responses promise different things. A request is closed: a field
// that it does not name is refused. A response is open: a later version may add fields, and a
// client that was generated today must accept them.

// finishSchemas completes the schemas when all operations are known.
func (r *Router) finishSchemas(doc *huma.OpenAPI) {
	requests := reachable{registry: r.registry, names: map[string]bool{}}
	for _, op := range allOperations(doc) {
		if op.RequestBody == nil {
			continue
		}
		for _, media := range op.RequestBody.Content {
			requests.follow(media.Schema)
		}
	}
	r.registry.finishProblems(r.problems.codes())
	r.registry.presets = r.presetSchemas()
	r.nameSchemas(doc, requests.names)
	for name, s := range r.registry.schemas {
		walkSchemas(s, setIntegerFormat)
		walkSchemas(s, func(s *huma.Schema) { s.Examples = nil }) // operations have whole examples
		if !requests.names[name] && s.AdditionalProperties == false {
			s.AdditionalProperties = nil
		}
	}
}

// allOperations are the operations of the document, by path.
func allOperations(doc *huma.OpenAPI) []*huma.Operation {
	var all []*huma.Operation
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		all = append(all, operationsOf(doc.Paths[path])...)
	}
	return all
}

// operationsOf are the operations of a path.
func operationsOf(item *huma.PathItem) []*huma.Operation {
	var all []*huma.Operation
	for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
		if op != nil {
			all = append(all, op)
		}
	}
	return all
}

// reachable are the names of the schemas that a schema refers to, directly or not.
type reachable struct {
	registry *registry
	names    map[string]bool
}

func (r *reachable) follow(s *huma.Schema) {
	walkSchemas(s, func(s *huma.Schema) {
		name := strings.TrimPrefix(s.Ref, schemaPrefix)
		if s.Ref == "" || r.names[name] {
			return
		}
		r.names[name] = true
		r.follow(r.registry.schemas[name])
	})
}

// walkSchemas visits a schema and those inside it, but not what it refers to.
func walkSchemas(s *huma.Schema, visit func(*huma.Schema)) {
	if s == nil {
		return
	}
	visit(s)
	walkSchemas(s.Items, visit)
	for _, p := range s.Properties {
		walkSchemas(p, visit)
	}
	for _, alternative := range slices.Concat(s.OneOf, s.AllOf) {
		walkSchemas(alternative, visit)
	}
	if more, ok := s.AdditionalProperties.(*huma.Schema); ok {
		walkSchemas(more, visit)
	}
}

// setIntegerFormat gives a whole number the format that it needs: int32, unless its maximum is
// larger. Generators of clients make a type of its own (bigint) of int64, which no quantity needs.
func setIntegerFormat(s *huma.Schema) {
	if s.Type != huma.TypeInteger {
		return
	}
	s.Format = "int32"
	if s.Maximum != nil && *s.Maximum > math.MaxInt32 {
		s.Format = "int64"
	}
}
