package httpapi

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// Webhook describes a request that the service sends, for the section webhooks of the document.
type Webhook struct {
	Name    string // what is sent: the name in the section
	Summary string
	Headers []WebhookHeader
	Body    *huma.Schema
	Example json.RawMessage
}

// WebhookHeader is a header of such a request.
type WebhookHeader struct{ Name, Doc, Example string }

// DescribeWebhook adds the request to the document.
func (r *Router) DescribeWebhook(w Webhook) {
	doc := r.api.OpenAPI()
	if doc.Webhooks == nil {
		doc.Webhooks = map[string]*huma.PathItem{}
	}
	var headers []*huma.Param
	for _, h := range w.Headers {
		doc.Components.Parameters[h.Name] = &huma.Param{
			Name: h.Name, In: "header", Required: true, Description: h.Doc, Schema: &huma.Schema{Type: huma.TypeString},
			Example: h.Example,
		}
		headers = append(headers, &huma.Param{Ref: parametersPrefix + h.Name})
	}
	doc.Webhooks[w.Name] = &huma.PathItem{Post: &huma.Operation{
		OperationID: w.Name, Summary: w.Summary, Parameters: headers,
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{jsonType: {Schema: w.Body,
			Example: w.Example}}},
		Responses: map[string]*huma.Response{"2XX": {Description: "Received."}},
		Security:  []map[string][]string{}, // explicitly none: the headers sign it
	}}
}

// DefineSchema adds a schema of such requests to the components, and returns a reference to it.
func (r *Router) DefineSchema(name string, s *huma.Schema) *huma.Schema {
	r.registry.schemas[name] = s
	return &huma.Schema{Ref: schemaPrefix + name}
}
