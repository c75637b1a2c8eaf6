package kit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Contract is a service's own OpenAPI document, against which every answer of the tests is checked.
type Contract struct {
	routes   routers.Router
	webhooks map[string]*openapi3.PathItem
	schemas  openapi3.Schemas
	shapes   *shapes
}

// contracts are those loaded so far, by document: services that are built alike have the same.
var contracts sync.Map

// contractsOf are those loaded so far, by kind of service.
var contractsOf = struct {
	sync.Mutex
	byKind map[string]*Contract
}{byKind: map[string]*Contract{}}

// ContractOf is LoadContract for a service of the kind, and asks only the first of a kind: to write
// its document is the largest part of the start of a service.
func ContractOf(t testing.TB, kind, base string) *Contract {
	t.Helper()
	contractsOf.Lock()
	defer contractsOf.Unlock()
	if contractsOf.byKind[kind] == nil {
		contractsOf.byKind[kind] = LoadContract(t, base)
	}
	return contractsOf.byKind[kind]
}

// LoadContract reads and validates the document of the service at base.
func LoadContract(t testing.TB, base string) *Contract {
	t.Helper()
	answer, err := http.Get(base + "/openapi.json")
	if err != nil {
		t.Fatalf("read the document: %v", err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatalf("read the document: %v", err)
	}
	if known, ok := contracts.Load(string(raw)); ok {
		return known.(*Contract)
	}
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		t.Fatalf("the document does not load: %v", err)
	}
	// Examples are a matter of the test that records them: it has to run while they are outdated.
	if err := document.Validate(context.Background(), openapi3.DisableExamplesValidation()); err != nil {
		t.Fatalf("the document is not valid: %v", err)
	}
	closeEnums(document)
	document.Servers = nil // any host: a test's port is not that of http.public_url
	routes, err := gorillamux.NewRouter(document)
	if err != nil {
		t.Fatalf("the document's paths: %v", err)
	}
	shapes, err := newShapes(document.Components.Schemas)
	if err != nil {
		t.Fatalf("the document's schemas: %v", err)
	}
	c := &Contract{routes: routes, webhooks: document.Webhooks, schemas: document.Components.Schemas, shapes: shapes}
	contracts.Store(string(raw), c)
	return c
}

// closeEnums holds the service to the values that its document knows. To clients the enums of
// answers are open, AnyLocale is a Locale or another text: a later version may have more.
func closeEnums(document *openapi3.T) {
	for name, schema := range document.Components.Schemas {
		if either := schema.Value.AnyOf; strings.HasPrefix(name, "Any") && len(either) == 2 && either[0].Ref != "" {
			schema.Value.AnyOf = either[:1]
		}
	}
}

// CheckWebhook reports what in the body of a request that the service sends differs from the
// section webhooks of the document.
func (c *Contract) CheckWebhook(name string, body []byte) error {
	item := c.webhooks[name]
	if item == nil {
		return fmt.Errorf("the webhook %s is not in the document", name)
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return item.Post.RequestBody.Value.Content.Get("application/json").Schema.Value.VisitJSON(value, openapi3.MultiErrors())
}

// general are the statuses that the default response of every operation stands for.
var general = []int{400, 409, 413, 415, 429, 500, 503}

// checkCards checks a list of cards of products.
func (c *Contract) checkCards(body []byte) error {
	var list struct{ Data []any }
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	for _, card := range list.Data {
		if err := c.schemas["ProductCard"].Value.VisitJSON(card); err != nil {
			return err
		}
	}
	return nil
}

// fileTypes are media types of files, which have no schema.
var fileTypes = []string{"application/pdf", "application/xml", "application/zip"}

// Check reports what in an answer differs from the document: an undocumented status, media type or
// header, or a body outside its schema. Paths outside the document (health, the documents
// themselves) are not checked.
func (c *Contract) Check(request *http.Request, status int, header http.Header, body []byte) error {
	if !strings.HasPrefix(request.URL.Path, "/v1/") {
		return nil
	}
	route, _, err := c.routes.FindRoute(request)
	if err != nil {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			return nil // the request is outside the document, and the service says so
		}
		return fmt.Errorf("%s %s is not in the document: %w", request.Method, request.URL.Path, err)
	}
	response := route.Operation.Responses.Status(status)
	if response == nil && slices.Contains(general, status) {
		response = route.Operation.Responses.Default()
	}
	if response == nil {
		return fmt.Errorf("%s %s → %d is not in the document", request.Method, request.URL.Path, status)
	}
	if request.Method == http.MethodHead || status == http.StatusNotModified {
		return nil
	}
	if err := c.checkHeaders(response.Value, header); err != nil {
		return err
	}
	media := header.Get("Content-Type")
	switch {
	case strings.HasPrefix(media, "text/") || slices.Contains(fileTypes, media):
		return nil
	case status == http.StatusOK && request.URL.Query().Get("fields") == "card":
		return c.checkCards(body) // they are in x-cards
	}
	return c.checkBody(response.Value, media, body)
}

// checkHeaders reports a header that is missing, or outside its schema.
func (c *Contract) checkHeaders(response *openapi3.Response, header http.Header) error {
	for name, documented := range response.Headers {
		h := documented.Value
		switch {
		case http.CanonicalHeaderKey(name) == "Content-Type":
		case header[http.CanonicalHeaderKey(name)] == nil:
			if h.Required {
				return fmt.Errorf("the header %s is missing", name)
			}
		case h.Schema == nil:
			return fmt.Errorf("the header %s has no schema", name)
		default:
			if err := c.shapes.check(h.Schema, headerValue(h.Schema.Value, header.Get(name))); err != nil {
				return fmt.Errorf("the header %s: %w", name, err)
			}
		}
	}
	return nil
}

// headerValue is the text of a header as its schema reads it.
func headerValue(schema *openapi3.Schema, text string) any {
	if schema.Type.Is(openapi3.TypeInteger) || schema.Type.Is(openapi3.TypeBoolean) {
		if value, err := jsonschema.UnmarshalJSON(strings.NewReader(text)); err == nil {
			return value
		}
	}
	return text
}

// checkBody reports a media type that the document does not have, or a body outside its schema.
func (c *Contract) checkBody(response *openapi3.Response, media string, body []byte) error {
	if len(response.Content) == 0 {
		return nil
	}
	documented := response.Content.Get(media)
	if documented == nil {
		return fmt.Errorf("the media type %q is not in the document", media)
	}
	if documented.Schema == nil {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return c.shapes.check(documented.Schema, value)
}
