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
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// Contract is a service's own OpenAPI document, against which every answer of the tests is checked.
type Contract struct {
	routes   routers.Router
	webhooks map[string]*openapi3.PathItem
	schemas  openapi3.Schemas
}

// contracts are those loaded so far, by document: services that are built alike have the same.
var contracts sync.Map

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
	c := &Contract{routes: routes, webhooks: document.Webhooks, schemas: document.Components.Schemas}
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

// Check reports what in an answer differs from the document: an undocumented status, media type or
// header, or a body outside its schema. Paths outside the document (health, the documents
// themselves) are not checked.
func (c *Contract) Check(request *http.Request, status int, header http.Header, body []byte) error {
	if !strings.HasPrefix(request.URL.Path, "/v1/") {
		return nil
	}
	route, params, err := c.routes.FindRoute(request)
	if err != nil {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			return nil // the request is outside the document, and the service says so
		}
		return fmt.Errorf("%s %s is not in the document: %w", request.Method, request.URL.Path, err)
	}
	if route.Operation.Responses.Status(status) == nil && !slices.Contains(general, status) {
		return fmt.Errorf("%s %s → %d is not in the document", request.Method, request.URL.Path, status)
	}
	options := &openapi3filter.Options{
		IncludeResponseStatus: true, MultiError: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
	}
	if media := header.Get("Content-Type"); strings.HasPrefix(media, "text/") {
		options.ExcludeResponseBody = true
	}
	if status == http.StatusOK && request.URL.Query().Get("fields") == "card" {
		options.ExcludeResponseBody = true // it is in x-cards
		if err := c.checkCards(body); err != nil {
			return fmt.Errorf("%s %s: %w", request.Method, request.URL.Path, err)
		}
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, PathParams: params, Route: route, Options: options},
		Status:                 status,
		Header:                 header,
		Body:                   io.NopCloser(bytes.NewReader(body)),
		Options:                options,
	})
}
