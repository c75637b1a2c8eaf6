package httpapi

import (
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// addEmbedded adds to the schema of t the fields of its embedded structs with an unexported name.
// encoding/json writes them and huma leaves them out. They come first, as in the JSON. A field of t
// hides an embedded one of its name.
func (r *registry) addEmbedded(s *huma.Schema, t reflect.Type) {
	var required []string
	for f := range t.Fields() {
		if !f.Anonymous || f.IsExported() || f.Type.Kind() != reflect.Struct {
			continue
		}
		embedded := huma.SchemaFromType(r, f.Type)
		r.addEmbedded(embedded, f.Type)
		for name, property := range embedded.Properties {
			if s.Properties[name] == nil {
				s.Properties[name] = property
			}
		}
		for _, name := range embedded.Required {
			if !slices.Contains(s.Required, name) {
				required = append(required, name)
			}
		}
	}
	s.Required = append(required, s.Required...)
}
