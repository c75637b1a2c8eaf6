package webhooks

import (
	"embed"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/httpapi"
)

// examples holds the body of each public event, as the document shows it.
//
//go:embed examples
var examples embed.FS

// describe adds the requests of all public events to the document.
func (c catalogue) describe(r *httpapi.Router) {
	headers := []httpapi.WebhookHeader{
		{Name: "webhook-id", Doc: "The event's id: the same each time that it is sent.",
			Example: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"},
		{Name: "webhook-timestamp", Doc: "When it was sent, in seconds since 1970. Refuse what is older than five minutes.",
			Example: "1795179600"},
		{Name: "webhook-signature",
			Doc:     "One or two, by a blank: v1, and the base64 of the HMAC-SHA256 of id.timestamp.body.",
			Example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="},
	}
	d := describer{router: r, known: map[reflect.Type]*huma.Schema{}}
	// The feed has it.
	d.envelope = &huma.Schema{Ref: "#/components/schemas/" + publicBody{}.SchemaName()}
	for _, e := range c {
		example, err := examples.ReadFile("examples/" + e.name + ".json")
		if err != nil {
			panic("webhooks: " + e.name + " has no example")
		}
		r.DescribeWebhook(httpapi.Webhook{
			Name: e.name, Summary: e.when, Headers: headers, Body: d.body(e), Example: json.RawMessage(example),
		})
	}
}

// openObject is a schema of an object, all of whose fields are always there.
type openObject struct{ *huma.Schema }

func object() openObject {
	return openObject{&huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}}
}

func (o openObject) add(name string, s *huma.Schema) {
	o.Properties[name], o.Required = s, append(o.Required, name)
}

// describer makes the schemas of events. Structs inside them are components.
type describer struct {
	router   *httpapi.Router
	envelope *huma.Schema
	known    map[reflect.Type]*huma.Schema // references
}

func (d *describer) body(e publicEvent) *huma.Schema {
	own := object()
	own.add("type", &huma.Schema{Type: huma.TypeString, Enum: []any{e.name}})
	own.add("data", d.structSchema(e.typ))
	return &huma.Schema{AllOf: []*huma.Schema{d.envelope, own.Schema}}
}

// schemaOf describes values of a type as bodyWriter writes them.
func (d *describer) schemaOf(t reflect.Type, amount bool) *huma.Schema {
	switch {
	case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && t.Elem() != timeType:
		return &huma.Schema{OneOf: []*huma.Schema{d.reference(t.Elem()), {Type: "null"}}}
	case t.Kind() == reflect.Pointer:
		return nullable(d.schemaOf(t.Elem(), amount))
	case t == timeType:
		return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
	case t == measureType:
		return &huma.Schema{Type: huma.TypeNumber, Format: "double"}
	case amount:
		return &huma.Schema{Type: huma.TypeNumber, Format: "double", Description: "EUR."}
	}
	switch t.Kind() {
	case reflect.Struct:
		return d.reference(t)
	case reflect.Slice:
		return &huma.Schema{Type: huma.TypeArray, Items: d.schemaOf(t.Elem(), false)}
	case reflect.Map:
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: d.schemaOf(t.Elem(), false)}
	case reflect.Bool:
		return &huma.Schema{Type: huma.TypeBoolean}
	case reflect.Int, reflect.Int64:
		return &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	case reflect.String:
		return &huma.Schema{Type: huma.TypeString}
	}
	panic("webhooks: a public event has a field of type " + t.String())
}

// reference makes a component of a struct.
func (d *describer) reference(t reflect.Type) *huma.Schema {
	if d.known[t] == nil {
		d.known[t] = d.router.DefineSchema("PublicEvent"+t.Name(), d.structSchema(t))
	}
	return d.known[t]
}

// structSchema describes a struct. What it embeds is a component.
func (d *describer) structSchema(t reflect.Type) *huma.Schema {
	own := object()
	var all []*huma.Schema
	for f := range t.Fields() {
		if f.Anonymous {
			all = append(all, d.reference(f.Type))
		}
	}
	for _, f := range publicFieldsOf(t) {
		if len(f.index) > 1 {
			continue
		}
		s := d.schemaOf(f.typ, f.amount)
		if f.personal {
			s = nullable(s)
		}
		own.add(f.name, s)
	}
	if len(all) == 0 {
		return own.Schema
	}
	return &huma.Schema{AllOf: append(all, own.Schema)}
}

func nullable(s *huma.Schema) *huma.Schema {
	s.Nullable = true
	return s
}
