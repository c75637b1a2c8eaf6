package httpapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// bearerScheme is the name of the security scheme of access tokens.
const bearerScheme = "bearer"

func newConfig(o Options, r *registry) huma.Config {
	json := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: huma.DefaultJSONFormat.Unmarshal}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: o.Title, Version: cmp.Or(o.Version, "1.0"), Description: o.Description},
			Servers: []*huma.Server{{URL: o.PublicURL}},
			Components: &huma.Components{
				Schemas: r,
				Headers: sharedHeaders(), Parameters: sharedParameters(),
				Responses: map[string]*huma.Response{}, Examples: map[string]*huma.Example{},
				SecuritySchemes: map[string]*huma.SecurityScheme{
					bearerScheme: {Type: "http", Scheme: "bearer", BearerFormat: "JWT",
						Description: "The accessToken of a session. Operations with x-scope take an API key, too: odk_…"},
				},
			},
		},
		Formats:       map[string]huma.Format{jsonType: json, "json": json},
		DefaultFormat: jsonType,
	}
}

// document is the OpenAPI document in both forms; few ask for the second.
type document struct {
	json *content
	yaml func() *content
}

// OpenAPI is the document, as JSON or YAML. It is written once: operations are registered before.
func (r *Router) OpenAPI(yaml bool) []byte {
	if yaml {
		return r.document().yaml().body
	}
	return r.document().json.body
}

func (r *Router) writeDocument() document {
	doc := r.api.OpenAPI()
	doc.Components.Responses[generalFailure] = r.defaultFailure()
	r.finishSchemas(doc)
	shareParameters(doc)
	shareFailures(doc)
	r.addExamples(doc)
	r.tags.write(doc)
	js, err := json.Marshal(doc)
	if err != nil {
		panic(fmt.Sprintf("httpapi: the OpenAPI document can't be written: %v", err))
	}
	return document{json: newSharedContent(append(js, '\n')), yaml: sync.OnceValue(func() *content {
		text, err := doc.YAML()
		if err != nil {
			panic(fmt.Sprintf("httpapi: the OpenAPI document can't be written: %v", err))
		}
		return newSharedContent(text)
	})}
}
