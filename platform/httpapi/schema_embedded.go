package httpapi

import (
	"maps"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// addEmbedded adds to the schema of t the fields of its embedded structs with an unexported name.
// encoding/json writes them and huma leaves them out. They come first, as in the JSON.
func (r *registry) addEmbedded(s *huma.Schema, t reflect.Type) {
	var required []string
	for f := range t.Fields() {
		if !f.Anonymous || f.IsExported() || f.Type.Kind() != reflect.Struct {
			continue
		}
		embedded := huma.SchemaFromType(r, f.Type)
		r.addEmbedded(embedded, f.Type)
		maps.Copy(s.Properties, embedded.Properties)
		required = append(required, embedded.Required...)
	}
	s.Required = append(required, s.Required...)
}
