package kit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// shapes are the schemas of a document, each compiled when it is first asked for, and once:
// openapi3filter compiles them anew for every answer, which was half of what the tests cost.
type shapes struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[*openapi3.SchemaRef]*jsonschema.Schema
}

const (
	componentsPath = `"#/components/schemas/`
	componentsURL  = "https://document.test/components"
)

// newShapes takes the schemas that others refer to.
func newShapes(components openapi3.Schemas) (*shapes, error) {
	s := &shapes{compiler: jsonschema.NewCompiler(), compiled: map[*openapi3.SchemaRef]*jsonschema.Schema{}}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	if err := s.add(componentsURL, map[string]any{"$defs": components}); err != nil {
		return nil, err
	}
	return s, nil
}

var formatName = regexp.MustCompile(`"format":"([^"]+)"`)

// add makes a schema known to the compiler at the URL.
func (s *shapes) add(url string, schema any) error {
	raw, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	for _, match := range formatName.FindAllSubmatch(raw, -1) {
		s.compiler.RegisterFormat(&jsonschema.Format{Name: string(match[1]), Validate: checkFormat(string(match[1]))})
	}
	raw = bytes.ReplaceAll(raw, []byte(componentsPath), []byte(`"`+componentsURL+`#/$defs/`))
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return s.compiler.AddResource(url, value)
}

// check reports what in the value differs from the schema.
func (s *shapes) check(schema *openapi3.SchemaRef, value any) error {
	compiled, err := s.compile(schema)
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

func (s *shapes) compile(schema *openapi3.SchemaRef) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.compiled[schema]; known != nil {
		return known, nil
	}
	url := fmt.Sprintf("https://document.test/%d", len(s.compiled))
	if err := s.add(url, schema); err != nil {
		return nil, err
	}
	compiled, err := s.compiler.Compile(url)
	if err != nil {
		return nil, err
	}
	s.compiled[schema] = compiled
	return compiled, nil
}

// checkFormat checks the formats that openapi3 knows, as it does.
func checkFormat(name string) func(value any) error {
	return func(value any) error {
		switch v := value.(type) {
		case string:
			if format, known := openapi3.SchemaStringFormats[name]; known {
				return format.Validate(v)
			}
		case json.Number:
			format, known := openapi3.SchemaIntegerFormats[name]
			if n, err := v.Float64(); known && err == nil && n == math.Trunc(n) {
				return format.Validate(int64(n))
			}
		}
		return nil
	}
}
